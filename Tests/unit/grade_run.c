/* Every kind of hostile program (Tests/rogue.c), run by the grader's workers. */
#include "base/write.h"
#include "process/landlock.h"
#include "run/capture.h"
#include "run/command.h"
#include "run/feed.h"
#include "run/run.h"
#include "unit.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { JOBS_MAX = 64, TEXT = 200 };

/* What a test remembers of a result. */
struct seen {
    struct run_result result;
    char out[TEXT], err[TEXT], said[TEXT];
    int times;
};

static struct error err;

struct trial {
    struct run_job jobs[JOBS_MAX];
    const char *argv[JOBS_MAX][4];
    struct seen seen[JOBS_MAX];
    size_t count;
    bool stops; /* at the first result */
    int again;  /* how often to repeat each job */
    struct run_options options;
    char folder[64], input[80], rogue[4096];
};

static void keep_text(char *to, const struct excerpt *text)
{
    snprintf(to, TEXT, "%.*s", (int)(text->length < TEXT ? text->length : TEXT - 1), text->bytes ? text->bytes : "");
}

static bool see(void *self, size_t index, const struct run_result *result, bool *stop)
{
    struct trial *trial = self;
    struct seen *seen = &trial->seen[index];
    *stop = trial->stops;
    seen->result = *result;
    keep_text(seen->out, &result->out);
    keep_text(seen->err, &result->err);
    keep_text(seen->said, &result->said);
    return ++seen->times <= trial->again;
}

static void write_text(const char *path, const char *text)
{
    if (!write_file(path, O_CREAT | O_TRUNC, 0600, text, strlen(text))) {
        abort();
    }
}

static void begin(struct trial *trial)
{
    const char *build = getenv("BUILD");
    *trial = (struct trial){.options = {.jobs = 3, .stop = -1}};
    snprintf(trial->rogue, sizeof trial->rogue, "%s/rogue", build ? build : "build/release");
    strcpy(trial->folder, "/tmp/signalbox-unit-XXXXXX");
    if (!mkdtemp(trial->folder)) {
        abort();
    }
    snprintf(trial->input, sizeof trial->input, "%s/in", trial->folder);
    write_text(trial->input, "1 [2]\n\"d\xc3\xa9j\xc3\xa0\"");
    setenv("TMPDIR", trial->folder, 1);
}

static struct run_job *add(struct trial *trial, const char *kind)
{
    const char **argv = trial->argv[trial->count];
    struct run_job *job = &trial->jobs[trial->count++];
    argv[0] = trial->rogue;
    argv[1] = kind;
    *job = (struct run_job){.argv = argv,
                            .input = trial->input,
                            .limits = {.wall_ms = 10000,
                                       .cpu_seconds = 5,
                                       .memory_bytes = 256 << 20,
                                       .output_bytes = 1 << 20,
                                       .file_bytes = 1 << 20,
                                       .processes = 50}};
    return job;
}

/* Runs the jobs, which must leave nothing behind. */
static bool go(struct trial *trial)
{
    bool fine = run_jobs(&trial->options, trial->jobs, trial->count, see, trial, &err);
    if (process_measure(NULL, 1000).count) {
        fine = error_set(&err, ERROR_IO, "something still runs");
    }
    unlink(trial->input);
    if (rmdir(trial->folder) < 0) {
        fine = error_set(&err, ERROR_IO, "something is left in %s", trial->folder);
    }
    unsetenv("TMPDIR");
    return fine;
}

#define BEGIN_TRIAL() \
    static struct trial trial; \
    begin(&trial); \
    if (access(trial.rogue, X_OK) < 0) { \
        unlink(trial.input); \
        rmdir(trial.folder); \
        unsetenv("TMPDIR"); \
        SKIPm("there is no " \
              "rogue" \
              " program"); \
    }
#define GO() ASSERTm(err.text, go(&trial))

struct expectation {
    const char *kind;
    enum run_end end;
    int number; /* code or signal */
    const char *out;
};

