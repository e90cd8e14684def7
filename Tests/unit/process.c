#include "process/process.h"

#include "base/write.h"
#include "process/folder.h"
#include "process/landlock.h"
#include "process/start.h"
#include "run/run.h"
#include "unit.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* A program with a keeper, and our ends of its stdin and stdout. */
struct bot {
    struct process process;
    int to, from;
};

static char *rogue(void)
{
    static char path[4096];
    const char *build = getenv("BUILD");
    snprintf(path, sizeof path, "%s/rogue", build ? build : "build/release");
    return path;
}

static char scratch[64];
static struct error err;

static bool begin(void)
{
    strcpy(scratch, "/tmp/signalbox-unit-XXXXXX");
    return access(rogue(), X_OK) == 0 && mkdtemp(scratch);
}

static bool start_bot(struct bot *bot, const char *kind, enum process_isolation isolation, const char *more)
{
    const char *argv[] = {rogue(), kind, NULL}, *readable[] = {NULL, more, NULL};
    struct process_environment environment = {0};
    int in[2], out[2];
    char folder[4096];
    if (pipe2(in, O_CLOEXEC) < 0 || pipe2(out, O_CLOEXEC) < 0 ||
        !process_environment(&environment, scratch, scratch, NULL) ||
        !process_find(argv[0], folder, sizeof folder, &err)) {
        return false;
    }
    *strrchr(folder, '/') = '\0';
    readable[0] = folder;
    const struct sandbox_view view = {
        .submission = scratch, .readable = readable, .disk_bytes = 1 << 20, .disk_files = 100};
    isolation = process_isolation_here(isolation, &err);
    struct process_spec spec = {.argv = argv,
                                .env = environment.list,
                                .folder = scratch,
                                .writable = scratch,
                                .readable = readable,
                                .view = isolation == PROCESS_ISOLATE_SANDBOX ? &view : NULL,
                                .in = in[0],
                                .out = out[1],
                                .err = STDERR_FILENO,
                                .ruleset = -1,
                                .isolation = isolation,
                                .keeper = true};
    bool fine = process_start(&spec, &bot->process, &err) == PROCESS_STARTED;
    close(in[0]);
    close(out[1]);
    bot->to = in[1];
    bot->from = out[0];
    return fine;
}

static bool end_bot(struct bot *bot, struct process_end *end)
{
    bool fine = process_end(&bot->process, end, &err);
    close(bot->to);
    close(bot->from);
    return fine;
}

static bool says(struct bot *bot, const char *text)
{
    char got[64] = "";
    return read(bot->from, got, sizeof got - 1) == (ssize_t)strlen(text) && strcmp(got, text) == 0;
}

