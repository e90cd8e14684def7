/* Runs the shares of a spool on the machines of an engine: Slurm, or GNU parallel.
 *
 * The engine only starts shares. Whether one is done is told by what it has left in the spool, never by the engine:
 * machines die, jobs are cancelled, preempted, started twice. What a share has left undone becomes a new share. */
#ifndef ENGINE_ENGINE_H
#define ENGINE_ENGINE_H

#include "engine/spool.h"

#include <sys/types.h>

/* What the caller of engine_run does with shares. */
struct engine_work {
    void *self;
    /* Takes over what a share has done. *left: how much it has left undone, or has to be done again elsewhere. last:
     * there will be no other try, so what has failed counts as done. */
    bool (*collect)(void *self, size_t share, bool last, size_t *left, struct error *err);
    /* Adds a share to the spool, of what another one has left undone. */
    bool (*again)(void *self, size_t share, struct error *err);
    void (*progress)(void *self); /* about once a second */
};

struct engine {
    /* set by the caller */
    const struct engine_calls *calls;
    const char *const *options; /* for sbatch or parallel; NULL-terminated, or NULL */
    struct spool *spool;
    int tries; /* how often a share may be tried */
    int stop;  /* becomes readable when the run should stop; -1: never */

    /* set by engine_run */
    size_t failed;   /* shares that were given up */
    struct text why; /* about the first of them */
    bool stopped;

    /* private */
    struct engine_share *shares; /* share n is shares[n - 1] */
    size_t count, room, open;    /* open: queued or submitted */
    struct engine_job *jobs;
    size_t job_count, job_room;
    int64_t under_way, refused; /* when shares were under way last, and when the engine has refused some; 0: never */
    pid_t pid;                  /* of parallel; 0: it does not run */
    size_t at;                  /* the first share that it runs */
    bool gave_up;               /* it has ended by itself */
};

/* The engine called slurm or parallel. Fails if there is none, or if its programs are not in PATH. */
const struct engine_calls *engine_find(const char *name, struct error *err);

/* How many shares can run at once, as far as the engine knows; 1 if it does not. */
size_t engine_slots(const struct engine *engine);

/* Runs the shares that were added to the spool since it was opened, until each is done or given up, or until it should
 * stop. False if the engine itself does not work. */
bool engine_run(struct engine *engine, const struct engine_work *work, struct error *err);

/* Cancels the jobs that runs in this spool have left behind. */
bool engine_cancel_all(const char *dir, struct error *err);

void engine_free(struct engine *engine);

/* Cuts `count` cells with these weights into at most `shares` pieces of about the same weight, none of them empty:
 * piece i begins at starts[i]. Returns the number of pieces. */
size_t engine_cut(const double *weights, size_t count, size_t shares, size_t *starts);

/* -- private to the sources of this module -- */

enum engine_state { ENGINE_QUEUED, ENGINE_SUBMITTED, ENGINE_SETTLED };

struct engine_share {
    enum engine_state state;
    int tries;                  /* including the one that is going on */
    bool active;                /* the engine has it */
    char avoid[SPOOL_HOST_MAX]; /* a machine on which it should not run; "": any will do */
};

/* A job array: its task i is share first + i - 1. */
struct engine_job {
    char id[32];
    size_t first, count;
    bool cancelled;
};

struct engine_calls {
    const char *name, *program, *package;
    bool (*check)(struct error *err); /* whether the program is the right one; may be NULL */
    int64_t look_every;               /* nanoseconds */
    int64_t silence;                  /* the same: if it does not answer for longer, it is gone */
    bool retries;                     /* it tries shares that fail again by itself */
    size_t (*slots)(const struct engine *e);
    bool (*is_busy)(const struct engine *e); /* nothing can be submitted now; may be NULL */
    /* Submits shares from `first` on, `count` of them or fewer. Returns how many; 0 with err if there are none. */
    size_t (*submit)(struct engine *e, size_t first, size_t count, const char *avoid, struct error *err);
    /* What the engine itself has complained about; may be NULL. */
    void (*complaint)(const struct engine *e, struct text *out);
    /* Sets `active` of the submitted shares. False if the engine does not answer. */
    bool (*look)(struct engine *e);
    void (*cancel)(struct engine *e);
};

extern const struct engine_calls engine_slurm, engine_parallel;

/* Cancels a job of Slurm. */
bool engine_slurm_cancel(const char *id, struct error *err);

/* Adds the options of the user to a command, whose list has room for ENGINE_WORDS_MAX words and a NULL. False if there
 * are too many. */
enum { ENGINE_WORDS_MAX = 200 };
bool engine_add_options(const struct engine *e, const char **argv, size_t *count, struct error *err);

/* The value of an option among those of the user, such as "4" for "-c 4", "-c4" or "--cpus-per-task=4"; NULL if it is
 * not given. `letter` has a dash, `name` has two. */
const char *engine_option(const struct engine *e, const char *letter, const char *name);

#endif