static const struct expectation harmless[] = {
    {"early", RUN_EXITED, 0, "true\n"},
    {"unread", RUN_EXITED, 0, "true\n"},
    {"fails", RUN_EXITED, 7, "true\n"},
    {"crash", RUN_SIGNALED, SIGSEGV, ""},
    {"pipes", RUN_EXITED, 0, "true\n"},
    {"session", RUN_EXITED, 0, "true\n"},
    {"twice", RUN_EXITED, 0, "true\n"},
    {"litter", RUN_EXITED, 0, "true\n"},
    {"huge", RUN_EXITED, 0, "1e400\n"},
    {"environment", RUN_EXITED, 0, "true\n"},
    {"runner", RUN_EXITED, 0, ""},
    {"output", RUN_OUTPUT_LIMIT, 0, NULL},
    {"errors", RUN_OUTPUT_LIMIT, 0, ""},
    {"file", RUN_SIGNALED, SIGXFSZ, ""},
    {"forks", RUN_PROCESS_LIMIT, 0, ""},
    {"forks-apart", RUN_PROCESS_LIMIT, 0, ""},
    {"memory", RUN_MEMORY_LIMIT, 0, ""},
    {"twice", RUN_EXITED, 0, "true\n"},
    {"echo", RUN_EXITED, 0, "1 [2]\n\"d\xc3\xa9j\xc3\xa0\""},
};

TEST programs_end_as_they_should(enum process_isolation isolation)
{
    enum { COUNT = sizeof harmless / sizeof *harmless };
    BEGIN_TRIAL();
    trial.options.isolation = isolation;
    for (size_t i = 0; i < COUNT; i++) {
        add(&trial, harmless[i].kind);
    }
    GO();
    for (size_t i = 0; i < COUNT; i++) {
        const struct seen *seen = &trial.seen[i];
        const struct expectation *expected = &harmless[i];
        int number = seen->result.end == RUN_SIGNALED ? seen->result.signal : seen->result.code;
        if (seen->times != 1 || seen->result.end != expected->end || (expected->number != number) ||
            (expected->out && strcmp(expected->out, seen->out) != 0)) {
            printf("%s: end %d (%s), %d, %s\n", expected->kind, (int)seen->result.end, seen->result.text, number,
                   seen->out);
            FAILm(expected->kind);
        }
    }
    PASS();
}

TEST sandbox(void)
{
    if (!process_can_isolate(PROCESS_ISOLATE_SANDBOX, &err)) {
        SKIPm("no sandbox here");
    }
    CHECK_CALL(programs_end_as_they_should(PROCESS_ISOLATE_SANDBOX));
    PASS();
}

TEST landlock(void)
{
    if (!process_can_isolate(PROCESS_ISOLATE_LANDLOCK, &err)) {
        SKIPm("no Landlock here");
    }
    CHECK_CALL(programs_end_as_they_should(PROCESS_ISOLATE_LANDLOCK));
    PASS();
}

TEST those_that_do_not_end_are_ended(void)
{
    static const char *const kinds[] = {"sleeper", "stubborn", "busy", "half"};
    enum { COUNT = sizeof kinds / sizeof *kinds };
    BEGIN_TRIAL();
    for (size_t i = 0; i < COUNT; i++) {
        add(&trial, kinds[i])->limits.wall_ms = 300;
    }
    GO();
    for (size_t i = 0; i < COUNT; i++) {
        ASSERT_EQ_FMT((int)RUN_TIMEOUT, (int)trial.seen[i].result.end, "%d");
        ASSERT_STR_EQ("not over within 0.3 s", trial.seen[i].result.text);
    }
    PASS();
}

TEST time_on_the_processor_is_limited(void)
{
    BEGIN_TRIAL();
    add(&trial, "busy")->limits.cpu_seconds = 1;
    GO();
    ASSERT_EQ_FMT((int)RUN_CPU_LIMIT, (int)trial.seen[0].result.end, "%d");
    ASSERT(trial.seen[0].result.cpu_ns >= 500000000);
    PASS();
}

