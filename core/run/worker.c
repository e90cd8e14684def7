/* Theory of operation.
 *
 * Processes. run_jobs (run.c), in the judging process, forks one worker for each job that may run at once. A worker
 * starts the program of its job, and the second one of a pair, directly (process_start), one job at a time. In a
 * sandbox the worker is the first process of its own user, pid, network, ipc and uts namespaces, and each program
 * enters the mount namespace that place.c made for its submission; the worker itself keeps the host's files.
 *
 *     judge --- worker 0 --- program, and everything it starts
 *           \-- worker 1 --- program
 *
 * Descriptors. Judge and worker hold the two ends of a socket pair, `control`: the index of a job goes down, and comes
 * back when its result is in the memory that both share. A worker closes the judge's ends of the other workers'
 * sockets, or those workers would not see the judge die. For a job, the worker holds our ends of the pipes to the
 * program's stdin, stdout and stderr (or of a TCP connection) and a pidfd that signals the program's end; it closes the
 * program's own ends as soon as the program has started, so that end of file can be seen. All are close-on-exec; a
 * program gets 0, 1 and 2.
 *
 * Who ends whom. When a program ends or breaks a limit, the worker kills it and all other descendants of the worker: in
 * a sandbox by kill(-1), elsewhere by walking the tree, where orphans are reparented to the worker because it is a
 * subreaper. When wait4 reports no children, nothing has survived. Only then is the result sent. When the judge
 * closes `control` or dies, the worker sees the hang-up in its poll, ends what it runs, removes its folder and exits.
 * When a worker in a sandbox dies, the kernel kills everything in its pid namespace; elsewhere its programs die by
 * PDEATHSIG, and what they started is reparented to the judge, which is a subreaper too and kills it. The job becomes a
 * harness-error, the jobs queued after it are dealt again, and a new worker takes its place. */
#include "run/worker.h"

#include "base/clock.h"
#include "base/write.h"
#include "run/command.h"
#include "run/exchange.h"
#include "run/place.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
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

/* What a worker keeps from job to job. */
struct worker_state {
    const struct worker *worker;
    struct error error;
    struct place place;
    struct shared shared;
    int others; /* processes, threads counted, that this user had when we began and that count for its limit */
    struct process_environment environment;
    struct feed feed, with_feed;
    struct command command, with_command;
};

/* The programs' ends of our connections, or -1. */
struct ends {
    int in, out, err, with_in, said;
};

/* If a program cannot run, it is our fault, unless the error is about the program (ERROR_INPUT). */
static enum run_end whose_fault(const struct worker_state *state)
{
    return state->error.kind == ERROR_INPUT ? RUN_NOT_STARTED : RUN_HARNESS_ERROR;
}

static bool fail(struct worker_state *state, struct run_result *result, enum run_end end)
{
    result->end = end;
    snprintf(result->text, sizeof result->text, "%.*s", (int)sizeof result->text - 1, state->error.text);
    return false;
}

/* -- before -- */

struct run_limits worker_limits(const struct run_limits *given)
{
    struct run_limits limits = *given;
    limits.wall_ms = limits.wall_ms ? limits.wall_ms : 10000;
    limits.file_bytes = limits.file_bytes ? limits.file_bytes : INT64_C(64) << 20;
    limits.disk_bytes = limits.disk_bytes ? limits.disk_bytes : INT64_C(256) << 20;
    limits.output_bytes = limits.output_bytes ? limits.output_bytes : INT64_C(16) << 20;
    limits.output_bytes = limits.output_bytes < RUN_OUTPUT_MAX ? limits.output_bytes : RUN_OUTPUT_MAX;
    limits.processes = limits.processes ? limits.processes : 256;
    limits.open_files = limits.open_files ? limits.open_files : 256;
    return limits;
}

static bool prepare_environment(struct worker_state *state, const struct run_job *job)
{
    const char *tmp = state->place.in ? SANDBOX_TMP : state->place.home;
    return process_environment(&state->environment, state->place.home, tmp, job->env) ||
           error_set(&state->error, ERROR_IO, "the environment is too large");
}

/* Binds a socket to a free port outside the kernel's ephemeral range, where any connection could take the port before
 * the program does. */
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

