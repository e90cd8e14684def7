#include "base/json_scan.h"
#include "base/json_text.h"
#include "unit.h"

/* Texts of one value, which must scan as one complete value however they arrive. */
static const char *const good[] = {
    "null",
    "true",
    "false",
    "0",
    "-0",
    "12",
    "-3.25",
    "1e5",
    "1E+5",
    "0.5e-3",
    "\"\"",
    "\"a\"",
    "[]",
    "{}",
    "[[],{}]",
    "[1,2,3]",
    "{\"a\":1,\"b\":[true,null]}",
    " \t\r\n[ 1 , 2 ] ",
    "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e4\"",
    "\"\\uD83D\\uDE00\"",
    "\"\xC3\xA4\xE2\x94\x82\xF0\x9F\x98\x80\"",
    "\"\xED\x9F\xBF\xEE\x80\x80\xF4\x8F\xBF\xBF\"",
    "{\"\":0,\" \":0}",
    "{\"a\":{\"a\":{\"a\":0}}}",
    "[{\"a\":1},{\"a\":1}]",
    "{\"\\u0061\":1,\"\\u0062\":1}",
    "\"\\u0000\"",
    "\xEF\xBB\xBF[1]",
    "\"\x7F\"",
};

/* Invalid JSON, the error messages and their positions. */
static const struct bad {
    const char *text, *problem;
    size_t at;
} bad[] = {
    {"nul", "the text ends inside a value", 3},
    {"[1", "the text ends inside a value", 2},
    {"\"abc", "the text ends inside a string", 4},
    {"\"abc\\", "the text ends inside a string", 5},
    {"\"\\u12", "the text ends inside a string", 5},
    {"\"\xE2\x94", "the text ends inside a string", 3},
    {"\"\\uD83D", "the text ends inside a string", 7},
    {"-", "the text ends inside a value", 1},
    {"1.", "the text ends inside a value", 2},
    {"1e", "the text ends inside a value", 2},
    {"{\"a\"", "the text ends inside a value", 4},
    {"\xEF\xBB", "expected a value", 0},
    {" \xEF\xBB\xBF[]", "expected a value", 1},
    {"NaN", "expected a value", 0},
    {"Infinity", "expected a value", 0},
    {"[-Infinity]", "expected a digit", 2},
    {"[1,]", "expected a value", 3},
    {"[,1]", "expected a value", 1},
    {"[1 2]", "expected ',' or ']'", 3},
    {"[1}", "expected ',' or ']'", 2},
    {"{\"a\":1,}", "expected a key in quotes", 7},
    {"{,}", "expected a key in quotes or '}'", 1},
    {"{a:1}", "expected a key in quotes or '}'", 1},
    {"{\"a\" 1}", "expected ':'", 5},
    {"{\"a\":}", "expected a value", 5},
    {"{\"a\":1]", "expected ',' or '}'", 6},
    {"]", "expected a value", 0},
    {"// x", "expected a value", 0},
    {"[1/**/]", "expected ',' or ']'", 2},
    {"'a'", "expected a value", 0},
    {"True", "expected a value", 0},
    {"[nulL]", "expected a value", 1},
    {"012", "a number must not have a leading 0", 0},
    {"-012", "a number must not have a leading 0", 1},
    {"+1", "expected a value", 0},
    {".5", "expected a value", 0},
    {"[1.]", "expected a digit", 3},
    {"[1e+]", "expected a digit", 4},
    {"0x10", "expected white space between two values", 1},
    {"truefalse", "expected white space between two values", 4},
    {"1-2", "expected white space between two values", 1},
    {"\"\n\"", "a control character in a string must be escaped", 1},
    {"\"a\tb\"", "a control character in a string must be escaped", 2},
    {"\"\\x41\"", "invalid escape", 1},
    {"\"\\u12G4\"", "\\u needs four hexadecimal digits", 1},
    {"\"\\uD800\"", "half of a surrogate pair", 1},
    {"\"\\uDC00\"", "half of a surrogate pair", 1},
    {"\"\\uD800\\n\"", "half of a surrogate pair", 1},
    {"\"\\uD800\\uD800\"", "half of a surrogate pair", 1},
    {"\"\\uD800x\"", "half of a surrogate pair", 1},
    {"\"\xC0\x80\"", "this is not UTF-8", 1},
    {"\"\xC3\"", "this is not UTF-8", 1},
    {"\"\xE0\x80\x80\"", "this is not UTF-8", 1},
    {"\"\xED\xA0\x80\"", "this is not UTF-8", 1},
    {"\"\xF4\x90\x80\x80\"", "this is not UTF-8", 1},
    {"\"\xF5\x80\x80\x80\"", "this is not UTF-8", 1},
    {"\"\x80\"", "this is not UTF-8", 1},
    {"{\"a\":1,\"a\":2}", "this key is in the object already", 7},
    {"{\"b\":{\"a\":1,\"c\":1,\"a\":2}}", "this key is in the object already", 18},
    {"{\"a\":1,\"\\u0061\":2}", "this key is in the object already", 7},
    {"{\"\\/\":1,\"/\":2}", "this key is in the object already", 8},
    {"{\"\xF0\x9F\x98\x80\":1,\"\\uD83D\\uDE00\":2}", "this key is in the object already", 10},
    {"{\"\xC3\xA4\":1,\"\\u00E4\":2,\"\xE2\x94\x82\":1}", "this key is in the object already", 8},
    {"{\"a\\u0000\":1}", "a key must not contain \\u0000", 3},
};

