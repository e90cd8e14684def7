#include "grade/worker.h"

#include "base/clock.h"
#include "grade/cast.h"
#include "grade/talk.h"
#include "process/landlock.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/sysinfo.h>
#include <sys/wait.h>
#include <unistd.h>

enum { READABLE_MAX = 64 };

/* What a worker has at hand from job to job. */
struct bench {
    const struct worker *worker;
    struct error error;
    struct folder_run run;
    struct folder folder;
    bool has_folder, unshared;
    int others; /* processes, threads counted, when we began */
    struct process_environment environment;
    struct feed feed, with_feed;
    struct cast cast, with_cast;

    /* For jobs that agree in these three, as most do with the one before: */
    const char *program, *dir, *const *readable;
    char path[PATH_MAX], dir_path[PATH_MAX];
    const char *paths[READABLE_MAX + 2];
    int ruleset; /* for these paths and this folder; or -1 */
};

/* The programs' ends of what connects us, or -1. */
struct ends {
    int in, out, err, with_in, said;
};

/* Whatever keeps a program from running is our fault, unless the error is about the program (ERROR_INPUT). */
static enum grade_end whose_fault(const struct bench *bench)
{
    return bench->error.kind == ERROR_INPUT ? GRADE_NOT_STARTED : GRADE_HARNESS_ERROR;
}

static bool fail(struct bench *bench, struct grade_result *result, enum grade_end end)
{
    result->end = end;
    snprintf(result->text, sizeof result->text, "%.*s", (int)sizeof result->text - 1, bench->error.text);
    return false;
}

/* -- before -- */

static struct grade_limits limits_of(const struct grade_limits *given)
{
    struct grade_limits limits = *given;
    limits.wall_ms = limits.wall_ms ? limits.wall_ms : 10000;
    limits.file_bytes = limits.file_bytes ? limits.file_bytes : INT64_C(64) << 20;
    limits.output_bytes = grade_output_limit(given);
    limits.processes = limits.processes ? limits.processes : 256;
    limits.open_files = grade_open_files(given);
    return limits;
}

/* The folder in which programs run, and the rules that let them write there. */
static bool prepare_folder(struct bench *bench)
{
    if (bench->has_folder) {
        return true;
    }
    bench->has_folder = folder_open(&bench->folder, &bench->run, bench->worker->number, &bench->error) &&
                        (process_environment(&bench->environment, bench->folder.path) ||
                         error_set(&bench->error, ERROR_IO, "PATH is too long"));
    bench->program = NULL;
    return bench->has_folder;
}

/* The program, and the folder that belongs to it. */
static bool find_program(struct bench *bench, const struct grade_job *job)
{
    if (!process_find(job->argv[0], bench->path, sizeof bench->path, &bench->error)) {
        return false;
    }
    if (job->dir) {
        return realpath(job->dir, bench->dir_path) ||
               error_set(&bench->error, process_is_shortage(errno) ? ERROR_IO : ERROR_INPUT, "%s: %s", job->dir,
                         strerror(errno));
    }
    memcpy(bench->dir_path, bench->path, sizeof bench->dir_path);
    char *slash = strrchr(bench->dir_path, '/');
    slash[slash == bench->dir_path] = '\0';
    return true;
}

static bool is_same(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool prepare_paths(struct bench *bench, const struct grade_job *job)
{
    size_t count = 0;
    if (is_same(bench->program, job->argv[0]) && is_same(bench->dir, job->dir) && bench->readable == job->readable) {
        return true;
    }
    bench->program = NULL;
    if (!find_program(bench, job)) {
        return false;
    }
    bench->paths[count++] = bench->dir_path;
    for (const char *const *path = job->readable; path && *path && count <= READABLE_MAX; path++) {
        bench->paths[count++] = *path;
    }
    bench->paths[count] = NULL;
    if (bench->ruleset >= 0) {
        close(bench->ruleset);
        bench->ruleset = -1;
    }
    enum process_isolation isolation = bench->worker->isolation;
    if ((isolation == PROCESS_ISOLATE_DEFAULT || isolation == PROCESS_ISOLATE_NS) && landlock_version() &&
        (bench->ruleset = landlock_open(bench->folder.path, bench->paths, &bench->error)) < 0) {
        return false;
    }
    bench->program = job->argv[0];
    bench->dir = job->dir;
    bench->readable = job->readable;
    return true;
}

/* Binds a socket to a free port: one of those that the kernel gives to nobody by itself, since whoever asks it for any
 * port or makes a connection could have it before the program does. */
static bool bind_free(int fd, struct sockaddr_in *address)
{
    enum { FIRST = 10000, COUNT = 22768, TRIES = 100 }; /* up to 32767 */
    bool bound = false;
    for (int i = 0; i < TRIES && !bound; i++) {
        uint16_t chance;
        bound = getrandom(&chance, sizeof chance, 0) == (ssize_t)sizeof chance;
        address->sin_port = htons((uint16_t)(FIRST + chance % COUNT));
        bound = bound && bind(fd, (const struct sockaddr *)address, sizeof *address) == 0;
    }
    return bound;
}

/* A port at which nobody listens, but we, if the job says so. */
static bool prepare_port(struct bench *bench, struct talk *talk)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    bool listens = talk->job->link == GRADE_TCP_CLIENT;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    bool fine = fd >= 0 && bind_free(fd, &address) && (!listens || listen(fd, 1) == 0);
    if (!fine) {
        error_set(&bench->error, ERROR_IO, "no free port: %s", strerror(errno));
    }
    talk->port = ntohs(address.sin_port);
    if (fine && listens) {
        talk->listener = fd;
    } else if (fd >= 0) {
        close(fd);
    }
    return fine;
}

