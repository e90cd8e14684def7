/* One clock for all deadlines: nanoseconds that only go forward. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <poll.h>
#include <stdint.h>

#define CLOCK_SECOND INT64_C(1000000000)
#define CLOCK_NEVER INT64_MAX

int64_t clock_now(void);

/* The moment that lies so many nanoseconds ahead. */
int64_t clock_in(int64_t nanoseconds);

/* poll(2) until a moment, going on after signals. 0 when it has come; less if poll failed. Descriptors that are ready
 * are found even if it has passed already. */
int clock_poll(struct pollfd *fds, nfds_t count, int64_t until);

/* Waits until a moment. */
void clock_sleep(int64_t until);

#endif
