/* One message over a wire: its content, its timing, and the end of the connection. */
#include "peer.h"

#include <sys/socket.h>
#include <unistd.h>

/* -- what arrives -- */

static const struct arrival {
    const char *name, *text;
    bool closes;         /* after the text */
    const char *problem; /* NULL: a value */
} arrivals[] = {
    {"a string", "\"A\"", false, NULL},
    {"no newline, and gone", "[1]", true, NULL},
    {"blanks around", " \r\n\t{\"a\": 1} \n", false, NULL},
    {"UTF-8", "\"\xC3\xA4\xE2\x94\x82\xF0\x9F\x98\x80\"", false, NULL},
    {"a word", "true", false, NULL},
    {"nothing", "", false, "did not answer within 0.05 s"},
    {"blanks", "  \n", false, "did not answer within 0.05 s"},
    {"half a string", "\"vo", false, "did not finish its answer within 0.05 s"},
    {"half an array", " [1, [", false, "did not finish its answer within 0.05 s"},
    {"a number that may go on", "12", false, "did not finish its answer within 0.05 s"},
    {"half an escape", "\"\\u00", false, "did not finish its answer within 0.05 s"},
    {"half a character", "\"\xE2\x94", false, "did not finish its answer within 0.05 s"},
    {"gone", "", true, "closed the connection"},
    {"gone behind blanks", " \n ", true, "closed the connection"},
    {"gone in a string", "\"vo", true, "closed the connection in the middle of its answer"},
    {"gone in an object", "{\"a\":", true, "closed the connection in the middle of its answer"},
    {"junk", "\x01\x80garbage", false, "answer:1:1: expected a value, found \"\\u0001\""},
    {"junk behind a line", "\n \xFF", false, "answer:2:2: expected a value, found the byte 0xFF"},
    {"a wrong word", "[nul]", false, "answer:1:2: expected a value, found \"n\""},
    {"a control character", "\"a\nb\"", false, "answer:1:3: a control character in a string must be escaped"},
    {"not UTF-8", "[\"\xC3(\"]", false, "answer:1:3: this is not UTF-8"},
    {"half of a pair", "\"\\uD83D\"", false, "answer:1:2: half of a surrogate pair"},
    {"a key twice", "{\"a\":1,\"a\":2}", false, "answer:1:8: this key is in the object already"},
    {"a key twice behind a line", "\n{\"a\":1,\n\"a\":2}", false, "answer:3:1: this key is in the object already"},
};

TEST arrives(const struct arrival *arrival)
{
    struct ends e;
    ASSERT(open_ends(&e, arrival->closes ? LONG : SHORT));
    ASSERT(say(&e, arrival->text));
    if (arrival->closes) {
        hang_up(&e);
    }
    enum json_stream_result result = receive(&e);
    if (arrival->problem) {
        ASSERT_STR_EQ(arrival->problem, e.why.text);
        ASSERT(result != JSON_STREAM_VALUE && result != JSON_STREAM_MORE);
    } else {
        ASSERT_STR_EQ("", e.why.text);
        ASSERT_EQ(JSON_STREAM_VALUE, result);
        json_object_put(e.value.object);
    }
    close_ends(&e);
    PASS();
}

TEST nesting_has_a_limit(void)
{
    char deep[JSON_DEPTH_MAX + 2];
    struct ends e;
    memset(deep, '[', sizeof deep);
    deep[sizeof deep - 1] = '\0';
    ASSERT(open_ends(&e, LONG));
    ASSERT(say(&e, deep));
    ASSERT_EQ(JSON_STREAM_ERROR, receive(&e));
    ASSERT_STR_EQ("answer:1:65: nested more than 64 levels deep", e.why.text);
    close_ends(&e);
    PASS();
}

TEST values_come_one_after_the_other(void)
{
    struct ends e;
    ASSERT(open_ends(&e, LONG));
    ASSERT(say(&e, "true[1]\"A\"null {}"));
    for (int i = 0; i < 5; i++) {
        ASSERT_EQ(JSON_STREAM_VALUE, receive(&e));
        ASSERT_EQ(i < 4, wire_has_more(&e.wire));
        json_object_put(e.value.object);
    }
    ASSERT(say(&e, "true"));
    ASSERT_EQ(JSON_STREAM_VALUE, receive(&e));
    json_object_put(e.value.object);
    ASSERT(say(&e, "false"));
    ASSERT_EQ(JSON_STREAM_ERROR, receive(&e));
    ASSERT_STR_EQ("answer:1:2: expected white space between two values, found \"f\"", e.why.text);
    close_ends(&e);
    PASS();
}

/* -- deadlines -- */

/* A peer that sends all the time but never completes a value. */
struct talker {
    int fd;
    int64_t pause;
    pthread_t thread;
};

static void *talk(void *argument)
{
    const struct talker *t = argument;
    while (send(t->fd, " ", 1, MSG_NOSIGNAL) == 1) {
        if (t->pause) {
            clock_sleep(clock_in(t->pause));
        }
    }
    return NULL;
}