/* Scans a text that arrives in pieces of the given size. */
static enum json_scan_result scan_in_pieces(struct json_scanner *s, const char *text, size_t piece)
{
    size_t length = strlen(text);
    enum json_scan_result result = JSON_SCAN_MORE;
    for (size_t have = 0; result == JSON_SCAN_MORE && have < length; have += piece) {
        /* exactly as much memory as has arrived, so that a sanitizer detects overreads */
        size_t here = have + piece < length ? have + piece : length;
        char *copy = memcpy(malloc(here), text, here);
        result = json_scan(s, copy, here, here == length);
        free(copy);
    }
    return result;
}

TEST accepts(const char *text)
{
    for (size_t piece = 1; piece < 5; piece++) {
        struct json_scanner s = {0};
        enum json_scan_result result = scan_in_pieces(&s, text, piece);
        ASSERTm(s.problem ? s.problem : text, result == JSON_SCAN_VALUE);
        ASSERT_EQ(JSON_SCAN_END, json_scan(&s, text, strlen(text), true));
        json_scan_free(&s);
    }
    PASS();
}

TEST rejects(const struct bad *b)
{
    for (size_t piece = 1; piece < 20; piece++) {
        struct json_scanner s = {0};
        enum json_scan_result result = scan_in_pieces(&s, b->text, piece);
        if (result == JSON_SCAN_VALUE) {
            result = json_scan(&s, b->text, strlen(b->text), true);
        }
        ASSERT_EQ_FMT((int)JSON_SCAN_ERROR, (int)result, "%d");
        ASSERT_STR_EQ(b->problem, s.problem);
        ASSERT_EQ_FMT(b->at, s.problem_at, "%zu");
        ASSERT_EQ(JSON_SCAN_ERROR, json_scan(&s, b->text, strlen(b->text), true));
        json_scan_free(&s);
    }
    PASS();
}

/* Records what a consumer is told: a letter for the kind, and the text. */
struct diary {
    char text[200];
    int events_left;
};

static const char *write_down(void *context, const struct json_event *e)
{
    struct diary *diary = context;
    if (diary->events_left-- == 0) {
        return "enough";
    }
    size_t used = strlen(diary->text);
    snprintf(diary->text + used, sizeof diary->text - used, "%c%s%.*s ", "nftNSAOKE"[e->kind],
             (e->kind == JSON_STRING || e->kind == JSON_KEY) && e->escaped ? "!" : "", (int)(e->end - e->start),
             e->text + e->start);
    return NULL;
}

TEST a_consumer_is_told_everything_once(void)
{
    static const char text[] = " {\"a\":[1,-2.5e3,\"\\n\"],\"\\u0062\":{}} true null\"\xC3\xA4\"[false]7";
    for (size_t piece = 1; piece < sizeof text; piece++) {
        struct diary diary = {.events_left = -1};
        struct json_scanner s = {.consumer = write_down, .context = &diary};
        for (size_t have = piece; have < sizeof text - 1 + piece; have += piece) {
            size_t here = have < sizeof text ? have : sizeof text - 1;
            char *copy = memcpy(malloc(here), text, here);
            while (json_scan(&s, copy, here, here == sizeof text - 1) == JSON_SCAN_VALUE) {
            }
            free(copy);
        }
        ASSERT_STR_EQ("O{ K\"a\" A[ N1 N-2.5e3 S!\"\\n\" E] K!\"\\u0062\" O{ E} E} ttrue nnull S\"\xC3\xA4\" A[ "
                      "ffalse E] N7 ",
                      diary.text);
        json_scan_free(&s);
    }
    PASS();
}

