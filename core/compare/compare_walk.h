/* Between the sources of compare.h: where a walk over two trees is, and what it found. */
#ifndef COMPARE_COMPARE_WALK_H
#define COMPARE_COMPARE_WALK_H

#include "compare/compare.h"

#define COMPARE_NOTHING UINT32_MAX /* no node */

/* Two containers of the same kind that are being compared, and how far that has come. */
struct compare_frame {
    uint32_t a, b;           /* of what was expected and of what was got */
    uint32_t next_a, next_b; /* the children that come next */
    uint32_t index;          /* how many have been compared */
    uint32_t child_a, child_b;
    bool paired;               /* the children are compared in the pairs that are listed */
    size_t pair, pairs_before; /* where in the list of members */
};

/* A difference between two nodes, one of which may be COMPARE_NOTHING, at the place where the walk is. */
void compare_differ(struct compare *c, uint32_t a, uint32_t b);

/* Whether the innermost containers are arrays whose order does not count. */
bool compare_is_unordered(const struct compare *c);

/* Lists the elements of two arrays that have no partner in the other as pairs with nothing. False when memory is short.
 */
bool compare_pair_unordered(struct compare *c, struct compare_frame *frame);

/* An element of an array whose order does not count. */
struct compare_element {
    uint64_t hash;
    long double sum;        /* if numbers may be near: of those in it, */
    double size;            /* and of their absolute values; */
    double least, greatest; /* of those in it */
    uint32_t numbers;       /* how many they are */
    uint32_t node;
    uint32_t partner;  /* the index of the one in the other array that it is matched with, or COMPARE_NOTHING */
    uint32_t from, to; /* those of the other array that may be its partners */
};

/* Finds partners for as many elements as can be: those of two arrays that have one hash, in the order of their sums.
 * Sets c->unmatched when it is certain that some have none, and c->exhausted when it gave up before it knew.
 * False when memory is short. */
bool compare_match(struct compare *c, struct compare_element *a, uint32_t a_count, struct compare_element *b,
                   uint32_t b_count);

/* Whether two values are the same; tells nobody. */
bool compare_same(struct compare *c, uint32_t a, uint32_t b);

/* Appends to the list of pairs. False when memory is short. */
bool compare_pair(struct compare *c, uint32_t a, uint32_t b);

/* Whether a way to an array is written as compare_is_unordered reads it. */
bool compare_path_valid(const char *path);

#endif
