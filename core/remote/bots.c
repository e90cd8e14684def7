#include "remote/bots.h"

#include "base/ascii.h"
#include "base/utf8.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { DISK_BYTES = 256 << 20, DISK_FILES = 65536 }; /* a program may write at most */

#define GRACE (CLOCK_SECOND / 2)

enum { TAIL = 256, READABLE_MAX = 66 };

struct bot {
    struct bot *next;
    struct process process;
    struct folder folder;
    bool runs, ended;
    int status;      /* once it has ended */
    int64_t allowed; /* how long it may take for an answer */
    int errors;      /* its stderr, for us to read, or -1 */
    char tail[TAIL];
    size_t tail_length; /* the last that came from there */
};

enum { IN, OUT, LOG, ENDS };

static void close_all(int *fds, int count)
{
    for (int i = 0; i < count; i++) {
        if (fds[i] >= 0) {
            close(fds[i]);
        }
    }
}

/* Where a program's stderr goes: to its log, of which we read the end if we have to, or to us. */
static int open_log(const struct bots *bots, const char *name, int *ours)
{
    char path[PATH_MAX];
    int ends[2];
    if (!bots->log_dir) {
        if (pipe2(ends, O_CLOEXEC) != 0) {
            return -1;
        }
        *ours = ends[0];
        fcntl(*ours, F_SETFL, O_NONBLOCK);
        return ends[1];
    }
    if (snprintf(path, sizeof path, "%s/%s.log", bots->log_dir, name) >= (int)sizeof path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0666);
    *ours = fd < 0 ? -1 : open(path, O_RDONLY | O_CLOEXEC);
    return fd;
}

/* Makes the pipes: the program's ends, and ours. */
static bool connect(const struct bots *bots, const char *name, int its[ENDS], int ours[2], int *errors,
                    struct error *err)
{
    int in[2] = {-1, -1}, out[2] = {-1, -1};
    its[LOG] = open_log(bots, name, errors);
    if (its[LOG] < 0) {
        return error_set(err, ERROR_IO, "cannot write the log of the player %s: %s", name, strerror(errno));
    }
    if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0) {
        int problem = errno;
        close_all((int[]){in[0], in[1], its[LOG]}, 3);
        return error_set(err, ERROR_IO, "cannot make a pipe for the player %s: %s", name, strerror(problem));
    }
    its[IN] = in[0];
    ours[OUT] = in[1];
    ours[IN] = out[0];
    its[OUT] = out[1];
    return true;
}

static const char *cut_name(char *path)
{
    char *slash = strrchr(path, '/');
    slash[slash == path] = '\0';
    return path;
}

/* The reason includes the path, which may contain anything. */
static bool fail_to_start(enum process_started how, struct error *why, struct error *err)
{
    for (char *c = why->text; *c; c++) {
        if (iscntrl((unsigned char)*c)) {
            *c = '?';
        }
    }
    return error_set(err, how == PROCESS_UNFIT ? ERROR_INPUT : ERROR_IO, "cannot start %s", why->text);
}

