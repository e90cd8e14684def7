#include "live_answers.h"

#include "base/clock.h"

#include <errno.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

static const int64_t replay_every = CLOCK_SECOND; /* a replay is not made more often */

/* -- responses -- */

/* Adds a header. NULL if that fails: then the response is gone. */
static struct MHD_Response *add_header(struct MHD_Response *response, const char *name, const char *value)
{
    if (response && MHD_add_response_header(response, name, value) != MHD_YES) {
        MHD_destroy_response(response);
        return NULL;
    }
    return response;
}

struct MHD_Response *live_answers_headers(struct MHD_Response *response, const char *type, const char *policy)
{
    const struct {
        const char *name, *value;
    } headers[] = {
        {MHD_HTTP_HEADER_CONTENT_TYPE, type},
        {"Content-Security-Policy", policy ? policy : "default-src 'none'; frame-ancestors 'none'"},
        {"X-Content-Type-Options", "nosniff"},
        {"X-Frame-Options", "DENY"},
        {"Referrer-Policy", "no-referrer"},
        {"Cross-Origin-Resource-Policy", "same-origin"},
        {MHD_HTTP_HEADER_CACHE_CONTROL, "no-store"},
        {MHD_HTTP_HEADER_CONNECTION, "close"}, /* one request has one time limit */
    };
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
        response = add_header(response, headers[i].name, headers[i].value);
    }
    return response;
}

enum MHD_Result live_answers_once(struct MHD_Connection *connection, unsigned int status, struct MHD_Response *response)
{
    enum MHD_Result queued = response ? MHD_queue_response(connection, status, response) : MHD_NO;
    if (response) {
        MHD_destroy_response(response);
    }
    return queued;
}

enum MHD_Result live_answers_words(struct MHD_Connection *connection, unsigned int status, const char *words)
{
    char copy[sizeof((struct error *)0)->text]; /* which is as long as words get */
    snprintf(copy, sizeof copy, "%s", words);
    struct MHD_Response *response = MHD_create_response_from_buffer(strlen(copy), copy, MHD_RESPMEM_MUST_COPY);
    response = live_answers_headers(response, "text/plain; charset=utf-8", NULL);
    if (status == MHD_HTTP_METHOD_NOT_ALLOWED) {
        response = add_header(response, MHD_HTTP_HEADER_ALLOW, "GET, HEAD");
    }
    return live_answers_once(connection, status, response);
}

static void drop(struct MHD_Response **kept)
{
    if (*kept) {
        MHD_destroy_response(*kept);
    }
    *kept = NULL;
}

/* Replaces a page by this text, which it takes. False if that fails: then the old one is kept. */
static bool replace(struct MHD_Response **kept, struct text *page, struct text *policy)
{
    struct MHD_Response *response = NULL;
    text_string(policy, "; frame-ancestors 'none'");
    if (!page->failed && !policy->failed) {
        response = MHD_create_response_from_buffer(page->length, page->bytes, MHD_RESPMEM_MUST_FREE);
    }
    if (response) {
        *page = (struct text){0}; /* the response has the bytes */
        response = live_answers_headers(response, "text/html; charset=utf-8", policy->bytes);
    }
    if (response) {
        drop(kept);
        *kept = response;
    }
    text_free(page);
    text_free(policy);
    return response;
}

/* -- pages -- */

/* Makes a page, unless there is one; returns whether there is. */
static bool make_page(const struct live_answers *answers, const struct replay_player *player,
                      struct MHD_Response **kept)
{
    struct text page = {0}, policy = {0};
    struct error ignored;
    if (*kept) {
        return true;
    }
    replay_live_page(answers->feed->replay, answers->id, player, &page, &policy, &ignored);
    return replace(kept, &page, &policy);
}