TEST our_memory_is_not_theirs(enum process_isolation isolation)
{
    enum { MUCH = 100 << 20 };
    BEGIN_TRIAL();
    trial.options.isolation = isolation;
    for (int i = 0; i < 2; i++) {
        add(&trial, i ? "late" : "early")->limits.memory_bytes = MUCH / 2;
    }
    char *ours = malloc(MUCH);
    ASSERT(ours);
    memset(ours, 1, MUCH);
    __asm__ volatile("" ::"r"(ours) : "memory");
    bool went = go(&trial);
    free(ours);
    ASSERTm(err.text, went);
    ASSERT_EQ(RUN_EXITED, trial.seen[0].result.end);
    ASSERT_EQ(RUN_EXITED, trial.seen[1].result.end);
    PASS();
}

/* Outside of a sandbox, the kernel counts all processes of a user, so what others have and other workers may have is
 * added. */
TEST the_kernel_limits_processes_too(void)
{
    const int each = 10000;
    static const char *const argv[] = {"/bin/sh", "-c", "grep 'Max processes' /proc/self/limits", NULL};
    struct rlimit now;
    BEGIN_TRIAL();
    trial.options.isolation = PROCESS_ISOLATE_NONE;
    trial.options.jobs = 1;
    struct run_job *job = add(&trial, "");
    job->argv = argv;
    job->limits.processes = each;
    GO();
    const char *line = strstr(trial.seen[0].out, "Max processes");
    long most = line ? strtol(line + strlen("Max processes"), NULL, 10) : 0;
    if (getrlimit(RLIMIT_NPROC, &now) == 0 && now.rlim_max < (rlim_t)4 * (rlim_t)each) {
        SKIPm("there are stricter limits here");
    }
    ASSERT(most > 2L * each && most < 4L * each);
    PASS();
}

/* Though the same program runs over all of them, in the same worker. */
TEST each_submission_is_shown_to_its_own_jobs(enum process_isolation isolation)
{
    static const char *const argv[] = {"/bin/cat", "{dir}/name", NULL};
    char folders[2][100], names[2][120];
    BEGIN_TRIAL();
    trial.options.isolation = isolation;
    trial.options.jobs = 1;
    for (int i = 0; i < 4; i++) {
        struct run_job *job = add(&trial, "");
        snprintf(folders[i % 2], sizeof folders[i % 2], "%.64s/%d", trial.folder, i % 2);
        snprintf(names[i % 2], sizeof names[i % 2], "%s/name", folders[i % 2]);
        job->argv = argv;
        job->dir = folders[i % 2];
        mkdir(folders[i % 2], 0700);
        write_text(names[i % 2], i % 2 ? "one" : "zero");
    }
    bool went = run_jobs(&trial.options, trial.jobs, trial.count, see, &trial, &err);
    for (int i = 0; i < 2; i++) {
        unlink(names[i]);
        rmdir(folders[i]);
    }
    trial.count = 0;
    GO();
    ASSERTm(err.text, went);
    for (int i = 0; i < 4; i++) {
        ASSERT_STR_EQ(i % 2 ? "one" : "zero", trial.seen[i].out);
    }
    PASS();
}

TEST long_output_keeps_its_head_and_tail(void)
{
    BEGIN_TRIAL();
    add(&trial, "output");
    add(&trial, "errors");
    add(&trial, "early")->limits.output_bytes = 4; /* ends before we look */
    GO();
    ASSERT_EQ_FMT((int)RUN_OUTPUT_LIMIT, (int)trial.seen[2].result.end, "%d");
    ASSERT_EQ_FMT((size_t)(1 << 20) + 1, trial.seen[0].result.out.length, "%zu");
    const struct excerpt *err_text = &trial.seen[1].result.err;
    ASSERT(err_text->total > 1 << 20);
    ASSERT(err_text->length > err_text->head && err_text->length < err_text->total);
    ASSERT_EQ('a', trial.seen[1].err[0]);
    PASS();
}