static bool prepare_words(struct bench *bench, struct talk *talk)
{
    const struct grade_job *job = talk->job;
    char port[16];
    if ((job->with || job->link != GRADE_STDIO) && !prepare_port(bench, talk)) {
        return false;
    }
    snprintf(port, sizeof port, "%d", talk->port);
    if (!cast_fill(&bench->cast, job->argv, bench->dir_path, port, job->link != GRADE_STDIO, &bench->error) ||
        (job->with && !cast_fill(&bench->with_cast, job->with, bench->dir_path, port, false, &bench->error))) {
        return false;
    }
    if (strcmp(bench->cast.argv[0], job->argv[0]) ==
        0) { /* it runs elsewhere, so a path from here is of no use to it */
        bench->cast.argv[0] = bench->path;
    }
    return true;
}

/* -- what connects us with the programs -- */

/* A pipe of which our end does not block. */
static bool make_pipe(int *ours, int *theirs, bool we_write)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) < 0) {
        return false;
    }
    *ours = ends[we_write];
    *theirs = ends[!we_write];
    return fcntl(*ours, F_SETFL, O_NONBLOCK) == 0;
}

static bool make_input(struct talk_mouth *mouth, int *theirs)
{
    if (mouth->feed->length || mouth->stays_open) {
        return make_pipe(&mouth->fd, theirs, true);
    }
    *theirs = open("/dev/null", O_RDONLY | O_CLOEXEC);
    return *theirs >= 0;
}

static bool make_wires(struct talk *talk, struct ends *ends)
{
    static const struct feed nothing = {0};
    const struct grade_job *job = talk->job;
    struct talk_mouth none = {.fd = -1, .feed = &nothing};
    bool tcp = job->link != GRADE_STDIO;
    return make_input(tcp ? &none : &talk->mouth, &ends->in) && make_pipe(&talk->err.fd, &ends->err, false) &&
           (tcp || make_pipe(&talk->out.fd, &ends->out, false)) &&
           (!(tcp || job->with) || make_pipe(&talk->said.fd, &ends->said, false)) &&
           (!job->with || make_input(&talk->with_mouth, &ends->with_in));
}

static void close_ends(struct ends *ends)
{
    int fds[] = {ends->in, ends->out, ends->err, ends->with_in, ends->said};
    for (size_t i = 0; i < sizeof fds / sizeof *fds; i++) {
        if (fds[i] >= 0) {
            close(fds[i]);
        }
    }
}

/* -- the job -- */

/* A bound for what we do not notice in time: all that there is now, and as much for each worker as its programs may
 * have. In a user namespace of our own, there is nobody else. */
static uint64_t user_processes(const struct bench *bench, const struct grade_limits *limits)
{
    return (uint64_t)bench->others + (uint64_t)(bench->worker->count + 1) * (uint64_t)limits->processes;
}

static bool start(struct bench *bench, struct talk *talk, const struct ends *ends, bool is_with,
                  struct grade_result *result)
{
    const struct grade_limits *limits = &talk->job->limits;
    struct process_spec spec = {
        .argv = is_with ? bench->with_cast.argv : bench->cast.argv,
        .env = bench->environment.list,
        .folder = bench->folder.path,
        .readable = bench->paths,
        .in = is_with ? ends->with_in : ends->in,
        .out = is_with || talk->job->link != GRADE_STDIO ? ends->said : ends->out,
        .err = is_with ? ends->said : ends->err,
        .ruleset = bench->ruleset,
        .limits = {.cpu_seconds = (uint64_t)limits->cpu_seconds,
                   .file_bytes = (uint64_t)limits->file_bytes,
                   .open_files = (uint64_t)limits->open_files,
                   .user_processes = user_processes(bench, limits)},
        .isolation = bench->worker->isolation,
        .unshared = bench->unshared,
    };
    enum process_started started = process_start(&spec, is_with ? &talk->with : &talk->program, &bench->error);
    return started == PROCESS_STARTED ||
           fail(bench, result, started == PROCESS_UNFIT ? GRADE_NOT_STARTED : GRADE_HARNESS_ERROR);
}

