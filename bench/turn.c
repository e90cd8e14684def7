/* turn ROUNDS < MAP: a turn of a remote player over loopback, as a ratio to a bare ping-pong of the same bytes.
 *
 * The turn is a call of the referee on a proxy, in one thread, and the house player at the other end of a socket, in
 * another. The state is that of a game of eight in which every third connection is owned. Both are measured by turns,
 * in batches; what is printed are medians. */
#include "remote/net.h"
#include "remote/trains_proxy_player.h"
#include "remote/trains_proxy_referee.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

enum { PLAYERS = 8, BATCHES = 41, BYTES = 1 << 16 };

static int fail(const char *why)
{
    fprintf(stderr, "turn: %s\n", why);
    exit(1);
}

/* Two ends of a connection over loopback. */
static void connect_ends(int ends[2])
{
    const int one = 1;
    struct error err;
    uint16_t port = 0;
    bool nobody;
    int listener = net_listen((struct net_address){0}, 1, &port, &err);
    ends[0] = net_connect((struct net_address){.port = port}, CLOCK_NEVER, &nobody, &err);
    struct pollfd ready = {.fd = listener, .events = POLLIN};
    poll(&ready, 1, -1);
    ends[1] = accept(listener, NULL, NULL);
    close(listener);
    for (int i = 0; i < 2; i++) {
        if (ends[i] < 0 || setsockopt(ends[i], IPPROTO_TCP, TCP_NODELAY, &one, sizeof one) != 0) {
            fail(err.text);
        }
    }
}

/* -- the floor -- */

/* One side: it writes so many bytes, and reads so many. */
struct side {
    int fd;
    size_t writes, reads;
};

static bool read_all(const struct side *side, char *bytes)
{
    for (size_t done = 0; done < side->reads;) {
        ssize_t got = read(side->fd, bytes, side->reads - done);
        if (got <= 0) {
            return false;
        }
        done += (size_t)got;
    }
    return true;
}

static void *pong(void *argument)
{
    const struct side *side = argument;
    char bytes[BYTES] = {0};
    while (read_all(side, bytes) && write(side->fd, bytes, side->writes) > 0) {
    }
    return NULL;
}

static void ping(const struct side *side, int rounds)
{
    char bytes[BYTES] = {0};
    for (int i = 0; i < rounds; i++) {
        if (write(side->fd, bytes, side->writes) < 0 || !read_all(side, bytes)) {
            fail("the ping-pong ended");
        }
    }
}

/* -- the turn -- */

static void *serve(void *argument)
{
    struct error why;
    trains_proxy_referee_run(argument, &why);
    return NULL;
}

static void take_turns(struct trains_proxy_player *player, const struct trains_view *view, int rounds)
{
    struct error why;
    struct trains_action action;
    for (int i = 0; i < rounds; i++) {
        if (!trains_proxy_player_calls.play(player, view, &action, &why)) {
            fail(why.text);
        }
    }
}

/* -- both -- */

static int by_size(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static double median(double list[BATCHES])
{
    qsort(list, BATCHES, sizeof *list, by_size);
    return list[BATCHES / 2];
}

static double microseconds(int64_t since, int rounds)
{
    return (double)(clock_now() - since) / 1000 / rounds;
}

static void measure(const struct trains_dialect *dialect, const struct trains_view *view, int rounds)
{
    const struct trains_map *map = view->state->map;
    const enum trains_color card = TRAINS_RED;
    int remote[2], bare[2];
    struct error why;
    pthread_t threads[2];
    connect_ends(remote);
    connect_ends(bare);

    struct trains_house_player house = {.strategy = trains_strategy_find("Hold-10"), .map = map};
    struct trains_proxy_referee referee = {.client = {.wire = wire_open(remote[0], remote[0], -1, CLOCK_NEVER)},
                                           .dialect = dialect,
                                           .player = {"a", &trains_house_player_calls, &house}};
    struct trains_proxy_player player = {.wire = wire_open(remote[1], remote[1], -1, 2 * CLOCK_SECOND),
                                         .dialect = dialect};
    struct trains_message call = {.call = TRAINS_CALL_PLAY, .map = map, .view = view};
    struct trains_answer answer = {.action = trains_strategy_turn(house.strategy, view->state, view->hand)};
    struct text asked = {0}, answered = {0};
    dialect->write_call(&asked, &call);
    dialect->write_answer(&answered, &call, &answer);
    struct side near = {bare[0], asked.length + 1, answered.length + 1};
    text_free(&asked);
    text_free(&answered);
    struct side far = {bare[1], near.reads, near.writes};
    if (near.writes > BYTES || pthread_create(&threads[0], NULL, serve, &referee) != 0 ||
        pthread_create(&threads[1], NULL, pong, &far) != 0 ||
        !trains_proxy_player_calls.setup(&player, map, TRAINS_RAILS, &card, 1, &why)) {
        fail("cannot begin");
    }
    double turn[BATCHES], floor[BATCHES], ratio[BATCHES];
    for (int i = 0; i < BATCHES; i++) {
        int64_t start = clock_now();
        take_turns(&player, view, rounds);
        turn[i] = microseconds(start, rounds);
        start = clock_now();
        ping(&near, rounds);
        floor[i] = microseconds(start, rounds);
        ratio[i] = turn[i] / floor[i];
    }
    printf("%-8s %5zu bytes there, %2zu back: %6.1f us, bare %6.1f us, ratio %.2f\n", dialect->name, near.writes,
           near.reads, median(turn), median(floor), median(ratio));
    trains_proxy_player_close(&player);
    shutdown(bare[0], SHUT_RDWR);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    close(bare[0]);
    close(bare[1]);
}

int main(int argc, char **argv)
{
    static const char *const names[PLAYERS] = {"a", "b", "c", "d", "e", "f", "g", "h"};
    int rounds = argc > 1 ? (int)strtol(argv[1], NULL, 10) : 200;
    struct arena arena = {0};
    struct error err;
    struct json_stream stream = {.name = "<stdin>"};
    struct json_value value;
    struct trains_map map;
    struct trains_state state;
    enum json_stream_result result;
    while ((result = json_stream_next(&stream, 0, &value, &err)) == JSON_STREAM_MORE) {
        if (!json_stream_read(&stream, STDIN_FILENO, &err)) {
            fail(err.text);
        }
    }
    struct json_at at = json_at_root(&value);
    if (result != JSON_STREAM_VALUE || !trains_codec_map(&at, &arena, &map, &err) ||
        !trains_state_init(&state, &map, PLAYERS, names, &arena, &err)) {
        fail(err.text);
    }
    for (int i = 0; i < map.connections; i += 3) {
        state.owner[i] = i / 3 % PLAYERS;
    }
    struct trains_hand hand = {20, {{1, 2, 3, 2}}, {{0, 1}, {0, 2}}};
    struct trains_view view = {&state, 0, &hand};
    for (const struct trains_dialect *dialect = trains_dialects; dialect->name; dialect++) {
        measure(dialect, &view, rounds);
    }
    json_object_put(value.object);
    json_stream_free(&stream);
    arena_free(&arena);
    return 0;
}