TEST confined_programs_stay_in_their_folder(void)
{
    if (!process_can_isolate(PROCESS_ISOLATE_SANDBOX, &err)) {
        SKIPm("no sandbox here");
    }
    BEGIN_TRIAL();
    trial.options.jobs = 1;
    add(&trial, "outside");
    add(&trial, "killer");
    add(&trial, "outside");
    GO();
    for (int i = 0; i < 3; i++) {
        ASSERT_STR_EQ("true\n", trial.seen[i].out);
    }
    ASSERT(access("/tmp/signalbox-outside", F_OK) < 0 && access("/dev/shm/signalbox-outside", F_OK) < 0);
    PASS();
}

TEST a_killed_worker_is_replaced(void)
{
    BEGIN_TRIAL();
    trial.options.isolation = PROCESS_ISOLATE_NONE;
    trial.options.jobs = 2;
    add(&trial, "killer");
    add(&trial, "twice");
    add(&trial, "killer");
    add(&trial, "early");
    GO();
    ASSERT_EQ_FMT((int)RUN_HARNESS_ERROR, (int)trial.seen[0].result.end, "%d");
    ASSERT_EQ_FMT((int)RUN_HARNESS_ERROR, (int)trial.seen[2].result.end, "%d");
    ASSERT_STR_EQ("true\n", trial.seen[1].out);
    ASSERT_STR_EQ("true\n", trial.seen[3].out);
    PASS();
}

TEST a_worker_that_hangs_is_replaced(void)
{
    BEGIN_TRIAL();
    trial.options.isolation = PROCESS_ISOLATE_NONE;
    trial.options.jobs = 1;
    trial.options.patience_ms = 1000;
    add(&trial, "stops-parent")->limits.wall_ms = 1000; /* must not pass before the program has had its turn */
    add(&trial, "early");
    GO();
    ASSERT_EQ_FMT((int)RUN_HARNESS_ERROR, (int)trial.seen[0].result.end, "%d");
    ASSERT_STR_EQ("the process that ran it was killed, since it did not come to an end", trial.seen[0].result.text);
    ASSERT_STR_EQ("true\n", trial.seen[1].out);
    PASS();
}

TEST what_cannot_start_says_why(void)
{
    static const char *const missing[] = {"/no/such/program", NULL}, *const folder[] = {"/tmp", NULL},
                             *const nowhere[] = {"no-such-program", NULL};
    BEGIN_TRIAL();
    add(&trial, "early")->argv = missing;
    add(&trial, "early")->argv = folder;
    add(&trial, "early")->argv = nowhere;
    add(&trial, "early")->input = "/no/such/input";
    GO();
    ASSERT_EQ(RUN_NOT_STARTED, trial.seen[0].result.end);
    ASSERT_STR_EQ("/no/such/program: No such file or directory", trial.seen[0].result.text);
    ASSERT_EQ(RUN_NOT_STARTED, trial.seen[1].result.end);
    ASSERT_EQ(RUN_NOT_STARTED, trial.seen[2].result.end);
    ASSERT_STR_EQ("no-such-program: not found in PATH", trial.seen[2].result.text);
    ASSERT_EQ(RUN_HARNESS_ERROR, trial.seen[3].result.end);
    PASS();
}

TEST jobs_are_repeated_when_asked(void)
{
    BEGIN_TRIAL();
    trial.again = 2;
    add(&trial, "early");
    add(&trial, "fails");
    GO();
    ASSERT_EQ_FMT(3, trial.seen[0].times, "%d");
    ASSERT_EQ_FMT(3, trial.seen[1].times, "%d");
    PASS();
}

TEST a_run_can_be_stopped(void)
{
    int ends[2];
    BEGIN_TRIAL();
    ASSERT(pipe2(ends, O_CLOEXEC) == 0);
    ASSERT(write(ends[1], "", 1) == 1);
    trial.options.stop = ends[0];
    add(&trial, "sleeper");
    add(&trial, "twice");
    GO();
    ASSERT_EQ(0, trial.seen[0].times);
    close(ends[0]);
    close(ends[1]);
    PASS();
}

TEST a_run_can_end_at_a_result(void)
{
    BEGIN_TRIAL();
    trial.stops = true;
    trial.options.jobs = 1;
    for (int i = 0; i < 10; i++) {
        add(&trial, "early");
    }
    GO();
    for (int i = 0; i < 10; i++) {
        ASSERT_EQ_FMT(i == 0, trial.seen[i].times, "%d");
    }
    PASS();
}