static int64_t nanoseconds(const struct timeval *time)
{
    return (int64_t)time->tv_sec * 1000000000 + (int64_t)time->tv_usec * 1000;
}

/* What this process has held at most. The kernel's record of a program begins with that, as the process that becomes it
 * shares our memory until it does. */
static int64_t own_memory(void)
{
    struct rusage usage;
    return getrusage(RUSAGE_SELF, &usage) == 0 ? (int64_t)usage.ru_maxrss * 1024 : 0;
}

/* How a program ended that was not ended by us. */
static void classify(const struct grade_limits *limits, int status, struct grade_result *result)
{
    bool signaled = WIFSIGNALED(status);
    result->end = signaled ? GRADE_SIGNALED : GRADE_EXITED;
    result->code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    result->signal = signaled ? WTERMSIG(status) : 0;
    bool failed = signaled || result->code;
    int64_t spent = limits->cpu_seconds * 950000000; /* the kernel's two ways of counting differ a little */
    if (limits->memory_bytes && result->memory_bytes > limits->memory_bytes && result->memory_bytes > own_memory()) {
        result->end = GRADE_MEMORY_LIMIT;
    } else if (limits->cpu_seconds && (result->signal == SIGXCPU || (failed && result->cpu_ns >= spent))) {
        result->end = GRADE_CPU_LIMIT;
    } else if (result->signal == SIGXFSZ) {
        snprintf(result->text, sizeof result->text, "it wrote a file of more than %lld bytes",
                 (long long)limits->file_bytes);
    }
}

/* Ends the programs and everything that they have started. */
static void finish(struct bench *bench, struct talk *talk, enum talk_end talked, struct grade_result *result)
{
    struct process_end end = {0}, with_end = {0};
    bool known = process_end(&talk->program, &end, &bench->error);
    if (talk->has_with) {
        process_end(&talk->with, &with_end, &bench->error);
    }
    if (!process_end_all(&end.usage)) {
        known = error_set(&bench->error, ERROR_IO, "it cannot be ended");
    }
    result->wall_ns = clock_now() - talk->began_ns;
    result->cpu_ns = nanoseconds(&end.usage.ru_utime) + nanoseconds(&end.usage.ru_stime);
    result->memory_bytes = (int64_t)end.usage.ru_maxrss * 1024;
    if (!known) {
        fail(bench, result, GRADE_HARNESS_ERROR);
    } else if (talked == TALK_OVER) {
        classify(&talk->job->limits, end.status, result);
    }
}

/* Starts the programs, talks, ends them. False if all is to end. */
static bool perform(struct bench *bench, struct talk *talk, struct grade_result *result)
{
    struct ends ends = {-1, -1, -1, -1, -1};
    enum talk_end talked = TALK_BROKEN;
    talk->began_ns = clock_now();
    bool fine = make_wires(talk, &ends);
    if (!fine) {
        error_set(&bench->error, ERROR_IO, "no more descriptors: %s", strerror(errno));
        fail(bench, result, GRADE_HARNESS_ERROR);
    } else {
        if (!talk->mouth.stays_open) {
            talk_send(&talk->mouth); /* what fits into the pipe is there when the program looks */
        }
        fine = start(bench, talk, &ends, false, result);
    }
    if (fine && talk->job->with) {
        fine = talk->has_with = start(bench, talk, &ends, true, result);
        if (!fine) {
            process_end(&talk->program, &(struct process_end){0}, &(struct error){0});
            process_end_all(NULL);
        }
    }
    close_ends(&ends);
    if (fine) {
        talked = talk_run(talk, result);
        finish(bench, talk, talked, result);
    }
    return talked != TALK_STOP;
}

static void close_talk(struct talk *talk)
{
    int fds[] = {talk->mouth.fd, talk->with_mouth.fd, talk->listener};
    for (size_t i = 0; i < sizeof fds / sizeof *fds; i++) {
        if (fds[i] >= 0) {
            close(fds[i]);
        }
    }
}

