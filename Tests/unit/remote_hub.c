/* Players of the memo dialect: some ask out of turn, some do not read; and whole games in which a player breaks the
 * rules. */
#include "maze_table.h"

#include <sys/socket.h>
#include <unistd.h>

#define QUERY(name) "{\"call\":\"" name "\"}"
#define START "<- {\"call\":\"StartOfTurn\"}\n-> {\"action\":\"Ack\"}\nskip\n"
#define PASS_TURN START "-> {\"action\":\"Pass\"}\n<- {\"call\":\"TurnComplete\"}\n"

static bool take_turn(struct maze_table *t, int player, struct error *why)
{
    struct maze_choice choice;
    return maze_memo_calls.take_turn(&t->proxy[player], &t->setup.state, player, &choice, why);
}

/* Ann follows a script; the test itself is Ben's other end. */
static bool seat_both(struct maze_table *t, const char *script, struct ends *ben)
{
    if (!maze_table_open(t) || !maze_table_script(t, 0, script, LONG) || !open_ends(ben, LONG)) {
        return false;
    }
    t->proxy[1].wire = ben->wire;
    return maze_table_meet(t);
}

/* -- queries out of turn -- */

TEST who_is_not_on_turn_may_ask(void)
{
    static const char expected[] =
        "{\"reply\":\"GetBoard\",\"board\":" BOARD "}\n{\"reply\":\"GetSpareTile\",\"tile\":" SPARE
        "}\n{\"reply\":\"GetPlayers\",\"players\":[{\"name\":\"Ann\",\"avatar\":" AT(0, 0) ",\"home\":" AT(
            1, 1) "},{\"name\":\"Ben\",\"avatar\":" AT(0, 2) ",\"home\":" AT(1, 3) "}]}\n{\"reply\":\"GetGoalTile\","
                                                                                   "\"position\":" AT(1, 1) "}\n";
    char got[sizeof expected + 1] = "";
    struct maze_table t;
    struct ends ben;
    ASSERT(seat_both(&t, PASS_TURN "listen", &ben));
    ASSERT(say(&ben, QUERY("GetBoard") QUERY("GetSpareTile") "\n" QUERY("GetPlayers") QUERY("GetGoalTile") "{\"call"));
    ASSERT(take_turn(&t, 0, &ben.why) && maze_hub_serve(&t.proxy[1], &ben.why));
    ASSERT_EQ((ssize_t)strlen(expected), recv(ben.other, got, sizeof got - 1, 0));
    ASSERT_STR_EQ(expected, got);
    ASSERT_EQ(4, t.hub.seat[1].queries);
    ASSERT_STR_EQ("", maze_table_close(&t));
    close(ben.other);
    PASS();
}

/* A query that arrives with an answer need not wait for its player's next message. */
TEST who_asks_in_the_same_breath_is_answered(void)
{
    struct maze_table t;
    struct ends ben;
    ASSERT(seat_both(&t,
                     START "send {\"action\":\"Pass\"}" QUERY(
                         "GetGoalTile") "\n<- {\"call\":\"TurnComplete\"}\n<- "
                                        "{\"reply\":\"GetGoalTile\",\"position\":" AT(1, 3) "}\nlisten",
                     &ben));
    t.proxy[1].wire.allowed = SHORT;
    ASSERT(take_turn(&t, 0, &ben.why));
    ASSERT_FALSE(take_turn(&t, 1, &ben.why)); /* Ben does not answer; meanwhile Ann is served */
    ASSERT_STR_EQ("did not answer within 0.05 s", ben.why.text);
    ASSERT_STR_EQ("", maze_table_close(&t));
    close(ben.other);
    PASS();
}

/* What a player does during another's turn, and why the referee then removes it. */
static const struct offence {
    const char *text, *reason;
} offences[] = {
    {"{\"action\":\"Ack\"}", "answer:1:1: expected nothing but queries before being asked, found an object"},
    {"7 ", "answer:1:1: expected nothing but queries before being asked, found 7"},
    {"}", "answer:1:1: expected a value, found \"}\""},
    {QUERY("GetAll"), "answer:1:9: call: expected \"GetBoard\", \"GetSpareTile\", \"GetPlayers\" or \"GetGoalTile\", "
                      "found \"GetAll\""},
    {NULL, "closed the connection"},
};