TEST a_consumer_can_stop_the_scanner(void)
{
    struct diary diary = {.events_left = 2};
    struct json_scanner s = {.consumer = write_down, .context = &diary};
    ASSERT_EQ(JSON_SCAN_ERROR, json_scan(&s, "[1, 2]", 6, false));
    ASSERT_STR_EQ("enough", s.problem);
    ASSERT_EQ(4u, s.problem_at);
    ASSERT_FALSE(s.out_of_memory);
    json_scan_free(&s);
    PASS();
}

TEST values_follow_each_other(void)
{
    const char *text = "\"A\"\"B\"{\"c\":1}[2]12{}true null\n-1 ";
    const char *const pieces[] = {"\"A\"", "\"B\"", "{\"c\":1}", "[2]", "12", "{}", "true", "null", "-1"};
    struct json_scanner s = {0};
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        ASSERT_EQ(JSON_SCAN_VALUE, json_scan(&s, text, strlen(text), true));
        ASSERT_EQ(strlen(pieces[i]), s.at - s.start);
        ASSERT_EQ(0, strncmp(pieces[i], text + s.start, strlen(pieces[i])));
    }
    ASSERT_EQ(JSON_SCAN_END, json_scan(&s, text, strlen(text), true));
    json_scan_free(&s);
    PASS();
}

TEST a_value_is_complete_with_its_last_character(void)
{
    const char *const texts[] = {"true", "null", "\"x\"", "[1]", "{}"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct json_scanner s = {0};
        ASSERT_EQ(JSON_SCAN_MORE, json_scan(&s, texts[i], strlen(texts[i]) - 1, false));
        ASSERT_EQ(JSON_SCAN_VALUE, json_scan(&s, texts[i], strlen(texts[i]), false));
        json_scan_free(&s);
    }
    PASS();
}

TEST a_number_goes_on_until_something_else_comes(void)
{
    struct json_scanner s = {0};
    ASSERT_EQ(JSON_SCAN_MORE, json_scan(&s, "12", 2, false));
    ASSERT_EQ(JSON_SCAN_MORE, json_scan(&s, "123", 3, false));
    ASSERT_EQ(JSON_SCAN_VALUE, json_scan(&s, "123 ", 4, false));
    ASSERT_EQ(3u, s.at);
    json_scan_free(&s);
    PASS();
}

static const char *nested(char *text, size_t depth)
{
    memset(text, '[', depth);
    memset(text + depth, ']', depth);
    text[2 * depth] = '\0';
    return text;
}

TEST depth_has_a_limit(void)
{
    const size_t most = JSON_DEPTH_MAX;
    char text[2 * JSON_DEPTH_MAX + 3];
    struct json_scanner s = {0};
    ASSERT_EQ(JSON_SCAN_VALUE, json_scan(&s, nested(text, most), 2 * most, true));
    json_scan_free(&s);
    s = (struct json_scanner){0};
    ASSERT_EQ(JSON_SCAN_ERROR, json_scan(&s, nested(text, most + 1), 2 * most + 2, true));
    ASSERT_EQ(most, s.problem_at);
    json_scan_free(&s);
    s = (struct json_scanner){.unlimited = true};
    ASSERT_EQ(JSON_SCAN_VALUE, json_scan(&s, nested(text, most + 1), 2 * most + 2, true));
    json_scan_free(&s);
    PASS();
}

TEST keys_may_repeat_at_one_depth_only(void)
{
    const char *allowed = "{\"a\":{\"b\":1,\"b\":2}}", *not_allowed = "{\"a\":{},\"a\":{}}";
    struct json_scanner s = {.repeats_at = 2};
    ASSERT_EQ(JSON_SCAN_VALUE, json_scan(&s, allowed, strlen(allowed), true));
    json_scan_free(&s);
    s = (struct json_scanner){.repeats_at = 2};
    ASSERT_EQ(JSON_SCAN_ERROR, json_scan(&s, not_allowed, strlen(not_allowed), true));
    json_scan_free(&s);
    PASS();
}

