/* games SECONDS INPUT...: games per second in one thread, in this process, without reading and parsing.
 *
 * Each input begins with a map and players, of which the first eight play; every game has a shuffled deck. Prints for
 * each input the cities, the connections, turns a game, microseconds a game, and nanoseconds for a turn and connection.
 */
#include "trains/codec.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

struct input {
    struct arena arena;
    struct error error;
    struct json_stream stream;
    struct json_value value[2];
    struct trains_map map;
    struct trains_entry *entry;
    int players;
};

static bool load(struct input *in, const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    in->stream.name = path;
    for (int i = 0; i < 2; i++) {
        enum json_stream_result result;
        while ((result = json_stream_next(&in->stream, 0, &in->value[i], &in->error)) == JSON_STREAM_MORE) {
            if (!json_stream_read(&in->stream, fd, &in->error)) {
                return false;
            }
        }
        if (result != JSON_STREAM_VALUE) {
            return false;
        }
    }
    close(fd);
    struct json_at map = json_at_root(&in->value[0]), players = json_at_root(&in->value[1]);
    if (!trains_codec_map(&map, &in->arena, &in->map, &in->error) ||
        !trains_codec_players(&players, TRAINS_PLAYERS_MIN, SIZE_MAX, TRAINS_NAMES_REFUSED, &in->arena, &in->entry,
                              &in->players, &in->error)) {
        return false;
    }
    in->players = in->players < TRAINS_PLAYERS_MAX ? in->players : TRAINS_PLAYERS_MAX;
    return true;
}

static bool count_turn(void *self, const void *event, struct error *err)
{
    const struct trains_event *e = event;
    (void)err;
    *(int *)self = e->turn;
    return true;
}

/* Plays game `number`; somebody may count its turns. */
static void play(const struct input *in, struct trains_referee *referee, uint64_t number, struct observer *counter)
{
    struct random chance = random_stream(1, number);
    struct trains_house_player house[TRAINS_PLAYERS_MAX];
    struct trains_player player[TRAINS_PLAYERS_MAX];
    struct trains_standing standing[TRAINS_PLAYERS_MAX];
    enum trains_color cards[TRAINS_DECK];
    struct observer *const observers[] = {counter, NULL};
    struct error ignored;
    for (int i = 0; i < in->players; i++) {
        house[i] = (struct trains_house_player){.strategy = in->entry[i].strategy, .map = &in->map};
        player[i] = (struct trains_player){in->entry[i].name, &trains_house_player_calls, &house[i]};
    }
    struct trains_game game = {.number = 1, .players = in->players, .player = player, .chance = &chance};
    game.deck = trains_cards_shuffle(cards, &chance);
    game.observers = counter ? observers : NULL;
    trains_referee_play(referee, &game, standing, &ignored);
}

int main(int argc, char **argv)
{
    double seconds = argc > 2 ? strtod(argv[1], NULL) : 0;
    for (int i = 2; i < argc; i++) {
        struct input in = {0};
        struct trains_referee referee;
        if (!load(&in, argv[i]) || !trains_referee_init(&referee, &in.map, &in.arena, &in.error)) {
            fprintf(stderr, "games: %s\n", in.error.text);
            return EXIT_FAILURE;
        }
        int turns = 0;
        uint64_t games = 0;
        struct observer counter = {.see = count_turn, .self = &turns};
        play(&in, &referee, 0, &counter);
        double start = now(), spent;
        do {
            play(&in, &referee, games++, NULL);
            spent = now() - start;
        } while (spent < seconds);
        double each = spent / (double)games;
        printf("%5d cities %6d connections %d players %5d turns: %9.0f games/s %9.1f us a game %7.3f ns/(turn x "
               "connection)\n",
               in.map.cities, in.map.connections, in.players, turns, 1 / each, each * 1e6,
               each * 1e9 / turns / in.map.connections);
        json_object_put(in.value[0].object);
        json_object_put(in.value[1].object);
        json_stream_free(&in.stream);
        arena_free(&in.arena);
    }
    return EXIT_SUCCESS;
}
