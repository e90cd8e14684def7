/* The proxies of a player and of the referee, each against a scripted peer. */
#include "peer.h"
#include "remote/trains_proxy_player.h"
#include "remote/trains_proxy_referee.h"

#include <unistd.h>

#define START "<- [\"start\",[true]]\n"
#define LOSSES "<- [\"losses\",[3]]\n"
#define SETUP "<- [\"setup\",[" TABLE_MAP ",45,[\"red\",\"white\",\"red\"]]]\n"
#define OFFER "[[\"Ash\",\"Bay\"],[\"Ash\",\"Elm\"],[\"Ash\",\"Fox\"],[\"Ash\",\"Kew\"],[\"Ash\",\"Oak\"]]"
#define PICK "<- [\"pick\",[" OFFER "]]\n"
#define THIS \
    "\"destination1\":[\"Ash\",\"Kew\"],\"destination2\":[\"Ash\",\"Oak\"],\"rails\":42,\"cards\":{\"blue\":0," \
    "\"green\":1,\"red\":5,\"white\":2},\"acquired\":[[\"Ash\",\"Bay\",\"red\",3]]"
#define STATE \
    "{\"this\":{" THIS "},\"acquired\":[[[\"Bay\",\"Elm\",\"green\",3],[\"Elm\",\"Oak\",\"white\",4]],[[\"Fox\"," \
    "\"Kew\",\"green\",3]]]}"
#define PLAY "<- [\"play\",[" STATE "]]\n"
#define PLAIN_PLAY \
    "<- {" THIS ",\"taken\":[[\"Bay\",\"Elm\",\"green\",3],[\"Elm\",\"Oak\",\"white\",4],[\"Fox\",\"Kew\",\"green\"," \
    "3]]}\n"
#define MORE "<- [\"more\",[[\"red\",\"white\",\"red\"]]]\n"

/* -- the server's end -- */

static bool call_player(struct trains_proxy_player *p, const struct trains_message *m, struct trains_answer *answer,
                        struct error *why)
{
    const struct trains_player_calls *calls = &trains_proxy_player_calls;
    switch (m->call) {
    case TRAINS_CALL_START:
        return (answer->map = calls->start(p, why)) != NULL;
    case TRAINS_CALL_LOSSES:
        return calls->losses(p, m->losses, why);
    case TRAINS_CALL_SETUP:
        return calls->setup(p, m->map, m->rails, m->cards.cards, m->cards.count, why);
    case TRAINS_CALL_PICK:
        return calls->pick(p, m->map, m->offered, &answer->returned, why);
    case TRAINS_CALL_PLAY:
        return calls->play(p, m->view, &answer->action, why);
    case TRAINS_CALL_MORE:
        return calls->more(p, m->cards.cards, m->cards.count, why);
    case TRAINS_CALL_UPDATE:
        return calls->update(p, m->view, why);
    case TRAINS_CALL_WIN:
        return calls->win(p, m->won, why);
    default:
        return calls->end(p, m->won, why);
    }
}

