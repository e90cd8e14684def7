/* Maze over a wire, call by call: both ends of both dialects, each against a scripted peer. */
#include "maze_table.h"

#include <unistd.h>

/* -- the server's end -- */

enum moment { BEGIN, NEW_GOAL, TURN, END };

#define SAID(action) "-> {\"action\":\"" action "\"}\n"
#define TURN_BEGINS "<- {\"call\":\"StartOfTurn\"}\n"
#define TO_SLIDE TURN_BEGINS SAID("Ack") "skip\n"
#define SLIDE(direction, index, rotations) \
    "{\"action\":\"SlideAndInsert\",\"direction\":\"" direction "\",\"index\":" #index ",\"rotations\":" #rotations "}"
#define SLID "<- {\"call\":\"SlideAndInsertDone\",\"status\":200}\n"
#define WHERE "<- {\"call\":\"RequestMove\",\"position\":" AT(0, 4) ",\"reachable\":["
#define REACHED \
    AT(0, 0) \
    "," AT(0, 1) "," AT(1, 0) "," AT(1, 1) "," AT(1, 2) "," AT(1, 3) "," AT(1, 4) "," AT(2, 0) "," AT(2, 1) "," AT( \
        2, 2) "," AT(2, 3) "," AT(2, 4)
#define TO_MOVE TO_SLIDE "-> " SLIDE("LEFT", 0, 2) "\n" SLID "skip\n"
#define MOVE(row, column) "-> {\"action\":\"Move\",\"position\":" AT(row, column) "}\n"
#define COMPLETE "<- {\"call\":\"TurnComplete\"}\n"
#define MOVED "<- {\"call\":\"MoveDone\",\"status\":200}\n" COMPLETE
#define QUERY(name) "-> {\"call\":\"" name "\"}\n"