TEST a_deadline_is_for_the_whole_value(int64_t pause)
{
    struct ends e;
    ASSERT(open_ends(&e, SHORT));
    struct talker talker = {.fd = e.other, .pause = pause};
    ASSERT_EQ(0, pthread_create(&talker.thread, NULL, talk, &talker));
    ASSERT_EQ(JSON_STREAM_ERROR, receive(&e));
    ASSERT_STR_EQ("did not answer within 0.05 s", e.why.text);
    wire_close(&e.wire);
    pthread_join(talker.thread, NULL);
    close_ends(&e);
    PASS();
}

/* Blanks before the answer, and the answer in many pieces: slow, but correct. */
TEST a_slow_answer_in_time_is_an_answer(void)
{
    struct peer peer;
    struct json_value value;
    struct error why;
    int fd = peer_start(&peer, false, "drip      \ndrip {\"a\": [\"\xC3\xA4\\u00e4\\uD83D\\uDE00\", -1.5e+3, false]}");
    ASSERT(fd >= 0);
    struct wire wire = wire_open(fd, fd, -1, LONG);
    ASSERT_EQ(JSON_STREAM_VALUE, wire_receive(&wire, 0, wire_deadline(&wire), &value, &why));
    ASSERT_STR_EQ("{\"a\":[\"\xC3\xA4\xC3\xA4\xF0\x9F\x98\x80\",-1.5e+3,false]}",
                  json_object_to_json_string_ext(value.object, JSON_C_TO_STRING_PLAIN));
    json_object_put(value.object);
    ASSERT_STR_EQ("", peer_join(&peer));
    wire_close(&wire);
    PASS();
}

TEST what_has_come_counts_after_the_deadline(void)
{
    struct ends e;
    ASSERT(open_ends(&e, LONG));
    ASSERT(say(&e, "[1]"));
    ASSERT_EQ(JSON_STREAM_VALUE, wire_receive(&e.wire, 0, clock_now() - CLOCK_SECOND, &e.value, &e.why));
    json_object_put(e.value.object);
    close_ends(&e);
    PASS();
}

TEST a_poll_waits_for_nothing(void)
{
    struct ends e;
    ASSERT(open_ends(&e, LONG));
    for (const char *c = "  \"An\\u006e\""; *c; c++) {
        ASSERT_EQ(JSON_STREAM_MORE, wire_poll(&e.wire, &e.value, &e.why));
        ASSERT(say(&e, (const char[]){*c, '\0'}));
    }
    ASSERT_EQ(JSON_STREAM_VALUE, wire_poll(&e.wire, &e.value, &e.why));
    ASSERT_STR_EQ("Ann", json_object_get_string(e.value.object));
    json_object_put(e.value.object);
    hang_up(&e);
    ASSERT_EQ(JSON_STREAM_END, wire_poll(&e.wire, &e.value, &e.why));
    close_ends(&e);
    PASS();
}

TEST a_look_at_what_comes_changes_nothing(void)
{
    struct ends e;
    ASSERT(open_ends(&e, LONG));
    ASSERT(say(&e, "\n[1,"));
    ASSERT_STR_EQ("[1,", wire_peek(&e.wire, wire_deadline(&e.wire), &e.why));
    ASSERT(say(&e, "2]\n[3]\n"));
    ASSERT_STR_EQ("[1,", wire_peek(&e.wire, wire_deadline(&e.wire), &e.why));
    ASSERT_EQ(JSON_STREAM_VALUE, receive(&e));
    ASSERT_EQ(2u, json_object_array_length(e.value.object));
    json_object_put(e.value.object);
    const char *text = wire_peek(&e.wire, wire_deadline(&e.wire), &e.why);
    ASSERT_STR_EQ("[3]\n", text);
    wire_skip(&e.wire, text + 3);
    ASSERT_FALSE(wire_has_more(&e.wire));
    ASSERT_EQ(NULL, wire_peek(&e.wire, clock_now(), &e.why));
    hang_up(&e);
    ASSERT_STR_EQ("", wire_peek(&e.wire, wire_deadline(&e.wire), &e.why));
    ASSERT_EQ(JSON_STREAM_END, receive(&e));
    close_ends(&e);
    PASS();
}

/* -- between messages, and the end -- */

static bool tell(struct ends *e)
{
    struct text value = {0};
    text_string(&value, "true");
    bool told = wire_tell(&e->wire, &value, wire_deadline(&e->wire), &e->why);
    text_free(&value);
    return told;
}