/* A call on a player whose other end is scripted; the answer, shown in the first dialect, or why there is none. */
static const struct scene {
    const char *dialect;
    enum trains_call call;
    const char *script, *answer, *reason;
} scenes[] = {
    /* good answers */
    {"call", TRAINS_CALL_START, START "-> " TABLE_MAP, TABLE_MAP, NULL},
    {"call", TRAINS_CALL_LOSSES, LOSSES "-> \"void\"", "\"void\"", NULL},
    {"call", TRAINS_CALL_SETUP, SETUP "-> \"void\"", "\"void\"", NULL},
    {"call", TRAINS_CALL_PICK, PICK "-> [[\"Ash\",\"Bay\"],[\"Ash\",\"Fox\"],[\"Ash\",\"Oak\"]]",
     "[[\"Ash\",\"Bay\"],[\"Ash\",\"Fox\"],[\"Ash\",\"Oak\"]]", NULL},
    {"call", TRAINS_CALL_PICK, PICK "send [[\"Oak\",\"Ash\"], [\"Ash\",\"Fox\"], [\"Bay\",\"Ash\"]]",
     "[[\"Ash\",\"Bay\"],[\"Ash\",\"Fox\"],[\"Ash\",\"Oak\"]]", NULL},
    {"call", TRAINS_CALL_PLAY, PLAY "-> \"more cards\"", "\"more cards\"", NULL},
    {"call", TRAINS_CALL_PLAY, PLAY "drip [\"Bay\", \"Kew\", \"red\", 4.0]", "[\"Bay\",\"Kew\",\"red\",4]", NULL},
    {"call", TRAINS_CALL_PLAY, PLAY "-> [\"A\",\"B\",\"red\",4]", "[\"A\",\"B\",\"red\",4]", NULL},
    {"call", TRAINS_CALL_MORE, MORE "send \"void\"", "\"void\"", NULL},
    {"call", TRAINS_CALL_UPDATE, "listen", "\"void\"", NULL},
    {"call", TRAINS_CALL_WIN, "<- [\"win\",[true]]\nsend \"v\\u006fid\"", "\"void\"", NULL},
    {"call", TRAINS_CALL_END, "<- [\"end\",[true]]\n-> \"void\"", "\"void\"", NULL},
    {"plain", TRAINS_CALL_LOSSES, "listen", "\"void\"", NULL},
    {"plain", TRAINS_CALL_SETUP,
     "<- {\"Map\":" TABLE_MAP ",\"rails\":45,\"Cards\":[\"red\",\"white\",\"red\"]}\nlisten", "\"void\"", NULL},
    {"plain", TRAINS_CALL_PLAY, PLAIN_PLAY "-> \"more cards\"", "\"more cards\"", NULL},
    {"plain", TRAINS_CALL_MORE, "<- [\"red\",\"white\",\"red\"]\nlisten", "\"void\"", NULL},
    {"plain", TRAINS_CALL_END, "<- true\nlisten", "\"void\"", NULL},
    {"message", TRAINS_CALL_LOSSES, "<- {\"type\":\"LossesMessage\",\"losses\":3}\nlisten", "\"void\"", NULL},
    {"message", TRAINS_CALL_UPDATE, "<- {\"type\":\"PlayerGameState\",\"state\":" STATE "}\nlisten", "\"void\"", NULL},
    {"message", TRAINS_CALL_PLAY,
     "<- {\"type\":\"ActiveGameState\",\"state\":" STATE
     "}\n-> {\"connection\":[\"Bay\",\"Kew\",\"red\",4],\"type\":\"AcquireConnectionMoveJSON\"}",
     "[\"Bay\",\"Kew\",\"red\",4]", NULL},
    {"message", TRAINS_CALL_END, "<- {\"type\":\"TournamentResult\",\"won\":true}\nlisten", "\"void\"", NULL},

    /* no answers */
    {"call", TRAINS_CALL_START, START, NULL, "closed the connection"},
    {"call", TRAINS_CALL_START, "wait", NULL, "broke the connection: Connection reset by peer"},
    {"call", TRAINS_CALL_PLAY, PLAY "send [\"Bay\",", NULL, "closed the connection in the middle of its answer"},
    {"call", TRAINS_CALL_WIN, "<- [\"win\",[true]]", NULL, "closed the connection"},
    {"plain", TRAINS_CALL_END, "<- true\nsend \"void\"\nlisten", NULL, "spoke without being asked"},

    /* more than one */
    {"call", TRAINS_CALL_MORE, MORE "send \"void\"\"void\"", NULL, "answered \"more\" with more than one value"},
    {"call", TRAINS_CALL_PLAY, PLAY "send \"more cards\" [", NULL, "answered \"play\" with more than one value"},

    /* wrong answers */
    {"call", TRAINS_CALL_START, START "-> {\"width\":7}", NULL, "answer:1:1: the member \"height\" is missing"},
    {"call", TRAINS_CALL_START, START "-> \"void\"", NULL, "answer:1:1: expected an object, found \"void\""},
    {"call", TRAINS_CALL_LOSSES, LOSSES "-> null", NULL, "answer:1:1: expected \"void\", found null"},
    {"call", TRAINS_CALL_SETUP, SETUP "-> \"Void\"", NULL, "answer:1:1: expected \"void\", found \"Void\""},
    {"call", TRAINS_CALL_PICK, PICK "-> \"void\"", NULL, "answer:1:1: expected an array of 3, found \"void\""},
    {"call", TRAINS_CALL_PICK, PICK "-> [[\"Ash\",\"Bay\"],[\"Ash\",\"Fox\"]]", NULL,
     "answer:1:1: expected an array of 3, found an array of 2"},
    {"call", TRAINS_CALL_PICK, PICK "-> [[\"Ash\",\"Bay\"],[\"Ash\",\"Fox\"],[\"Bay\",\"Ash\"]]", NULL,
     "answer:1:30: [2]: \"Ash - Bay\" was not offered twice"},
    {"call", TRAINS_CALL_PICK, PICK "-> [[\"Ash\",\"Bay\"],[\"Ash\",\"Fox\"],[\"Bay\",\"Fox\"]]", NULL,
     "answer:1:30: [2]: \"Bay - Fox\" was not offered"},
    {"call", TRAINS_CALL_PICK, PICK "-> [[\"Ash\",\"Bay\"],[\"Ash\",\"Fox\"],[\"Ash\",\"Rye\"]]", NULL,
     "answer:1:37: [2][1]: city \"Rye\" is not on the map"},
    {"call", TRAINS_CALL_PLAY, PLAY "-> \"cards\"", NULL, "answer:1:1: expected \"more cards\", found \"cards\""},
    {"call", TRAINS_CALL_PLAY, PLAY "-> {}", NULL,
     "answer:1:1: expected \"more cards\" or a connection, found an object"},
    {"call", TRAINS_CALL_PLAY, PLAY "-> [\"Bay\",\"Kew\",\"red\"]", NULL,
     "answer:1:1: expected an array of 4, found an array of 3"},
    {"call", TRAINS_CALL_PLAY, PLAY "-> [\"Kew\",\"Bay\",\"red\",4]", NULL,
     "answer:1:1: \"Bay\" must come before \"Kew\""},
    {"call", TRAINS_CALL_PLAY, PLAY "-> [\"Bay\",\"Kew\",\"pink\",4]", NULL,
     "answer:1:14: [2]: expected \"blue\", \"green\", \"red\" or \"white\", found \"pink\""},
    {"call", TRAINS_CALL_PLAY, PLAY "-> [\"Bay\",\"Kew\",\"red\",1e999]", NULL,
     "answer:1:20: [3]: expected a whole number from 3 to 5, found 1e999"},
    {"call", TRAINS_CALL_PLAY, PLAY "-> more cards", NULL, "answer:1:1: expected a value, found \"m\""},
    {"call", TRAINS_CALL_END, "<- [\"end\",[true]]\n-> true", NULL, "answer:1:1: expected \"void\", found true"},
    {"message", TRAINS_CALL_PLAY, "<- {\"type\":\"ActiveGameState\",\"state\":" STATE "}\n-> \"more cards\"", NULL,
     "answer:1:1: expected an object, found \"more cards\""},
    {"message", TRAINS_CALL_PLAY,
     "<- {\"type\":\"ActiveGameState\",\"state\":" STATE "}\n-> {\"type\":\"MapJSON\",\"map\":{}}", NULL,
     "answer:1:9: type: expected \"DrawCardMoveJSON\" or \"AcquireConnectionMoveJSON\", found \"MapJSON\""},
    {"message", TRAINS_CALL_PLAY,
     "<- {\"type\":\"ActiveGameState\",\"state\":" STATE "}\n-> {\"type\":\"DrawCardMoveJSON\",\"cards\":2}", NULL,
     "answer:1:28: \"cards\" is not a member of this object"},
};

