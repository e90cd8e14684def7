/* What the sources of xgrade collect share. */
#ifndef GRADE_COLLECT_H
#define GRADE_COLLECT_H

#include "grade/collected.h"
#include "harness.h"

/* A commit to look for in every repository. */
struct collect_target {
    const char *milestone; /* "": all */
    const char *tag;       /* NULL: the last commit of the default branch, */
    int64_t before;        /* not after this time; 0: any */
};

/* What came of it; shared with the process that did it. */
struct collect_outcome {
    bool done;
    char commit[72]; /* "": there is none */
    int64_t time;
    char problem[sizeof((struct error *)0)->text];
};

struct collect_team {
    const char *name, *repository;
    struct collect_outcome *outcomes; /* by target */

    /* private */
    int pid, pipe; /* pipe: closed when the process has ended */
    int64_t until;
};

struct collect {
    const char *into; /* absolute; a team's folder is INTO/TEAM, or that of a milestone INTO/MILESTONE/TEAM */
    const struct collect_target *targets;
    size_t target_count;
    struct collect_team *teams;
    size_t team_count;
    size_t at_once;
    int64_t timeout; /* for each team, in nanoseconds */
    int stop;        /* see stop.h */
    void (*progress)(size_t done, size_t of);
};

/* Fetches and checks out everything, several at once. False if the run itself fails; outcomes tell of each team. */
bool collect_all(const struct collect *collect, struct error *err);

#endif
