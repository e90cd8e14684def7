/* Replays the recorded sessions: each end of a connection must send the same messages again. */
#include "maze_table.h"
#include "remote/trains_proxy_player.h"
#include "remote/trains_proxy_referee.h"

static char *session_of(const char *game, const char *dialect)
{
    char path[100];
    snprintf(path, sizeof path, "fixtures/remote/%s-%s.txt", game, dialect);
    return read_text(path);
}

/* The server's messages come from the recording; the house player answers. */
TEST a_client_answers_as_recorded(const struct trains_dialect *dialect)
{
    struct table t;
    struct peer server;
    struct error why = {0};
    char *session = session_of("trains", dialect->name);
    ASSERT(table_open(&t) && session);
    const char *calls = strchr(session, '\n') + 1; /* after the name */
    int fd = peer_start(&server, true, calls);
    ASSERT(fd >= 0);
    struct trains_house_player house = {.strategy = t.entries[0].strategy, .map = &t.map};
    struct trains_proxy_referee referee = {.client = {.wire = wire_open(fd, fd, -1, 10 * CLOCK_SECOND)},
                                           .dialect = dialect,
                                           .player = {"Ann", &trains_house_player_calls, &house}};
    ASSERT(trains_proxy_referee_run(&referee, &why));
    ASSERT_STR_EQ("", peer_join(&server));
    free(session);
    table_close(&t);
    PASS();
}

/* The first player's answers come from the recording; the manager and the referee cannot tell. */
TEST a_server_calls_as_recorded(const struct trains_dialect *dialect)
{
    struct table t;
    struct peer client;
    struct trains_outcome outcome;
    struct error error = {0};
    struct trains_house_player house[TRAINS_PLAYERS_MAX];
    struct trains_player player[TRAINS_PLAYERS_MAX];
    char *session = session_of("trains", dialect->name);
    ASSERT(table_open(&t) && session);
    int fd = peer_start(&client, false, strchr(session, '\n') + 1);
    ASSERT(fd >= 0);
    struct trains_proxy_player proxy = {.wire = wire_open(fd, fd, -1, 10 * CLOCK_SECOND), .dialect = dialect};
    for (int i = 0; i < t.players; i++) {
        house[i] = (struct trains_house_player){.strategy = t.entries[i].strategy, .map = &t.map};
        player[i] = (struct trains_player){t.entries[i].name, &trains_house_player_calls, &house[i]};
    }
    player[0] = (struct trains_player){"Ann", &trains_proxy_player_calls, &proxy};
    struct trains_tournament tournament = {.players = t.players, .player = player, .losses = 1, .deck = &t.deck};
    ASSERT(trains_manager_run(&tournament, &t.reading.arena, &outcome, &error));
    ASSERT_STR_EQ("", peer_join(&client));
    ASSERT_EQ(TOURNAMENT_IN, outcome.fate[0]);
    for (int i = 1; i < t.players; i++) {
        ASSERT_EQ(TOURNAMENT_LOST, outcome.fate[i]);
    }
    trains_proxy_player_close(&proxy);
    free(session);
    table_close(&t);
    PASS();
}

/* -- Maze -- */

TEST a_client_of_maze_answers_as_recorded(const struct maze_dialect *dialect)
{
    struct maze_table t;
    struct peer server;
    struct error why = {0};
    char *session = session_of("maze", dialect->name);
    ASSERT(maze_table_open(&t) && session);
    int fd = peer_start(&server, true, strchr(session, '\n') + 1);
    ASSERT(fd >= 0);
    struct maze_house_player house = maze_table_house(&t);
    struct maze_trial trial;
    house.trial = &trial;
    struct maze_proxy_referee referee = {.client = {.wire = wire_open(fd, fd, -1, LONG)},
                                         .player = {"Ben", &maze_house_player_calls, &house},
                                         .trial = &trial};
    ASSERT(maze_proxy_referee_run(&referee, dialect, &why));
    ASSERT_STR_EQ("", peer_join(&server));
    free(session);
    ASSERT_STR_EQ("", maze_table_close(&t));
    PASS();
}

/* Ann, who in her second turn waits until Ben has asked for his new goal, if the dialect lets him. */
struct patient {
    struct maze_house_player house;
    struct maze_proxy_player *ben;
    int turns;
};

static bool wait_and_take_turn(void *self, const struct maze_state *state, int player, struct maze_choice *choice,
                               struct error *why)
{
    struct patient *ann = self;
    const struct maze_hub_seat *seat = ann->ben->context;
    if (++ann->turns == 2 && seat) {
        struct pollfd fd = {.fd = ann->ben->wire.in, .events = POLLIN};
        while (seat->queries == 0 && clock_poll(&fd, 1, clock_in(LONG)) > 0 && maze_hub_serve(ann->ben, why)) {
        }
    }
    return maze_house_player_calls.take_turn(&ann->house, state, player, choice, why);
}

static bool set_up(void *self, const struct maze_state *state, int player, struct maze_spot goal, struct error *why)
{
    struct patient *ann = self;
    return maze_house_player_calls.set_up(&ann->house, state, player, goal, why);
}

static bool win(void *self, bool won, struct error *why)
{
    struct patient *ann = self;
    return maze_house_player_calls.win(&ann->house, won, why);
}

TEST a_server_of_maze_calls_as_recorded(const struct maze_dialect *dialect)
{
    static const struct maze_player_calls patient_calls = {
        .set_up = set_up, .take_turn = wait_and_take_turn, .win = win};
    struct maze_table t;
    struct maze_standing standing[MAZE_TABLE_PLAYERS];
    struct maze_referee referee;
    char *session = session_of("maze", dialect->name);
    ASSERT(maze_table_open(&t) && session);
    ASSERT(maze_table_script(&t, 1, strchr(session, '\n') + 1, LONG));
    if (dialect->has_queries) {
        maze_hub_open(&t.hub, t.proxy, MAZE_TABLE_PLAYERS);
    }
    struct patient ann = {.house = maze_table_house(&t), .ben = &t.proxy[1]};
    struct observer *observers[] = {dialect->has_queries ? &t.hub.observer : NULL, NULL};
    const struct maze_player player[] = {{"Ann", &patient_calls, &ann}, {"Ben", dialect->calls, &t.proxy[1]}};
    const struct maze_game game = {.setup = &t.setup, .player = player, .observers = observers};
    ASSERT(maze_referee_init(&referee, &t.setup.state, &t.reading.arena, &t.reading.error));
    ASSERT(maze_referee_play(&referee, &game, standing, &t.reading.error));
    ASSERT_EQ(2, standing[0].place);
    ASSERT_EQ(1, standing[1].place);
    ASSERT_STR_EQ("", maze_table_close(&t));
    free(session);
    PASS();
}

SUITE(remote_sessions)
{
    for (const struct maze_dialect *const *dialect = maze_dialects; *dialect; dialect++) {
        greatest_set_test_suffix((*dialect)->name);
        RUN_TEST1(a_client_of_maze_answers_as_recorded, *dialect);
        greatest_set_test_suffix((*dialect)->name);
        RUN_TEST1(a_server_of_maze_calls_as_recorded, *dialect);
    }
    for (const struct trains_dialect *dialect = trains_dialects; dialect->name; dialect++) {
        greatest_set_test_suffix(dialect->name);
        RUN_TEST1(a_client_answers_as_recorded, dialect);
        greatest_set_test_suffix(dialect->name);
        RUN_TEST1(a_server_calls_as_recorded, dialect);
    }
}