TEST the_first_of_many_repeated_keys_is_named(void)
{
    char text[64 * 1024] = "{";
    size_t length = 1, again = 0;
    for (int i = 0; i < 3000; i++) {
        if (i == 1501) {
            again = length;
        }
        length += (size_t)sprintf(text + length, "\"k%d\":%d,", i > 1500 ? i - 1501 : i, i);
    }
    sprintf(text + length - 1, "}");
    struct json_scanner s = {0};
    ASSERT_EQ(JSON_SCAN_ERROR, json_scan(&s, text, length, true));
    ASSERT_EQ_FMT(again, s.problem_at, "%zu");
    json_scan_free(&s);
    PASS();
}

TEST strings_are_decoded_as_far_as_there_is_room(void)
{
    static const char string[] = "a\\u00e4\\uD83D\\uDE00\\n\"", meant[] = "a\xC3\xA4\xF0\x9F\x98\x80\n";
    static const size_t fitting[] = {0, 0, 1, 1, 3, 3, 3, 3, 7, 8, 8};
    for (size_t size = 0; size < sizeof fitting / sizeof *fitting; size++) {
        char *out = size ? malloc(size) : NULL; /* exact size, so that sanitizers detect overruns */
        ASSERT_EQ(8u, json_text_decode(string, out, size));
        ASSERT(size == 0 || (memcmp(meant, out, fitting[size]) == 0 && out[fitting[size]] == '\0'));
        free(out);
    }
    PASS();
}

TEST strings_are_ordered_by_what_they_mean(void)
{
    static const char *const ordered[] = {
        "\"", "\\u0000\"", "A\"", "\\u0041a\"", "a\"", "\xC3\xA4\"", "\\u00e5\"", "\xE2\x94\x82\"", "\\uD83D\\uDE00\""};
    const int count = sizeof ordered / sizeof *ordered;
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < count; j++) {
            int order = json_text_compare(ordered[i], ordered[j]);
            ASSERT_EQ((i > j) - (i < j), (order > 0) - (order < 0));
        }
    }
    ASSERT_EQ(0, json_text_compare("x\xC3\xA4\\n\"", "x\\u00E4\\u000a\""));
    PASS();
}

TEST skipping_finds_the_end(void)
{
    const char *text = "[\"a]\\\"}\",{\"b\":[1,2]}] -1.5e3,true}";
    ASSERT_EQ(21u, json_text_skip(text, 0));
    ASSERT_EQ(8u, json_text_skip(text, 1));
    ASSERT_EQ(28u, json_text_skip(text, 22));
    ASSERT_EQ(33u, json_text_skip(text, 29));
    PASS();
}

TEST keys_are_compared_as_they_are_meant(void)
{
    ASSERT(json_text_is("\"abc\":1", 0, "abc"));
    ASSERT(json_text_is("\"\\u0061\\n\\\\\\uD83D\\uDE00\":1", 0, "a\n\\\xF0\x9F\x98\x80"));
    ASSERT(json_text_is("{\"\":1}", 1, ""));
    ASSERT_FALSE(json_text_is("\"abc\":1", 0, "ab"));
    ASSERT_FALSE(json_text_is("\"ab\":1", 0, "abc"));
    ASSERT_FALSE(json_text_is("\"\\u0061\":1", 0, "\\u0061"));
    PASS();
}

SUITE(json_scanning)
{
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        greatest_set_test_suffix(good[i]);
        RUN_TEST1(accepts, good[i]);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        greatest_set_test_suffix(bad[i].text);
        RUN_TEST1(rejects, &bad[i]);
    }
    RUN_TEST(a_consumer_is_told_everything_once);
    RUN_TEST(a_consumer_can_stop_the_scanner);
    RUN_TEST(values_follow_each_other);
    RUN_TEST(a_value_is_complete_with_its_last_character);
    RUN_TEST(a_number_goes_on_until_something_else_comes);
    RUN_TEST(depth_has_a_limit);
    RUN_TEST(keys_may_repeat_at_one_depth_only);
    RUN_TEST(the_first_of_many_repeated_keys_is_named);
    RUN_TEST(strings_are_decoded_as_far_as_there_is_room);
    RUN_TEST(strings_are_ordered_by_what_they_mean);
    RUN_TEST(skipping_finds_the_end);
    RUN_TEST(keys_are_compared_as_they_are_meant);
}