/* -- conversations -- */

TEST values_are_given_one_by_one(void)
{
    BEGIN_TRIAL();
    struct run_job *job = add(&trial, "echo");
    job->mode = RUN_INTERACTIVE;
    job = add(&trial, "late");
    job->mode = RUN_INTERACTIVE;
    job->limits.first_byte_ms = 100;
    job = add(&trial, "half");
    job->mode = RUN_INTERACTIVE;
    job->limits.answer_ms = 200;
    job = add(&trial, "latin");
    job->mode = RUN_INTERACTIVE;
    job = add(&trial, "late");
    job->limits.answer_ms = 200;
    GO();
    ASSERT_EQ_FMT((size_t)3, trial.seen[0].result.answers, "%zu");
    ASSERT_STR_EQ("1\n[2]\n\"d\xc3\xa9j\xc3\xa0\"\n", trial.seen[0].out);
    ASSERT_EQ(RUN_EXITED, trial.seen[0].result.end);
    ASSERT_EQ(RUN_TIMEOUT, trial.seen[1].result.end);
    ASSERT_STR_EQ("no answer to value 1 within 0.1 s", trial.seen[1].result.text);
    ASSERT_STR_EQ("no whole answer to value 1 within 0.2 s", trial.seen[2].result.text);
    ASSERT_EQ(RUN_EXITED, trial.seen[3].result.end);
    ASSERT_EQ_FMT((size_t)0, trial.seen[3].result.answers, "%zu");
    ASSERT_STR_EQ("no whole answer within 0.2 s", trial.seen[4].result.text);
    PASS();
}

TEST values_are_written_in_many_ways(void)
{
    BEGIN_TRIAL();
    add(&trial, "echo")->feed = (struct run_feed){.rewrite = true};
    add(&trial, "echo")->feed = (struct run_feed){.rewrite = true, .pretty = true, .space = true, .escaped = true};
    add(&trial, "echo")->feed = (struct run_feed){.slow = true};
    static const size_t second[] = {1};
    add(&trial, "echo")->values = (struct run_values){second, 1};
    GO();
    ASSERT_STR_EQ("1\n[2]\n\"d\xc3\xa9j\xc3\xa0\"\n", trial.seen[0].out);
    ASSERT_STR_EQ("1 [\n  2\n] \"d\\u00e9j\\u00e0\" ", trial.seen[1].out);
    ASSERT_STR_EQ("1 [2]\n\"d\xc3\xa9j\xc3\xa0\"", trial.seen[2].out);
    ASSERT_STR_EQ("[2]\n", trial.seen[3].out);
    PASS();
}

/* Of every length, the first 4 bytes and the last 5 are kept, in their order. */
TEST captures_keep_both_ends(void)
{
    static const char alphabet[] = "abcdefghijklmnopqrstuvwxyz";
    for (size_t length = 0; length < sizeof alphabet; length++) {
        int ends[2];
        char bytes[9], expected[10];
        ASSERT_EQ(0, pipe(ends));
        ASSERT_EQ((ssize_t)length, write(ends[1], alphabet, length));
        close(ends[1]);
        struct capture capture = {.fd = ends[0], .bytes = bytes, .head = 4, .tail = 5};
        capture_finish(&capture);
        struct excerpt text = capture_text(&capture);
        size_t last = length < 9 ? 4 : length - 5;
        snprintf(expected, sizeof expected, "%.*s%.*s", (int)(length < 4 ? length : 4), alphabet,
                 (int)(length < 4 ? 0 : length - last), alphabet + last);
        ASSERT_EQ(length, text.total);
        ASSERT_EQ(strlen(expected), text.length);
        ASSERT_EQ(length < 4 ? length : 4, text.head);
        ASSERT_EQ(0, memcmp(expected, text.bytes, text.length));
        ASSERT_EQ(-1, capture.fd);
    }
    PASS();
}

