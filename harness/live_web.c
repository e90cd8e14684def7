#include "live_web.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    MEMORY = 32 * 1024, /* of a connection: for the headers of a request, then for what is sent at once */
    IDLE_SECONDS = 10,  /* for a connection on which nothing moves */
};

static const int64_t farewell = CLOCK_SECOND;

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

static struct live_person *person_of(const struct live_web *web, const struct live_visitor *visitor)
{
    const char *token = MHD_lookup_connection_value(visitor->connection, MHD_GET_ARGUMENT_KIND, "token");
    return token ? live_play_find(web->play, token) : NULL;
}

static enum MHD_Result send_messages(const struct live_web *web, struct live_visitor *visitor)
{
    struct live_person *person = person_of(web, visitor);
    char note[LIVE_VISITORS_NOTE];
    if (!person) {
        return live_answers_words(visitor->connection, MHD_HTTP_FORBIDDEN, "there is no such player\n");
    }
    snprintf(note, sizeof note, "retry:500\nevent:answered\ndata:%zu\n\n", person->answered);
    visitor->person = person;
    person->readers++;
    return live_visitors_stream(visitor, &person->stream, note);
}

static enum MHD_Result take_name(const struct live_web *web, const struct live_visitor *visitor,
                                 const struct text *name)
{
    struct error error;
    struct live_person *person =
        name->length <= LIVE_PLAY_NAME ? live_play_join(web->play, name->bytes, name->length, &error) : NULL;
    return person ? live_answers_words(visitor->connection, MHD_HTTP_OK, person->token)
                  : live_answers_words(visitor->connection, MHD_HTTP_CONFLICT,
                                       name->length <= LIVE_PLAY_NAME ? error.text : "this name is too long");
}

static enum MHD_Result take_move(const struct live_web *web, const struct live_visitor *visitor,
                                 const struct text *move)
{
    const char *id = MHD_lookup_connection_value(visitor->connection, MHD_GET_ARGUMENT_KIND, "id");
    struct live_person *person = person_of(web, visitor);
    if (!person) {
        return live_answers_words(visitor->connection, MHD_HTTP_FORBIDDEN, "there is no such player\n");
    }
    bool taken = id && live_play_answer(person, strtoull(id, NULL, 10), move->bytes, move->length);
    return live_answers_words(visitor->connection, taken ? MHD_HTTP_OK : MHD_HTTP_CONFLICT,
                              taken ? "sent\n" : "this is not the message to be answered\n");
}

/* -- requests -- */

static enum MHD_Result send_events(const struct live_web *web, struct live_visitor *visitor)
{
    const struct live_answers *answers = &web->answers;
    const char *page = MHD_lookup_connection_value(visitor->connection, MHD_GET_ARGUMENT_KIND, "page");
    char note[LIVE_VISITORS_NOTE];
    snprintf(note, sizeof note, "retry:1000\nevent:now\ndata:%lld\n\n", (long long)live_feed_time(answers->feed));
    enum MHD_Result result = live_visitors_stream(visitor, &answers->feed->stream, note);
    visitor->is_page = page; /* programs may read events, too */
    if (result == MHD_YES && page && strcmp(page, answers->id) != 0) {
        live_visitors_renew(visitor);
    }
    return result;
}

static enum MHD_Result on_get(struct live_web *web, struct live_visitor *visitor, const char *path)
{
    bool plays = strncmp(path, "/play", 5) == 0;
    if (plays && !is_host(web, MHD_lookup_connection_value(visitor->connection, MHD_HEADER_KIND, "Host"))) {
        return live_answers_words(visitor->connection, MHD_HTTP_FORBIDDEN,
                                  "unknown host: use the address, not a name\n");
    }
    if (strcmp(path, "/events") == 0) {
        return send_events(web, visitor);
    }
    if (web->play && strcmp(path, "/play/events") == 0) {
        return send_messages(web, visitor);
    }
    return live_answers_get(&web->answers, visitor->connection, path);
}