/* Whether we have no descendants; gives those about to end a few seconds. */
static bool alone(void)
{
    for (int i = 0; i < 500; i++) {
        while (waitpid(-1, NULL, WNOHANG) > 0) {
        }
        if (process_measure(NULL, 1000).count == 0) {
            return true;
        }
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    return false;
}

TEST several_programs_run_at_once(enum process_isolation isolation)
{
    struct bot one, two, third;
    struct process_end end = {0};
    if (!begin()) {
        SKIPm("there is no rogue program");
    }
    ASSERTm(err.text, process_confine(PROCESS_ISOLATE_NONE, false, &(struct shared){0}, &err));
    ASSERTm(err.text, start_bot(&one, "echo", isolation, NULL));
    ASSERTm(err.text, start_bot(&two, "twice", isolation, NULL));
    ASSERTm(err.text, start_bot(&third, "echo", isolation, NULL));
    ASSERT(says(&two, "true\n"));
    ASSERT_EQ(1, poll(&(struct pollfd){.fd = two.process.fd, .events = POLLIN}, 1, -1));
    ASSERTm(err.text, process_end(&two.process, &end, &err)); /* its orphan ends, the others stay */
    close(two.to);
    close(two.from);
    ASSERT(WIFEXITED(end.status) && WEXITSTATUS(end.status) == 0);
    ASSERT(write(one.to, "1\n", 2) == 2 && says(&one, "1\n"));
    ASSERT(write(third.to, "3\n", 2) == 2 && says(&third, "3\n"));
    ASSERTm(err.text, end_bot(&one, &end));
    ASSERT(WIFSIGNALED(end.status));
    ASSERT(write(third.to, "4\n", 2) == 2 && says(&third, "4\n"));
    ASSERTm(err.text, end_bot(&third, &end));
    ASSERT(alone());
    ASSERT(rmdir(scratch) == 0);
    PASS();
}

TEST programs_end_with_whoever_started_them(void)
{
    if (!begin()) {
        SKIPm("there is no rogue program");
    }
    ASSERTm(err.text, process_confine(PROCESS_ISOLATE_NONE, false, &(struct shared){0}, &err));
    pid_t pid = fork();
    if (pid == 0) {
        struct bot bot, stubborn;
        char text[8];
        if (start_bot(&stubborn, "stubborn", PROCESS_ISOLATE_DEFAULT, NULL) &&
            start_bot(&bot, "session", PROCESS_ISOLATE_DEFAULT, NULL) && read(bot.from, text, sizeof text) > 0) {
            kill(getpid(), SIGKILL);
        }
        _exit(0);
    }
    int status = 0;
    ASSERT(waitpid(pid, &status, 0) == pid);
    ASSERT(WIFSIGNALED(status));
    ASSERT(alone());
    ASSERT(rmdir(scratch) == 0);
    PASS();
}

/* Such as files that are removed meanwhile. */
TEST paths_that_cannot_be_reached_are_passed_over(enum process_isolation isolation)
{
    char folder[] = "/tmp/signalbox-unit-XXXXXX", closed[64], inside[64], loop[64];
    struct bot bot;
    ASSERT(mkdtemp(folder));
    snprintf(closed, sizeof closed, "%s/closed", folder);
    snprintf(inside, sizeof inside, "%s/closed/inside", folder);
    snprintf(loop, sizeof loop, "%s/loop", folder);
    ASSERT(mkdir(closed, 0700) == 0 && mkdir(inside, 0700) == 0 && chmod(closed, 0) == 0 && symlink(loop, loop) == 0);
    if (!begin()) {
        folder_remove(folder);
        SKIPm("there is no rogue program");
    }
    ASSERTm(err.text, process_confine(PROCESS_ISOLATE_NONE, false, &(struct shared){0}, &err));
    const char *const unreachable[] = {"/no/such/path", "/dev/null/path", inside, loop};
    for (size_t i = 0; i < sizeof unreachable / sizeof *unreachable; i++) {
        ASSERTm(err.text, start_bot(&bot, "echo", isolation, unreachable[i]));
        ASSERT(write(bot.to, "1\n", 2) == 2 && says(&bot, "1\n"));
        ASSERTm(err.text, end_bot(&bot, &(struct process_end){0}));
    }
    folder_remove(folder);
    ASSERT(rmdir(scratch) == 0);
    PASS();
}

/* Whatever a signal interrupted before. */
TEST a_keeper_that_is_gone_is_not_waited_for(void)
{
    int ends[2];
    char what[4];
    ASSERT_EQ(0, socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends));
    ASSERT_EQ(4, send(ends[1], "over", 4, 0));
    close(ends[1]);
    ASSERT(start_hear(ends[0], what, sizeof what));
    alarm(10); /* in case it is waited for */
    errno = EINTR;
    ASSERT_FALSE(start_hear(ends[0], what, sizeof what));
    alarm(0);
    close(ends[0]);
    PASS();
}

static bool nothing(void *self, size_t index, const struct run_result *result, bool *stop)
{
    (void)self;
    (void)index;
    *stop = result->end == RUN_HARNESS_ERROR;
    return false;
}

static bool is_empty(const char *path)
{
    DIR *entries = opendir(path);
    int count = 0;
    while (entries && readdir(entries)) {
        count++;
    }
    if (entries) {
        closedir(entries);
    }
    return count == 2;
}

