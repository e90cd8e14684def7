/* xgrade: runs any program over cases, safely and many at a time, and reports. */
#include "grade_run.h"

#include "process/process.h"

#include <stdio.h>
#include <string.h>

int grade_main_doctor(int argc, char **argv)
{
    static const char help[] =
        "Usage: xgrade doctor\n"
        "\n"
        "Says which layers between programs and this machine work here, and what to do about those that do not.\n"
        "\n"
        "Options:\n";
    static const struct harness_option options[] = {{0}};
    struct harness h = {
        .name = "xgrade doctor", .help = help, .exits = "Exit codes: 0 all layers work, 1 some do not.\n"};
    enum grade_exit code = GRADE_ALL_PASSED;
    if (harness_options(&h, argc, argv, options)) {
        struct process_layer layers[PROCESS_LAYERS];
        process_layers(layers);
        for (int i = 0; i < PROCESS_LAYERS; i++) {
            printf("%-3s  %-10s  %s\n", layers[i].works ? "yes" : "no", layers[i].name, layers[i].text);
            code = layers[i].works ? code : GRADE_SOME_FAILED;
        }
        fflush(stdout);
    }
    return grade_leave(&h, code);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        int (*main)(int argc, char **argv);
    } commands[] = {
        {"fest", grade_main_fest},
        {"merge", grade_main_merge},
        {"report", grade_main_report},
        {"doctor", grade_main_doctor},
    };
    for (size_t i = 0; argc > 1 && i < sizeof commands / sizeof *commands; i++) {
        if (strcmp(argv[1], commands[i].name) == 0) {
            return commands[i].main(argc - 1, argv + 1);
        }
    }
    return grade_main_run(argc, argv);
}