/* Starts the program at the other end of the pipes. It may read its own folder, and the one its link leads to. */
static bool start(const struct bots *bots, struct bot *bot, const char *path, const int its[ENDS], struct error *err)
{
    struct process_environment environment = {.list = {NULL}};
    struct error why;
    char program[PATH_MAX], dir[PATH_MAX], real[PATH_MAX];
    if (!process_find(path, program, sizeof program, &why)) {
        return fail_to_start(PROCESS_UNFIT, &why, err);
    }
    if (!realpath(program, real)) {
        error_set(&why, ERROR_INPUT, "%s: %s", program, strerror(errno));
        return fail_to_start(PROCESS_UNFIT, &why, err);
    }
    memcpy(dir, program, strlen(program) + 1);
    bool boxed = bots->isolation == PROCESS_ISOLATE_SANDBOX;
    const char *home = boxed ? SANDBOX_HOME : bot->folder.path;
    if (!process_environment(&environment, home, boxed ? SANDBOX_TMP : home, NULL)) {
        return error_set(err, ERROR_IO, "PATH is too long");
    }
    const char *readable[READABLE_MAX + 1] = {dir, cut_name(real)};
    for (size_t i = 0, used = 2; bots->readable && bots->readable[i] && used < READABLE_MAX; i++) {
        readable[used++] = bots->readable[i];
    }
    const struct sandbox_view view = {.submission = cut_name(dir),
                                      .may_be_read_only = true,
                                      .readable = readable + 1,
                                      .disk_bytes = DISK_BYTES,
                                      .disk_files = DISK_FILES};
    struct process_spec spec = {
        .argv = (const char *const[]){program, NULL},
        .env = environment.list,
        .folder = boxed ? dir : bot->folder.path,
        .in = its[IN],
        .out = its[OUT],
        .err = its[LOG],
        .limits = {.file_bytes = UINT64_C(64) << 20, .open_files = 256, .tree_processes = BOTS_PROCESSES_MAX},
        .isolation = bots->isolation,
        .view = boxed ? &view : NULL,
        .ruleset = -1,
        .writable = bot->folder.path,
        .readable = readable,
        .keeper = true,
        .tidy = true,
    };
    enum process_started started = process_start(&spec, &bot->process, &why);
    bot->runs = started == PROCESS_STARTED;
    return bot->runs || fail_to_start(started, &why, err);
}

/* -- what it says on stderr, and how it ended -- */

/* Reads what there is of its stderr, and keeps the last of it. */
static void read_errors(struct bot *bot)
{
    char piece[4096];
    ssize_t got = read(bot->errors, piece, sizeof piece);
    if (got <= 0) {
        if (got == 0 || errno != EAGAIN) {
            close(bot->errors);
            bot->errors = -1;
        }
        return;
    }
    size_t fresh = (size_t)got < TAIL ? (size_t)got : TAIL;
    size_t old = bot->tail_length < TAIL - fresh ? bot->tail_length : TAIL - fresh;
    memmove(bot->tail, bot->tail + bot->tail_length - old, old);
    memcpy(bot->tail + old, piece + got - fresh, fresh);
    bot->tail_length = old + fresh;
}

/* Waits as clock_poll, and reads its stderr meanwhile, so that it does not wait for us. Of a log nothing is read. */
static int poll_bot(void *context, struct pollfd *fds, nfds_t count, int64_t until)
{
    struct bot *bot = context;
    struct pollfd all[3];
    nfds_t last = count;
    struct stat what;
    bool piped = bot->errors >= 0 && count < 3 && fstat(bot->errors, &what) == 0 && S_ISFIFO(what.st_mode);
    if (!piped) {
        return clock_poll(fds, count, until);
    }
    memcpy(all, fds, count * sizeof *fds);
    int ready = 0;
    do {
        all[last] = (struct pollfd){.fd = bot->errors, .events = POLLIN};
        ready = clock_poll(all, last + 1, until);
        if (ready > 0 && all[last].revents) {
            read_errors(bot);
            ready--;
        } else {
            break;
        }
    } while (ready == 0 && (until == CLOCK_NEVER || clock_now() < until));
    memcpy(fds, all, count * sizeof *fds);
    return ready;
}

