/* The folder through which a run and its shares speak with each other, on a file system that all machines see.
 *
 *     DIR/signalbox-spool     says what the folder is; nothing without it is ever removed
 *     DIR/RUN/share           a script: `share NUMBER` runs a share
 *     DIR/RUN/input           what shares read, if they read anything
 *     DIR/RUN/jobs            what was asked of the engine: "slurm ID", one line each
 *     DIR/RUN/NUMBER/cells            what is to be done
 *     DIR/RUN/NUMBER/results-*.jsonl  what is done; each start of the share writes a file of its own
 *     DIR/RUN/NUMBER/log-*.txt        what the programs had to say
 *     DIR/RUN/NUMBER/ended            "CODE HOST", once it has ended
 *
 * Every start of a share has its own file of results, so nobody needs a lock, and a share that runs twice at once, on
 * machines that have lost sight of each other, spoils nothing. */
#ifndef ENGINE_SPOOL_H
#define ENGINE_SPOOL_H

#include "base/arena.h"
#include "base/error.h"
#include "base/text.h"

enum { SPOOL_HOST_MAX = 256 };

struct spool {
    const char *dir;    /* absolute: DIR/RUN */
    const char *script; /* in there; see spool_script */
    size_t shares;      /* they are numbered from 1 on */
    size_t before;      /* how many of them earlier runs left */

    /* private */
    int lock; /* for who submits; held as long as the spool is open */
};

/* Makes a spool for a run, or opens the one that an earlier run has left. The folder must be empty or a spool that
 * nobody else has open; without `resume`, it must not have been used for this run. Call spool_close in any case. */
bool spool_open(struct spool *spool, const char *dir, const char *run, bool resume, struct arena *arena,
                struct error *err);

void spool_close(struct spool *spool);

/* Writes the script. The command has `words`, NULL-terminated, after those that differ from share to share:
 * PROGRAM COMMAND --share FOLDER -j CORES WORDS... */
struct spool_command {
    const char *program, *command; /* absolute; "fest", or NULL */
    const char *const *words;      /* NULL-terminated */
    const char *input;             /* what it reads, or NULL: nothing */
    size_t input_length;
};
bool spool_script(const struct spool *spool, const struct spool_command *command, struct error *err);

/* Adds a share with these cells; its number is spool->shares. */
bool spool_add(struct spool *spool, const struct text *cells, struct error *err);

/* The path of a file in the folder of a share, or of the folder, if name is "". NULL if out of memory. */
char *spool_path(const struct spool *spool, size_t share, const char *name, struct arena *arena);

/* Whether a share has ended: with which code, on which machine. */
bool spool_ended(const struct spool *spool, size_t share, int *code, char host[SPOOL_HOST_MAX]);

/* Calls visit for the results files of a share. False if visit returned false. */
bool spool_results(const char *share, bool (*visit)(void *self, const char *path, struct error *err), void *self,
                   struct error *err);

/* Adds the first line of a file, or nothing if there is none. */
void spool_first_line(const char *path, struct text *out);

/* Adds the last line that the last start of a share has logged, or nothing. */
void spool_last_words(const struct spool *spool, size_t share, struct text *out);

/* For a share: the path of a new results file in its folder, unlike that of any other start. NULL if out of memory. */
char *spool_new_results(const char *share, struct arena *arena);

/* Appends a line to the list of jobs. */
bool spool_note_job(const struct spool *spool, const char *job, struct error *err);

/* Calls visit for each job of all runs in the spool at `dir`. */
bool spool_jobs(const char *dir, bool (*visit)(const char *job, struct error *err), struct error *err);

/* Locks a spool for its removal. Refuses anything else, and one that a run has open. The descriptor, or -1 with err. */
int spool_lock(const char *dir, struct error *err);

/* Removes a spool. Refuses anything else. What is left of it if that fails is still one. */
bool spool_remove(const char *dir, struct error *err);

#endif