/* Finds a port on which nobody listens, except us if the job asks for it. */
static bool prepare_port(struct worker_state *state, struct exchange *exchange)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    bool listens = exchange->job->link == RUN_TCP_CLIENT;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    bool fine = fd >= 0 && bind_free(fd, &address) && (!listens || listen(fd, 1) == 0);
    if (!fine) {
        error_set(&state->error, ERROR_IO, "no free port: %s", strerror(errno));
    }
    exchange->port = ntohs(address.sin_port);
    if (fine && listens) {
        exchange->listener = fd;
    } else if (fd >= 0) {
        close(fd);
    }
    return fine;
}

static bool prepare_words(struct worker_state *state, struct exchange *exchange)
{
    const struct run_job *job = exchange->job;
    char port[16];
    if ((job->with || job->link != RUN_STDIO) && !prepare_port(state, exchange)) {
        return false;
    }
    snprintf(port, sizeof port, "%d", exchange->port);
    if (!command_expand(&state->command, job->argv, state->place.dir, port, job->link != RUN_STDIO, &state->error) ||
        (job->with && !command_expand(&state->with_command, job->with, state->place.dir, port, false, &state->error))) {
        return false;
    }
    if (strcmp(state->command.argv[0], job->argv[0]) == 0) { /* a path as we see it */
        state->command.argv[0] = state->place.program;
    }
    return true;
}

/* -- connections to the programs -- */

/* A pipe whose end on our side is non-blocking. */
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

static bool make_input(struct exchange_sender *sender, int *theirs)
{
    if (sender->feed->length || sender->stays_open) {
        return make_pipe(&sender->fd, theirs, true);
    }
    *theirs = open("/dev/null", O_RDONLY | O_CLOEXEC);
    return *theirs >= 0;
}

static bool make_wires(struct exchange *exchange, struct ends *ends)
{
    static const struct feed nothing = {0};
    const struct run_job *job = exchange->job;
    struct exchange_sender none = {.fd = -1, .feed = &nothing};
    bool tcp = job->link != RUN_STDIO;
    return make_input(tcp ? &none : &exchange->sender, &ends->in) && make_pipe(&exchange->err.fd, &ends->err, false) &&
           (tcp || make_pipe(&exchange->out.fd, &ends->out, false)) &&
           (!(tcp || job->with) || make_pipe(&exchange->said.fd, &ends->said, false)) &&
           (!job->with || make_input(&exchange->with_sender, &ends->with_in));
}

static void close_all(const int *fds, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (fds[i] >= 0) {
            close(fds[i]);
        }
    }
}

/* -- the job -- */

/* A limit for what we do not notice in time. In a sandbox there are only us and what we run; elsewhere everything of
 * the user counts, and each worker may have as many processes as its programs may. */
static uint64_t user_processes(const struct worker_state *state, const struct run_limits *limits)
{
    enum { SPARE = 16 };
    uint64_t most = (uint64_t)limits->processes, workers = (uint64_t)state->worker->count;
    return state->place.in ? 2 * most + SPARE : (uint64_t)state->others + (workers + 1) * most;
}

static bool start(struct worker_state *state, struct exchange *exchange, const struct ends *ends, bool is_with,
                  struct run_result *result)
{
    const struct run_limits *limits = &exchange->job->limits;
    struct process_spec spec = {
        .argv = is_with ? state->with_command.argv : state->command.argv,
        .env = state->environment.list,
        .folder = state->place.folder,
        .in = is_with ? ends->with_in : ends->in,
        .out = is_with || exchange->job->link != RUN_STDIO ? ends->said : ends->out,
        .err = is_with ? ends->said : ends->err,
        .limits = {.cpu_seconds = (uint64_t)limits->cpu_seconds,
                   .file_bytes = (uint64_t)limits->file_bytes,
                   .open_files = (uint64_t)limits->open_files,
                   .user_processes = user_processes(state, limits)},
        .isolation = state->worker->isolation,
        .sandbox = state->place.in,
        .ruleset = state->place.ruleset,
        .beside = is_with,
    };
    enum process_started started = process_start(&spec, is_with ? &exchange->with : &exchange->program, &state->error);
    bool theirs = started == PROCESS_UNFIT || (started == PROCESS_NOWHERE && place_is_theirs(&state->place));
    return started == PROCESS_STARTED || fail(state, result, theirs ? RUN_NOT_STARTED : RUN_HARNESS_ERROR);
}

