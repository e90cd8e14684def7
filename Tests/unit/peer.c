#include "peer.h"

#include "base/clock.h"

#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

enum { LINE_MAX_BYTES = 4096, PATIENCE = 20 /* s */ };

static bool make_pair(int ends[2])
{
    signal(SIGPIPE, SIG_IGN); /* as the programs do */
    return socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0;
}

/* -- the script -- */

static void complain(struct peer *peer, const char *what, const char *detail)
{
    if (!peer->wrong[0]) {
        snprintf(peer->wrong, sizeof peer->wrong, "%s: %.700s", what, detail);
    }
}

static bool wait_for_input(struct peer *peer)
{
    struct pollfd fd = {.fd = peer->fd, .events = POLLIN};
    bool came = clock_poll(&fd, 1, clock_in(PATIENCE * CLOCK_SECOND)) > 0;
    if (!came) {
        complain(peer, "nothing came", "");
    }
    return came;
}

/* Reads one byte at a time, so as not to read past the line. */
static void hear(struct peer *peer, const char *expected, size_t length)
{
    char line[LINE_MAX_BYTES];
    size_t got = 0;
    while (got < sizeof line - 1 && wait_for_input(peer) && recv(peer->fd, line + got, 1, 0) == 1 &&
           line[got] != '\n') {
        got++;
    }
    line[got] = '\0';
    if (got != length || memcmp(line, expected, length) != 0) {
        complain(peer, "heard", line);
    }
}

/* A line of any length. */
static void skip(struct peer *peer)
{
    char byte = '\0';
    while (byte != '\n' && wait_for_input(peer) && recv(peer->fd, &byte, 1, 0) == 1) {
    }
}

static void speak(struct peer *peer, const char *text, size_t length, size_t piece)
{
    for (size_t i = 0; i < length; i += piece) {
        size_t size = length - i < piece ? length - i : piece;
        if (i > 0) {
            clock_sleep(clock_in(CLOCK_SECOND / 1000));
        }
        if (send(peer->fd, text + i, size, MSG_NOSIGNAL) < 0) {
            return; /* the other side has hung up, and will report why */
        }
    }
}

static void listen_on(struct peer *peer)
{
    char piece[LINE_MAX_BYTES];
    while (wait_for_input(peer) && recv(peer->fd, piece, sizeof piece, 0) > 0) {
    }
}

static bool begins(const char **line, size_t *length, const char *word)
{
    size_t size = strlen(word);
    bool does = *length >= size && memcmp(*line, word, size) == 0;
    if (does) {
        *line += size;
        *length -= size;
    }
    return does;
}

static void follow(struct peer *peer, const char *line, size_t length)
{
    const char *own = peer->is_server ? "<- " : "-> ", *other = peer->is_server ? "-> " : "<- ";
    if (begins(&line, &length, own)) {
        char whole[LINE_MAX_BYTES]; /* the newline comes with it, as it usually does */
        snprintf(whole, sizeof whole, "%.*s\n", (int)length, line);
        speak(peer, whole, length + 1, length + 1);
    } else if (begins(&line, &length, other)) {
        hear(peer, line, length);
    } else if (begins(&line, &length, "skip")) {
        skip(peer);
    } else if (begins(&line, &length, "send ")) {
        speak(peer, line, length, length);
    } else if (begins(&line, &length, "drip ")) {
        speak(peer, line, length, 1);
    } else if (begins(&line, &length, "listen")) {
        listen_on(peer);
    } else if (begins(&line, &length, "wait")) {
        wait_for_input(peer);
    } else {
        complain(peer, "no such step", line);
    }
}

static void *act(void *argument)
{
    struct peer *peer = argument;
    for (const char *line = peer->script; *line && !peer->wrong[0];) {
        size_t length = strcspn(line, "\n");
        follow(peer, line, length);
        line += length + (line[length] == '\n');
    }
    close(peer->fd);
    return NULL;
}

