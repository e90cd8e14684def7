#include "base/random.h"

/* SplitMix64: a counter put through a mixing function. */
static uint64_t mix(uint64_t z)
{
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

static uint64_t next(struct random *random)
{
    random->state += 0x9E3779B97F4A7C15u;
    return mix(random->state);
}

struct random random_stream(uint64_t seed, uint64_t stream)
{
    return (struct random){mix(seed + 0x9E3779B97F4A7C15u) ^ mix(stream * 0xD1B54A32D192ED03u + 1)};
}

uint64_t random_below(struct random *random, uint64_t limit)
{
    uint64_t uneven = -limit % limit; /* this many of the smallest numbers are rejected to avoid bias */
    uint64_t number = next(random);
    while (number < uneven) {
        number = next(random);
    }
    return number % limit;
}
