/* A fest: every submission runs the tests of every team, except those that a reference solution fails. */
#ifndef GRADE_FEST_H
#define GRADE_FEST_H

#include "grade/tasks.h"

struct fest {
    struct cases cases;  /* of all teams; orphans include what was left out */
    struct tasks tasks;  /* each case for each submission */
    struct tasks audits; /* each of those cases for the reference, if there is one */

    /* private */
    size_t *audit_of; /* by case: index of its audit plus one; 0: none */
};

/* Adds the cases of all teams; each subfolder of `folder` is a team. Teams write their own tests, so one team's
 * mistakes do not stop the others, and no team can give its own tests an advantage: each test is worth one point, takes
 * at most a minute, and brings neither a program nor a file from elsewhere. Unless teams are trusted, a test is only an
 * input and an answer: it does not set how programs are built, started or compared, nor how they complain. Tests that
 * break these rules are left out. */
bool fest_add_teams(struct fest *fest, const char *folder, bool trusted, struct arena *arena, struct error *err);

/* Drops cases that are copies of earlier ones, ignoring white space, and each team's cases beyond `most`, unless that
 * is 0. Call it before adding tasks. */
bool fest_drop_copies(struct fest *fest, uint64_t most, struct arena *arena, struct error *err);

/* Adds a task for each case and submission; each subfolder of `folder` is a submission. program: its path in a
 * submission; NULL: as suite.json says. */
bool fest_add_submissions(struct fest *fest, const char *folder, const char *program, struct arena *arena,
                          struct error *err);

/* Adds an audit by the reference, a program or a folder of programs, for each case that has tasks. */
bool fest_add_audits(struct fest *fest, const char *reference, struct arena *arena, struct error *err);

/* Drops the tasks of cases whose audit failed. */
void fest_drop_rejected(struct fest *fest);

void fest_free(struct fest *fest);

#endif
