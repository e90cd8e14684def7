/* People who play from a page: each has a connection to the game's server, like any other player.
 *
 * The page speaks the protocol (dialect call); here the server's messages become events of a stream, and what the page
 * answers goes to the server. */
#ifndef LIVE_PLAY_H
#define LIVE_PLAY_H

#include "live_stream.h"
#include "remote/net.h"

#include <poll.h>

enum { LIVE_PLAY_MOST = 64, LIVE_PLAY_NAME = 1024, LIVE_PLAY_ANSWER = 64 * 1024, LIVE_PLAY_TOKEN = 33 };

/* A person. Where nobody sits, `token` is "". */
struct live_person {
    char token[LIVE_PLAY_TOKEN]; /* a secret of its page */
    int fd;                      /* -1 when it is over */
    struct live_stream stream;   /* the server's messages */
    size_t answered;             /* the id of the last one that was answered */
    struct text rest;            /* the beginning of a message */
    int readers;                 /* pages connected to the stream */
};

struct live_play {
    struct net_address server;
    struct live_person person[LIVE_PLAY_MOST];
};

/* Joins with a name, as JSON, which the server judges. NULL if there is no room or no server. */
struct live_person *live_play_join(struct live_play *play, const char *name, size_t length, struct error *err);

/* Finds a person by the secret; NULL if there is none. */
struct live_person *live_play_find(struct live_play *play, const char *token);

/* Sends an answer to the message with this id; false if it is not the one that waits for an answer. */
bool live_play_answer(struct live_person *person, size_t id, const char *answer, size_t length);

/* What to wait for: at most LIVE_PLAY_MOST entries. */
nfds_t live_play_fds(const struct live_play *play, struct pollfd *fds);

/* Takes what the servers have sent, without waiting. */
void live_play_read(struct live_play *play);

void live_play_close(struct live_play *play);

#endif
