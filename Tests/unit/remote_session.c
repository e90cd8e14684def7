/* The recorded sessions, replayed: each end of a connection must say again what it said then. */
#include "peer.h"
#include "remote/trains_proxy_player.h"
#include "remote/trains_proxy_referee.h"

static char *session_of(const struct trains_dialect *dialect)
{
    char path[100];
    snprintf(path, sizeof path, "fixtures/remote/trains-%s.txt", dialect->name);
    return read_text(path);
}

/* The server's messages come from the record; the house player answers. */
TEST a_client_answers_as_recorded(const struct trains_dialect *dialect)
{
    struct table t;
    struct peer server;
    struct error why = {0};
    char *session = session_of(dialect);
    ASSERT(table_open(&t) && session);
    const char *calls = strchr(session, '\n') + 1; /* behind the name */
    int fd = peer_start(&server, true, calls);
    ASSERT(fd >= 0);
    struct trains_house_player house = {.strategy = t.entries[0].strategy, .map = &t.map};
    struct trains_proxy_referee referee = {.wire = wire_open(fd, fd, -1, 10 * CLOCK_SECOND),
                                           .dialect = dialect,
                                           .player = {"Ann", &trains_house_player_calls, &house}};
    ASSERT(trains_proxy_referee_run(&referee, &why));
    ASSERT_STR_EQ("", peer_join(&server));
    free(session);
    table_close(&t);
    PASS();
}

/* The first player's answers come from the record; the manager and the referee do not know. */
TEST a_server_calls_as_recorded(const struct trains_dialect *dialect)
{
    struct table t;
    struct peer client;
    struct trains_outcome outcome;
    struct error error = {0};
    struct trains_house_player house[TRAINS_PLAYERS_MAX];
    struct trains_player player[TRAINS_PLAYERS_MAX];
    char *session = session_of(dialect);
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

SUITE(remote_sessions)
{
    for (const struct trains_dialect *dialect = trains_dialects; dialect->name; dialect++) {
        greatest_set_test_suffix(dialect->name);
        RUN_TEST1(a_client_answers_as_recorded, dialect);
        greatest_set_test_suffix(dialect->name);
        RUN_TEST1(a_server_calls_as_recorded, dialect);
    }
}
