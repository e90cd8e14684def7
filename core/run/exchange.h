/* The conversation with a program, from its start to its end. */
#ifndef RUN_EXCHANGE_H
#define RUN_EXCHANGE_H

#include "base/json_scan.h"
#include "process/disk.h"
#include "run/capture.h"
#include "run/feed.h"

/* Bytes on their way to a program. */
struct exchange_sender {
    int fd; /* -1: closed */
    const struct feed *feed;
    size_t sent, until; /* how much of the feed may be sent now */
    size_t piece;       /* bytes at a time; 0: as much as fits */
    bool stays_open;    /* after the whole feed is sent */
    int64_t next_ns;    /* when the next piece is due */
    int error;          /* as in struct capture */
};

struct exchange {
    const struct run_job *job;
    int control;                   /* hangs up to stop everything */
    const struct sandbox *sandbox; /* the program runs in, or NULL */
    struct disk *disk;
    struct shared *shared;

    struct process program, with;
    struct exchange_sender sender, with_sender;
    struct capture out, err, said; /* descriptors are non-blocking */
    int port, listener;            /* for jobs over TCP; listener is a descriptor or -1 */

    int64_t began_ns;

    /* private */
    int error; /* an errno if something else failed on our side, or 0 */
    struct json_scanner scanner;
    int64_t asked_ns, linger_ns, tick_ns, retry_ns; /* 0: not yet */
    size_t answer_from;                             /* where the answer to the last question begins */
    bool connected, waiting;                        /* for an answer */
};

enum exchange_end {
    EXCHANGE_OVER,   /* the program has ended */
    EXCHANGE_DONE,   /* it still runs, but the conversation is complete */
    EXCHANGE_BROKEN, /* it broke a limit, or something failed on our side: result->end and text tell which */
    EXCHANGE_STOP,   /* everything is to stop */
};

/* Runs the conversation. Leaves ending processes and closing descriptors to the caller. */
enum exchange_end exchange_run(struct exchange *exchange, struct run_result *result);

/* Whether too much came, or reading failed on our side; then sets result. */
bool exchange_broke_streams(const struct exchange *exchange, struct run_result *result);

/* Whether the program has written too many files, or too much; then sets result. */
bool exchange_broke_disk(const struct exchange *exchange, struct run_result *result);

/* Sends what may be sent now, without waiting. */
void exchange_send(struct exchange_sender *sender);

#endif
