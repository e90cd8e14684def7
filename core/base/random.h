/* Reproducible random numbers: the same seed gives the same numbers on every machine. Not for secrets. */
#ifndef BASE_RANDOM_H
#define BASE_RANDOM_H

#include <stdint.h>

struct random {
    uint64_t state;
};

/* Stream number `stream` of a seed; streams are independent of each other. */
struct random random_stream(uint64_t seed, uint64_t stream);

/* A uniformly distributed number from 0 to limit - 1. limit is at least 1. */
uint64_t random_below(struct random *random, uint64_t limit);

#endif
