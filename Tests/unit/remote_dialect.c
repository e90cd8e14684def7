#include "remote/trains_dialect.h"

#include "peer.h"

#define HERE "{\"this\":{\"destination1\":[\"Ash\",\"Kew\"],\"destination2\":[\"Ash\",\"Oak\"],\"rails\":42,"
#define PLAIN_HERE "{\"destination1\":[\"Ash\",\"Kew\"],\"destination2\":[\"Ash\",\"Oak\"],\"rails\":42,"

/* -- writing and reading -- */

/* Copies a text, and frees it. */
static const char *text_of(struct text *value, char text[2000])
{
    snprintf(text, 2000, "%s", value->failed ? "failed" : value->bytes);
    text_free(value);
    return text;
}

static const char *call_of(const struct trains_dialect *dialect, const struct trains_message *m, char text[2000])
{
    struct text written = {0};
    dialect->write_call(&written, m);
    return text_of(&written, text);
}

static const char *answer_of(const struct trains_dialect *dialect, const struct trains_message *m,
                             const struct trains_answer *answer, char text[2000])
{
    struct text written = {0};
    dialect->write_answer(&written, m, answer);
    return text_of(&written, text);
}

/* Makes a listener hear everything that comes before a call. */
static void prepare(struct trains_listener *l, const struct table *t, enum trains_call call)
{
    *l = (struct trains_listener){.started = call != TRAINS_CALL_START,
                                  .in_game = call != TRAINS_CALL_START && call != TRAINS_CALL_END};
    l->map = t->map;
}

TEST a_call_is_read_as_it_was_written(const struct trains_dialect *dialect)
{
    struct table t;
    ASSERT(table_open(&t));
    for (int call = 0; call < TRAINS_CALLS; call++) {
        struct trains_message m = table_message(&t, (enum trains_call)call), heard;
        struct trains_listener listener;
        struct reading r;
        char written[2000], again[2000];
        if (dialect->unsent >> call & 1) {
            continue;
        }
        prepare(&listener, &t, (enum trains_call)call);
        ASSERT(reading_start(&r, call_of(dialect, &m, written)));
        bool read = dialect->read_call(&r.at[0], &listener, &heard, &r.error);
        ASSERT_STR_EQ("", r.error.text);
        ASSERT(read);
        ASSERT_STR_EQ(trains_call_names[call], trains_call_names[heard.call]);
        ASSERT_STR_EQ(written, call_of(dialect, &heard, again));
        reading_end(&r);
        trains_listener_free(&listener);
    }
    table_close(&t);
    PASS();
}

/* Whether an answer is read as it was written. */
static bool is_heard(const struct trains_dialect *dialect, const struct trains_message *m,
                     const struct trains_answer *answer)
{
    struct reading r;
    struct trains_answer heard = {0};
    char written[2000], again[2000];
    bool read = reading_start(&r, answer_of(dialect, m, answer, written)) &&
                dialect->read_answer(&r.at[0], m, &r.arena, &heard, &r.error) &&
                strcmp(written, answer_of(dialect, m, &heard, again)) == 0;
    reading_end(&r);
    return read;
}

TEST an_answer_is_read_as_it_was_written(const struct trains_dialect *dialect)
{
    struct table t;
    ASSERT(table_open(&t));
    static const struct trains_named nowhere = {"A", "B", TRAINS_BLUE, 3};
    const struct trains_answer answers[] = {
        {.map = &t.map, .returned = 7, .action = {.request = TRAINS_ASK_CARDS, .connection = TRAINS_NONE}},
        {.map = &t.map, .returned = 26, .action = {.request = TRAINS_ASK_CONNECTION, .connection = 4}},
        {.map = &t.map, .returned = 21, .action = {TRAINS_ASK_CONNECTION, TRAINS_NONE, &nowhere}},
    };
    for (int call = 0; call < TRAINS_CALLS; call++) {
        struct trains_message m = table_message(&t, (enum trains_call)call);
        for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
            ASSERTm(trains_call_names[call],
                    (dialect->unsent | dialect->unanswered) >> call & 1 || is_heard(dialect, &m, &answers[i]));
        }
    }
    table_close(&t);
    PASS();
}

TEST dialects_are_found_by_name(void)
{
    ASSERT_STR_EQ("call", trains_dialects[0].name);
    ASSERT_STR_EQ("plain", trains_dialect_find("plain")->name);
    ASSERT_STR_EQ("message", trains_dialect_find("message")->name);
    ASSERT_EQ(NULL, trains_dialect_find("Call"));
    ASSERT_EQ(NULL, trains_dialect_find(""));
    PASS();
}

/* -- harmless differences, and others -- */