/* A call on Ann, whose other end is scripted; the answer, or why there is none. */
static const struct scene {
    const char *dialect;
    enum moment moment;
    const char *script, *answer, *reason;
} scenes[] = {
    /* good answers; the recorded sessions have the rest */
    {"call", BEGIN, "skip\n-> \"void\"", "", NULL},
    {"call", NEW_GOAL, "<- [\"setup\",[false," AT(1, 1) "]]\nsend \"v\\u006fid\"", "", NULL},
    {"call", TURN, "skip\n-> \"PASS\"", "\"PASS\"", NULL},
    {"call", TURN, "skip\ndrip  [2.0, \"UP\", 270, {\"row#\":9,\"column#\":1}] ", "[2,\"UP\",270," AT(9, 1) "]", NULL},
    {"call", END, "<- [\"win\",[true]]\n-> \"void\"", "", NULL},
    {"memo", BEGIN, "skip\nlisten", "", NULL},
    {"memo", NEW_GOAL, "listen", "", NULL},
    {"memo", TURN, TO_SLIDE SAID("Pass") COMPLETE "listen", "\"PASS\"", NULL},
    {"memo", TURN, TO_SLIDE "-> " SLIDE("LEFT", 0, 2) "\n" SLID WHERE REACHED "]}\n" MOVE(1, 3) MOVED "listen",
     "[0,\"LEFT\",180," AT(1, 3) "]", NULL},
    {"memo", TURN, TO_SLIDE "-> " SLIDE("LEFT", 0, 0) "\n" SLID WHERE "]}\n" MOVE(1, 3) "listen",
     "[0,\"LEFT\",0," AT(1, 3) "]", NULL},
    {"memo", TURN,
     TO_SLIDE "drip {\"index\":1,\"rotations\":0,\"action\":\"SlideAndInsert\",\"direction\":\"UP\"}\nlisten",
     "[1,\"UP\",0," AT(-1, -1) "]", NULL},
    {"memo", TURN,
     TURN_BEGINS QUERY("GetSpareTile") "<- {\"reply\":\"GetSpareTile\",\"tile\":" SPARE "}\n" SAID(
         "Ack") "skip\n" QUERY("GetBoard") "<- {\"reply\":\"GetBoard\",\"board\":" BOARD "}\n" SAID("Pass") COMPLETE
     "listen",
     "\"PASS\"", NULL},
    {"memo", TURN,
     TO_MOVE QUERY("GetBoard") "<- {\"reply\":\"GetBoard\",\"board\":" BOARD "}\n" MOVE(1, 3) MOVED "listen",
     "[0,\"LEFT\",180," AT(1, 3) "]", NULL},
    {"memo", END, "<- {\"call\":\"EndOfGame\",\"winners\":[]}\nlisten", "", NULL},
    {"memo", END, "<- {\"call\":\"EndOfGame\",\"winners\":[]}\n" QUERY("GetBoard") "-> {\"call\":\"GetPlayers\"} ", "",
     NULL},

    /* no answers */
    {"call", BEGIN, "skip", NULL, "closed the connection"},
    {"call", BEGIN, "wait", NULL, "broke the connection: Connection reset by peer"},
    {"call", TURN, "skip\nsend [0,\"LEFT\"", NULL, "closed the connection in the middle of its answer"},
    {"call", END, "skip", NULL, "closed the connection"},
    {"memo", TURN, "skip", NULL, "closed the connection"},
    {"memo", TURN, TO_SLIDE "send {", NULL, "closed the connection in the middle of its answer"},
    {"memo", TURN, TO_MOVE, NULL, "closed the connection"},
    {"memo", END, "wait", NULL, "broke the connection: Connection reset by peer"},

    /* more than one */
    {"call", BEGIN, "skip\nsend \"void\"\"void\"\nlisten", NULL, "answered \"setup\" with more than one value"},
    {"call", TURN, "skip\nsend \"PASS\" {\nlisten", NULL, "answered \"take-turn\" with more than one value"},
    {"call", END, "skip\nsend \"void\" 1\nlisten", NULL, "answered \"win\" with more than one value"},
    {"memo", TURN, "skip\nsend {\"action\":\"Ack\"}{\"action\":\"Ack\"}\nlisten", NULL,
     "answer:1:1: expected nothing but queries before being asked, found an object"},
    {"memo", TURN, TO_SLIDE "send {\"action\":\"Pass\"}{\"action\":\"Pass\"}\nlisten", "\"PASS\"", NULL},

    /* wrong answers */
    {"call", BEGIN, "skip\n-> null\nlisten", NULL, "answer:1:1: expected \"void\", found null"},
    {"call", NEW_GOAL, "skip\n-> \"Void\"\nlisten", NULL, "answer:1:1: expected \"void\", found \"Void\""},
    {"call", END, "skip\n-> [\"void\"]\nlisten", NULL, "answer:1:1: expected \"void\", found an array of 1"},
    {"call", TURN, "skip\n-> \"pass\"\nlisten", NULL, "answer:1:1: expected \"PASS\", found \"pass\""},
    {"call", TURN, "skip\n-> PASS\nlisten", NULL, "answer:1:1: expected a value, found \"P\""},
    {"call", TURN, "skip\n-> {}\nlisten", NULL, "answer:1:1: expected \"PASS\" or an array of 4, found an object"},
    {"call", TURN, "skip\n-> [0,\"LEFT\",0]\nlisten", NULL, "answer:1:1: expected an array of 4, found an array of 3"},
    {"call", TURN, "skip\n-> [-1,\"LEFT\",0," AT(1, 3) "]\nlisten", NULL,
     "answer:1:2: [0]: expected a natural number, found -1"},
    {"call", TURN, "skip\n-> [0,\"NORTH\",0," AT(1, 3) "]\nlisten", NULL,
     "answer:1:4: [1]: expected \"LEFT\", \"RIGHT\", \"UP\" or \"DOWN\", found \"NORTH\""},
    {"call", TURN, "skip\n-> [0,\"LEFT\",45," AT(1, 3) "]\nlisten", NULL,
     "answer:1:11: [2]: expected 0, 90, 180 or 270, found 45"},
    {"call", TURN, "skip\n-> [0,\"LEFT\",0,{\"row#\":1}]\nlisten", NULL,
     "answer:1:13: [3]: the member \"column#\" is missing"},
    {"memo", TURN, "skip\n-> \"Ack\"\nlisten", NULL, "answer:1:1: expected an object, found \"Ack\""},
    {"memo", TURN, "skip\n-> {}\nlisten", NULL, "answer:1:1: expected the action \"Ack\""},
    {"memo", TURN, "skip\n" SAID("Pass") "listen", NULL, "answer:1:11: action: expected \"Ack\", found \"Pass\""},
    {"memo", TURN, "skip\n-> {\"action\":7}\nlisten", NULL, "answer:1:11: action: expected \"Ack\", found 7"},
    {"memo", TURN, "skip\n-> {\"action\":\"Ack\",\"to\":1}\nlisten", NULL,
     "answer:1:17: \"to\" is not a member of this object"},
    {"memo", TURN, "skip\n-> {\"action\"}\nlisten", NULL, "answer:1:10: expected ':', found \"}\""},
    {"memo", TURN, TO_SLIDE MOVE(1, 3) "listen", NULL,
     "answer:1:11: action: expected \"SlideAndInsert\" or \"Pass\", found \"Move\""},
    {"memo", TURN, TO_SLIDE "-> " SLIDE("LEFT", 0, 4) "\nlisten", NULL,
     "answer:1:69: rotations: expected a whole number from 0 to 3, found 4"},
    {"memo", TURN, TO_SLIDE "-> " SLIDE("left", 0, 0) "\nlisten", NULL,
     "answer:1:40: direction: expected \"LEFT\", \"RIGHT\", \"UP\" or \"DOWN\", found \"left\""},
    {"memo", TURN, TO_SLIDE SAID("SlideAndInsert") "listen", NULL, "answer:1:1: the member \"direction\" is missing"},
    {"memo", TURN, TO_SLIDE "-> {\"action\":\"Pass\",\"index\":0}\nlisten", NULL,
     "answer:1:18: \"index\" is not a member of this object"},
    {"memo", TURN, TO_MOVE SAID("Pass") "listen", NULL, "answer:1:11: action: expected \"Move\", found \"Pass\""},
    {"memo", TURN, TO_MOVE "-> {\"action\":\"Move\",\"position\":[1,3]}\nlisten", NULL,
     "answer:1:29: position: expected an object, found an array of 2"},
    {"memo", TURN, TURN_BEGINS QUERY("GetGems") "listen", NULL,
     "answer:1:9: call: expected \"GetBoard\", \"GetSpareTile\", \"GetPlayers\" or \"GetGoalTile\", found \"GetGems\""},
    {"memo", TURN, TURN_BEGINS "-> {\"call\":\"GetBoard\",\"of\":1}\nlisten", NULL,
     "answer:1:20: \"of\" is not a member of this object"},
    {"memo", END, "skip\n" SAID("Ack") "listen", NULL,
     "answer:1:1: expected nothing but queries after the end of the game, found an object"},
    {"memo", END, "skip\n" QUERY("GetGems") "listen", NULL,
     "answer:1:9: call: expected \"GetBoard\", \"GetSpareTile\", \"GetPlayers\" or \"GetGoalTile\", found \"GetGems\""},
    {"memo", END, "skip\n-> [\nlisten", NULL, "closed the connection in the middle of its answer"},
};

