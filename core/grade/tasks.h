/* The list of tasks that a session runs, and how options select from it. */
#ifndef GRADE_TASKS_H
#define GRADE_TASKS_H

#include "grade/session.h"

struct tasks {
    struct session_task *list;
    size_t count, room;
};

/* Which tasks are wanted. */
struct tasks_wish {
    const char *filter;           /* a pattern for the path or the name of a case; NULL: any */
    const char *tag;              /* that a case must have; NULL: any */
    uint64_t first;               /* how many of each folder; 0: all */
    uint64_t shard_index, shards; /* index from 0; 1 shard: all tasks */
    bool failed;                  /* only those that failed before */
};

bool tasks_add(struct tasks *tasks, const struct session_task *task, struct error *err);

/* Adds the task of a case for a submission that was handed in as folder `dir`. program: its path in there; NULL: as
 * suite.json says. */
bool tasks_add_handed_in(struct tasks *tasks, const struct grade_case *test, const char *submission, const char *dir,
                         const char *program, struct arena *arena, struct error *err);

/* Adds the task of a case for a program, or for the one that a folder of programs has for it: the one set in
 * suite.json, or else the one that has the name of a folder in the case's path, innermost first. */
bool tasks_add_program(struct tasks *tasks, const struct grade_case *test, const char *submission, const char *program,
                       enum record_role role, struct arena *arena, struct error *err);

/* The same for all cases. */
bool tasks_add_all(struct tasks *tasks, const struct cases *cases, const char *submission, const char *program,
                   enum record_role role, struct arena *arena, struct error *err);

/* Drops the tasks that are not wanted. previous: the results file. Returns how many tasks match the filter and the tag;
 * 0 is probably a mistake. */
size_t tasks_select(struct tasks *tasks, const struct tasks_wish *wish, const struct results *previous);

/* Marks the results of completed tasks as wanted; returns how many. A completed task without a result is an error. */
size_t tasks_want(const struct tasks *tasks, struct results *results, struct error *err);

void tasks_free(struct tasks *tasks);

#endif
