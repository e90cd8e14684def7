/* Programs as players: started as untrusted programs (process/process.h), with their stdin and stdout in place of a
 * socket. */
#ifndef REMOTE_BOTS_H
#define REMOTE_BOTS_H

#include "base/arena.h"
#include "process/folder.h"
#include "process/process.h"
#include "remote/wire.h"

enum { BOTS_PROCESSES_MAX = 64 }; /* per program, at once */

struct bot;

/* All programs of a run. Initialize with `struct bots bots = {.arena = &arena};`. */
struct bots {
    struct arena *arena;
    const char *log_dir;         /* folder for what they write to stderr, in NAME.log; NULL: discard it */
    const char *const *readable; /* more that they may read; absolute and real, NULL-terminated, or NULL */
    int64_t allowed;             /* see struct wire */

    /* private */
    bool begun;
    enum process_isolation isolation;
    struct folder_run run;
    struct bot *list;
    int count;
};

/* Starts a program; path is absolute or relative to the current folder, name is the player's. The caller closes the
 * wire. Fails with ERROR_INPUT if the program cannot be executed. */
bool bots_start(struct bots *bots, const char *path, const char *name, struct wire *wire, struct error *err);

/* Ends all programs and everything they have started, and removes their folders. They have half a second in total to
 * end by themselves after their wires are closed. */
void bots_end(struct bots *bots);

#endif
