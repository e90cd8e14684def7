/* Serves live pages over HTTP: the page, its events, the log, the replay. Needs libmicrohttpd.
 *
 * Everything happens in the thread that calls live_web_run. The library serves what is ready, and nobody is waited
 * for. */
#ifndef LIVE_WEB_H
#define LIVE_WEB_H

#include "live_answers.h"
#include "live_visitors.h"

enum { LIVE_WEB_CLIENTS = 1000 }; /* connections at a time, by default */

struct live_web {
    int listener;      /* of net_listen; the library closes it */
    unsigned int most; /* connections */
    const char *host;  /* a name that this machine is known by, or NULL */
    struct live_answers answers;
    struct live_play *play; /* or NULL: nobody plays from here */

    /* private */
    struct MHD_Daemon *daemon;
    struct live_visitors visitors;
    bool stuck; /* nobody is connected, and whoever comes cannot be accepted: to be tried again, but not at once */
};

bool live_web_open(struct live_web *web, struct error *err);

/* The descriptor to wait on, or -1, and until when. */
int live_web_fd(const struct live_web *web);
int64_t live_web_until(const struct live_web *web);

/* Serves what is ready. */
void live_web_run(struct live_web *web);

/* Sends what is left, for at most a second, and closes all connections. */
void live_web_close(struct live_web *web);

#endif