static int64_t nanoseconds(const struct timeval *time)
{
    return (int64_t)time->tv_sec * 1000000000 + (int64_t)time->tv_usec * 1000;
}

/* The peak memory of this process. The kernel's peak for a program starts from it, because the new process shares our
 * memory until it executes the program. */
static int64_t own_memory(void)
{
    struct rusage usage;
    return getrusage(RUSAGE_SELF, &usage) == 0 ? (int64_t)usage.ru_maxrss * 1024 : 0;
}

/* How a program ended that we did not end. */
static void classify(const struct run_limits *limits, int status, struct run_result *result)
{
    bool signaled = WIFSIGNALED(status);
    result->end = signaled ? RUN_SIGNALED : RUN_EXITED;
    result->code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    result->signal = signaled ? WTERMSIG(status) : 0;
    bool failed = signaled || result->code;
    int64_t limit = limits->cpu_seconds * CLOCK_SECOND;
    int64_t spent = limit / 100 * 95; /* the kernel's two ways of counting differ slightly */
    if (limits->memory_bytes && result->memory_bytes > limits->memory_bytes && result->memory_bytes > own_memory()) {
        result->end = RUN_MEMORY_LIMIT;
        snprintf(result->text, sizeof result->text, "more than %.6g MiB of memory",
                 (double)limits->memory_bytes / RUN_MEBIBYTE);
    } else if (limits->cpu_seconds &&
               (result->signal == SIGXCPU || result->cpu_ns > limit || (failed && result->cpu_ns >= spent))) {
        result->end = RUN_CPU_LIMIT;
        snprintf(result->text, sizeof result->text, "more than %lld s of processor time",
                 (long long)limits->cpu_seconds);
    } else if (result->signal == SIGXFSZ) {
        snprintf(result->text, sizeof result->text, "it wrote a file of more than %.6g MiB",
                 (double)limits->file_bytes / RUN_MEBIBYTE);
    }
}

/* Ends the programs and everything they have started. */
static void finish(struct worker_state *state, struct exchange *exchange, enum exchange_end outcome,
                   struct run_result *result)
{
    struct process_end end = {0}, with_end = {0};
    bool known = process_end(&exchange->program, &end, &state->error);
    if (exchange->job->with) {
        process_end(&exchange->with, &with_end, &state->error);
    }
    if (!process_end_all(state->place.in, &end.usage)) {
        known = error_set(&state->error, ERROR_IO, "it cannot be ended");
    }
    result->wall_ns = clock_now() - exchange->began_ns;
    result->cpu_ns = nanoseconds(&end.usage.ru_utime) + nanoseconds(&end.usage.ru_stime);
    result->memory_bytes = (int64_t)end.usage.ru_maxrss * 1024;
    if (!known) {
        fail(state, result, RUN_HARNESS_ERROR);
    } else if (outcome == EXCHANGE_OVER) {
        classify(&exchange->job->limits, end.status, result);
        exchange_broke_disk(exchange, result);
    }
}

/* Starts the programs, talks to them, ends them. False if everything is to stop. */
static bool perform(struct worker_state *state, struct exchange *exchange, struct run_result *result)
{
    struct ends ends = {-1, -1, -1, -1, -1};
    enum exchange_end outcome = EXCHANGE_BROKEN;
    exchange->began_ns = clock_now();
    state->shared.folder = state->place.in ? state->place.in->scratch : -1;
    state->shared.bytes = 0;
    state->shared.most = exchange->job->limits.memory_bytes ? (uint64_t)exchange->job->limits.memory_bytes : UINT64_MAX;
    bool fine = make_wires(exchange, &ends);
    if (!fine) {
        error_set(&state->error, ERROR_IO, "no more descriptors: %s", strerror(errno));
        fail(state, result, RUN_HARNESS_ERROR);
    } else {
        if (!exchange->sender.stays_open) {
            exchange_send(&exchange->sender); /* what fits into the pipe is ready when the program reads */
        }
        fine = start(state, exchange, &ends, false, result);
    }
    if (fine && exchange->job->with) {
        fine = start(state, exchange, &ends, true, result);
        if (!fine) {
            process_end(&exchange->program, &(struct process_end){0}, &(struct error){0});
            process_end_all(state->place.in, NULL);
        }
    }
    close_all((const int[]){ends.in, ends.out, ends.err, ends.with_in, ends.said}, 5);
    if (fine) {
        outcome = exchange_run(exchange, result);
        finish(state, exchange, outcome, result);
    }
    return outcome != EXCHANGE_STOP;
}