bool live_answers_renew(struct live_answers *answers)
{
    char id[sizeof answers->id];
    snprintf(id, sizeof id, "%s-%d", answers->run, replay_has_picture(answers->feed->replay));
    if (strcmp(id, answers->id) == 0) {
        return false;
    }
    memcpy(answers->id, id, sizeof id);
    drop(&answers->page);
    drop(&answers->play_page);
    return true;
}

static enum MHD_Result send_page(struct live_answers *answers, struct MHD_Connection *connection)
{
    return make_page(answers, NULL, &answers->page) ? MHD_queue_response(connection, MHD_HTTP_OK, answers->page)
                                                    : MHD_NO;
}

static enum MHD_Result send_play_page(struct live_answers *answers, struct MHD_Connection *connection)
{
    if (!answers->player) {
        return live_answers_words(connection, MHD_HTTP_NOT_FOUND, "nobody plays from here\n");
    }
    return make_page(answers, answers->player, &answers->play_page)
               ? MHD_queue_response(connection, MHD_HTTP_OK, answers->play_page)
               : MHD_NO;
}

/* The replay so far, made anew if it is old. */
static enum MHD_Result send_replay(struct live_answers *answers, struct MHD_Connection *connection)
{
    int64_t now = clock_now();
    size_t count = answers->feed->stream.count;
    if (!answers->replay || (answers->replayed < count && now - answers->replay_made > replay_every)) {
        struct text page = {0}, policy = {0};
        struct error ignored;
        replay_page(answers->feed->replay, &page, &ignored);
        text_string(&policy, "base-uri 'none'"); /* the page has its own policy besides */
        if (replace(&answers->replay, &page, &policy)) {
            answers->replayed = count;
            answers->replay_made = now;
        }
    }
    return answers->replay ? MHD_queue_response(connection, MHD_HTTP_OK, answers->replay) : MHD_NO;
}

static enum MHD_Result send_log(struct live_answers *answers, struct MHD_Connection *connection)
{
    int fd = dup(fileno(answers->feed->log));
    if (fd < 0) {
        return live_answers_words(connection, MHD_HTTP_SERVICE_UNAVAILABLE, "too many files are open\n");
    }
    struct MHD_Response *response = MHD_create_response_from_fd64((uint64_t)answers->feed->log_size, fd);
    if (!response) {
        close(fd);
    }
    response = live_answers_headers(response, "application/x-ndjson; charset=utf-8", NULL);
    return live_answers_once(connection, MHD_HTTP_OK, response);
}

static enum MHD_Result send_health(struct live_answers *answers, struct MHD_Connection *connection)
{
    return live_answers_words(connection, MHD_HTTP_OK, answers->feed->over ? "ok, over\n" : "ok, live\n");
}

enum MHD_Result live_answers_get(struct live_answers *answers, struct MHD_Connection *connection, const char *path)
{
    static const struct {
        const char *path;
        enum MHD_Result (*send)(struct live_answers *answers, struct MHD_Connection *connection);
    } pages[] = {{"/", send_page},
                 {"/play", send_play_page},
                 {"/log", send_log},
                 {"/replay.html", send_replay},
                 {"/healthz", send_health}};
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        if (strcmp(path, pages[i].path) == 0) {
            return pages[i].send(answers, connection);
        }
    }
    return live_answers_words(connection, MHD_HTTP_NOT_FOUND, "there is no such page\n");
}

/* -- beginning and end -- */

bool live_answers_open(struct live_answers *answers, struct error *err)
{
    uint64_t run;
    if (getrandom(&run, sizeof run, 0) != sizeof run) {
        return error_set(err, ERROR_IO, "cannot get random numbers: %s", strerror(errno));
    }
    snprintf(answers->run, sizeof answers->run, "%016llx", (unsigned long long)run);
    live_answers_renew(answers);
    return make_page(answers, NULL, &answers->page) || error_memory(err);
}

void live_answers_close(struct live_answers *answers)
{
    drop(&answers->page);
    drop(&answers->play_page);
    drop(&answers->replay);
}