int peer_start(struct peer *peer, bool is_server, const char *script)
{
    int ends[2];
    if (!make_pair(ends)) {
        return -1;
    }
    *peer = (struct peer){.fd = ends[1], .is_server = is_server, .script = script};
    if (pthread_create(&peer->thread, NULL, act, peer) != 0) {
        close(ends[0]);
        close(ends[1]);
        return -1;
    }
    return ends[0];
}

const char *peer_join(struct peer *peer)
{
    pthread_join(peer->thread, NULL);
    return peer->wrong;
}

/* -- both ends -- */

bool open_ends(struct ends *e, int64_t allowed)
{
    int pair[2];
    *e = (struct ends){0};
    if (!make_pair(pair)) {
        return false;
    }
    e->wire = wire_open(pair[0], pair[0], -1, allowed);
    e->other = pair[1];
    return true;
}

void close_ends(struct ends *e)
{
    wire_close(&e->wire);
    if (e->other >= 0) {
        close(e->other);
    }
}

bool say(const struct ends *e, const char *text)
{
    return write(e->other, text, strlen(text)) == (ssize_t)strlen(text);
}

void hang_up(struct ends *e)
{
    close(e->other);
    e->other = -1;
}

enum json_stream_result receive(struct ends *e)
{
    return wire_receive(&e->wire, 0, wire_deadline(&e->wire), &e->value, &e->why);
}

char *big_message(size_t blanks, size_t string)
{
    char *text = malloc(blanks + string);
    if (text) {
        memset(text, ' ', blanks);
        memset(text + blanks, 'x', string);
        text[blanks] = text[blanks + string - 1] = '"';
    }
    return text;
}

/* -- the table -- */

char *read_text(const char *path)
{
    char *text = NULL;
    size_t room = 0;
    FILE *file = fopen(path, "r");
    if (file && getdelim(&text, &room, '\0', file) < 0) {
        free(text);
        text = NULL;
    }
    if (file) {
        fclose(file);
    }
    return text;
}

static bool give(struct table *t, int connection, int player)
{
    t->state.owner[connection] = player;
    return true;
}

bool table_open(struct table *t)
{
    static const char *const names[] = {"Ann", "Ben", "Cleo"};
    struct reading *r = &t->reading;
    t->view = (struct trains_view){.state = &t->state, .seat = 1, .hand = &t->hand};
    t->hand = (struct trains_hand){.rails = 42, .cards = {{0, 1, 5, 2}}, .destination = {{0, 4}, {0, 5}}};
    for (int i = 0; i < TRAINS_OFFERED; i++) {
        t->offered[i] = (struct trains_destination){0, i + 1};
    }
    t->text = read_text("fixtures/remote/trains.json");
    return t->text && start_with_map(r, t->text, &t->map) &&
           trains_codec_players(&r->at[1], 2, TRAINS_PLAYERS_MAX, TRAINS_NAMES_REFUSED, &r->arena, &t->entries,
                                &t->players, &r->error) &&
           trains_codec_deck(&r->at[2], &r->arena, &t->deck, &r->error) &&
           trains_state_init(&t->state, &t->map, 3, names, &r->arena, &r->error) && give(t, 0, 1) && give(t, 2, 2) &&
           give(t, 5, 2) && give(t, 6, 0);
}

struct trains_message table_message(const struct table *t, enum trains_call call)
{
    static const enum trains_color cards[] = {TRAINS_RED, TRAINS_WHITE, TRAINS_RED};
    struct trains_message m = {.call = call};
    if (call == TRAINS_CALL_SETUP || call == TRAINS_CALL_PICK || call == TRAINS_CALL_PLAY ||
        call == TRAINS_CALL_UPDATE) {
        m.map = &t->map;
    }
    m.rails = TRAINS_RAILS;
    m.cards = (struct trains_deck){cards, 3};
    m.offered = t->offered;
    m.view = &t->view;
    m.losses = 3;
    m.won = true;
    return m;
}

void table_close(struct table *t)
{
    reading_end(&t->reading);
    free(t->text);
}
