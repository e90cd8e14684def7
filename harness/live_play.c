#include "live_play.h"

#include "base/clock.h"

#include <errno.h>
#include <stdio.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

enum { PIECE = 16 * 1024, REST_MAX = 4 * 1024 * 1024 };

static const int64_t patience = CLOCK_SECOND; /* for a connection to the server, while all pages wait */

/* -- coming and going -- */

/* It is over: the page is told, and the seat is free once nobody reads there. */
static void end(struct live_person *person)
{
    if (person->fd >= 0) {
        close(person->fd);
        person->fd = -1;
        live_stream_end(&person->stream, "");
    }
}

static void clear(struct live_person *person)
{
    end(person);
    live_stream_free(&person->stream);
    text_free(&person->rest);
    *person = (struct live_person){.fd = -1};
}

/* A seat that nobody has had, or else one that is free again. */
static struct live_person *free_seat(struct live_play *play)
{
    struct live_person *left = NULL;
    for (int i = 0; i < LIVE_PLAY_MOST; i++) {
        struct live_person *person = &play->person[i];
        if (!person->token[0]) {
            return person;
        }
        left = !left && person->fd < 0 && person->readers == 0 ? person : left;
    }
    if (left) {
        clear(left);
    }
    return left;
}

static bool make_token(char token[LIVE_PLAY_TOKEN])
{
    unsigned char secret[(LIVE_PLAY_TOKEN - 1) / 2];
    if (getrandom(secret, sizeof secret, 0) != sizeof secret) {
        return false;
    }
    for (size_t i = 0; i < sizeof secret; i++) {
        snprintf(token + 2 * i, 3, "%02x", secret[i]);
    }
    return true;
}

static bool send_all(const struct live_person *person, const char *bytes, size_t length)
{
    /* answers are shorter than the kernel's buffer; a server that does not even read that is gone */
    return send(person->fd, bytes, length, MSG_DONTWAIT | MSG_NOSIGNAL) == (ssize_t)length;
}

struct live_person *live_play_join(struct live_play *play, const char *name, size_t length, struct error *err)
{
    struct live_person *person = free_seat(play);
    bool nobody;
    if (!person) {
        error_set(err, ERROR_IO, "too many people play");
        return NULL;
    }
    int fd = net_connect(play->server, clock_in(patience), &nobody, err);
    if (fd < 0) {
        return NULL;
    }
    *person = (struct live_person){.fd = fd};
    if (!make_token(person->token) || !send_all(person, name, length)) {
        clear(person);
        error_set(err, ERROR_IO, "the server does not listen");
        return NULL;
    }
    return person;
}

struct live_person *live_play_find(struct live_play *play, const char *token)
{
    for (int i = 0; i < LIVE_PLAY_MOST; i++) {
        struct live_person *person = &play->person[i];
        if (person->token[0] && strcmp(person->token, token) == 0) {
            return person;
        }
    }
    return NULL;
}

/* -- talking -- */

bool live_play_answer(struct live_person *person, size_t id, const char *answer, size_t length)
{
    if (person->fd < 0 || id != person->answered + 1 || id > person->stream.count) {
        return false;
    }
    person->answered = id;
    if (!send_all(person, answer, length)) {
        end(person);
    }
    return true;
}

/* Signalbox ends each message with a newline. */
static void take_messages(struct live_person *person, const char *bytes, size_t count)
{
    const char *newline;
    while ((newline = memchr(bytes, '\n', count))) {
        size_t length = (size_t)(newline - bytes);
        text_add(&person->rest, bytes, length);
        if (person->rest.failed) {
            end(person);
            return;
        }
        if (person->rest.length > 0) {
            live_stream_add(&person->stream, person->rest.bytes, person->rest.length);
        }
        text_clear(&person->rest);
        bytes += length + 1;
        count -= length + 1;
    }
    text_add(&person->rest, bytes, count);
    if (person->rest.failed || person->stream.frames.failed || person->rest.length > REST_MAX) {
        end(person);
    }
}

nfds_t live_play_fds(const struct live_play *play, struct pollfd *fds)
{
    nfds_t count = 0;
    for (int i = 0; i < LIVE_PLAY_MOST; i++) {
        if (play->person[i].token[0] && play->person[i].fd >= 0) {
            fds[count++] = (struct pollfd){.fd = play->person[i].fd, .events = POLLIN};
        }
    }
    return count;
}

void live_play_read(struct live_play *play)
{
    char bytes[PIECE];
    for (int i = 0; i < LIVE_PLAY_MOST; i++) {
        struct live_person *person = &play->person[i];
        ssize_t count = person->token[0] && person->fd >= 0 ? recv(person->fd, bytes, sizeof bytes, MSG_DONTWAIT) : -2;
        if (count > 0) {
            take_messages(person, bytes, (size_t)count);
        } else if (count == 0 || (count == -1 && errno != EAGAIN && errno != EINTR)) {
            end(person);
        }
    }
}

void live_play_close(struct live_play *play)
{
    for (int i = 0; i < LIVE_PLAY_MOST; i++) {
        if (play->person[i].token[0]) {
            clear(&play->person[i]);
        }
    }
}