static bool call_player(struct maze_table *t, const struct maze_player_calls *calls, enum moment moment,
                        struct maze_choice *choice, struct error *why)
{
    struct maze_proxy_player *ann = &t->proxy[0];
    switch (moment) {
    case BEGIN:
        return calls->set_up(ann, &t->setup.state, 0, t->setup.goal[0], why);
    case NEW_GOAL:
        return calls->set_up(ann, NULL, 0, t->setup.goal[1], why);
    case TURN:
        return calls->take_turn(ann, &t->setup.state, 0, choice, why);
    default:
        return calls->win(ann, true, why);
    }
}

TEST a_player_is_called(const struct scene *scene)
{
    struct maze_table t;
    struct error why = {0};
    struct maze_choice choice = {.pass = true};
    const struct maze_dialect *dialect = maze_dialect_find(scene->dialect);
    ASSERT(maze_table_open(&t) && maze_table_script(&t, 0, scene->script, LONG));
    ASSERT(!dialect->has_queries || maze_table_meet(&t));
    bool answered = call_player(&t, dialect->calls, scene->moment, &choice, &why);
    struct text shown = {0};
    text_string(&shown, "");
    if (scene->moment == TURN) {
        maze_codec_write_choice(&shown, choice);
    }
    ASSERT_STR_EQ("", maze_table_close(&t));
    if (scene->reason) {
        ASSERT_STR_EQ(scene->reason, why.text);
        ASSERT_FALSE(answered);
    } else {
        ASSERT_STR_EQ("", why.text);
        ASSERT(answered);
        ASSERT_STR_EQ(scene->answer, shown.bytes);
    }
    text_free(&shown);
    PASS();
}

