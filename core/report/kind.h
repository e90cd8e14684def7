/* Failures of one kind, which reports tell of together. */
#ifndef REPORT_KIND_H
#define REPORT_KIND_H

#include "report/results.h"

/* Describes the kind of a failure in a phrase, without a newline: "RecursionError in find_path", "a trailing comma". */
void kind_describe(const struct result *result, struct text *out);

/* All failures of one kind. */
struct kind {
    const struct result *first;
    size_t cases;
    uint64_t hash; /* private */
};

struct kinds {
    struct kind *list; /* in the order of their first cases */
    size_t count;
    const struct result *results;
    uint32_t *of; /* the kind of each result; UINT32_MAX for those that passed */
};

/* Sorts results into kinds; leaves out those for which `skip` is true. Allocates in the arena. False if out of memory.
 */
bool kinds_find(struct kinds *kinds, const struct result *results, size_t count,
                bool (*skip)(const void *context, const struct result *result), const void *context,
                struct arena *arena);

/* The kind of a result, or NULL. */
const struct kind *kinds_of(const struct kinds *kinds, const struct result *result);

#endif