/* A message to a client; what the client makes of it, or its complaint. */
static const struct hearing {
    const char *dialect;
    enum trains_call call;
    const char *text, *same_as; /* same_as NULL: it is rejected, */
    const char *problem;        /* for this reason */
} hearings[] = {
    {"call", TRAINS_CALL_START, "[\"start\", []]", "[\"start\",[true]]", NULL},
    {"call", TRAINS_CALL_START, "[\"start\", [false]]", "[\"start\",[true]]", NULL},
    {"call", TRAINS_CALL_LOSSES, "[\"losses\",[2.0]]", "[\"losses\",[2]]", NULL},
    {"call", TRAINS_CALL_MORE, "[\"more\",[[]]]", "[\"more\",[[]]]", NULL},
    {"call", TRAINS_CALL_MORE, "[\"more\",[{\"red\":1}]]", "[\"more\",[[\"red\"]]]", NULL},
    {"call", TRAINS_CALL_PICK,
     "[\"pick\",[[[\"Oak\",\"Ash\"],[\"Ash\",\"Kew\"],[\"Elm\",\"Ash\"],[\"Ash\",\"Bay\"],[\"Ash\",\"Fox\"]]]]",
     "[\"pick\",[[[\"Ash\",\"Bay\"],[\"Ash\",\"Elm\"],[\"Ash\",\"Fox\"],[\"Ash\",\"Kew\"],[\"Ash\",\"Oak\"]]]]", NULL},
    {"call", TRAINS_CALL_SETUP, "[\"setup\",[" TABLE_MAP ",45.0,[]]]", "[\"setup\",[" TABLE_MAP ",45,[]]]", NULL},
    {"call", TRAINS_CALL_PLAY,
     "[\"play\",[{\"acquired\":[],\"this\":{\"destination2\":[\"Oak\",\"Ash\"],\"destination1\":[\"Kew\",\"Ash\"],"
     "\"rails\":42.0,\"cards\":{\"red\":3.0},\"acquired\":[[\"Ash\",\"Bay\",\"red\",3.0]]}}]]",
     "[\"play\",[" HERE "\"cards\":{\"blue\":0,\"green\":0,\"red\":3,\"white\":0},\"acquired\":[[\"Ash\",\"Bay\","
     "\"red\",3]]},\"acquired\":[]}]]",
     NULL},
    {"plain", TRAINS_CALL_START, "false", "true", NULL},
    {"plain", TRAINS_CALL_MORE, "[]", "[]", NULL},
    {"plain", TRAINS_CALL_PLAY,
     "{\"taken\":[],\"destination2\":[\"Oak\",\"Ash\"],\"destination1\":[\"Kew\",\"Ash\"],\"rails\":42.0,\"cards\":{},"
     "\"acquired\":[]}",
     PLAIN_HERE "\"cards\":{\"blue\":0,\"green\":0,\"red\":0,\"white\":0},\"acquired\":[],\"taken\":[]}", NULL},
    {"message", TRAINS_CALL_WIN, "{\"won\":false, \"type\":\"GameResult\"}", "{\"type\":\"GameResult\",\"won\":false}",
     NULL},
    {"message", TRAINS_CALL_MORE, "{\"type\":\"MoreCards\",\"cards\":{}}",
     "{\"type\":\"MoreCards\",\"cards\":{\"blue\":0,\"green\":0,\"red\":0,\"white\":0}}", NULL},

    {"call", TRAINS_CALL_PLAY, "\"play\"", NULL, "text:1:1: expected an array of 2, found \"play\""},
    {"call", TRAINS_CALL_PLAY, "[\"dance\",[]]", NULL,
     "text:1:2: [0]: expected \"start\", \"losses\", \"setup\", \"pick\", \"play\", \"more\", \"win\" or \"end\", "
     "found \"dance\""},
    {"call", TRAINS_CALL_PLAY, "[\"play\",[]]", NULL, "text:1:9: [1]: expected an array of 1, found an array of 0"},
    {"call", TRAINS_CALL_PLAY, "[\"play\",[{\"this\":7,\"acquired\":[]}]]", NULL,
     "text:1:18: [1][0].this: expected an object, found 7"},
    {"call", TRAINS_CALL_WIN, "[\"win\",[1]]", NULL, "text:1:9: [1][0]: expected true or false, found 1"},
    {"call", TRAINS_CALL_LOSSES, "[\"losses\",[-1]]", NULL, "text:1:12: [1][0]: expected a natural number, found -1"},
    {"call", TRAINS_CALL_MORE, "[\"more\",[[\"pink\"]]]", NULL,
     "text:1:11: [1][0][0]: expected \"blue\", \"green\", \"red\" or \"white\", found \"pink\""},
    {"call", TRAINS_CALL_PICK, "[\"pick\",[[[\"Ash\",\"Bay\"]]]]", NULL,
     "text:1:10: [1][0]: expected an array of 5, found an array of 1"},
    {"call", TRAINS_CALL_PICK,
     "[\"pick\",[[[\"Ash\",\"Rye\"],[\"Ash\",\"Kew\"],[\"Elm\",\"Ash\"],[\"Ash\",\"Bay\"],[\"Ash\",\"Fox\"]]]]", NULL,
     "text:1:18: [1][0][0][1]: city \"Rye\" is not on the map"},
    {"call", TRAINS_CALL_END, "[\"play\",[{\"this\":7,\"acquired\":[]}]]", NULL,
     "text:1:10: [1][0]: no game has been set up"},
    {"call", TRAINS_CALL_SETUP, "[\"setup\",[" TABLE_MAP ",45,7]]", NULL,
     "text:1:308: [1][2]: expected an array, found 7"},
    {"plain", TRAINS_CALL_PLAY, "{\"a\":1}", NULL, "text:1:1: the member \"Map\" is missing"},
    {"plain", TRAINS_CALL_PLAY, "7", NULL, "text:1:1: expected true or false, found 7"},
    {"plain", TRAINS_CALL_START, "null", NULL, "text:1:1: expected true or false, found null"},
    {"plain", TRAINS_CALL_END, PLAIN_HERE "\"cards\":{},\"acquired\":[],\"taken\":[]}", NULL,
     "text:1:1: no game has been set up"},
    {"message", TRAINS_CALL_WIN, "{\"won\":true}", NULL, "text:1:1: the member \"type\" is missing"},
    {"message", TRAINS_CALL_WIN, "{\"type\":\"GameWon\",\"won\":true}", NULL,
     "text:1:9: type: expected \"StartMessage\", \"LossesMessage\", \"InitialInfo\", \"AvailableDestinations\", "
     "\"ActiveGameState\", \"MoreCards\", \"PlayerGameState\", \"GameResult\" or \"TournamentResult\", found "
     "\"GameWon\""},
    {"message", TRAINS_CALL_WIN, "{\"type\":\"GameResult\"}", NULL, "text:1:1: the member \"won\" is missing"},
    {"message", TRAINS_CALL_WIN, "{\"type\":\"GameResult\",\"won\":\"yes\"}", NULL,
     "text:1:28: won: expected true or false, found \"yes\""},
    {"message", TRAINS_CALL_MORE, "{\"type\":\"MoreCards\",\"cards\":{\"red\":251}}", NULL,
     "text:1:29: cards: a deck has no more than 250 cards"},
    {"message", TRAINS_CALL_WIN, "[]", NULL, "text:1:1: expected an object, found an array of 0"},
    {"message", TRAINS_CALL_WIN, "{\"type\":\"GameKickNotification\",\"reason\":\"late\\n\"}", NULL,
     "was removed: \"late\\u000A\""},
};

