/* Chance that can be repeated: the same seed gives the same numbers, on every machine. Not for secrets. */
#ifndef BASE_RANDOM_H
#define BASE_RANDOM_H

#include <stdint.h>

struct random {
    uint64_t state;
};

/* Chance number `stream` of a seed; different streams have nothing to do with each other. */
struct random random_stream(uint64_t seed, uint64_t stream);

/* A number from 0 to limit - 1, each as likely as the other. limit is at least 1. */
uint64_t random_below(struct random *random, uint64_t limit);

#endif