/* Nobody answers, or nobody reads. */
TEST who_is_late_is_out(const struct maze_dialect *dialect)
{
    for (enum moment moment = BEGIN; moment <= END; moment++) {
        struct maze_table t;
        struct ends e;
        struct error why = {0};
        struct maze_choice choice;
        ASSERT(maze_table_open(&t) && open_ends(&e, SHORT));
        t.proxy[0].wire = e.wire;
        ASSERT(!dialect->has_queries || maze_table_meet(&t));
        bool unanswered = dialect->has_queries && moment <= NEW_GOAL;
        ASSERT_EQ(unanswered, call_player(&t, dialect->calls, moment, &choice, &why));
        ASSERT_STR_EQ(unanswered                              ? ""
                      : dialect->has_queries && moment == END ? "did not close the connection within 0.05 s"
                                                              : "did not answer within 0.05 s",
                      why.text);
        ASSERT_STR_EQ("", maze_table_close(&t));
        close(e.other);
    }
    PASS();
}

/* Between calls, a player of the dialect `call` may send nothing but white space. */
TEST who_speaks_without_being_asked_is_out(void)
{
    static const char *const texts[] = {" \n", "\"void\"", "{\"call\":\"GetBoard\"}", "["};
    for (int i = 0; i < 4; i++) {
        struct maze_table t;
        struct ends e;
        ASSERT(maze_table_open(&t) && open_ends(&e, SHORT));
        t.proxy[0].wire = e.wire;
        ASSERT(say(&e, texts[i]));
        ASSERT_FALSE(maze_call_dialect.calls->win(&t.proxy[0], true, &e.why));
        ASSERT_STR_EQ(i == 0 ? "did not answer within 0.05 s" : "spoke without being asked", e.why.text);
        ASSERT_STR_EQ("", maze_table_close(&t));
        close(e.other);
    }
    PASS();
}

/* -- the client's end -- */

#define START_WITH(goal) \
    "<- {\"call\":\"StartOfGame\",\"board\":" BOARD ",\"players\":[{\"name\":\"Ann\",\"avatar\":" AT( \
        0, 0) ",\"home\":" AT(1, 1) "}],\"goal\":" goal ",\"target\":[\"aplite\",\"jasper\"]}\n"
#define START_OF_GAME START_WITH(AT(1, 3))
#define REQUEST(board, row, column) \
    "<- {\"call\":\"RequestSlideAndInsert\",\"board\":" board ",\"spare\":" SPARE \
    ",\"last\":null,\"player\":{\"name\":\"Ann\",\"avatar\":" AT(row, column) ",\"home\":" AT(1, 1) ",\"goal\":" AT( \
        1, 3) "}}\n"
#define STATE(board) \
    "{\"board\":" board ",\"spare\":" SPARE \
    ",\"last\":null,\"plmt\":[{\"color\":\"red\",\"current\":" AT(0, 0) ",\"home\":" AT(1, 1) "}]}"