TEST a_killed_run_leaves_nothing(void)
{
    if (!begin()) {
        SKIPm("there is no rogue program");
    }
    ASSERTm(err.text, process_confine(PROCESS_ISOLATE_NONE, false, &(struct shared){0}, &err));
    pid_t pid = fork();
    if (pid == 0) {
        const char *sleeper[] = {rogue(), "stubborn", NULL}, *forks[] = {rogue(), "forks-apart", NULL};
        struct run_job jobs[] = {{.argv = sleeper}, {.argv = forks, .limits = {.processes = 100000}}};
        setenv("TMPDIR", scratch, 1);
        run_jobs(&(struct run_options){.jobs = 2, .stop = -1}, jobs, 2, nothing, NULL, &err);
        _exit(0);
    }
    for (int i = 0; i < 500 && process_measure(NULL, 1000).count < 10; i++) { /* until both are well under way */
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    kill(pid, SIGKILL);
    ASSERT(waitpid(pid, NULL, 0) == pid);
    ASSERT(alone());
    ASSERT(is_empty(scratch));
    ASSERT(rmdir(scratch) == 0);
    PASS();
}

static enum process_started try_script(const char *text)
{
    char path[128];
    snprintf(path, sizeof path, "%s/script", scratch);
    if (!write_file(path, O_CREAT, 0700, text, strlen(text))) {
        abort();
    }
    const char *argv[] = {path, NULL}, *none[] = {NULL};
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    struct process process;
    struct process_end end;
    struct process_spec spec = {
        .argv = argv, .env = none, .folder = scratch, .in = null, .out = null, .err = null, .ruleset = -1};
    enum process_started started = process_start(&spec, &process, &err);
    if (started == PROCESS_STARTED) {
        process_end(&process, &end, &err);
    }
    close(null);
    unlink(path);
    return started;
}

/* Signals that were sent, and what had been stopped when the first process was killed. */
static struct {
    size_t stops, kills, stopped_before;
} sent;

/* Instead of that of the C library: a process that is killed does not tell whether it was stopped before. */
int kill(pid_t pid, int signal) /* NOLINT(readability-inconsistent-declaration-parameter-name) */
{
    sent.stopped_before = sent.kills ? sent.stopped_before : sent.stops;
    sent.stops += signal == SIGSTOP;
    sent.kills += signal == SIGKILL;
    return (int)syscall(SYS_kill, pid, signal);
}

static bool end_many(size_t count)
{
    sent.stops = sent.kills = sent.stopped_before = 0;
    for (size_t i = 0; i < count; i++) {
        if (fork() == 0) {
            for (;;) {
                pause();
            }
        }
    }
    return process_end_all(NULL, NULL) && sent.kills >= count;
}

/* Or some would start others meanwhile. */
TEST crowds_are_stopped_before_they_are_killed(void)
{
    enum { FEW = 10, CROWD = 100 };
    ASSERT(end_many(FEW));
    ASSERT_EQ(0, sent.stops);
    ASSERT(end_many(CROWD));
    ASSERT(sent.stopped_before >= CROWD);
    PASS();
}

/* Whether a program gets shared memory up to a limit, in two halves, but not a byte more. */
static bool gets_halves(size_t half)
{
    const size_t parts[] = {half, half, 1};
    bool got[3];
    for (int i = 0; i < 3; i++) {
        got[i] = mmap(NULL, parts[i], PROT_READ, MAP_SHARED | MAP_ANONYMOUS, -1, 0) != MAP_FAILED;
    }
    return got[0] && got[1] && !got[2];
}

/* Starts such a program, and answers it as long as it runs. */
static bool answer_halves(enum process_isolation isolation, size_t half)
{
    struct shared shared = {.listener = -1};
    int ends[2], status = -1;
    if (!process_confine(isolation, false, &shared, &err) || pipe2(ends, O_CLOEXEC) < 0) {
        return false;
    }
    shared.folder = -1;
    shared.most = 2 * (uint64_t)half;
    pid_t pid = fork();
    if (pid == 0) {
        _exit(!gets_halves(half));
    }
    close(ends[1]);
    struct pollfd watched[] = {{.fd = ends[0], .events = POLLIN}, {.fd = shared.listener, .events = POLLIN}};
    while (poll(watched, 2, -1) > 0 && !watched[0].revents) {
        shared_answer(&shared);
    }
    return waitpid(pid, &status, 0) == pid && status == 0;
}

TEST shared_memory_is_granted_up_to_the_limit(enum process_isolation isolation)
{
    pid_t pid = fork(); /* the filter stays */
    if (pid == 0) {
        _exit(!answer_halves(isolation, 1 << 20));
    }
    int status = -1;
    ASSERT_EQ(pid, waitpid(pid, &status, 0));
    ASSERT_EQ(0, status);
    PASS();
}

TEST scripts_that_cannot_run_say_why(void)
{
    strcpy(scratch, "/tmp/signalbox-unit-XXXXXX");
    ASSERT(mkdtemp(scratch));
    ASSERT_EQ(PROCESS_STARTED, try_script("#!/bin/sh\nexit 0\n"));
    ASSERT_EQ(PROCESS_UNFIT, try_script("#!/no/such/interpreter\n"));
    ASSERT(strstr(err.text, "its interpreter does not exist"));
    ASSERT_EQ(PROCESS_UNFIT, try_script("print('hello')\n"));
    ASSERT(strstr(err.text, "nor a script that begins with #!"));
    ASSERT(rmdir(scratch) == 0);
    PASS();
}

/* Stops all other children of a process, again and again. */
static _Noreturn void stop_children(pid_t parent)
{
    char path[64], list[256];
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)parent, (int)parent);
    for (;;) {
        int fd = open(path, O_RDONLY | O_CLOEXEC);
        ssize_t length = fd < 0 ? -1 : read(fd, list, sizeof list - 1);
        list[length > 0 ? length : 0] = '\0';
        close(fd);
        char *at = list;
        for (pid_t pid; (pid = (pid_t)strtol(at, &at, 10)) > 0;) {
            if (pid != getpid()) {
                kill(pid, SIGSTOP);
            }
        }
    }
}

