#include "run/run.h"

#include "base/clock.h"
#include "base/list.h"
#include "run/worker.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    WORKERS_MAX = 1024,
    PLENTY = 2 * WORKER_AREAS, /* jobs per worker: while more are left, workers get some in advance */
    QUICK_MS = 5,              /* a worker whose last job took less may get many in advance */
    NAP_MS = 2,                /* before checking for results again while all workers are busy */
    KEPT_BYTES = 1024 * 1024,  /* of an output or a log that stay allocated after a job */
    DESCRIPTORS = 40,          /* open at once in a worker or the judge, besides those to the workers */
};

/* A worker, as seen by the judge. */
struct slot {
    pid_t pid;
    int fd;                     /* -1: no worker */
    size_t queue[WORKER_AREAS]; /* indices of its jobs: the running one, then the next ones */
    size_t queued;
    int64_t began_ns; /* with its running job, roughly */
    bool hangs;       /* so it was killed */
    bool quick;       /* with its last job */
    size_t turn;      /* how many results it has returned; determines the next area */
    struct worker_area *areas[WORKER_AREAS];
};

struct pool {
    const struct run_options *options;
    const struct run_job *jobs;
    size_t count, next;
    size_t *again; /* jobs to run once more */
    size_t again_count, again_room;
    struct folder_run run;
    enum process_isolation isolation;
    struct slot *slots;
    size_t slot_count, slot_limit, area_bytes;
    struct pollfd *watched;
    run_done *done;
    void *self;
    bool stop;
};

/* -- workers -- */

/* Closing its descriptor makes a worker end everything it runs, then exit. */
static void hang_up(struct slot *slot)
{
    if (slot->fd >= 0) {
        close(slot->fd);
        slot->fd = -1;
    }
}

/* How long a worker may need for something that takes no time of a job. */
static int64_t patience(const struct pool *pool)
{
    enum { DEFAULT_MS = 5 * 60 * 1000 };
    return (pool->options->patience_ms ? pool->options->patience_ms : DEFAULT_MS) * (CLOCK_SECOND / 1000);
}

/* Waits for the end of a worker whose descriptor is closed, but kills it if that takes too long. */
static void bury(const struct pool *pool, struct slot *slot)
{
    struct pollfd over = {.fd = slot->pid > 0 ? (int)syscall(SYS_pidfd_open, slot->pid, 0) : -1, .events = POLLIN};
    if (over.fd >= 0) {
        if (clock_poll(&over, 1, clock_in(patience(pool))) == 0) {
            kill(slot->pid, SIGKILL);
        }
        close(over.fd);
    }
    while (slot->pid > 0 && waitpid(slot->pid, NULL, 0) < 0 && errno == EINTR) {
    }
    slot->pid = 0;
}

static bool start_worker(struct pool *pool, size_t number, struct error *err)
{
    struct slot *slot = &pool->slots[number];
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) < 0) {
        return error_set(err, ERROR_IO, "cannot talk to a worker: %s", strerror(errno));
    }
    slot->fd = ends[0];
    slot->queued = slot->turn = 0;
    slot->quick = slot->hangs = false;
    slot->pid = pool->isolation == PROCESS_ISOLATE_SANDBOX ? sandbox_fork(pool->options->network, err) : fork();
    if (slot->pid == 0) {
        for (size_t i = 0; i < pool->slot_count; i++) { /* otherwise the others would not notice if we died */
            hang_up(&pool->slots[i]);
        }
        hang_up(slot);
        struct worker worker = {.jobs = pool->jobs,
                                .isolation = pool->isolation,
                                .network = pool->options->network,
                                .run = &pool->run,
                                .number = (int)number,
                                .count = (int)pool->slot_limit,
                                .control = ends[1]};
        memcpy(worker.areas, slot->areas, sizeof worker.areas);
        worker_live(&worker);
    }
    close(ends[1]);
    if (slot->pid < 0) {
        close(ends[0]);
        slot->fd = -1;
        return err->kind != ERROR_NONE ? false : error_set(err, ERROR_IO, "cannot start a worker: %s", strerror(errno));
    }
    return true;
}

static size_t count_workers(const struct pool *pool)
{
    size_t count = pool->options->jobs ? (size_t)pool->options->jobs : (size_t)sysconf(_SC_NPROCESSORS_ONLN);
    count = count < pool->count ? count : pool->count;
    return count < WORKERS_MAX ? count : WORKERS_MAX;
}

/* Finds out how much all jobs need, and checks that descriptors will not run out in the middle of the run. */
static bool reserve(struct pool *pool, struct error *err)
{
    int files = 0;
    int64_t bytes = 0;
    for (size_t i = 0; i < pool->count; i++) {
        struct run_limits limits = worker_limits(&pool->jobs[i].limits);
        files = limits.open_files > files ? limits.open_files : files;
        bytes = limits.output_bytes > bytes ? limits.output_bytes : bytes;
    }
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    pool->area_bytes = ((size_t)bytes + sizeof(struct worker_area) + page) / page * page;
    return process_reserve(pool->slot_limit + DESCRIPTORS + pool->options->kept, (uint64_t)files, err);
}

