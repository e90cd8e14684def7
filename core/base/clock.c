#include "base/clock.h"

#include <errno.h>
#include <limits.h>
#include <time.h>

int64_t clock_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * CLOCK_SECOND + now.tv_nsec;
}

int64_t clock_in(int64_t nanoseconds)
{
    int64_t now = clock_now();
    return nanoseconds < CLOCK_NEVER - now ? now + nanoseconds : CLOCK_NEVER;
}

/* Milliseconds until a time, rounded up so that nobody wakes early; -1 for never. */
static int milliseconds_until(int64_t until)
{
    const int64_t unit = CLOCK_SECOND / 1000;
    if (until == CLOCK_NEVER) {
        return -1;
    }
    int64_t left = until - clock_now();
    int64_t rounded = left > 0 ? (left + unit - 1) / unit : 0;
    return rounded < INT_MAX ? (int)rounded : INT_MAX;
}

int clock_poll(struct pollfd *fds, nfds_t count, int64_t until)
{
    int ready;
    do {
        ready = poll(fds, count, milliseconds_until(until));
    } while (ready < 0 && errno == EINTR);
    return ready;
}

void clock_sleep(int64_t until)
{
    clock_poll(NULL, 0, until);
}