/* It takes long to start because of its environment, so that it is often stopped before it has. */
TEST a_program_that_is_stopped_as_it_starts_does_not_keep_us_waiting(void)
{
    enum { WORDS = 16, LENGTH = 100000, TRIES = 200, SECONDS = 30 };
    static char word[LENGTH];
    const char *argv[] = {rogue(), "sleeper", NULL}, *env[WORDS + 1] = {NULL};
    memset(word, 'x', sizeof word - 1);
    for (size_t i = 0; i < WORDS; i++) {
        env[i] = word;
    }
    if (!begin()) {
        SKIPm("there is no rogue program");
    }
    const struct process_spec spec = {.argv = argv,
                                      .env = env,
                                      .folder = scratch,
                                      .isolation = PROCESS_ISOLATE_NONE,
                                      .out = STDOUT_FILENO,
                                      .err = STDERR_FILENO,
                                      .ruleset = -1,
                                      .beside = true};
    pid_t parent = getpid(), stopper = fork();
    if (stopper == 0) {
        stop_children(parent);
    }
    alarm(SECONDS); /* in case we do wait */
    enum process_started started = PROCESS_STARTED;
    for (int i = 0; i < TRIES && started == PROCESS_STARTED; i++) {
        struct process process;
        started = process_start(&spec, &process, &err);
        if (started == PROCESS_STARTED) {
            ASSERTm(err.text, process_end(&process, &(struct process_end){0}, &err));
        }
    }
    alarm(0);
    kill(stopper, SIGKILL);
    waitpid(stopper, NULL, 0);
    ASSERT_EQ_FMT((int)PROCESS_UNFIT, (int)started, "%d");
    ASSERTm(err.text, strstr(err.text, "a program beside it kept it from starting"));
    ASSERT(rmdir(scratch) == 0);
    PASS();
}

TEST an_environment_has_room_for_so_many_variables(void)
{
    enum { OWN = 5, ROOM = PROCESS_VARIABLES_MAX - 1 - OWN }; /* PATH, LANG, TZ, HOME, TMPDIR */
    static struct process_environment env;
    char text[ROOM + 1][8];
    const char *more[ROOM + 2] = {NULL};
    for (int i = 0; i < ROOM; i++) {
        snprintf(text[i], sizeof text[i], "V%d=1", i);
        more[i] = text[i];
    }
    ASSERT(process_environment(&env, "/home", "/tmp", more));
    ASSERT_STR_EQ("TMPDIR=/tmp", env.list[PROCESS_VARIABLES_MAX - 2]);
    ASSERT_EQ(NULL, env.list[PROCESS_VARIABLES_MAX - 1]);
    more[ROOM] = "V=1";
    ASSERT_FALSE(process_environment(&env, "/home", "/tmp", more));
    PASS();
}

