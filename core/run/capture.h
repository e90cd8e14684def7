/* What a program writes, up to a limit. */
#ifndef RUN_CAPTURE_H
#define RUN_CAPTURE_H

#include "run/run.h"

/* A stream that is read into memory: first the head, then a ring that holds the last bytes. */
struct capture {
    int fd; /* -1: at its end */
    char *bytes;
    size_t head, tail; /* the room for each; they follow each other */
    uint64_t total;
    int error; /* an errno, if reading it failed for want of something here; or 0 */
};

/* Reads what is there, without waiting; at its end, closes the descriptor. False if there was nothing, or no room: a
 * stream without a tail stops when its head is full. */
bool capture_read(struct capture *capture);

/* Reads all that is there, then closes the descriptor. */
void capture_finish(struct capture *capture);

/* What was read. Puts the tail in order, so nothing can be read afterwards. */
struct excerpt capture_text(struct capture *capture);

#endif