/* Neither for more, nor because of a signal that interrupted something else. */
TEST captures_read_what_there_is(void)
{
    int ends[2];
    char bytes[9];
    ASSERT_EQ(0, pipe2(ends, O_NONBLOCK | O_CLOEXEC));
    struct capture capture = {.fd = ends[0], .bytes = bytes, .head = 4, .tail = 5};
    alarm(10); /* in case it waits */
    ASSERT_FALSE(capture_read(&capture));
    ASSERT_EQ(2, write(ends[1], "ab", 2));
    errno = EINTR;
    ASSERT(capture_read(&capture));
    ASSERT_EQ(2, capture.total);
    ASSERT_FALSE(capture_read(&capture));
    alarm(0);
    ASSERT_EQ(ends[0], capture.fd);
    close(ends[1]);
    capture_finish(&capture);
    ASSERT_EQ(2, capture.total);
    PASS();
}

TEST ways_to_feed_are_combined(void)
{
    static const struct {
        const char *list, *names;
    } lists[] = {{"slow", "plain-slow-newline-utf8 "},
                 {"pretty plain,escaped", "plain-fast-newline-escaped pretty-fast-newline-escaped "},
                 {"", "plain-fast-newline-utf8 "},
                 {"slo", ""},
                 {"slowly", ""},
                 {"slow,,fast", ""},
                 {"fast all", ""}};
    struct feed_way ways[FEED_WAYS_MAX];
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        struct text names = {0};
        for (int k = 0, count = feed_ways_parse(lists[i].list, ways); k < count; k++) {
            text_format(&names, "%s ", ways[k].name);
        }
        ASSERT_STR_EQ(lists[i].names, names.bytes ? names.bytes : "");
        text_free(&names);
    }
    ASSERT_EQ(FEED_WAYS_MAX, feed_ways_parse("all", ways));
    ASSERT_STR_EQ("pretty-slow-space-escaped", ways[FEED_WAYS_MAX - 1].name);
    PASS();
}

TEST commands_keep_their_words(void)
{
    static struct command command;
    const char *const given[][4] = {{"./server", "-v", NULL}, {"{dir}/server", "-p{port}", "x{x}", NULL}};
    const char *const expected[][4] = {{"./server", "-v", "7001", NULL}, {"/here/server", "-p7001", "x{x}", NULL}};
    for (int i = 0; i < 2; i++) {
        char port[] = "7001", dir[] = "/here";
        ASSERT(command_expand(&command, given[i], dir, port, true, &err));
        memset(port, '-', strlen(port));
        memset(dir, '-', strlen(dir));
        for (int k = 0; k < 3; k++) {
            ASSERT_STR_EQ(expected[i][k], command.argv[k]);
        }
        ASSERT_EQ(NULL, command.argv[3]);
    }
    PASS();
}

TEST programs_talk_over_tcp(enum process_isolation isolation)
{
    static const enum run_link links[] = {RUN_TCP_SERVER, RUN_TCP_CLIENT};
    BEGIN_TRIAL();
    trial.options.isolation = isolation;
    for (int i = 0; i < 4; i++) {
        struct run_job *job = add(&trial, i % 2 ? "client" : i ? "servers" : "server");
        job->link = links[i % 2];
        job->mode = i < 2 ? RUN_BATCH : RUN_INTERACTIVE;
    }
    struct run_job *silent = add(&trial, "early");
    silent->link = RUN_TCP_SERVER;
    GO();
    for (int i = 0; i < 4; i++) {
        ASSERT_EQ_FMT((int)RUN_EXITED, (int)trial.seen[i].result.end, "%d");
        ASSERT_STR_EQ(i < 2 ? "1 [2]\n\"d\xc3\xa9j\xc3\xa0\"" : "1\n[2]\n\"d\xc3\xa9j\xc3\xa0\"\n", trial.seen[i].out);
    }
    ASSERT_EQ_FMT((size_t)3, trial.seen[2].result.answers, "%zu");
    ASSERT_STR_EQ("", trial.seen[4].out);
    ASSERT_STR_EQ("true\n", trial.seen[4].said);
    PASS();
}

/* How the next connection that a worker accepts fails; 0: not at all. */
static int refusal;

#ifndef __GLIBC__
#define __SOCKADDR_ARG struct sockaddr *restrict
#endif