TEST a_client_hears(const struct hearing *h)
{
    const struct trains_dialect *dialect = trains_dialect_find(h->dialect);
    struct table t;
    struct trains_listener listener;
    struct trains_message m;
    struct reading r;
    char text[2000];
    ASSERT(table_open(&t) && reading_start(&r, h->text));
    prepare(&listener, &t, h->call);
    if (h->same_as) {
        bool read = dialect->read_call(&r.at[0], &listener, &m, &r.error);
        ASSERT_STR_EQ("", r.error.text);
        ASSERT(read);
        ASSERT_EQ(h->call, m.call);
        ASSERT_STR_EQ(h->same_as, call_of(dialect, &m, text));
    } else {
        ASSERT_FALSE(dialect->read_call(&r.at[0], &listener, &m, &r.error));
        ASSERT_STR_EQ(h->problem, r.error.text);
    }
    reading_end(&r);
    trains_listener_free(&listener);
    table_close(&t);
    PASS();
}

TEST the_answer_that_asks_for_cards_is_always_the_same(const struct trains_dialect *dialect)
{
    const struct trains_message m = {.call = TRAINS_CALL_PLAY};
    const struct trains_answer answer = {.action = {.request = TRAINS_ASK_CARDS, .connection = TRAINS_NONE}};
    char text[2000];
    ASSERT_STR_EQ(answer_of(dialect, &m, &answer, text), dialect->more_cards);
    PASS();
}

TEST a_turn_is_written_around_the_state(const struct trains_dialect *dialect)
{
    struct table t;
    struct text state = {0};
    char text[2000], expected[2000];
    ASSERT(table_open(&t));
    struct trains_message m = table_message(&t, TRAINS_CALL_PLAY);
    trains_codec_write_state(&state, m.view, dialect->taken);
    snprintf(expected, sizeof expected, "%s%s%s", dialect->play[0], state.bytes, dialect->play[1]);
    ASSERT_STR_EQ(expected, call_of(dialect, &m, text));
    text_free(&state);
    table_close(&t);
    PASS();
}

SUITE(remote_dialects)
{
    for (const struct trains_dialect *dialect = trains_dialects; dialect->name; dialect++) {
        greatest_set_test_suffix(dialect->name);
        RUN_TEST1(a_call_is_read_as_it_was_written, dialect);
        greatest_set_test_suffix(dialect->name);
        RUN_TEST1(an_answer_is_read_as_it_was_written, dialect);
        greatest_set_test_suffix(dialect->name);
        RUN_TEST1(the_answer_that_asks_for_cards_is_always_the_same, dialect);
        greatest_set_test_suffix(dialect->name);
        RUN_TEST1(a_turn_is_written_around_the_state, dialect);
    }
    RUN_TEST(dialects_are_found_by_name);
    for (size_t i = 0; i < sizeof hearings / sizeof *hearings; i++) {
        greatest_set_test_suffix(hearings[i].dialect);
        RUN_TEST1(a_client_hears, &hearings[i]);
    }
}
