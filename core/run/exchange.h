/* The conversation with a program, from its start to its end. */
#ifndef RUN_EXCHANGE_H
#define RUN_EXCHANGE_H

#include "base/json_scan.h"
#include "run/capture.h"
#include "run/feed.h"

/* Bytes on their way to a program. */
struct exchange_sender {
    int fd; /* -1: closed */
    const struct feed *feed;
    size_t sent, until; /* how much of the feed may be sent now */
    size_t piece;       /* at a time; 0: as much as fits */
    bool stays_open;    /* when all of the feed is sent */
    int64_t next_ns;    /* when the next piece is due */
    int error;          /* as of a capture */
};

struct exchange {
    const struct grade_job *job;
    int control;                   /* hung up when all is to end */
    const struct sandbox *sandbox; /* in which the program runs, or NULL */

    struct process program, with;
    bool has_with;
    struct exchange_sender sender, with_sender;
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

enum exchange_end {
    EXCHANGE_OVER,   /* the program is */
    EXCHANGE_DONE,   /* it still runs, but there is nothing more to talk about, and that is fine */
    EXCHANGE_BROKEN, /* it broke a limit, or something failed on our side: result->end and text say which */
    EXCHANGE_STOP,   /* all is to end */
};

/* Runs it. Processes and descriptors are left as they are at the end. */
enum exchange_end exchange_run(struct exchange *exchange, struct grade_result *result);

/* Whether more came than may, or not all of it for a reason on our side; then result says so. */
bool exchange_broke_streams(const struct exchange *exchange, struct grade_result *result);

/* Sends what may be sent now. */
void exchange_send(struct exchange_sender *sender);

#endif
