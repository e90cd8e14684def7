/* The clock for all deadlines: monotonic, in nanoseconds. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <poll.h>
#include <stdint.h>

#define CLOCK_SECOND INT64_C(1000000000)
#define CLOCK_NEVER INT64_MAX

int64_t clock_now(void);

/* The time `nanoseconds` from now. */
int64_t clock_in(int64_t nanoseconds);

/* poll(2) with a deadline, restarted after signals. Returns 0 on timeout, negative if poll failed. Ready descriptors
 * are reported even if the deadline has passed. */
int clock_poll(struct pollfd *fds, nfds_t count, int64_t until);

/* Sleeps until a deadline. */
void clock_sleep(int64_t until);

#endif
