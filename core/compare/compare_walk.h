/* Private to the sources of compare.h: the state of a walk over two trees. */
#ifndef COMPARE_COMPARE_WALK_H
#define COMPARE_COMPARE_WALK_H

#include "compare/compare.h"

#define COMPARE_NOTHING UINT32_MAX /* no node */

/* Two containers of the same kind being compared, and the progress so far. */
struct compare_frame {
    uint32_t a, b;           /* nodes: a of the expected answer, b of the actual one */
    uint32_t next_a, next_b; /* the next children */
    uint32_t index;          /* how many have been compared */
    uint32_t child_a, child_b;
    bool paired;               /* children are compared in the listed pairs */
    size_t pair, pairs_before; /* positions in the list of members */
};

/* Records a difference between two nodes at the current place; either node may be COMPARE_NOTHING. */
void compare_differ(struct compare *c, uint32_t a, uint32_t b);

/* Whether the innermost containers are arrays whose order does not matter. */
bool compare_is_unordered(const struct compare *c);

/* Pairs each element that has no partner in the other array with COMPARE_NOTHING. False if out of memory. */
bool compare_pair_unordered(struct compare *c, struct compare_frame *frame);

/* An element of an array whose order does not matter. */
struct compare_element {
    uint64_t hash;
    long double sum;        /* with a tolerance: of the numbers in it, */
    double size;            /* and of their absolute values */
    double least, greatest; /* of the numbers in it */
    uint32_t numbers;       /* how many numbers are in it */
    uint32_t node;
    uint32_t partner;  /* index of its match in the other array, or COMPARE_NOTHING */
    uint32_t from, to; /* the range of the other array where its partner may be */
};

/* Finds partners for as many elements as possible. The elements of both arrays all have the same hash and are sorted by
 * sum. Sets c->unmatched if some certainly have no partner, c->exhausted if it gave up. False if out of memory. */
bool compare_match(struct compare *c, struct compare_element *a, uint32_t a_count, struct compare_element *b,
                   uint32_t b_count);

/* Whether two values are the same; records no differences. */
bool compare_same(struct compare *c, uint32_t a, uint32_t b);

/* Appends to the list of pairs. False if out of memory. */
bool compare_pair(struct compare *c, uint32_t a, uint32_t b);

/* Whether a path to an array has the syntax that compare_is_unordered understands. */
bool compare_path_valid(const char *path);

#endif
