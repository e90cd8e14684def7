/* record SERVER-PORT: a proxy between one client and a server that prints their messages.
 *
 * Listens for one connection on a free port of this machine, which it prints to stderr; forwards everything in both
 * directions; and prints a line for each message: "-> VALUE" from the client, "<- VALUE" from the server. Exits when
 * both sides have closed. */
#include "base/clock.h"
#include "base/json_stream.h"
#include "remote/net.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

struct side {
    int from, to;
    const char *arrow;
    struct json_stream said;
};

static void stop(const char *reason)
{
    fprintf(stderr, "record: %s\n", reason);
    exit(EXIT_FAILURE);
}

static void print_values(struct side *side)
{
    struct json_value value;
    struct error error;
    enum json_stream_result result;
    while ((result = json_stream_next(&side->said, 0, &value, &error)) == JSON_STREAM_VALUE) {
        printf("%s %s\n", side->arrow,
               json_object_to_json_string_ext(value.object, JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE));
        json_object_put(value.object);
    }
    if (result == JSON_STREAM_ERROR) {
        stop(error.text);
    }
}

/* Forwards what is available. */
static void pass(struct side *side)
{
    char piece[4096];
    struct error error;
    ssize_t got = read(side->from, piece, sizeof piece);
    if (got <= 0) {
        side->said.finished = true;
        print_values(side);
        shutdown(side->to, SHUT_WR);
        return;
    }
    if (!json_stream_feed(&side->said, piece, (size_t)got, &error)) {
        stop(error.text);
    }
    for (ssize_t sent, done = 0; done < got; done += sent) {
        if ((sent = send(side->to, piece + done, (size_t)(got - done), MSG_NOSIGNAL)) < 0) {
            stop("one side is gone");
        }
    }
    print_values(side); /* last: a printed line was already forwarded */
}

static int accept_one(int listener)
{
    struct pollfd fd = {.fd = listener, .events = POLLIN};
    return clock_poll(&fd, 1, clock_in(30 * CLOCK_SECOND)) > 0 ? accept(listener, NULL, NULL) : -1;
}

int main(int argc, char **argv)
{
    struct error error;
    uint16_t port = argc == 2 ? (uint16_t)strtol(argv[1], NULL, 10) : 0, own;
    bool nobody;
    setvbuf(stdout, NULL, _IOLBF, 0); /* for readers that wait for a line */
    if (port == 0) {
        stop("usage: record SERVER-PORT");
    }
    int listener = net_listen((struct net_address){.port = 0}, 1, &own, &error);
    if (listener < 0) {
        stop(error.text);
    }
    fprintf(stderr, "record: listening on port %u\n", own);
    int client = accept_one(listener),
        server = net_connect((struct net_address){.port = port}, CLOCK_NEVER, &nobody, &error);
    if (client < 0 || server < 0) {
        stop(client < 0 ? "nobody came" : error.text);
    }
    struct side sides[] = {{client, server, "->", {.name = "client"}}, {server, client, "<-", {.name = "server"}}};
    while (!sides[0].said.finished || !sides[1].said.finished) {
        struct pollfd fds[2];
        for (int i = 0; i < 2; i++) {
            fds[i] = (struct pollfd){.fd = sides[i].said.finished ? -1 : sides[i].from, .events = POLLIN};
        }
        if (clock_poll(fds, 2, clock_in(30 * CLOCK_SECOND)) <= 0) {
            stop("nobody says anything any more");
        }
        for (int i = 0; i < 2; i++) {
            if (fds[i].revents) {
                pass(&sides[i]);
            }
        }
    }
    json_stream_free(&sides[0].said);
    json_stream_free(&sides[1].said);
    return EXIT_SUCCESS;
}