static bool work(struct worker_state *state, const struct run_job *given, struct worker_area *area)
{
    struct run_result *result = &area->result;
    struct run_job job = *given;
    job.limits = worker_limits(&given->limits);
    struct exchange exchange = {
        .job = &job,
        .control = state->worker->control,
        .sandbox = state->place.in,
        .disk = &state->place.disk,
        .shared = &state->shared,
        .sender = {.fd = -1, .feed = &state->feed, .stays_open = job.mode == RUN_INTERACTIVE},
        .with_sender = {.fd = -1, .feed = &state->with_feed},
        .out = {.fd = -1, .bytes = area->out, .head = (size_t)job.limits.output_bytes + 1},
        .err = {.fd = -1, .bytes = area->err, .head = WORKER_HEAD, .tail = WORKER_TAIL},
        .said = {.fd = -1, .bytes = area->said, .head = WORKER_HEAD, .tail = WORKER_TAIL},
        .listener = -1,
    };
    *result = (struct run_result){0};
    bool go_on = true;
    if (!feed_make(&state->feed, job.input, &job.feed, &job.values, exchange.sender.stays_open, &state->error) ||
        (job.with && !feed_make(&state->with_feed, job.input, &job.feed, &job.with_values, false, &state->error))) {
        fail(state, result, RUN_HARNESS_ERROR);
    } else if (!place_prepare(&state->place, &job, &state->error) || !prepare_environment(state, &job) ||
               !prepare_words(state, &exchange)) {
        fail(state, result, whose_fault(state));
    } else {
        exchange.sender.until = state->feed.length;
        exchange.with_sender.until = state->with_feed.length;
        if (job.feed.slow) {
            size_t piece = state->feed.length / 100;
            exchange.sender.piece = exchange.with_sender.piece = piece < 10 ? 10 : piece;
        }
        go_on = perform(state, &exchange, result);
    }
    capture_finish(&exchange.out);
    capture_finish(&exchange.err);
    capture_finish(&exchange.said);
    close_all((const int[]){exchange.sender.fd, exchange.with_sender.fd, exchange.listener}, 3);
    if (result->end <= RUN_SIGNALED) {
        exchange_broke_streams(&exchange, result); /* including its last output */
    }
    result->out = capture_text(&exchange.out);
    result->err = capture_text(&exchange.err);
    result->said = capture_text(&exchange.said);
    if (job.log) {
        result->log = place_read(&state->place, job.log, area->log, sizeof area->log);
    }
    place_tidy(&state->place);
    return go_on;
}

/* -- the worker -- */

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
        signal(ignored[i], SIG_IGN); /* the judge handles these */
    }
    struct worker_state *state = calloc(1, sizeof *state);
    if (!state) {
        _exit(EXIT_FAILURE);
    }
    state->worker = worker;
    setsid(); /* who kills the group of the process that judges should not kill those that clean up after it */
    prctl(PR_SET_NAME, "grade-worker", 0L, 0L, 0L);
    /* if memory runs out, the kernel should kill what we run before anything else on the machine */
    write_file("/proc/self/oom_score_adj", 0, 0, "500", strlen("500"));
    bool fit =
        place_open(&state->place, worker->isolation, worker->network, worker->run, worker->number, &state->error) &&
        process_confine(worker->isolation, worker->network, &state->shared, &state->error);
    struct sysinfo system;
    state->others = sysinfo(&system) < 0 ? 0 : system.procs;
    size_t index;
    for (size_t turn = 0; next_job(worker, &index); turn++) {
        struct worker_area *area = worker->areas[turn % WORKER_AREAS];
        if (!fit) {
            area->result = (struct run_result){0};
            fail(state, &area->result, RUN_HARNESS_ERROR);
        } else if (!work(state, &worker->jobs[index], area)) {
            break;
        }
        if (send(worker->control, &index, sizeof index, MSG_NOSIGNAL) < 0) {
            break;
        }
    }
    place_close(&state->place);
    folder_leave(worker->run);
    _exit(EXIT_SUCCESS);
}
