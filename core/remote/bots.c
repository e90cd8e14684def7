#include "remote/bots.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { DISK_BYTES = 256 << 20, DISK_FILES = 65536 }; /* a program may write at most */

#define GRACE (CLOCK_SECOND / 2)

struct bot {
    struct bot *next;
    struct process process;
    struct folder folder;
    bool runs;
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

/* Where a program's stderr goes. */
static int open_log(const struct bots *bots, const char *name)
{
    char path[PATH_MAX];
    int length = bots->log_dir ? snprintf(path, sizeof path, "%s/%s.log", bots->log_dir, name)
                               : snprintf(path, sizeof path, "/dev/null");
    if (length >= (int)sizeof path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    return open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0666);
}

/* Makes the pipes: the program's ends, and ours. */
static bool connect(const struct bots *bots, const char *name, int its[ENDS], int ours[2], struct error *err)
{
    int in[2] = {-1, -1}, out[2] = {-1, -1};
    its[LOG] = open_log(bots, name);
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
    memcpy(dir, program, strlen(program) + 1);
    if (!realpath(program, real)) { /* it does not exist; starting it will fail */
        memcpy(real, program, strlen(program) + 1);
    }
    bool boxed = bots->isolation == PROCESS_ISOLATE_SANDBOX;
    const char *home = boxed ? SANDBOX_HOME : bot->folder.path;
    if (!process_environment(&environment, home, boxed ? SANDBOX_TMP : home, NULL)) {
        return error_set(err, ERROR_IO, "PATH is too long");
    }
    const char *const readable[] = {cut_name(real), NULL};
    const struct sandbox_view view = {
        .submission = cut_name(dir), .readable = readable, .disk_bytes = DISK_BYTES, .disk_files = DISK_FILES};
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
        .readable = (const char *const[]){dir, real, NULL},
        .keeper = true,
        .tidy = true,
    };
    enum process_started started = process_start(&spec, &bot->process, &why);
    bot->runs = started == PROCESS_STARTED;
    return bot->runs || fail_to_start(started, &why, err);
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
    if (!connect(bots, name, its, ours, err)) {
        return false;
    }
    bool started = start(bots, bot, path, its, err);
    close_all(its, ENDS);
    if (!started) {
        close_all(ours, 2);
        return false;
    }
    *wire = wire_open(ours[IN], ours[OUT], -1, bots->allowed);
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
        folder_close(&bot->folder);
    }
    if (bots->begun) {
        folder_end(&bots->run);
    }
    *bots = (struct bots){.arena = bots->arena};
}
