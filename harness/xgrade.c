/* xgrade: runs any program over cases, confined and many at a time, and reports. */
#include "xgrade.h"

#include "process/process.h"

#include <string.h>
#include <unistd.h>

int grade_main_doctor(int argc, char **argv)
{
    static const char *const advice[PROCESS_LAYERS] = {
        "sysctl -w kernel.unprivileged_userns_clone=1 user.max_user_namespaces=10000; containers may forbid them",
        "use a kernel that has seccomp (CONFIG_SECCOMP_FILTER)",
        "use a kernel that has it and starts it (CONFIG_SECURITY_LANDLOCK, lsm=landlock,...)",
        "run xgrade as an ordinary user",
    };
    struct harness h = {
        .name = "xgrade doctor",
        .usage = "xgrade doctor",
        .summary = "Say which layers between programs and this machine work here, and what to do about "
                   "those that do not.",
        .help = "",
        .exits =
            "Exit codes: 0 programs are confined by default, 1 they are not, 2 wrong usage, 4 the grader itself failed."};
    enum grade_exit code = GRADE_ALL_PASSED;
    if (harness_options(&h, argc, argv, NULL)) {
        struct process_layer layers[PROCESS_LAYERS];
        struct text out = {0};
        process_layers(layers);
        for (int i = 0; i < PROCESS_LAYERS; i++) {
            text_format(&out, "%-12s %-4s %s\n", layers[i].name, layers[i].works ? "yes" : "no", layers[i].text);
            if (!layers[i].works) {
                text_format(&out, "%-12s      what to do: %s\n", "", advice[i]);
            }
        }
        text_format(&out, "\n%-56s %-8s %s\n", "Programs can", "ns", "landlock");
        for (const struct process_promise *promise = process_promises; promise->what; promise++) {
            text_format(&out, "%-56s %-8s %s\n", promise->what, promise->sandbox, promise->landlock);
        }
        harness_write(&h, &out);
        code = layers[0].works ? GRADE_ALL_PASSED : GRADE_SOME_FAILED;
    }
    return grade_leave(&h, code);
}

int grade_main_clean(int argc, char **argv)
{
    struct harness h = {.name = "xgrade clean",
                        .usage = "xgrade clean DIR...",
                        .summary = "Remove spools of runs with --engine, and cancel their jobs.",
                        .help = "Removes only folders that --spool has made, by xgrade, xref or xgames.\n",
                        .exits = "Exit codes: 0 they are gone, 2 wrong usage, 4 something could not be removed.",
                        .least = 1,
                        .most = argc};
    if (harness_options(&h, argc, argv, NULL)) {
        for (int i = 0; i < h.arguments && h.error.kind == ERROR_NONE; i++) {
            int lock = spool_lock(h.argument[i], &h.error);
            if (lock >= 0 && engine_cancel_all(h.argument[i], &h.error)) {
                spool_remove(h.argument[i], &h.error);
            }
            if (lock >= 0) {
                close(lock);
            }
        }
    }
    return grade_leave(&h, GRADE_ALL_PASSED);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        int (*main)(int argc, char **argv);
    } commands[] = {
        {"audit", grade_main_audit},   {"class", grade_main_class},           {"collect", grade_main_collect},
        {"fest", grade_main_fest},     {"gradescope", grade_main_gradescope}, {"merge", grade_main_merge},
        {"report", grade_main_report}, {"doctor", grade_main_doctor},         {"clean", grade_main_clean},
    };
    for (size_t i = 0; argc > 1 && i < sizeof commands / sizeof *commands; i++) {
        if (strcmp(argv[1], commands[i].name) == 0) {
            return commands[i].main(argc - 1, argv + 1);
        }
    }
    return grade_main_run(argc, argv);
}