TEST who_misbehaves_out_of_turn_is_out_when_called(const struct offence *offence)
{
    struct maze_table t;
    struct ends ben;
    ASSERT(seat_both(&t, PASS_TURN "listen", &ben));
    if (offence->text) {
        ASSERT(say(&ben, offence->text));
    } else {
        hang_up(&ben);
    }
    ASSERT(take_turn(&t, 0, &ben.why));
    ASSERT_FALSE(maze_memo_calls.set_up(&t.proxy[1], NULL, 1, t.setup.goal[0], &ben.why));
    ASSERT_STR_EQ(offence->reason, ben.why.text);
    ASSERT_STR_EQ("", maze_table_close(&t));
    if (ben.other >= 0) {
        close(ben.other);
    }
    PASS();
}

/* -- many queries -- */

/* Sends all at once: many small pieces would overflow the socket's buffer. */
static bool ask(int fd, int times)
{
    static const char query[] = QUERY("GetBoard") "\n";
    char text[(MAZE_HUB_QUERIES + 1) * (sizeof query - 1)];
    size_t length = 0;
    for (int i = 0; i < times; i++) {
        memcpy(text + length, query, sizeof query - 1);
        length += sizeof query - 1;
    }
    return send(fd, text, length, MSG_NOSIGNAL) == (ssize_t)length;
}

/* A player that asks, reads messages line by line, and answers once it has all replies. */
struct reader {
    int fd, wanted, replies;
    bool called; /* StartOfTurn has arrived */
    pthread_t thread;
};

static void hear(struct reader *r, const char *line, FILE *out)
{
    r->replies += strstr(line, "\"reply\"") != NULL;
    bool starts = strstr(line, "StartOfTurn");
    r->called = r->called || starts;
    if ((starts || strstr(line, "\"reply\"")) && r->called && r->replies == r->wanted) {
        fputs("{\"action\":\"Ack\"}\n", out);
    }
    if (strstr(line, "RequestSlideAndInsert")) {
        fputs("{\"action\":\"Pass\"}\n", out);
    }
}

static void *read_all(void *argument)
{
    struct reader *r = argument;
    FILE *in = fdopen(r->fd, "r"), *out = fdopen(dup(r->fd), "w");
    char *line = NULL;
    size_t room = 0;
    while (in && out && getline(&line, &room, in) > 0) {
        hear(r, line, out);
        fflush(out);
    }
    free(line);
    if (in && out) {
        fclose(out);
        fclose(in);
    }
    return NULL;
}

/* A player that asks and does not read delays nobody, and finds all replies when it reads. */
TEST who_does_not_read_delays_nobody(int queries)
{
    const int small = 4096;
    struct maze_table t;
    struct ends ben;
    ASSERT(seat_both(&t, PASS_TURN "listen", &ben));
    setsockopt(t.proxy[1].wire.out, SOL_SOCKET, SO_SNDBUF, &small, sizeof small);
    ASSERT(ask(ben.other, queries));
    ASSERT(take_turn(&t, 0, &ben.why));
    ASSERT_EQ(queries <= MAZE_HUB_QUERIES, maze_hub_serve(&t.proxy[1], &ben.why));
    const struct maze_hub_seat *seat = &t.hub.seat[1];
    ASSERT_EQ_FMT(queries, seat->queries, "%d");
    ASSERT(seat->replies.length > seat->sent);
    struct reader reader = {.fd = ben.other, .wanted = -1};
    ASSERT_EQ(0, pthread_create(&reader.thread, NULL, read_all, &reader));
    bool fine = maze_memo_calls.win(&t.proxy[1], false, &ben.why);
    if (!fine) {
        maze_memo_calls.kicked(&t.proxy[1], ben.why.text);
    }
    pthread_join(reader.thread, NULL);
    ASSERT_EQ(queries <= MAZE_HUB_QUERIES, fine);
    if (fine) {
        ASSERT_EQ_FMT(queries, reader.replies, "%d");
    } else {
        ASSERT_STR_EQ("asked more than 1000 queries between two turns", ben.why.text);
    }
    ASSERT_STR_EQ("", maze_table_close(&t));
    PASS();
}

/* However many queries there are, the awaited player is heard between two of them. */
TEST who_is_waited_for_is_heard_before_many_queries(void)
{
    struct maze_table t;
    struct ends ann, ben;
    ASSERT(maze_table_open(&t) && open_ends(&ann, LONG) && open_ends(&ben, LONG));
    t.proxy[0].wire = ann.wire;
    t.proxy[1].wire = ben.wire;
    ASSERT(maze_table_meet(&t));
    ASSERT(ask(ben.other, MAZE_HUB_QUERIES) && say(&ann, "7 "));
    ASSERT(maze_hub_receive(&t.proxy[0], clock_in(LONG), &ann.value, &ann.why));
    ASSERT_EQ(7, json_object_get_int(ann.value.object));
    json_object_put(ann.value.object);
    ASSERT_EQ_FMT(1, t.hub.seat[1].queries, "%d");
    ASSERT_STR_EQ("", maze_table_close(&t));
    close(ann.other);
    close(ben.other);
    PASS();
}