static bool start_workers(struct pool *pool, struct error *err)
{
    size_t count = pool->slot_limit;
    pool->slots = calloc(count, sizeof *pool->slots);
    pool->watched = calloc(count + 1, sizeof *pool->watched);
    if (!pool->slots || !pool->watched) {
        return error_memory(err);
    }
    for (; pool->slot_count < count; pool->slot_count++) {
        struct slot *slot = &pool->slots[pool->slot_count];
        *slot = (struct slot){.fd = -1};
        char *areas = mmap(NULL, WORKER_AREAS * pool->area_bytes, PROT_READ | PROT_WRITE,
                           MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (areas == MAP_FAILED) {
            return error_memory(err);
        }
        for (size_t i = 0; i < WORKER_AREAS; i++) {
            slot->areas[i] = (void *)(areas + i * pool->area_bytes);
        }
        if (!start_worker(pool, pool->slot_count, err)) {
            pool->slot_count++;
            return false;
        }
    }
    return true;
}

static void end_pool(struct pool *pool)
{
    for (size_t i = 0; i < pool->slot_count; i++) {
        hang_up(&pool->slots[i]);
    }
    for (size_t i = 0; i < pool->slot_count; i++) {
        bury(pool, &pool->slots[i]);
        munmap(pool->slots[i].areas[0], WORKER_AREAS * pool->area_bytes);
    }
    free(pool->slots);
    free(pool->watched);
    free(pool->again);
    folder_end(&pool->run);
}

/* -- jobs -- */

static bool next_job(struct pool *pool, size_t *index)
{
    if (pool->again_count) {
        *index = pool->again[--pool->again_count];
    } else if (pool->next < pool->count) {
        *index = pool->next++;
    } else {
        return false;
    }
    return true;
}

static bool deal_one(struct pool *pool, struct slot *slot, struct error *err)
{
    size_t index;
    ssize_t sent;
    if (!next_job(pool, &index)) {
        return true;
    }
    slot->began_ns = slot->queued ? slot->began_ns : clock_now();
    slot->queue[slot->queued++] = index;
    do {
        sent = send(slot->fd, &index, sizeof index, MSG_NOSIGNAL);
    } while (sent < 0 && errno == EINTR);
    if (sent < 0 && (errno == EPIPE || errno == ECONNRESET)) {
        shutdown(slot->fd, SHUT_RDWR); /* collect() will notice that there is no result to wait for */
        return true;
    }
    return sent >= 0 || error_set(err, ERROR_IO, "cannot talk to a worker: %s", strerror(errno));
}

/* Whether a worker should get another job. If jobs take long, a worker with many queued would finish last. */
static bool wants_job(const struct pool *pool, const struct slot *slot)
{
    return !slot->queued ||
           (slot->queued < (slot->quick ? WORKER_AREAS : 2) && pool->count - pool->next > PLENTY * pool->slot_count);
}

/* Gives jobs to workers that want them. *any: whether some of them have something to do, or everything is done. */
static bool deal(struct pool *pool, bool *any, struct error *err)
{
    *any = false;
    for (size_t ahead = 0; ahead < WORKER_AREAS; ahead++) {
        for (size_t i = 0; i < pool->slot_count; i++) {
            struct slot *slot = &pool->slots[i];
            if (slot->queued == ahead && wants_job(pool, slot) && !deal_one(pool, slot, err)) {
                return false;
            }
            *any |= slot->queued > 0;
        }
    }
    return true;
}

static bool remember(struct pool *pool, size_t index, struct error *err)
{
    if (!list_grow(&pool->again, &pool->again_room, pool->again_count + 1, sizeof *pool->again)) {
        return error_memory(err);
    }
    pool->again[pool->again_count++] = index;
    return true;
}

/* Releases the memory of a long text in an area. */
static void trim(struct worker_area *area, const char *bytes, size_t length)
{
    if (length > KEPT_BYTES) {
        size_t page = (size_t)sysconf(_SC_PAGESIZE), offset = (size_t)(bytes - (const char *)area);
        size_t from = (offset + KEPT_BYTES + page - 1) / page * page, to = (offset + length) / page * page;
        if (from < to) {
            madvise((char *)area + from, to - from, MADV_REMOVE);
        }
    }
}

/* Replaces a worker that died: killed by a program without isolation, or by the kernel, out of memory. What it ran was
 * reparented to us. */
static bool replace(struct pool *pool, struct slot *slot, struct error *err)
{
    pid_t *workers = calloc(pool->slot_count, sizeof *workers);
    if (!workers) {
        return error_memory(err);
    }
    hang_up(slot);
    bury(pool, slot);
    for (size_t i = 0; i < pool->slot_count; i++) {
        workers[i] = pool->slots[i].pid;
    }
    process_end_others(workers, pool->slot_count);
    free(workers);
    for (size_t i = 1; i < slot->queued; i++) {
        if (!remember(pool, slot->queue[i], err)) {
            return false;
        }
    }
    struct run_result *result = &slot->areas[0]->result;
    *result = (struct run_result){.end = RUN_HARNESS_ERROR};
    snprintf(result->text, sizeof result->text, "the process that ran it was killed, %s",
             slot->hangs ? "since it did not come to an end" : "by it or for want of memory");
    return start_worker(pool, (size_t)(slot - pool->slots), err);
}

static bool take(struct pool *pool, struct slot *slot, struct error *err)
{
    size_t index = slot->queue[0], told;
    ssize_t got;
    struct worker_area *area = slot->areas[slot->turn % WORKER_AREAS];
    do {
        got = recv(slot->fd, &told, sizeof told, 0);
    } while (got < 0 && errno == EINTR);
    if (got == (ssize_t)sizeof told) {
        slot->turn++;
        slot->queued--;
        slot->began_ns = clock_now();
        memmove(slot->queue, slot->queue + 1, slot->queued * sizeof *slot->queue);
    } else {
        area = slot->areas[0];
        if (!replace(pool, slot, err)) {
            return false;
        }
    }
    slot->quick = area->result.wall_ns < QUICK_MS * INT64_C(1000000);
    bool again = pool->done(pool->self, index, &area->result, &pool->stop);
    trim(area, area->out, area->result.out.length);
    trim(area, area->log, area->result.log.length);
    return !again || remember(pool, index, err);
}

/* Whether no worker will run out of jobs soon. */
static bool are_busy(const struct pool *pool)
{
    bool busy = true;
    for (size_t i = 0; i < pool->slot_count; i++) {
        busy &= pool->slots[i].queued > WORKER_AREAS / 2;
    }
    return busy;
}

/* When a worker has had more than enough time for its job. */
static int64_t last_moment(const struct pool *pool, const struct slot *slot)
{
    struct run_limits limits = worker_limits(&pool->jobs[slot->queue[0]].limits);
    return slot->queued ? slot->began_ns + limits.wall_ms * (CLOCK_SECOND / 1000) + patience(pool) : CLOCK_NEVER;
}

static int64_t first_last_moment(const struct pool *pool)
{
    int64_t first = CLOCK_NEVER;
    for (size_t i = 0; i < pool->slot_count; i++) {
        int64_t last = last_moment(pool, &pool->slots[i]);
        first = last < first ? last : first;
    }
    return first;
}

/* Waits for results and collects them. Waking up for each of them would slow the workers down. */
static bool collect(struct pool *pool, struct error *err)
{
    struct pollfd *stop = &pool->watched[pool->slot_count];
    for (size_t i = 0; i < pool->slot_count; i++) {
        const struct slot *slot = &pool->slots[i]; /* one that died idle is replaced when needed again */
        pool->watched[i] = (struct pollfd){.fd = slot->queued ? slot->fd : -1, .events = POLLIN};
    }
    *stop = (struct pollfd){.fd = pool->options->stop, .events = POLLIN};
    bool busy = are_busy(pool);
    int ready = clock_poll(pool->watched, pool->slot_count + 1, busy ? 0 : first_last_moment(pool));
    if (ready == 0 && busy) {
        ready = clock_poll(stop, 1, clock_in(NAP_MS * (CLOCK_SECOND / 1000)));
    }
    if (ready < 0) {
        return error_set(err, ERROR_IO, "cannot wait for workers: %s", strerror(errno));
    }
    pool->stop |= stop->revents != 0;
    for (size_t i = 0; i < pool->slot_count && !pool->stop; i++) {
        struct slot *slot = &pool->slots[i];
        if (pool->watched[i].revents && !take(pool, slot, err)) {
            return false;
        }
        if (!pool->watched[i].revents && clock_now() >= last_moment(pool, slot)) {
            slot->hangs = true;
            kill(slot->pid, SIGKILL);
        }
    }
    return true;
}

bool run_jobs(const struct run_options *options, const struct run_job *jobs, size_t count, run_done *done, void *self,
              struct error *err)
{
    struct pool pool = {.options = options, .jobs = jobs, .count = count, .done = done, .self = self};
    if (!count) {
        return true;
    }
    struct error why = {.kind = ERROR_NONE};
    pool.slot_limit = count_workers(&pool);
    if (!reserve(&pool, err)) { /* first: trying a sandbox takes descriptors, too */
        return false;
    }
    pool.isolation = process_isolation_here(options->isolation, &why);
    if (why.kind == ERROR_MEMORY) { /* a sandbox may work once memory is available */
        return error_set(err, why.kind, "%s", why.text);
    }
    if (!process_confine(PROCESS_ISOLATE_NONE, false, &(struct shared){0}, err) || !folder_begin(&pool.run, err)) {
        return false;
    }
    bool busy = true;
    bool fine = start_workers(&pool, err) && deal(&pool, &busy, err);
    while (fine && busy && !pool.stop) {
        fine = collect(&pool, err) && (pool.stop || deal(&pool, &busy, err));
    }
    end_pool(&pool);
    return fine;
}
