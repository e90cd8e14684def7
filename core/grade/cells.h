/* Which cells a session runs: a list that grows, and what options leave of it. */
#ifndef GRADE_CELLS_H
#define GRADE_CELLS_H

#include "grade/session.h"

struct cells {
    struct session_cell *list;
    size_t count, room;
};

/* What is wanted of them. */
struct cells_wish {
    const char *filter;           /* a pattern for the path or the name of a case; NULL: any */
    const char *tag;              /* that a case has; NULL: any */
    uint64_t first;               /* so many of each folder; 0: all */
    uint64_t shard_index, shards; /* one share of so many, from 0; of 1 share: all */
    bool failed;                  /* only those that have failed before */
};

bool cells_add(struct cells *cells, const struct session_cell *cell, struct error *err);

/* Drops the cells that are not wanted. previous: what the results file says. Returns how many there are that the filter
 * and the tag fit; 0 will be a mistake. */
size_t cells_select(struct cells *cells, const struct cells_wish *wish, const struct results *previous);

/* Marks the results of the cells that are done as wanted; how many they are. A cell that is done and has none is an
 * error. */
size_t cells_want(const struct cells *cells, struct results *results, struct error *err);

/* The program of a folder that a case is for: what suite.json says, or the innermost folder of its path that has the
 * name of one. NULL with err if there is none. */
const char *cells_program(const char *folder, const struct grade_case *test, struct arena *arena, struct error *err);

void cells_free(struct cells *cells);

#endif