TEST a_player_is_called(const struct scene *scene)
{
    struct table t;
    struct peer client;
    struct error why = {0};
    struct trains_answer answer = {0};
    ASSERT(table_open(&t));
    int fd = peer_start(&client, false, scene->script);
    ASSERT(fd >= 0);
    struct trains_proxy_player player = {.wire = wire_open(fd, fd, -1, LONG),
                                         .dialect = trains_dialect_find(scene->dialect)};
    struct trains_message m = table_message(&t, scene->call);
    bool answered = call_player(&player, &m, &answer, &why);
    struct text shown = {0};
    if (answered) {
        trains_message_write_answer(&shown, &m, &answer);
    }
    trains_proxy_player_close(&player);
    ASSERT_STR_EQ("", peer_join(&client));
    if (scene->reason) {
        ASSERT_FALSE(answered);
        ASSERT_STR_EQ(scene->reason, why.text);
    } else {
        ASSERT_STR_EQ("", why.text);
        ASSERT(answered);
        ASSERT_STR_EQ(scene->answer, shown.bytes);
    }
    text_free(&shown);
    table_close(&t);
    PASS();
}

/* Between calls, a player may send nothing but white space. */
TEST who_speaks_without_being_asked_is_out(void)
{
    static const char *const texts[] = {" \n", "\"void\"", "["};
    for (int i = 0; i < 3; i++) {
        struct ends e;
        ASSERT(open_ends(&e, LONG));
        struct trains_proxy_player player = {.wire = e.wire, .dialect = trains_dialect_find("plain")};
        ASSERT(trains_proxy_player_calls.win(&player, true, &e.why));
        ASSERT(say(&e, texts[i]));
        ASSERT_EQ(i == 0, trains_proxy_player_calls.win(&player, true, &e.why));
        if (i > 0) {
            ASSERT_STR_EQ("spoke without being asked", e.why.text);
        }
        trains_proxy_player_close(&player);
        close(e.other);
    }
    PASS();
}

