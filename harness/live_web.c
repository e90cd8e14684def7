#include "live_web.h"

#include "base/clock.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    MEMORY = 32 * 1024,      /* of a connection: for the headers of a request, then for what is sent at once */
    SEND_BUFFER = 64 * 1024, /* of the kernel, for each connection */
    IDLE_SECONDS = 10,       /* for a connection on which nothing moves */
    BLOCK = 4 * 1024,
    NOTE = 80,
};

static const int64_t request_time = 10 * CLOCK_SECOND; /* for a whole request, from the connection on */
static const int64_t behind_time = 30 * CLOCK_SECOND;  /* a page that is never up to date for so long is dropped */
static const int64_t sweep_every = CLOCK_SECOND;
static const int64_t beat_every = 5 * CLOCK_SECOND; /* finds out who is gone */
static const int64_t farewell = CLOCK_SECOND;
static const int64_t tell_base = CLOCK_SECOND / 20, tell_each = CLOCK_SECOND / 500; /* the more watch, the rarer */

/* A connection. */
struct live_visitor {
    struct live_web *web;
    struct MHD_Connection *connection;
    struct live_visitor *next, **link;
    int fd;
    int64_t since;  /* when it began to wait for a request, or to be behind */
    bool asking;    /* no complete request yet */
    bool suspended; /* waits for events */
    bool is_page;   /* and has to be renewed when there is a picture */

    const struct live_stream *stream; /* which it gets, or NULL */
    size_t at;                        /* offset in that */
    char note[NOTE];                  /* sent before anything else, */
    const char *noted;                /* from here on */

    struct live_person *person; /* whose stream it is, or NULL */
    struct text body;           /* of a request */
};

/* -- connections -- */

