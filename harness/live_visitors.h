/* Everybody who is connected to the live pages, and the events that they get. Needs libmicrohttpd.
 *
 * A connection that has got all events is suspended until there are more. Nobody is waited for: a connection that does
 * not read costs what the kernel buffers for it, and is closed after a while; the page then asks for what it has
 * missed. */
#ifndef LIVE_VISITORS_H
#define LIVE_VISITORS_H

#include "base/clock.h"
#include "live_play.h"
#include "live_stream.h"

#include <microhttpd.h>

#define LIVE_VISITORS_TICK (CLOCK_SECOND / 20) /* those who watch are not told more often */

enum { LIVE_VISITORS_NOTE = 80 }; /* room for a note that precedes events */

struct live_visitors {
    struct live_visitor *first;
    size_t watching;           /* those who wait for events */
    int64_t told, beat, swept; /* when these were last done */
    bool closing;              /* there will be no more events */
};

/* A connection. */
struct live_visitor {
    struct MHD_Connection *connection;
    bool asking;                /* no complete request yet */
    bool is_page;               /* and has to be renewed when there is a picture */
    struct live_person *person; /* whose stream it is, or NULL */
    struct text body;           /* of a request */

    /* private */
    struct live_visitors *all;
    struct live_visitor *next, **link;
    int fd;
    int64_t since;                    /* when it began to wait for a request, or to be behind */
    bool suspended;                   /* waits for events */
    const struct live_stream *stream; /* which it gets, or NULL */
    size_t at;                        /* offset in that */
    char note[LIVE_VISITORS_NOTE];    /* sent before anything else, */
    const char *noted;                /* from here on */
};

/* For MHD_OPTION_NOTIFY_CONNECTION, with live_visitors as `self`. A connection's context is its visitor,
 * which is freed with it; NULL if there was no memory for one. */
void live_visitors_on_connection(void *self, struct MHD_Connection *connection, void **context,
                                 enum MHD_ConnectionNotificationCode code);

/* Begins to answer with a stream, after a note. Both the stream and the visitor's person must stay until the connection
 * ends. MHD_NO if out of memory: then the library closes the connection. */
enum MHD_Result live_visitors_stream(struct live_visitor *visitor, const struct live_stream *stream, const char *note);

/* Tells a page, or all of them, that it is not the one that the events are for. Nothing follows. */
void live_visitors_renew(struct live_visitor *visitor);
void live_visitors_renew_all(const struct live_visitors *all);

/* Tells of new events, and closes the connections of those who take too long. */
void live_visitors_run(struct live_visitors *all);

/* Whether somebody still reads the end of the events. */
bool live_visitors_any_reads(const struct live_visitors *all);

#endif
