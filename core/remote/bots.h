/* Players that are programs: started like anything that nobody trusts (process/process.h), and spoken with over their
 * stdin and stdout, as with a player at the other end of a socket. */
#ifndef REMOTE_BOTS_H
#define REMOTE_BOTS_H

#include "base/arena.h"
#include "process/folder.h"
#include "process/process.h"
#include "remote/wire.h"

enum { BOTS_PROCESSES_MAX = 64 }; /* that one of them may have at once */

struct bot;

/* All programs of a run. `struct bots bots = {.arena = &arena};` has none. */
struct bots {
    struct arena *arena;
    const char *log_dir; /* a folder for what they write to stderr, NAME.log; NULL: nobody wants to know */
    int64_t allowed;     /* see struct wire */

    /* private */
    bool begun;
    enum process_isolation isolation;
    struct folder_run run;
    struct bot *list;
    int count;
};

/* Starts a program; path is absolute or from the current folder, name is the player's. The caller closes the wire. An
 * ERROR_INPUT says that it cannot be executed. */
bool bots_start(struct bots *bots, const char *path, const char *name, struct wire *wire, struct error *err);

/* Ends all programs with all that they have started, and removes their folders. Those that end by themselves when their
 * wires are closed have half a second for it, together. */
void bots_end(struct bots *bots);

#endif