/* Instead of that of the C library. NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name) */
int accept4(int fd, __SOCKADDR_ARG address, socklen_t *restrict size, int flags)
{
    void *place;
    memcpy(&place, &address, sizeof place); /* a pointer, or a union of pointers */
    errno = refusal;
    refusal = 0;
    return errno ? -1 : (int)syscall(SYS_accept4, fd, place, size, flags);
}

/* A client that has hung up may come again. */
TEST only_shortages_keep_clients_out(void)
{
    static const int problems[] = {EAGAIN, ECONNABORTED, EMFILE};
    for (size_t i = 0; i < sizeof problems / sizeof *problems; i++) {
        BEGIN_TRIAL();
        add(&trial, "client")->link = RUN_TCP_CLIENT;
        refusal = problems[i];
        bool went = go(&trial);
        refusal = 0;
        ASSERTm(err.text, went);
        enum run_end expected = problems[i] == EMFILE ? RUN_HARNESS_ERROR : RUN_EXITED;
        ASSERT_EQ_FMT((int)expected, (int)trial.seen[0].result.end, "%d");
    }
    PASS();
}

TEST pairs_talk_to_each_other(enum process_isolation isolation)
{
    static const char *with[] = {NULL, "sender", "{port}", NULL};
    static const size_t second[] = {1};
    BEGIN_TRIAL();
    with[0] = trial.rogue;
    trial.options.isolation = isolation;
    struct run_job *job = add(&trial, "server");
    trial.argv[0][2] = "{port}";
    job->with = with;
    job->with_values = (struct run_values){second, 1};
    GO();
    ASSERT_EQ_FMT((int)RUN_EXITED, (int)trial.seen[0].result.end, "%d");
    ASSERT_STR_EQ("[2]\n", trial.seen[0].out);
    PASS();
}

SUITE(grade_runs)
{
    RUN_TEST(captures_keep_both_ends);
    RUN_TEST(captures_read_what_there_is);
    RUN_TEST(ways_to_feed_are_combined);
    RUN_TEST(commands_keep_their_words);
    RUN_TEST1(programs_end_as_they_should, PROCESS_ISOLATE_DEFAULT);
    RUN_TEST1(programs_end_as_they_should, PROCESS_ISOLATE_NONE);
    RUN_TEST(sandbox);
    RUN_TEST(landlock);
    RUN_TEST(those_that_do_not_end_are_ended);
    RUN_TEST(time_on_the_processor_is_limited);
    RUN_TEST(the_kernel_limits_processes_too);
    RUN_TEST(long_output_keeps_its_head_and_tail);
    RUN_TEST(confined_programs_stay_in_their_folder);
    RUN_TEST(a_killed_worker_is_replaced);
    RUN_TEST(a_worker_that_hangs_is_replaced);
    RUN_TEST(what_cannot_start_says_why);
    RUN_TEST(jobs_are_repeated_when_asked);
    RUN_TEST(a_run_can_be_stopped);
    RUN_TEST(a_run_can_end_at_a_result);
    RUN_TEST(values_are_given_one_by_one);
    RUN_TEST(values_are_written_in_many_ways);
    RUN_TEST1(our_memory_is_not_theirs, PROCESS_ISOLATE_DEFAULT);
    RUN_TEST1(programs_talk_over_tcp, PROCESS_ISOLATE_DEFAULT);
    RUN_TEST(only_shortages_keep_clients_out);
    RUN_TEST1(pairs_talk_to_each_other, PROCESS_ISOLATE_DEFAULT);
    for (enum process_isolation isolation = PROCESS_ISOLATE_SANDBOX; isolation <= PROCESS_ISOLATE_LANDLOCK;
         isolation++) {
        if (process_can_isolate(isolation, &err)) {
            RUN_TEST1(our_memory_is_not_theirs, isolation);
            RUN_TEST1(each_submission_is_shown_to_its_own_jobs, isolation);
            RUN_TEST1(programs_talk_over_tcp, isolation);
            RUN_TEST1(pairs_talk_to_each_other, isolation);
        }
    }
}