#define TINY "{\"connectors\":[[\"┼\",\"┼\"]],\"treasures\":[[[\"ruby\",\"beryl\"],[\"ruby\",\"garnet\"]]]}"

/* What a server sends to Ann, a house player, and the outcome. fails: the call in which she fails, if any. */
static const struct talk {
    const char *dialect, *script;
    const char *problem; /* NULL: all is well */
    int fails;
} talks[] = {
    {"call", "", NULL, -1},
    {"call", "send [\"set", NULL, -1},
    {"call",
     "<- [\"setup\",[" STATE(BOARD) "," AT(1, 3) "]]\n-> \"void\"\n<- [\"take-turn\",[" STATE(
         BOARD) "]]\n-> [0,\"LEFT\",180," AT(1, 3) "]\n<- [\"setup\",[false," AT(1, 1) "]]\n-> \"void\"\nsend "
                                                                                       "[\"win\",[false]]\n-> "
                                                                                       "\"void\"",
     NULL, -1},
    {"call", "<- [\"setup\",[" STATE(BOARD) "," AT(1, 3) "]]\nlisten", NULL, MAZE_CALL_SET_UP},
    {"call", "<- [\"take-turn\",[" STATE(BOARD) "]]\nlisten", NULL, MAZE_CALL_TAKE_TURN},
    {"call", "<- [\"win\",[true]]\nlisten", NULL, MAZE_CALL_WIN},
    {"call", "<- \"refused: sign-up is over\"", "\"refused: sign-up is over\"", -1},
    {"call", "<- \"refuse\"", "message:1:1: expected an array of 2, found \"refuse\"", -1},
    {"call", "<- [\"end\",[true]]", "message:1:2: [0]: expected \"setup\", \"take-turn\" or \"win\", found \"end\"",
     -1},
    {"call", "<- [\"win\",[1]]", "message:1:9: [1][0]: expected true or false, found 1", -1},
    {"call", "<- [\"setup\",[true," AT(1, 3) "]]", "message:1:11: [1][0]: expected an object, found true", -1},
    {"call", "<- [\"setup\",[false]]", "message:1:10: [1]: expected an array of 2, found an array of 1", -1},
    {"call", "<- [\"take-turn\",[{}]]", "message:1:15: [1][0]: the member \"board\" is missing", -1},
    {"call", "send {]", "message:1:2: expected a key in quotes or '}', found \"]\"", -1},

    /* the board may have a different size each time */
    {"call",
     "<- [\"setup\",[false," AT(0, 1) "]]\n-> \"void\"\n<- [\"take-turn\",[" STATE(TINY) "]]\n-> [0,\"UP\",0," AT(
         0, 1) "]\n<- [\"setup\",[false," AT(1, 3) "]]\n-> \"void\"\n<- [\"take-turn\",[" STATE(BOARD) "]]\n-> "
                                                                                                       "[0,\"LEFT\","
                                                                                                       "180," AT(1,
                                                                                                                 3) "]",
     NULL, -1},
    {"memo",
     START_OF_GAME TURN_BEGINS
     "-> {\"action\":\"Ack\"}\n" REQUEST(TINY, 0, 1) "skip\n" REQUEST(BOARD, 0, 0) "-> " SLIDE(
         "LEFT", 0, 2) "\n<- {\"call\":\"RequestMove\",\"position\":" AT(0, 4) ",\"reachable\":[]}\n" MOVE(1, 3),
     NULL, -1},

    /* the goal may be another one */
    {"memo",
     START_WITH(AT(1, 1)) TURN_BEGINS "-> {\"action\":\"Ack\"}\n" REQUEST(BOARD, 0, 0) "-> " SLIDE(
         "LEFT", 0, 2) "\n<- {\"call\":\"RequestMove\",\"position\":" AT(0, 4) ",\"reachable\":[]}\n" MOVE(1, 3),
     NULL, -1},
    {"memo", REQUEST(TINY, 2, 0), "message:1:247: player.avatar[\"row#\"]: expected 0, found 2", -1},

    {"memo", "", NULL, -1},
    {"memo", "<- {\"call\":\"PlayerKicked\",\"reason\":\"late\"}", NULL, -1},
    {"memo", START_OF_GAME "<- {\"call\":\"EndOfGame\",\"winners\":[\"Ann\"]}", NULL, -1},
    {"memo", "<- {\"reply\":\"GetBoard\",\"board\":7}\n<- {\"reply\":\"GetPlayers\"}", NULL, -1},
    {"memo", "<- {\"call\":\"SlideAndInsertDone\",\"status\":200}\n<- {\"call\":\"MoveDone\",\"status\":200}", NULL,
     -1},
    {"memo", START_OF_GAME "listen", NULL, MAZE_CALL_SET_UP},
    {"memo", REQUEST(BOARD, 0, 0) "listen", NULL, MAZE_CALL_TAKE_TURN},
    {"memo", "<- {\"call\":\"EndOfGame\",\"winners\":[]}\nlisten", NULL, MAZE_CALL_WIN},
    {"memo", "<- \"refused: sign-up is over\"", "\"refused: sign-up is over\"", -1},
    {"memo", "<- []", "message:1:1: expected an object, found an array of 0", -1},
    {"memo", "<- {}", "message:1:1: the member \"call\" is missing", -1},
    {"memo", "<- {\"action\":\"Ack\"}", "message:1:1: the member \"call\" is missing", -1},
    {"memo", "<- {\"call\":\"Start\"}",
     "message:1:9: call: expected \"StartOfGame\", \"StartOfTurn\", \"RequestSlideAndInsert\", \"SlideAndInsertDone\", "
     "\"RequestMove\", \"MoveDone\", \"TurnComplete\", \"EndOfGame\" or \"PlayerKicked\", found \"Start\"",
     -1},
    {"memo", "<- {\"call\":\"StartOfGame\"}", "message:1:1: the member \"board\" is missing", -1},
    {"memo", "<- {\"call\":\"EndOfGame\",\"winners\":[1]}", "message:1:32: winners[0]: expected a string, found 1", -1},
    {"memo", "<- {\"reply\":\"GetGoalTile\",\"position\":[]}",
     "message:1:35: position: expected an object, found an array of 0", -1},
};