/* The last line of its stderr, fit to be shown. */
static void last_line(struct bot *bot, char out[TAIL + 1])
{
    enum { PIECES = 64 }; /* no pipe holds more */
    off_t end = bot->errors < 0 ? -1 : lseek(bot->errors, 0, SEEK_END);
    if (end >= 0) { /* it is a log */
        lseek(bot->errors, end > TAIL ? end - TAIL : 0, SEEK_SET);
        read_errors(bot);
    }
    for (int i = 0; end < 0 && i < PIECES && bot->errors >= 0; i++) {
        read_errors(bot);
    }
    size_t length = bot->tail_length, used = 0;
    while (length && ascii_is_blank(bot->tail[length - 1])) {
        length--;
    }
    size_t start = length;
    while (start && bot->tail[start - 1] != '\n') {
        start--;
    }
    while (start < length) {
        int size = utf8_size(bot->tail + start, length - start);
        bool fine = size > 0 && !utf8_is_control(utf8_code(bot->tail + start, size));
        memcpy(out + used, fine ? bot->tail + start : "?", fine ? (size_t)size : 1);
        used += fine ? (size_t)size : 1;
        start += size > 0 ? (size_t)size : 1;
    }
    out[used] = '\0';
}

/* Why its wire is closed, if it has ended. It has as long for that as for an answer: on a busy machine, the end of its
 * stdout is noticed long before its own. */
static bool explain_end(void *context, struct error *why)
{
    struct bot *bot = context;
    struct process_end end = {0};
    char line[TAIL + 1];
    struct pollfd end_of_it = {.fd = bot->process.fd, .events = POLLIN};
    if (bot->runs && poll_bot(bot, &end_of_it, 1, clock_in(bot->allowed)) > 0) {
        bot->runs = false;
        bot->ended = process_end(&bot->process, &end, &(struct error){0});
        bot->status = end.status;
    }
    if (!bot->ended) {
        return false;
    }
    last_line(bot, line);
    const char *colon = *line ? ": " : "";
    const char *name = WIFSIGNALED(bot->status) ? process_signal_name(WTERMSIG(bot->status)) : NULL;
    if (WIFSIGNALED(bot->status)) {
        error_set(why, ERROR_PLAYER, "was ended by SIG%s%s%s", name ? name : "?", colon, line);
    } else {
        error_set(why, ERROR_PLAYER, "ended with exit code %d%s%s", WEXITSTATUS(bot->status), colon, line);
    }
    return true;
}

bool bots_start(struct bots *bots, const char *path, const char *name, struct wire *wire, struct error *err)
{
    struct bot *bot = arena_array(bots->arena, 1, sizeof *bot);
    int its[ENDS] = {-1, -1, -1}, ours[2] = {-1, -1};
    if (!bot) {
        return error_memory(err);
    }
    if (!bots->begun) {
        struct error ignored;
        if (!folder_begin(&bots->run, err)) {
            return false;
        }
        bots->begun = true;
        bots->isolation = process_isolation_here(PROCESS_ISOLATE_DEFAULT, &ignored);
    }
    if (!folder_open(&bot->folder, &bots->run, bots->count, err)) {
        return false;
    }
    bot->next = bots->list;
    bots->list = bot;
    bots->count++;
    bot->errors = -1;
    bot->allowed = bots->allowed;
    if (!connect(bots, name, its, ours, &bot->errors, err)) {
        return false;
    }
    bool started = start(bots, bot, path, its, err);
    close_all(its, ENDS);
    if (!started) {
        close_all(ours, 2);
        return false;
    }
    *wire = wire_open(ours[IN], ours[OUT], -1, bots->allowed);
    wire->poll = poll_bot;
    wire->explain = explain_end;
    wire->context = bot;
    return true;
}

void bots_end(struct bots *bots)
{
    struct process_end end;
    struct error ignored;
    int64_t until = bots->list ? clock_in(GRACE) : 0;
    for (struct bot *bot = bots->list; bot; bot = bot->next) {
        if (bot->runs) {
            clock_poll(&(struct pollfd){.fd = bot->process.fd, .events = POLLIN}, 1, until);
            process_end(&bot->process, &end, &ignored);
        }
        if (bot->errors >= 0) {
            close(bot->errors);
        }
        folder_close(&bot->folder);
    }
    if (bots->begun) {
        folder_end(&bots->run);
    }
    *bots = (struct bots){.arena = bots->arena};
}
