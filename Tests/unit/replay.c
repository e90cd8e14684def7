#include "replay/replay.h"

#include "replay/line.h"
#include "unit.h"

#include <string.h>

/* Feeds a log to a replay; false at the first line that it rejects. */
static bool take(struct replay *replay, const char *log, struct error *err)
{
    struct json_stream stream = {.name = "log"};
    struct json_value value;
    bool taken = json_stream_feed(&stream, log, strlen(log), err);
    while (taken && json_stream_next(&stream, 0, &value, err) == JSON_STREAM_VALUE) {
        struct json_at line = json_at_root(&value);
        taken = replay_take(replay, &line, err);
        json_object_put(value.object);
    }
    json_stream_free(&stream);
    return taken;
}

#define MAP \
    "{\"event\":\"map\",\"map\":{\"width\":99,\"height\":99,\"cities\":[[\"A\",[1,1]],[\"B\",[90,2]]]," \
    "\"connections\":{\"A\":{\"B\":{\"red\":3}}}}}\n"

TEST a_page_holds_the_events_in_short(void)
{
    struct replay *replay = replay_new();
    struct text page = {0};
    struct error error = {0};
    ASSERT(take(replay,
                MAP "{\"event\":\"game\",\"game\":1,\"players\":[\"Ann\",\"B<n\"]}\n"
                    "{\"event\":\"setup\",\"game\":1,\"player\":\"Ann\",\"rails\":45,\"cards\":[\"red\",\"blue\"]}\n"
                    "{\"event\":\"kick\",\"game\":1,\"player\":\"B<n\",\"call\":\"setup\",\"reason\":\"</script>\"}\n",
                &error));
    ASSERT(replay_page(replay, &page, &error));
    ASSERT(strstr(page.bytes, "<title>Trains: Ann and B&lt;n</title>"));
    ASSERT(
        strstr(page.bytes, "\"cities\":[\"A\",\"B\"],\n\"links\":[[0,1,\"r\",3]],\n\"names\":[\"Ann\",\"B\\u003cn\"]"));
    ASSERT(
        strstr(page.bytes, "[\"g\",1,[0,1]],\n[\"s\",0,45,\"rb\"],\n[\"k\",0,1,\"setup\",\"\\u003c/script\\u003e\"]]"));
    ASSERT(!strstr(page.bytes, "{{"));
    text_free(&page);
    replay_free(replay);
    PASS();
}

TEST a_line_that_cannot_be_is_refused_with_its_place(void)
{
    struct replay *replay = replay_new();
    struct error error = {0};
    ASSERT_FALSE(take(replay, MAP "\n{\"event\":\"game\",\n\"game\":2,\"players\":[\"Ann\",\"Ben\"]}", &error));
    ASSERT_EQ(ERROR_INPUT, error.kind);
    ASSERT_STR_EQ("log:4:8: game: expected 1, found 2", error.text);
    replay_free(replay);
    PASS();
}

TEST nothing_at_all_has_a_page(void)
{
    struct replay *replay = replay_new();
    struct text page = {0};
    struct error error = {0};
    ASSERT(replay_page(replay, &page, &error));
    ASSERT(strstr(page.bytes, "\"events\":[]"));
    text_free(&page);
    replay_free(replay);
    PASS();
}

/* Whether a live page can be made after a line that was refused, and has nothing of it. */
static bool leaves_nothing(const char *line)
{
    struct replay *replay = replay_new();
    struct text page = {0}, policy = {0};
    struct error error = {0};
    bool refused = !take(replay, line, &error) && !replay_has_picture(replay);
    bool made = replay_live_page(replay, "1", NULL, &page, &policy, &error) && strstr(page.bytes, "\"cities\":[],");
    text_free(&page);
    text_free(&policy);
    replay_free(replay);
    return refused && made;
}

TEST a_map_or_board_that_was_refused_is_on_no_page(void)
{
    ASSERT(leaves_nothing(
        "{\"event\":\"map\",\"map\":{\"width\":99,\"height\":99,\"cities\":[[\"A\",[1,1]],[\"B#\",[2,2]]],"
        "\"connections\":{}}}"));
    ASSERT(leaves_nothing("{\"event\":\"game\",\"game\":1,\"players\":[\"Ann\"],\"state\":{}}"));
    PASS();
}

TEST strings_can_stand_in_a_script(void)
{
    static const char text[] = "a\"\\<!--&\x7F\n\0\xE2\x80\xA8\xE2\x80\xA9\xE2\x80\xA7é";
    struct text out = {0};
    replay_line_string(&out, text, sizeof text - 1);
    ASSERT_STR_EQ("\"a\\\"\\\\\\u003c!--\\u0026\\u007f\\n\\u0000\\u2028\\u2029\xE2\x80\xA7é\"", out.bytes);
    text_free(&out);
    PASS();
}

SUITE(replays)
{
    RUN_TEST(a_page_holds_the_events_in_short);
    RUN_TEST(a_line_that_cannot_be_is_refused_with_its_place);
    RUN_TEST(nothing_at_all_has_a_page);
    RUN_TEST(a_map_or_board_that_was_refused_is_on_no_page);
    RUN_TEST(strings_can_stand_in_a_script);
}