TEST a_client_is_told(const struct talk *talk)
{
    struct maze_trial trial;
    struct peer server;
    struct error why = {0};
    int fd = peer_start(&server, true, talk->script);
    ASSERT(fd >= 0);
    const struct maze_entry entry = {.strategy = MAZE_EUCLID,
                                     .fails_at = talk->fails >= 0,
                                     .fails_in = (enum maze_call)(talk->fails >= 0 ? talk->fails : 0)};
    struct maze_house_player house = maze_house_player(&entry, &trial);
    struct maze_proxy_referee referee = {.client = {.wire = wire_open(fd, fd, -1, CLOCK_NEVER)},
                                         .player = {"Ann", &maze_house_player_calls, &house},
                                         .trial = &trial};
    bool fine = maze_proxy_referee_run(&referee, maze_dialect_find(talk->dialect), &why);
    ASSERT_STR_EQ("", peer_join(&server));
    if (talk->problem) {
        ASSERT_STR_EQ(talk->problem, why.text);
    }
    ASSERT_EQ(!talk->problem, fine);
    PASS();
}

SUITE(remote_maze)
{
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++) {
        greatest_set_test_suffix(scenes[i].dialect);
        RUN_TEST1(a_player_is_called, &scenes[i]);
    }
    for (const struct maze_dialect *const *dialect = maze_dialects; *dialect; dialect++) {
        greatest_set_test_suffix((*dialect)->name);
        RUN_TEST1(who_is_late_is_out, *dialect);
    }
    RUN_TEST(who_speaks_without_being_asked_is_out);
    for (size_t i = 0; i < sizeof talks / sizeof *talks; i++) {
        greatest_set_test_suffix(talks[i].dialect);
        RUN_TEST1(a_client_is_told, &talks[i]);
    }
}