static void come(struct live_web *web, struct MHD_Connection *connection, void **context)
{
    const int buffer = SEND_BUFFER;
    struct live_visitor *visitor = calloc(1, sizeof *visitor);
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    *context = visitor;
    if (!visitor || !info) {
        return;
    }
    *visitor = (struct live_visitor){.web = web,
                                     .connection = connection,
                                     .fd = info->connect_fd,
                                     .since = clock_now(),
                                     .asking = true,
                                     .next = web->visitors,
                                     .link = &web->visitors};
    if (web->visitors) {
        web->visitors->link = &visitor->next;
    }
    web->visitors = visitor;
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

static void on_connection(void *self, struct MHD_Connection *connection, void **context,
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
static void sweep(const struct live_web *web, int64_t now)
{
    for (const struct live_visitor *v = web->visitors; v; v = v->next) {
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

/* Tells a page that it is not the one that the events are for. Nothing follows. */
static void renew(struct live_visitor *visitor)
{
    set_note(visitor, "\n\nevent:reload\ndata:\n\n");
    visitor->stream = NULL;
}

static void renew_all(const struct live_web *web)
{
    for (struct live_visitor *v = web->visitors; v; v = v->next) {
        if (v->stream && v->is_page) {
            renew(v);
        }
    }
}

static void resume(struct live_visitor *visitor)
{
    visitor->suspended = false;
    visitor->since = clock_now();
    visitor->web->watching--;
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
    if (v->web->closing) {
        return MHD_CONTENT_READER_END_OF_STREAM;
    }
    v->suspended = true;
    v->web->watching++;
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

/* Begins to send a stream, after a note. */
static enum MHD_Result send_stream(struct live_visitor *visitor, const struct live_stream *stream, const char *note)
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
        renew(visitor);
    }
    return live_answers_once(visitor->connection, MHD_HTTP_OK, response);
}

static enum MHD_Result send_events(struct live_visitor *visitor)
{
    const struct live_answers *answers = &visitor->web->answers;
    const char *page = MHD_lookup_connection_value(visitor->connection, MHD_GET_ARGUMENT_KIND, "page");
    char note[NOTE];
    snprintf(note, sizeof note, "retry:1000\nevent:now\ndata:%lld\n\n", (long long)live_feed_time(answers->feed));
    enum MHD_Result result = send_stream(visitor, &answers->feed->stream, note);
    visitor->is_page = page; /* programs may read events, too */
    if (result == MHD_YES && page && strcmp(page, answers->id) != 0) {
        renew(visitor);
    }
    return result;
}

/* Resumes those who wait for events: players at once, watchers not more often than 20 times a second, and rarer if many
 * watch: they are told at once what has piled up. */
static void tell(struct live_web *web, int64_t now)
{
    bool beats = now - web->beat >= beat_every;
    bool due = web->closing || now - web->told >= tell_base + tell_each * (int64_t)web->watching;
    web->told = due ? now : web->told;
    web->beat = due && beats ? now : web->beat;
    for (struct live_visitor *v = web->visitors; v; v = v->next) {
        if (due && beats && v->suspended && !*v->noted) {
            set_note(v, ":\n\n");
        }
        if (v->suspended && (due ? is_behind(v) || *v->noted || web->closing : is_behind(v) && v->person)) {
            resume(v);
        }
    }
}

/* -- people who play -- */

/* A page of another site may have its name point to this machine, but cannot choose what browsers send as Host. */
static bool is_host(const struct live_web *web, const char *host)
{
    char name[256];
    struct in6_addr address;
    if (!host || strlen(host) >= sizeof name) {
        return false;
    }
    const char *from = host[0] == '[' ? host + 1 : host;
    size_t length = strcspn(from, host[0] == '[' ? "]" : ":");
    memcpy(name, from, length);
    name[length] = 0;
    return strcmp(name, "localhost") == 0 || (web->host && strcmp(name, web->host) == 0) ||
           inet_pton(AF_INET, name, &address) == 1 || inet_pton(AF_INET6, name, &address) == 1;
}

/* Browsers say which site's page sends something; programs need not. */
static bool is_own_page(const char *origin, const char *host)
{
    const char *site = origin ? strstr(origin, "://") : NULL;
    return !origin || (site && strcmp(site + 3, host) == 0);
}

static struct live_person *person_of(const struct live_visitor *visitor)
{
    const char *token = MHD_lookup_connection_value(visitor->connection, MHD_GET_ARGUMENT_KIND, "token");
    return token ? live_play_find(visitor->web->play, token) : NULL;
}

static enum MHD_Result send_messages(struct live_visitor *visitor)
{
    struct live_person *person = person_of(visitor);
    char note[NOTE];
    if (!person) {
        return live_answers_words(visitor->connection, MHD_HTTP_FORBIDDEN, "there is no such player\n");
    }
    snprintf(note, sizeof note, "retry:500\nevent:answered\ndata:%zu\n\n", person->answered);
    visitor->person = person;
    person->readers++;
    return send_stream(visitor, &person->stream, note);
}

static enum MHD_Result take_name(struct live_visitor *visitor, const struct text *name)
{
    struct error error;
    struct live_person *person =
        name->length <= LIVE_PLAY_NAME ? live_play_join(visitor->web->play, name->bytes, name->length, &error) : NULL;
    return person ? live_answers_words(visitor->connection, MHD_HTTP_OK, person->token)
                  : live_answers_words(visitor->connection, MHD_HTTP_CONFLICT,
                                       name->length <= LIVE_PLAY_NAME ? error.text : "this name is too long");
}

static enum MHD_Result take_move(struct live_visitor *visitor, const struct text *move)
{
    const char *id = MHD_lookup_connection_value(visitor->connection, MHD_GET_ARGUMENT_KIND, "id");
    struct live_person *person = person_of(visitor);
    if (!person) {
        return live_answers_words(visitor->connection, MHD_HTTP_FORBIDDEN, "there is no such player\n");
    }
    bool taken = id && live_play_answer(person, strtoull(id, NULL, 10), move->bytes, move->length);
    return live_answers_words(visitor->connection, taken ? MHD_HTTP_OK : MHD_HTTP_CONFLICT,
                              taken ? "sent\n" : "this is not the message to be answered\n");
}

/* -- requests -- */

static enum MHD_Result on_get(struct live_visitor *visitor, const char *path)
{
    struct live_web *web = visitor->web;
    bool plays = strncmp(path, "/play", 5) == 0;
    if (plays && !is_host(web, MHD_lookup_connection_value(visitor->connection, MHD_HEADER_KIND, "Host"))) {
        return live_answers_words(visitor->connection, MHD_HTTP_FORBIDDEN,
                                  "unknown host: use the address, not a name\n");
    }
    if (strcmp(path, "/events") == 0) {
        return send_events(visitor);
    }
    if (web->play && strcmp(path, "/play/events") == 0) {
        return send_messages(visitor);
    }
    return live_answers_get(&web->answers, visitor->connection, path);
}

/* What may be posted, and from where: also, a page of another site cannot send this type without asking. */
static unsigned int judge_post(const struct live_visitor *visitor, const char *path)
{
    struct MHD_Connection *connection = visitor->connection;
    const char *type = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_CONTENT_TYPE);
    const char *host = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_HOST);
    const char *origin = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_ORIGIN);
    if (!visitor->web->play || (strcmp(path, "/play/join") != 0 && strcmp(path, "/play/move") != 0)) {
        return MHD_HTTP_METHOD_NOT_ALLOWED;
    }
    if (!is_host(visitor->web, host) || !is_own_page(origin, host)) {
        return MHD_HTTP_FORBIDDEN;
    }
    return type && strcmp(type, "application/json") == 0 ? MHD_HTTP_OK : MHD_HTTP_UNSUPPORTED_MEDIA_TYPE;
}

/* The body of a POST arrives in pieces, after a call without any, and before a last one without any. It is answered
 * only then: who is still sending would not read the answer. */
