/* What xlive answers to requests, except for events. Needs libmicrohttpd. */
#ifndef LIVE_ANSWERS_H
#define LIVE_ANSWERS_H

#include "live_feed.h"

#include <microhttpd.h>

struct live_answers {
    struct live_feed *feed;
    const struct replay_player *player; /* for the page to play on, or NULL */

    /* private */
    struct MHD_Response *page, *play_page, *replay;
    char run[20], id[24]; /* of this run; of the page, which changes when there is a picture */
    size_t replayed;      /* events in `replay` */
    int64_t replay_made;
};

/* Makes the page; false if out of memory or of random numbers. */
bool live_answers_open(struct live_answers *answers, struct error *err);

/* Has pages made anew, when they are asked for, if there is a picture now; returns whether. */
bool live_answers_renew(struct live_answers *answers);

/* Answers with these words. */
enum MHD_Result live_answers_words(struct MHD_Connection *connection, unsigned int status, const char *words);

/* Answers a GET. */
enum MHD_Result live_answers_get(struct live_answers *answers, struct MHD_Connection *connection, const char *path);

/* Answers with a response that is used once; NULL: out of memory. */
enum MHD_Result live_answers_once(struct MHD_Connection *connection, unsigned int status,
                                  struct MHD_Response *response);

/* Adds what all responses have. `policy` is for Content-Security-Policy; NULL forbids everything. Returns NULL if there
 * is no response, or no memory: then it is gone. */
struct MHD_Response *live_answers_headers(struct MHD_Response *response, const char *type, const char *policy);

void live_answers_close(struct live_answers *answers);

#endif