/* Makes the board large, so that its description is long. */
static bool enlarge(struct maze_table *t)
{
    struct maze_board *board = &t->setup.state.board;
    if (!maze_board_init(board, 100, 100, &t->reading.arena, &t->reading.error)) {
        return false;
    }
    for (int i = 0; i < 100 * 100; i++) {
        board->tile[i].sides = MAZE_ALL_SIDES;
    }
    board->spare = board->tile[0];
    return true;
}

/* Unread replies use a bounded amount of memory. They still arrive, even during their player's turn, which waits for
 * them. */
TEST who_does_not_read_is_not_heard_until_it_does(void)
{
    enum { QUERIES = 100 };
    struct maze_table t;
    struct ends ben;
    ASSERT(maze_table_open(&t) && enlarge(&t) && maze_table_script(&t, 0, PASS_TURN "listen", LONG));
    ASSERT(open_ends(&ben, LONG));
    t.proxy[1].wire = ben.wire;
    ASSERT(maze_table_meet(&t));
    ASSERT(ask(ben.other, QUERIES));
    ASSERT(take_turn(&t, 0, &ben.why) && maze_hub_serve(&t.proxy[1], &ben.why));
    const struct maze_hub_seat *seat = &t.hub.seat[1];
    ASSERT(seat->queries > 0 && seat->queries < QUERIES);
    ASSERT(seat->replies.length - seat->sent < MAZE_HUB_UNREAD + WIRE_MESSAGE_MAX);
    struct reader reader = {.fd = ben.other, .wanted = QUERIES};
    ASSERT_EQ(0, pthread_create(&reader.thread, NULL, read_all, &reader));
    bool fine = take_turn(&t, 1, &ben.why);
    ASSERT_STR_EQ("", maze_table_close(&t));
    pthread_join(reader.thread, NULL);
    ASSERT_STR_EQ("", ben.why.text);
    ASSERT(fine);
    ASSERT_EQ_FMT((int)QUERIES, reader.replies, "%d");
    PASS();
}

static void *ask_for_ever(void *argument)
{
    const int *fd = argument;
    while (ask(*fd, 1)) {
    }
    return NULL;
}

TEST who_asks_for_ever_after_the_end_is_late(void)
{
    struct maze_table t;
    struct ends ben;
    pthread_t thread;
    ASSERT(seat_both(&t, "listen", &ben));
    t.proxy[1].wire.allowed = SHORT;
    ASSERT_EQ(0, pthread_create(&thread, NULL, ask_for_ever, &ben.other));
    ASSERT_FALSE(maze_hub_finish(&t.proxy[1], wire_deadline(&t.proxy[1].wire), &ben.why));
    ASSERT_STR_EQ("did not close the connection within 0.05 s", ben.why.text);
    ASSERT_STR_EQ("", maze_table_close(&t));
    pthread_join(thread, NULL);
    close(ben.other);
    PASS();
}

/* -- whole games -- */

/* Records who is kicked, and why. */
struct kicks {
    char text[400];
};

static bool note(void *self, const void *event, struct error *err)
{
    struct kicks *kicks = self;
    const struct maze_event *e = event;
    (void)err;
    if (e->kind == MAZE_EVENT_KICK) {
        snprintf(kicks->text, sizeof kicks->text, "%s: %s", e->names[e->player], e->reason);
    }
    return true;
}

#define GAME "skip\n"
#define SLIDE(direction, index) \
    START "-> {\"action\":\"SlideAndInsert\",\"direction\":\"" direction "\",\"index\":" #index ",\"rotations\":0}\n"
#define GO(row, column) "skip\nskip\n-> {\"action\":\"Move\",\"position\":" AT(row, column) "}\n"
#define KICKED(reason) "<- {\"call\":\"PlayerKicked\",\"reason\":\"" reason "\"}\nlisten"
#define WENT(row, column) "wanted to slide row 0 LEFT, turn the spare by 0 and go to row " #row ", column " #column ": "