TEST layers_say_what_works(void)
{
    struct process_layer layers[PROCESS_LAYERS];
    process_layers(layers);
    ASSERT_EQ(layers[0].works, process_can_isolate(PROCESS_ISOLATE_SANDBOX, &err));
    ASSERT_EQ(landlock_version() > 0, layers[2].works);
    ASSERT_EQ(layers[2].works, process_can_isolate(PROCESS_ISOLATE_LANDLOCK, &err));
    ASSERT_EQ(geteuid() != 0, layers[3].works);
    ASSERT(process_can_isolate(PROCESS_ISOLATE_NONE, &err));
    for (int i = 0; i < PROCESS_LAYERS; i++) {
        ASSERT(*layers[i].text);
    }
    PASS();
}

/* In PATH, what is a folder or cannot be executed is passed over, and so is a path for which there is no room: cut off,
 * it may be that of another program. */
TEST programs_are_found(void)
{
    char folder[] = "/tmp/signalbox-unit-XXXXXX", path[PATH_MAX], search[200], expected[200];
    ASSERT(mkdtemp(folder));
    static const char *const parts[] = {"a", "a/sh", "b", "c"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, parts[i]);
        ASSERT_EQ(0, mkdir(path, 0700));
    }
    snprintf(path, sizeof path, "%s/b/sh", folder);
    ASSERT(write_file(path, O_CREAT, 0600, "", 0));
    snprintf(expected, sizeof expected, "%s/c/sh", folder);
    ASSERT(write_file(expected, O_CREAT, 0700, "", 0));
    char *before = strdup(getenv("PATH"));
    snprintf(search, sizeof search, "%s/a:%s/b:%s/c", folder, folder, folder);
    setenv("PATH", search, 1);
    bool found = process_find("sh", path, sizeof path, &err), missing = !process_find("s", search, sizeof search, &err);
    bool cut = process_find("sh2", search, strlen(expected) + 1, &err);
    setenv("PATH", before, 1);
    free(before);
    folder_remove(folder);
    ASSERT(found);
    ASSERT_STR_EQ(expected, path);
    ASSERT(missing);
    ASSERT_FALSE(cut);
    PASS();
}

TEST signals_that_end_programs_have_names(void)
{
    const int others[] = {-1, 0, SIGCHLD, SIGCONT, SIGRTMIN, 1000};
    ASSERT_STR_EQ("HUP", process_signal_name(SIGHUP));
    ASSERT_STR_EQ("SEGV", process_signal_name(SIGSEGV));
    ASSERT_STR_EQ("SYS", process_signal_name(SIGSYS)); /* the last one */
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        ASSERT_EQ(NULL, process_signal_name(others[i]));
    }
    PASS();
}

SUITE(processes)
{
    RUN_TEST(programs_are_found);
    RUN_TEST(signals_that_end_programs_have_names);
    RUN_TEST1(several_programs_run_at_once, PROCESS_ISOLATE_DEFAULT);
    RUN_TEST1(several_programs_run_at_once, PROCESS_ISOLATE_NONE);
    for (enum process_isolation isolation = PROCESS_ISOLATE_SANDBOX; isolation <= PROCESS_ISOLATE_LANDLOCK;
         isolation++) {
        if (process_can_isolate(isolation, &err)) {
            RUN_TEST1(several_programs_run_at_once, isolation);
            RUN_TEST1(paths_that_cannot_be_reached_are_passed_over, isolation);
            RUN_TEST1(shared_memory_is_granted_up_to_the_limit, isolation);
        }
    }
    RUN_TEST(programs_end_with_whoever_started_them);
    RUN_TEST(a_keeper_that_is_gone_is_not_waited_for);
    RUN_TEST(a_killed_run_leaves_nothing);
    RUN_TEST(crowds_are_stopped_before_they_are_killed);
    RUN_TEST(scripts_that_cannot_run_say_why);
    RUN_TEST(a_program_that_is_stopped_as_it_starts_does_not_keep_us_waiting);
    RUN_TEST(an_environment_has_room_for_so_many_variables);
    RUN_TEST(layers_say_what_works);
}
