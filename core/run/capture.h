/* Captures what a program writes, up to a limit. */
#ifndef RUN_CAPTURE_H
#define RUN_CAPTURE_H

#include "run/run.h"

/* A stream read into memory: first the head, then a ring buffer with the last bytes. */
struct capture {
    int fd; /* -1 at the end */
    char *bytes;
    size_t head, tail; /* capacity of each, in this order in `bytes` */
    uint64_t total;
    int error; /* an errno if reading failed on our side, or 0 */
};

/* Reads what is available, without waiting; closes the descriptor at the end. False if there was nothing, or no room: a
 * stream without a tail stops when its head is full. */
bool capture_read(struct capture *capture);

/* Reads everything available, then closes the descriptor. */
void capture_finish(struct capture *capture);

/* Returns what was read. Unrolls the ring, so nothing more can be read afterwards. */
struct excerpt capture_text(struct capture *capture);

#endif
