/* Which tasks a session runs: a list that grows, and what options leave of it. */
#ifndef GRADE_TASKS_H
#define GRADE_TASKS_H

#include "grade/session.h"

struct tasks {
    struct session_task *list;
    size_t count, room;
};

/* What is wanted of them. */
struct tasks_wish {
    const char *filter;           /* a pattern for the path or the name of a case; NULL: any */
    const char *tag;              /* that a case has; NULL: any */
    uint64_t first;               /* so many of each folder; 0: all */
    uint64_t shard_index, shards; /* one share of so many, from 0; of 1 share: all */
    bool failed;                  /* only those that have failed before */
};

bool tasks_add(struct tasks *tasks, const struct session_task *task, struct error *err);

/* Drops the tasks that are not wanted. previous: what the results file says. Returns how many there are that the filter
 * and the tag fit; 0 will be a mistake. */
size_t tasks_select(struct tasks *tasks, const struct tasks_wish *wish, const struct results *previous);

/* Marks the results of the tasks that are done as wanted; how many they are. A task that is done and has none is an
 * error. */
size_t tasks_want(const struct tasks *tasks, struct results *results, struct error *err);

/* The program of a folder that a case is for: what suite.json says, or the innermost folder of its path that has the
 * name of one. NULL with err if there is none. */
const char *tasks_program(const char *folder, const struct grade_case *test, struct arena *arena, struct error *err);

void tasks_free(struct tasks *tasks);

#endif