/* What may be posted, and from where: also, a page of another site cannot send this type without asking. */
static unsigned int judge_post(const struct live_web *web, struct MHD_Connection *connection, const char *path)
{
    const char *type = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_CONTENT_TYPE);
    const char *host = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_HOST);
    const char *origin = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_ORIGIN);
    if (!web->play || (strcmp(path, "/play/join") != 0 && strcmp(path, "/play/move") != 0)) {
        return MHD_HTTP_METHOD_NOT_ALLOWED;
    }
    if (!is_host(web, host) || !is_own_page(origin, host)) {
        return MHD_HTTP_FORBIDDEN;
    }
    return type && strcmp(type, "application/json") == 0 ? MHD_HTTP_OK : MHD_HTTP_UNSUPPORTED_MEDIA_TYPE;
}

/* The body of a POST arrives in pieces, after a call without any, and before a last one without any. It is answered
 * only then: who is still sending would not read the answer. */
static enum MHD_Result on_post(const struct live_web *web, struct live_visitor *visitor, const char *path,
                               const char *data, size_t *size, void **request)
{
    struct text *body = &visitor->body;
    if (!*request) {
        *request = body;
        return MHD_YES;
    }
    if (*size > 0) {
        if (body->length <= LIVE_PLAY_ANSWER) { /* one byte more is too much already */
            size_t room = LIVE_PLAY_ANSWER + 1 - body->length;
            text_add(body, data, *size < room ? *size : room);
        }
        *size = 0;
        return MHD_YES;
    }
    visitor->asking = false;
    unsigned int status = judge_post(web, visitor->connection, path);
    if (status != MHD_HTTP_OK) {
        return live_answers_words(visitor->connection, status, "this cannot be posted\n");
    }
    if (body->failed) {
        return MHD_NO;
    }
    if (body->length == 0 || body->length > LIVE_PLAY_ANSWER) {
        return live_answers_words(visitor->connection, MHD_HTTP_CONTENT_TOO_LARGE, "this is nothing, or too long\n");
    }
    return strcmp(path, "/play/join") == 0 ? take_name(web, visitor, body) : take_move(web, visitor, body);
}

static enum MHD_Result on_request(void *self, struct MHD_Connection *connection, const char *path, const char *method,
                                  const char *version, const char *data, size_t *size, void **request)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    struct live_visitor *visitor = info ? info->socket_context : NULL;
    struct live_web *web = self;
    (void)version;
    if (!visitor) {
        return MHD_NO;
    }
    if (strcmp(method, MHD_HTTP_METHOD_POST) == 0) {
        return on_post(web, visitor, path, data, size, request);
    }
    visitor->asking = false;
    return strcmp(method, MHD_HTTP_METHOD_GET) == 0 || strcmp(method, MHD_HTTP_METHOD_HEAD) == 0
               ? on_get(web, visitor, path)
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
        MHD_OPTION_NOTIFY_CONNECTION, live_visitors_on_connection, &web->visitors, MHD_OPTION_UNESCAPE_CALLBACK,
        keep_escapes, NULL, MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_END);
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
    int64_t until = clock_in(LIVE_VISITORS_TICK);
    if (MHD_get_timeout(web->daemon, &milliseconds) == MHD_YES) {
        int64_t wanted = clock_in((int64_t)milliseconds * (CLOCK_SECOND / 1000));
        until = wanted < until ? wanted : until;
    }
    return until;
}

void live_web_run(struct live_web *web)
{
    if (live_answers_renew(&web->answers)) {
        live_visitors_renew_all(&web->visitors);
    }
    live_visitors_run(&web->visitors);
    MHD_run(web->daemon);
    web->stuck = false;
    struct pollfd left = {.fd = live_web_fd(web), .events = POLLIN};
    web->stuck = !web->visitors.first && poll(&left, 1, 0) > 0;
}

void live_web_close(struct live_web *web)
{
    if (web->daemon) {
        int64_t until = clock_in(farewell);
        web->visitors.closing = true;
        close(MHD_quiesce_daemon(web->daemon));
        do {
            live_web_run(web);
            clock_poll(&(struct pollfd){.fd = live_web_fd(web), .events = POLLIN}, 1, live_web_until(web));
        } while (live_visitors_any_reads(&web->visitors) && clock_now() < until);
        MHD_stop_daemon(web->daemon);
    }
    live_answers_close(&web->answers);
}