TEST who_is_out_hears_why(bool in_game)
{
    struct peer client;
    int fd = peer_start(&client, false,
                        in_game ? "<- {\"type\":\"GameKickNotification\",\"reason\":\"late\"}\nlisten"
                                : "<- {\"type\":\"TournamentKickNotification\",\"reason\":\"late\"}\nlisten");
    ASSERT(fd >= 0);
    struct trains_proxy_player player = {.wire = wire_open(fd, fd, -1, LONG),
                                         .dialect = trains_dialect_find("message")};
    trains_proxy_player_calls.kicked(&player, in_game, "late");
    ASSERT_EQ(-1, player.wire.in);
    ASSERT_STR_EQ("", peer_join(&client));
    trains_proxy_player_close(&player);
    PASS();
}

/* -- the client's end -- */

/* What a server sends to a house player, and the outcome. */
static const struct talk {
    const char *dialect, *strategy, *script;
    const char *problem; /* NULL: all is well */
} talks[] = {
    {"call", "Buy-Now", "", NULL},
    {"call", "Buy-Now",
     "<- [\"start\",[]]\n-> " TABLE_MAP "\nsend [\"win\",[false]][\"end\",[false]]\n-> \"void\"\n-> \"void\"", NULL},
    {"call", "Buy-Now", "send [\"sta", NULL},
    {"call", "Buy-Now",
     SETUP "-> \"void\"\n<- [\"more\",[[]]]\n-> \"void\"\n" PICK
           "-> [[\"Ash\",\"Bay\"],[\"Ash\",\"Elm\"],[\"Ash\",\"Fox\"]]",
     NULL},
    {"call", "player-bad-win", "<- [\"win\",[true]]\nlisten", NULL},
    {"plain", "Hold-10", "send true", NULL},
    {"plain", "Hold-10", "drip true\n-> " TABLE_MAP "\ndrip  false\nlisten",
     NULL}, /* until the client has waited enough */
    {"message", "Hold-10", "<- {\"type\":\"TournamentKickNotification\",\"reason\":\"late\"}\nlisten", NULL},
    {"call", "Buy-Now", "<- \"refused: sign-up is over\"", "\"refused: sign-up is over\""},
    {"call", "Buy-Now", "<- \"refuse\"", "message:1:1: expected an array of 2, found \"refuse\""},
    {"call", "Buy-Now", "send {]", "message:1:2: expected a key in quotes or '}', found \"]\""},
    {"call", "Buy-Now", PICK, "message:1:10: [1][0]: no game has been set up"},
    {"plain", "Hold-10", "<- true\n-> " TABLE_MAP "\n<- {}", "message:1:1: the member \"Map\" is missing"},
};

TEST a_client_is_told(const struct talk *talk)
{
    struct table t;
    struct peer server;
    struct error why = {0};
    ASSERT(table_open(&t));
    int fd = peer_start(&server, true, talk->script);
    ASSERT(fd >= 0);
    struct trains_house_player house = {.strategy = trains_strategy_find(talk->strategy), .map = &t.map};
    struct trains_proxy_referee referee = {.client = {.wire = wire_open(fd, fd, -1, CLOCK_NEVER)},
                                           .dialect = trains_dialect_find(talk->dialect),
                                           .player = {"Ann", &trains_house_player_calls, &house}};
    bool fine = trains_proxy_referee_run(&referee, &why);
    ASSERT_STR_EQ("", peer_join(&server));
    if (talk->problem) {
        ASSERT_STR_EQ(talk->problem, why.text);
    }
    ASSERT_EQ(!talk->problem, fine);
    table_close(&t);
    PASS();
}

SUITE(remote_proxies)
{
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++) {
        greatest_set_test_suffix(scenes[i].dialect);
        RUN_TEST1(a_player_is_called, &scenes[i]);
    }
    RUN_TEST(who_speaks_without_being_asked_is_out);
    RUN_TEST1(who_is_out_hears_why, true);
    RUN_TEST1(who_is_out_hears_why, false);
    for (size_t i = 0; i < sizeof talks / sizeof *talks; i++) {
        greatest_set_test_suffix(talks[i].dialect);
        RUN_TEST1(a_client_is_told, &talks[i]);
    }
}