TEST who_is_told_something_must_have_been_quiet(void)
{
    struct ends e;
    ASSERT(open_ends(&e, LONG));
    ASSERT(tell(&e));
    ASSERT(say(&e, "[1]\n"));
    ASSERT_EQ(JSON_STREAM_VALUE, receive(&e));
    json_object_put(e.value.object);
    ASSERT(say(&e, "\r\n  "));
    ASSERT(tell(&e));
    ASSERT(say(&e, "\n\""));
    ASSERT_FALSE(tell(&e));
    ASSERT_STR_EQ("spoke without being asked", e.why.text);
    close_ends(&e);
    ASSERT(open_ends(&e, LONG));
    hang_up(&e);
    ASSERT_FALSE(tell(&e));
    ASSERT_STR_EQ("closed the connection", e.why.text);
    close_ends(&e);
    PASS();
}

/* Closing with unread data resets the connection. */
TEST a_broken_connection_is_told_from_a_closed_one(void)
{
    struct ends e;
    ASSERT(open_ends(&e, LONG));
    ASSERT(wire_send_bytes(&e.wire, "\"A\"\n", 4, wire_deadline(&e.wire), &e.why));
    hang_up(&e);
    ASSERT_EQ(JSON_STREAM_ERROR, receive(&e));
    ASSERT_STR_EQ("broke the connection: Connection reset by peer", e.why.text);
    close_ends(&e);
    PASS();
}

static const struct ending {
    const char *name, *script, *problem;
} endings[] = {
    {"hangs up", "listen", NULL},
    {"a newline, then hangs up", "listen\nsend  ", NULL},
    {"hangs up first", "", NULL},
    {"has a last word", "send \"bye\"\nlisten", "spoke without being asked"},
};

TEST finishes(const struct ending *ending)
{
    struct peer peer;
    struct error why = {0};
    int fd = peer_start(&peer, false, ending->script);
    ASSERT(fd >= 0);
    struct wire wire = wire_open(fd, fd, -1, ending->problem ? SHORT : LONG);
    ASSERT_EQ(!ending->problem, wire_finish(&wire, NULL, wire_deadline(&wire), &why));
    ASSERT_STR_EQ(ending->problem ? ending->problem : "", why.text);
    wire_close(&wire);
    wire_close(&wire);
    wire_break(&wire);
    ASSERT_STR_EQ("", peer_join(&peer));
    PASS();
}

TEST who_stays_at_the_end_is_too_late(void)
{
    struct ends e;
    ASSERT(open_ends(&e, SHORT));
    ASSERT_FALSE(wire_finish(&e.wire, NULL, wire_deadline(&e.wire), &e.why));
    ASSERT_STR_EQ("did not close the connection within 0.05 s", e.why.text);
    close_ends(&e);
    PASS();
}

TEST stopping_ends_all_waiting(void)
{
    struct ends e;
    int stop[2];
    char *text = big_message(0, 900000);
    ASSERT(text && open_ends(&e, CLOCK_NEVER));
    ASSERT_EQ(0, pipe(stop));
    e.wire.stop = stop[0];
    ASSERT(say(&e, "[1]"));
    ASSERT_EQ(JSON_STREAM_VALUE, receive(&e));
    json_object_put(e.value.object);
    ASSERT_EQ(1, write(stop[1], "!", 1));
    ASSERT_EQ(JSON_STREAM_ERROR, receive(&e));
    ASSERT_STR_EQ("the server was stopped", e.why.text);
    e.why.text[0] = '\0';
    ASSERT_FALSE(wire_send_bytes(&e.wire, text, 900000, wire_deadline(&e.wire), &e.why));
    ASSERT_STR_EQ("the server was stopped", e.why.text);
    e.why.text[0] = '\0';
    ASSERT_FALSE(wire_finish(&e.wire, NULL, wire_deadline(&e.wire), &e.why));
    ASSERT_STR_EQ("the server was stopped", e.why.text);
    close(stop[0]);
    close(stop[1]);
    close_ends(&e);
    free(text);
    PASS();
}

SUITE(remote_wire)
{
    for (size_t i = 0; i < sizeof arrivals / sizeof *arrivals; i++) {
        greatest_set_test_suffix(arrivals[i].name);
        RUN_TEST1(arrives, &arrivals[i]);
    }
    RUN_TEST(nesting_has_a_limit);
    RUN_TEST(values_come_one_after_the_other);
    RUN_TEST1(a_deadline_is_for_the_whole_value, CLOCK_SECOND / 1000);
    RUN_TEST1(a_deadline_is_for_the_whole_value, 0);
    RUN_TEST(a_slow_answer_in_time_is_an_answer);
    RUN_TEST(what_has_come_counts_after_the_deadline);
    RUN_TEST(a_poll_waits_for_nothing);
    RUN_TEST(a_look_at_what_comes_changes_nothing);
    RUN_TEST(who_is_told_something_must_have_been_quiet);
    RUN_TEST(a_broken_connection_is_told_from_a_closed_one);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        greatest_set_test_suffix(endings[i].name);
        RUN_TEST1(finishes, &endings[i]);
    }
    RUN_TEST(who_stays_at_the_end_is_too_late);
    RUN_TEST(stopping_ends_all_waiting);
}