/* What Ann does in a game against Ben, who plays by the rules, and why she is out; NULL: she is not. */
static const struct game {
    const char *script, *reason;
} games[] = {
    {GAME SLIDE("LEFT", 1) KICKED("wanted to slide row 1 LEFT and turn the spare by 0: that line does not move"),
     "wanted to slide row 1 LEFT and turn the spare by 0: that line does not move"},
    {GAME SLIDE("UP", 8) KICKED("wanted to slide column 8 UP and turn the spare by 0: that line does not move"),
     "wanted to slide column 8 UP and turn the spare by 0: that line does not move"},
    {GAME SLIDE("RIGHT", 2) KICKED("wanted to slide row 2 RIGHT and turn the spare by 0: that undoes the last slide"),
     "wanted to slide row 2 RIGHT and turn the spare by 0: that undoes the last slide"},
    {GAME SLIDE("LEFT", 0) GO(1, 3) KICKED(WENT(1, 3) "no path leads there"), WENT(1, 3) "no path leads there"},
    {GAME SLIDE("LEFT", 0) GO(0, 4) KICKED(WENT(0, 4) "that is where the slide takes it anyway"),
     WENT(0, 4) "that is where the slide takes it anyway"},
    {GAME SLIDE("LEFT", 0) GO(9, 9) KICKED(WENT(9, 9) "that is not on the board"),
     WENT(9, 9) "that is not on the board"},
    {GAME START "-> {\"action\":\"Wait\"}\n" KICKED(
         "answer:1:11: action: expected \\\"SlideAndInsert\\\" or \\\"Pass\\\", found \\\"Wait\\\""),
     "answer:1:11: action: expected \"SlideAndInsert\" or \"Pass\", found \"Wait\""},
    {GAME PASS_TURN PASS_TURN "<- {\"call\":\"EndOfGame\",\"winners\":[\"Ben\"]}\n-> " QUERY("GetBoard"), NULL},
    {GAME PASS_TURN PASS_TURN "<- {\"call\":\"EndOfGame\",\"winners\":[\"Ben\"]}\n-> {\"action\":\"Ack\"}\nlisten",
     "answer:1:1: expected nothing but queries after the end of the game, found an object"},
};

TEST a_game_is_played(const struct game *game)
{
    struct maze_table t;
    struct maze_standing standing[MAZE_TABLE_PLAYERS];
    struct maze_referee referee;
    struct kicks kicks = {""};
    char expected[400] = "";
    ASSERT(maze_table_open(&t) && maze_table_script(&t, 0, game->script, LONG));
    maze_hub_open(&t.hub, t.proxy, MAZE_TABLE_PLAYERS);
    struct maze_house_player house = maze_table_house(&t);
    struct observer watch = {.see = note, .self = &kicks}, *observers[] = {&t.hub.observer, &watch, NULL};
    const struct maze_player player[] = {{"Ann", &maze_memo_calls, &t.proxy[0]},
                                         {"Ben", &maze_house_player_calls, &house}};
    const struct maze_game played = {.setup = &t.setup, .player = player, .observers = observers};
    ASSERT(maze_referee_init(&referee, &t.setup.state, &t.reading.arena, &t.reading.error));
    ASSERT(maze_referee_play(&referee, &played, standing, &t.reading.error));
    ASSERT_EQ(game->reason ? 0 : 2, standing[0].place);
    ASSERT_EQ(1, standing[1].place);
    if (game->reason) {
        snprintf(expected, sizeof expected, "Ann: %s", game->reason);
    }
    ASSERT_STR_EQ(expected, kicks.text);
    ASSERT_STR_EQ("", maze_table_close(&t));
    PASS();
}

SUITE(remote_hub)
{
    RUN_TEST(who_is_not_on_turn_may_ask);
    RUN_TEST(who_asks_in_the_same_breath_is_answered);
    for (size_t i = 0; i < sizeof offences / sizeof *offences; i++) {
        RUN_TEST1(who_misbehaves_out_of_turn_is_out_when_called, &offences[i]);
    }
    RUN_TEST1(who_does_not_read_delays_nobody, MAZE_HUB_QUERIES);
    RUN_TEST1(who_does_not_read_delays_nobody, MAZE_HUB_QUERIES + 1);
    RUN_TEST(who_is_waited_for_is_heard_before_many_queries);
    RUN_TEST(who_does_not_read_is_not_heard_until_it_does);
    RUN_TEST(who_asks_for_ever_after_the_end_is_late);
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        RUN_TEST1(a_game_is_played, &games[i]);
    }
}
