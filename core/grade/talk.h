/* The conversation with a program, from its start to its end. */
#ifndef GRADE_TALK_H
#define GRADE_TALK_H

#include "base/json_scan.h"
#include "grade/capture.h"
#include "grade/feed.h"

/* Bytes on their way to a program. */
struct talk_mouth {
    int fd; /* -1: closed */
    const struct feed *feed;
    size_t sent, until; /* how much of the feed may be sent now */
    size_t piece;       /* at a time; 0: as much as fits */
    bool stays_open;    /* when all of the feed is sent */
    int64_t next_ns;    /* when the next piece is due */
    int error;          /* as of a capture */
};

struct talk {
    const struct grade_job *job;
    int control; /* hung up when all is to end */

    struct process program, with;
    bool has_with;
    struct talk_mouth mouth, with_mouth;
    struct capture out, err, said; /* descriptors do not block */
    int port, listener;            /* of a job over TCP; the listener, or -1 */

    int64_t began_ns;

    /* private */
    int error; /* an errno, if something else failed on our side; or 0 */
    struct json_scanner scanner;
    int64_t asked_ns, linger_ns, tick_ns, retry_ns; /* 0: not yet */
    size_t answer_from;                             /* where the answer to the last question begins */
    bool connected, waiting;                        /* for an answer */
};

enum talk_end {
    TALK_OVER,   /* the program is */
    TALK_DONE,   /* it still runs, but there is nothing more to talk about, and that is fine */
    TALK_BROKEN, /* it broke a limit, or something failed on our side: result->end and text say which */
    TALK_STOP,   /* all is to end */
};

/* Runs it. Processes and descriptors are left as they are at the end. */
enum talk_end talk_run(struct talk *talk, struct grade_result *result);

/* Whether more came than may, or not all of it for a reason on our side; then result says so. */
bool talk_broke_streams(const struct talk *talk, struct grade_result *result);

/* Sends what may be sent now. */
void talk_send(struct talk_mouth *mouth);

#endif
