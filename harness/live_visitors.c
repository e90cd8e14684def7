#include "live_visitors.h"

#include "live_answers.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum {
    SEND_BUFFER = 64 * 1024, /* of the kernel, for each connection */
    BLOCK = 4 * 1024,
};

static const int64_t request_time = 10 * CLOCK_SECOND; /* for a whole request, from the connection on */
static const int64_t behind_time = 30 * CLOCK_SECOND;  /* a page that is never up to date for so long is dropped */
static const int64_t sweep_every = CLOCK_SECOND;
static const int64_t beat_every = 5 * CLOCK_SECOND;  /* finds out who is gone */
static const int64_t tell_each = CLOCK_SECOND / 500; /* the more watch, the rarer they are told */

/* -- connections -- */

static void come(struct live_visitors *all, struct MHD_Connection *connection, void **context)
{
    const int buffer = SEND_BUFFER;
    struct live_visitor *visitor = calloc(1, sizeof *visitor);
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    *context = visitor;
    if (!visitor || !info) {
        return;
    }
    *visitor = (struct live_visitor){.all = all,
                                     .connection = connection,
                                     .fd = info->connect_fd,
                                     .since = clock_now(),
                                     .asking = true,
                                     .next = all->first,
                                     .link = &all->first};
    if (all->first) {
        all->first->link = &visitor->next;
    }
    all->first = visitor;
    setsockopt(visitor->fd, SOL_SOCKET, SO_SNDBUF, &buffer, sizeof buffer);
}

static void leave(struct live_visitor *visitor)
{
    if (visitor->link) {
        *visitor->link = visitor->next;
        if (visitor->next) {
            visitor->next->link = visitor->link;
        }
    }
    if (visitor->person) {
        visitor->person->readers--;
    }
    text_free(&visitor->body);
    free(visitor);
}

void live_visitors_on_connection(void *self, struct MHD_Connection *connection, void **context,
                                 enum MHD_ConnectionNotificationCode code)
{
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        come(self, connection, context);
    } else if (*context) {
        leave(*context);
        *context = NULL;
    }
}

/* Closes the connections of those who take too long to ask, or to read. */
static void sweep(const struct live_visitors *all, int64_t now)
{
    for (const struct live_visitor *v = all->first; v; v = v->next) {
        bool slow =
            v->asking ? now - v->since > request_time : v->stream && !v->suspended && now - v->since > behind_time;
        if (slow) {
            shutdown(v->fd, SHUT_RDWR);
        }
    }
}

/* -- events -- */

static void set_note(struct live_visitor *visitor, const char *note)
{
    snprintf(visitor->note, sizeof visitor->note, "%s", note);
    visitor->noted = visitor->note;
}

void live_visitors_renew(struct live_visitor *visitor)
{
    set_note(visitor, "\n\nevent:reload\ndata:\n\n");
    visitor->stream = NULL;
}

void live_visitors_renew_all(const struct live_visitors *all)
{
    for (struct live_visitor *v = all->first; v; v = v->next) {
        if (v->stream && v->is_page) {
            live_visitors_renew(v);
        }
    }
}

static void resume(struct live_visitor *visitor)
{
    visitor->suspended = false;
    visitor->since = clock_now();
    visitor->all->watching--;
    MHD_resume_connection(visitor->connection);
}

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Whether there is something to send: events, or that there will be no more because memory was short. */
static bool is_behind(const struct live_visitor *v)
{
    return v->stream && (v->at < v->stream->frames.length || v->stream->frames.failed);
}

/* The library asks for bytes to send to a page. */
static ssize_t more_events(void *self, uint64_t position, char *bytes, size_t room)
{
    struct live_visitor *v = self;
    const struct text *frames = v->stream ? &v->stream->frames : NULL;
    size_t count;
    (void)position;
    if (frames && frames->failed && v->at == frames->length && !*v->noted) {
        set_note(v, "event:over\ndata:xlive is out of memory.\n\n");
        v->stream = NULL;
        frames = NULL;
    }
    if (*v->noted) {
        count = smaller(room, strlen(v->noted));
        memcpy(bytes, v->noted, count);
        v->noted += count;
        return (ssize_t)count;
    }
    if (!frames) {
        return MHD_CONTENT_READER_END_OF_STREAM;
    }
    if (v->at < frames->length) {
        count = smaller(room, frames->length - v->at);
        memcpy(bytes, frames->bytes + v->at, count);
        v->at += count;
        return (ssize_t)count;
    }
    if (v->all->closing) {
        return MHD_CONTENT_READER_END_OF_STREAM;
    }
    v->suspended = true;
    v->all->watching++;
    MHD_suspend_connection(v->connection);
    return 0;
}

/* The id of the last event that a page has seen: 0 if none, -1 if there is no such event. */
static long long last_seen(const struct live_stream *stream, struct MHD_Connection *connection)
{
    const char *id = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Last-Event-ID");
    if (!id || !*id) {
        return 0;
    }
    char *end;
    errno = 0;
    long long number = strtoll(id, &end, 10);
    return *end || errno || number < 0 || (unsigned long long)number > stream->count ? -1 : number;
}

enum MHD_Result live_visitors_stream(struct live_visitor *visitor, const struct live_stream *stream, const char *note)
{
    long long seen = last_seen(stream, visitor->connection);
    struct MHD_Response *response =
        live_answers_headers(MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, BLOCK, more_events, visitor, NULL),
                             "text/event-stream", NULL);
    if (!response) {
        return MHD_NO;
    }
    visitor->stream = stream;
    visitor->since = clock_now();
    visitor->at = seen > 0 ? stream->end[seen - 1] : 0;
    set_note(visitor, note);
    if (seen < 0) {
        live_visitors_renew(visitor);
    }
    return live_answers_once(visitor->connection, MHD_HTTP_OK, response);
}

/* Resumes those who wait for events: players at once, watchers not more often than 20 times a second, and rarer if many
 * watch: they are told at once what has piled up. */
static void tell(struct live_visitors *all, int64_t now)
{
    bool beats = now - all->beat >= beat_every;
    bool due = all->closing || now - all->told >= LIVE_VISITORS_TICK + tell_each * (int64_t)all->watching;
    all->told = due ? now : all->told;
    all->beat = due && beats ? now : all->beat;
    for (struct live_visitor *v = all->first; v; v = v->next) {
        if (due && beats && v->suspended && !*v->noted) {
            set_note(v, ":\n\n");
        }
        if (v->suspended && (due ? is_behind(v) || *v->noted || all->closing : is_behind(v) && v->person)) {
            resume(v);
        }
    }
}

void live_visitors_run(struct live_visitors *all)
{
    int64_t now = clock_now();
    tell(all, now);
    if (now - all->swept > sweep_every) {
        all->swept = now;
        sweep(all, now);
    }
}

bool live_visitors_any_reads(const struct live_visitors *all)
{
    for (const struct live_visitor *v = all->first; v; v = v->next) {
        if (v->stream && !v->asking) {
            return true;
        }
    }
    return false;
}