static enum MHD_Result on_post(struct live_visitor *visitor, const char *path, const char *data, size_t *size,
                               void **request)
{
    struct text *body = &visitor->body;
    if (!*request) {
        *request = body;
        return MHD_YES;
    }
    if (*size > 0) {
        if (body->length <= LIVE_PLAY_ANSWER) { /* one byte more is too much already */
            text_add(body, data, smaller(*size, LIVE_PLAY_ANSWER + 1 - body->length));
        }
        *size = 0;
        return MHD_YES;
    }
    visitor->asking = false;
    unsigned int status = judge_post(visitor, path);
    if (status != MHD_HTTP_OK) {
        return live_answers_words(visitor->connection, status, "this cannot be posted\n");
    }
    if (body->failed) {
        return MHD_NO;
    }
    if (body->length == 0 || body->length > LIVE_PLAY_ANSWER) {
        return live_answers_words(visitor->connection, MHD_HTTP_CONTENT_TOO_LARGE, "this is nothing, or too long\n");
    }
    return strcmp(path, "/play/join") == 0 ? take_name(visitor, body) : take_move(visitor, body);
}

static enum MHD_Result on_request(void *self, struct MHD_Connection *connection, const char *path, const char *method,
                                  const char *version, const char *data, size_t *size, void **request)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    struct live_visitor *visitor = info ? info->socket_context : NULL;
    (void)self;
    (void)version;
    if (!visitor) {
        return MHD_NO;
    }
    if (strcmp(method, MHD_HTTP_METHOD_POST) == 0) {
        return on_post(visitor, path, data, size, request);
    }
    visitor->asking = false;
    return strcmp(method, MHD_HTTP_METHOD_GET) == 0 || strcmp(method, MHD_HTTP_METHOD_HEAD) == 0
               ? on_get(visitor, path)
               : live_answers_words(connection, MHD_HTTP_METHOD_NOT_ALLOWED, "only GET and HEAD\n");
}

/* -- beginning, running, end -- */

/* What the library would print about requests that it rejects. */
static void say_nothing(void *self, const char *format, va_list arguments)
{
    (void)self;
    (void)format;
    (void)arguments;
}

/* No path or value has anything to unescape. */
static size_t keep_escapes(void *self, struct MHD_Connection *connection, char *text)
{
    (void)self;
    (void)connection;
    return strlen(text);
}

bool live_web_open(struct live_web *web, struct error *err)
{
    if (!live_answers_open(&web->answers, err)) {
        close(web->listener);
        return false;
    }
    web->daemon = MHD_start_daemon(
        MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG, 0, NULL, NULL, on_request, web,
        MHD_OPTION_EXTERNAL_LOGGER, say_nothing, NULL, MHD_OPTION_LISTEN_SOCKET, web->listener,
        MHD_OPTION_CONNECTION_LIMIT, web->most, MHD_OPTION_PER_IP_CONNECTION_LIMIT, web->most - web->most / 4,
        MHD_OPTION_CONNECTION_TIMEOUT, (unsigned int)IDLE_SECONDS, MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)MEMORY,
        MHD_OPTION_NOTIFY_CONNECTION, on_connection, web, MHD_OPTION_UNESCAPE_CALLBACK, keep_escapes, NULL,
        MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_END);
    if (!web->daemon) {
        close(web->listener);
        return error_set(err, ERROR_IO, "cannot serve pages: %s", strerror(errno));
    }
    return true;
}

int live_web_fd(const struct live_web *web)
{
    return web->stuck ? -1 : MHD_get_daemon_info(web->daemon, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd;
}

int64_t live_web_until(const struct live_web *web)
{
    MHD_UNSIGNED_LONG_LONG milliseconds;
    int64_t until = clock_in(tell_base);
    if (MHD_get_timeout(web->daemon, &milliseconds) == MHD_YES) {
        int64_t wanted = clock_in((int64_t)milliseconds * (CLOCK_SECOND / 1000));
        until = wanted < until ? wanted : until;
    }
    return until;
}

void live_web_run(struct live_web *web)
{
    int64_t now = clock_now();
    if (live_answers_renew(&web->answers)) {
        renew_all(web);
    }
    tell(web, now);
    if (now - web->swept > sweep_every) {
        web->swept = now;
        sweep(web, now);
    }
    MHD_run(web->daemon);
    web->stuck = false;
    struct pollfd left = {.fd = live_web_fd(web), .events = POLLIN};
    web->stuck = !web->visitors && poll(&left, 1, 0) > 0;
}

/* Whether somebody still reads the end of the events. */
static bool somebody_reads(const struct live_web *web)
{
    for (const struct live_visitor *v = web->visitors; v; v = v->next) {
        if (v->stream && !v->asking) {
            return true;
        }
    }
    return false;
}

void live_web_close(struct live_web *web)
{
    if (web->daemon) {
        int64_t until = clock_in(farewell);
        web->closing = true;
        close(MHD_quiesce_daemon(web->daemon));
        do {
            live_web_run(web);
            clock_poll(&(struct pollfd){.fd = live_web_fd(web), .events = POLLIN}, 1, live_web_until(web));
        } while (somebody_reads(web) && clock_now() < until);
        MHD_stop_daemon(web->daemon);
    }
    live_answers_close(&web->answers);
}
