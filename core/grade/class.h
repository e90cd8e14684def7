/* A class: every submission runs the staff's cases, milestone by milestone. */
#ifndef GRADE_CLASS_H
#define GRADE_CLASS_H

#include "grade/tasks.h"

struct class
{
    struct cases cases;
    struct tasks tasks;   /* each case for each submission */
    struct course course; /* milestones of the cases; teams */
};

/* Adds the cases in a folder, except those whose expected output is broken (see cases_check_expected). Those whose
 * suite.json names no milestone belong to the one called like the outermost folder around them in there, or like
 * `folder` itself. Milestones whose folders contradict each other are an error. */
bool class_add_cases(struct class *class, const char *folder, const char *compare, struct arena *arena, size_t *broken,
                     struct error *err);

/* Which part of a class is wanted. */
struct class_part {
    const char *team, *milestone; /* NULL: all */
    const char *program;          /* in a submission; NULL: as suite.json says */
};

/* Adds a task for each case and submission. Each folder in `folder` is a submission, and its name that of the team; or,
 * if xgrade collect has filled it, its collected.csv says what is whose, and since when. */
bool class_add_submissions(struct class *class, const char *folder, const struct class_part *part, struct arena *arena,
                           struct error *err);

void class_free(struct class *class);

#endif