static bool work(struct bench *bench, const struct grade_job *given, struct worker_area *area)
{
    struct grade_result *result = &area->result;
    struct grade_job job = *given;
    job.limits = limits_of(&given->limits);
    struct talk talk = {
        .job = &job,
        .control = bench->worker->control,
        .mouth = {.fd = -1, .feed = &bench->feed, .stays_open = job.mode == GRADE_INTERACTIVE},
        .with_mouth = {.fd = -1, .feed = &bench->with_feed},
        .out = {.fd = -1, .bytes = area->out, .head = (size_t)job.limits.output_bytes + 1},
        .err = {.fd = -1, .bytes = area->err, .head = WORKER_HEAD, .tail = WORKER_TAIL},
        .said = {.fd = -1, .bytes = area->said, .head = WORKER_HEAD, .tail = WORKER_TAIL},
        .listener = -1,
    };
    *result = (struct grade_result){0};
    bool go_on = true;
    if (!prepare_folder(bench) ||
        !feed_make(&bench->feed, job.input, &job.feed, &job.values, talk.mouth.stays_open, &bench->error) ||
        (job.with && !feed_make(&bench->with_feed, job.input, &job.feed, &job.with_values, false, &bench->error))) {
        fail(bench, result, GRADE_HARNESS_ERROR);
    } else if (!prepare_paths(bench, &job) || !prepare_words(bench, &talk)) {
        fail(bench, result, whose_fault(bench));
    } else {
        talk.mouth.until = bench->feed.length;
        talk.with_mouth.until = bench->with_feed.length;
        if (job.feed.slow) {
            size_t piece = bench->feed.length / 100;
            talk.mouth.piece = talk.with_mouth.piece = piece < 10 ? 10 : piece;
        }
        go_on = perform(bench, &talk, result);
    }
    capture_finish(&talk.out);
    capture_finish(&talk.err);
    capture_finish(&talk.said);
    close_talk(&talk);
    if (result->end <= GRADE_SIGNALED) {
        talk_broke_streams(&talk, result); /* with its last words */
    }
    result->out = capture_text(&talk.out);
    result->err = capture_text(&talk.err);
    result->said = capture_text(&talk.said);
    if (job.log && bench->has_folder &&
        folder_read(&bench->folder, job.log, area->log, sizeof area->log, &result->log.length, &result->log.total)) {
        result->log.bytes = area->log;
        result->log.head = result->log.length;
    }
    bench->has_folder = bench->has_folder && folder_untouched(&bench->folder);
    if (bench->run.walled) {
        process_wall_sweep();
    }
    return go_on;
}

/* -- the worker -- */

/* Should memory run out, what we run is to go before anything else on the machine. */
static void offer_memory(void)
{
    int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (fd >= 0) {
        (void)!write(fd, "500", 3);
        close(fd);
    }
}

/* Waits for the next job. False if there is none. */
static bool next_job(const struct worker *worker, size_t *index)
{
    ssize_t got;
    do {
        got = recv(worker->control, index, sizeof *index, 0);
    } while (got < 0 && errno == EINTR);
    return got == (ssize_t)sizeof *index;
}

_Noreturn void worker_live(const struct worker *worker)
{
    static const int ignored[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE};
    for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++) {
        signal(ignored[i], SIG_IGN); /* the process that judges decides what they mean */
    }
    struct bench *bench = calloc(1, sizeof *bench);
    if (!bench) {
        _exit(EXIT_FAILURE);
    }
    bench->worker = worker;
    bench->run = *worker->run;
    bench->ruleset = -1;
    prctl(PR_SET_NAME, "grade-worker", 0L, 0L, 0L);
    offer_memory();
    bool fit = process_adopt(&bench->error);
    if (fit && worker->isolation >= PROCESS_ISOLATE_NS) {
        fit = bench->unshared = process_unshare(&bench->error);
    }
    if (fit && worker->walled) {
        fit = folder_wall(&bench->run, &bench->error);
    }
    struct sysinfo system;
    bench->others = bench->unshared || sysinfo(&system) < 0 ? 0 : system.procs;
    size_t index;
    for (size_t turn = 0; next_job(worker, &index); turn++) {
        struct worker_area *area = worker->areas[turn % WORKER_AREAS];
        if (!fit) {
            area->result = (struct grade_result){0};
            fail(bench, &area->result, GRADE_HARNESS_ERROR);
        } else if (!work(bench, &worker->jobs[index], area)) {
            break;
        }
        if (send(worker->control, &index, sizeof index, MSG_NOSIGNAL) < 0) {
            break;
        }
    }
    if (bench->has_folder) {
        folder_close(&bench->folder);
    }
    folder_leave(&bench->run);
    _exit(EXIT_SUCCESS);
}
