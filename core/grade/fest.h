/* A fest: every submission runs the tests of every team, but for those that a reference does not pass. */
#ifndef GRADE_FEST_H
#define GRADE_FEST_H

#include "grade/tasks.h"

struct fest {
    struct cases cases;  /* of all teams; what was left out is among the orphans */
    struct tasks tasks;  /* each case for each submission */
    struct tasks audits; /* each case that some submission runs for the reference, if there is one */

    /* private */
    size_t *audit_of; /* of a case: one more than the index of its audit; 0: none */
};

/* Adds the cases of all teams: the folders in a folder. Teams write their tests themselves. What one of them got wrong
 * does not stop the others, and what it says about its own tests gives it no advantage: each is worth one point, takes
 * a minute at the most, and brings neither a program nor a file from elsewhere. Unless teams are trusted, a test is an
 * input and an answer: it does not say how programs are built, started and compared, nor how they complain. What breaks
 * these rules is left out. */
bool fest_add_teams(struct fest *fest, const char *folder, bool trusted, struct arena *arena, struct error *err);

/* Drops cases that are copies of earlier ones, whatever their white space, and, of each team, those beyond `most`,
 * unless it is 0. Before there are tasks. */
bool fest_drop_copies(struct fest *fest, uint64_t most, struct arena *arena, struct error *err);

/* Adds a task for each case and submission; these are the folders in a folder. program: where it is in a submission;
 * NULL: where suite.json says. */
bool fest_add_submissions(struct fest *fest, const char *folder, const char *program, struct arena *arena,
                          struct error *err);

/* Has the reference, a program, run each case that there are tasks of. */
bool fest_add_audits(struct fest *fest, const char *reference, struct arena *arena, struct error *err);

/* Drops the tasks of cases whose audit was not passed. */
void fest_drop_rejected(struct fest *fest);

void fest_free(struct fest *fest);

#endif
