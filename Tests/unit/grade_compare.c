#include "base/random.h"
#include "base/text.h"
#include "compare/compare.h"
#include "compare/log.h"
#include "compare/number.h"
#include "unit.h"

/* Texts that are the same JSON. */
static const char *const same[][2] = {
    {"1", "1.0"},
    {"1", "1e0"},
    {"1", "10E-1"},
    {"100", "1e2"},
    {"0", "-0"},
    {"0", "0.000e99999999999999999999"},
    {"0.1", "1e-1"},
    {"1.10", "1.1"},
    {"123456789012345678901234567890", "123456789012345678901234567890.0"},
    {"1e400", "10e399"},
    {"1e99999999999999999999", "1e+099999999999999999999"},
    {"1200e-2", "0.12e2"},
    {"[1, 2]", "[1,2]\n"},
    {"{\"a\":1,\"b\":2}", "{\"b\":2.0,\"a\":1}"},
    {"{\"a\":{\"x\":1,\"y\":[]},\"b\":2}", "{\"b\":2,\"a\":{\"y\":[],\"x\":1}}"},
    {"\"\\u0041\\n\"", "\"A\\u000a\""},
    {"\"\\ud83d\\ude00\"", "\"\xF0\x9F\x98\x80\""},
    {"\"\\u0000a\"", "\"\\u0000\\u0061\""},
    {"{\"\\u0061\":1}", "{\"a\":1}"},
    {"1 2", "1\n2"},
    {"\"a\"\"b\"[1]{}", "\"a\" \"b\" [1] {}"},
    {"", " \n"},
    {"\xEF\xBB\xBF[1]", "[1]"},
    {"null true false", "null\ttrue\rfalse"},
};

/* Texts that differ, and the first difference. */
static const struct different {
    const char *expected, *got, *difference;
} different[] = {
    {"[[[\"Ben\"]]]", "[[[\"Cameron\"]]]", "$[0][0][0]: expected \"Ben\", got \"Cameron\""},
    {"18446744073709551617", "18446744073709551616", "$: expected 18446744073709551617, got 18446744073709551616"},
    {"0.30000000000000004", "0.3", "$: expected 0.30000000000000004, got 0.3"},
    {"1", "-1", "$: expected 1, got -1"},
    {"1e400", "1e401", "$: expected 1e400, got 1e401"},
    {"1e99999999999999999998", "1e99999999999999999999",
     "$: expected 1e99999999999999999998, got 1e99999999999999999999"},
    {"1", "\"1\"", "$: expected 1, got \"1\""},
    {"[1,2,3]", "[1,2]", "$[2]: expected 3, got "},
    {"[1,2]", "[1,2,[ 3, 4 ]]", "$[2]: expected , got [3,4]"},
    {"{\"a\":1}", "{\"a\":1,\"b c\":2}", "$[\"b c\"]: expected , got 2"},
    {"{\"b\":[{\"k\":1}],\"a\":1}", "{\"a\":1,\"b\":[{\"k\":null}]}", "$.b[0].k: expected 1, got null"},
    {"{\"a\":1}", "[1]", "$: expected {\"a\":1}, got [1]"},
    {"1 2", "1", "value 2: $: expected 2, got "},
    {"1", "1 [2]", "value 2: $: expected , got [2]"},
    {"1 [2,3]", "1 [2,4]", "value 2: $[1]: expected 3, got 4"},
    {"\"a\"", "\"a\\u0000\"", "$: expected \"a\", got \"a\\u0000\""},
    {"true", "", "$: expected true, got "},
};

/* Invalid JSON, and the error messages. */
static const char *const no_json[][2] = {
    {"[1,\n 2", "2:3: the text ends inside a value"},
    {"{\"a\":1,\"a\":1}", "1:8: this key is in the object already"},
    {"{\"k\":1,\"b\":1,\"c\":1,\"d\":1,\"e\":1,\"f\":1,\"g\":1,\"h\":1,\"i\":1,\"\\u006b\":1}",
     "1:56: this key is in the object already"},
    {"NaN", "1:1: expected a value, found \"N\""},
    {"[1,]", "1:4: expected a value, found \"]\""},
    {"[1 2]", "1:4: expected ',' or ']', found \"2\""},
    {"{\"a\" 1}", "1:6: expected ':', found \"1\""},
    {"{a:1}", "1:2: expected a key in quotes or '}', found \"a\""},
    {"{\"a\":1,}", "1:8: expected a key in quotes, found \"}\""},
    {"01", "1:1: a number must not have a leading 0"},
    {"-", "1:2: the text ends inside a value"},
    {"1.e", "1:3: expected a digit, found \"e\""},
    {"1x", "1:2: expected white space between two values, found \"x\""},
    {"\"a\nb\"", "1:3: a control character in a string must be escaped"},
    {"\"\xC3\"", "1:2: this is not UTF-8"},
    {"\"\\ud800\"", "1:2: half of a surrogate pair"},
    {"\"\\q\"", "1:2: invalid escape"},
    {"\"\\u12g4\"", "1:2: \\u needs four hexadecimal digits"},
    {"\"ab", "1:4: the text ends inside a string"},
    {"\"\\", "1:3: the text ends inside a string"},
    {"\xFF", "1:1: expected a value, found the byte 0xFF"},
    {"tru", "1:4: the text ends inside a value"},
    {"]", "1:1: expected a value, found \"]\""},
    {"[1}", "1:3: expected ',' or ']', found \"}\""},
    {"Exception in thread\n", "1:1: expected a value, found \"E\""},
};

static enum compare_result try(struct compare *c, const char *way_word, double tolerance, const char *expected,
                               const char *got)
{
    struct compare_way way = {.tolerance = tolerance};
    return compare_way_parse(way_word, &way) ? COMPARE_OUT_OF_MEMORY
                                             : compare_answers(c, &way, expected, strlen(expected), got, strlen(got));
}

TEST finds_what_is_the_same(void)
{
    struct compare c = {0};
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        ASSERTm(same[i][1], COMPARE_SAME == try(&c, "json", 0, same[i][0], same[i][1]));
        ASSERTm(same[i][0], COMPARE_SAME == try(&c, "json", 0, same[i][1], same[i][0]));
    }
    compare_free(&c);
    PASS();
}

TEST names_the_path_of_a_difference(void)
{
    struct compare c = {0};
    for (size_t i = 0; i < sizeof different / sizeof *different; i++) {
        char text[600];
        ASSERTm(different[i].got, COMPARE_DIFFERENT == try(&c, "json", 0, different[i].expected, different[i].got));
        struct compare_difference *d = &c.difference[0];
        snprintf(text, sizeof text, "%s: expected %s, got %s", d->path, d->expected, d->got);
        ASSERT_STR_EQ(different[i].difference, text);
        ASSERT_EQ(1, c.differences);
    }
    compare_free(&c);
    PASS();
}

TEST says_where_it_stops_being_json(void)
{
    struct compare c = {0};
    for (size_t i = 0; i < sizeof no_json / sizeof *no_json; i++) {
        ASSERTm(no_json[i][0], COMPARE_NO_JSON == try(&c, "json", 0, "[1]", no_json[i][0]));
        ASSERT_STR_EQ(no_json[i][1], c.problem);
        ASSERTm(no_json[i][0], COMPARE_BAD_EXPECTED == try(&c, "json", 0, no_json[i][0], no_json[i][0]));
    }
    compare_free(&c);
    PASS();
}

TEST ten_differences_are_enough(void)
{
    struct compare c = {0};
    ASSERT_EQ(COMPARE_DIFFERENT, try(&c, "json", 0, "[1,2,3,4,5,6,7,8,9,10]", "[0,0,0,0,0,0,0,0,0,0]"));
    ASSERT_EQ(10, c.differences);
    ASSERT_FALSE(c.more);
    ASSERT_EQ(COMPARE_DIFFERENT, try(&c, "json", 0, "[1,2,3,4,5,6,7,8,9,10,11]", "[0,0,0,0,0,0,0,0,0,0,0]"));
    ASSERT_EQ(10, c.differences);
    ASSERT(c.more);
    ASSERT_EQ(COMPARE_SAME, try(&c, "json", 0, "[1]", "[1]"));
    ASSERT_EQ(0, c.differences);
    compare_free(&c);
    PASS();
}

TEST depth_does_not_matter(void)
{
    enum { DEPTH = 100000, LENGTH = 2 * DEPTH + 1 };
    static char a[LENGTH + 1], b[LENGTH + 1];
    struct compare c = {0};
    memset(a, '[', DEPTH);
    memset(a + DEPTH + 1, ']', DEPTH);
    a[DEPTH] = '1';
    memcpy(b, a, sizeof b);
    ASSERT_EQ(COMPARE_SAME, try(&c, "json", 0, a, b));
    b[DEPTH] = '2';
    ASSERT_EQ(COMPARE_DIFFERENT, try(&c, "json", 0, a, b));
    ASSERT_EQ(COMPARE_DIFFERENT, try(&c, "unordered:$", 0, a, b));
    b[LENGTH - 1] = '\0';
    ASSERT_EQ(COMPARE_NO_JSON, try(&c, "json", 0, a, b));
    compare_free(&c);
    PASS();
}

TEST numbers_may_be_near(void)
{
    struct compare c = {0};
    ASSERT_EQ(COMPARE_SAME, try(&c, "json", 0.01, "[1.5, 7]", "[1.5099, 6.995]"));
    ASSERT_EQ(COMPARE_DIFFERENT, try(&c, "json", 0.01, "[1.5, 7]", "[1.52, 7]"));
    ASSERT_EQ(COMPARE_DIFFERENT, try(&c, "json", 0.01, "1e400", "1e401"));
    ASSERT_EQ(COMPARE_DIFFERENT, try(&c, "json", 0.01, "1e400", "1"));
    ASSERT_EQ(COMPARE_SAME, try(&c, "unordered:$", 0.01, "[1.5, 7]", "[6.995, 1.501]"));
    compare_free(&c);
    PASS();
}

TEST order_may_not_count(void)
{
    struct compare c = {0};
    ASSERT_EQ(COMPARE_SAME,
              try(&c, "unordered:$", 0, "[1,{\"a\":1,\"b\":2},\"x\"]", "[\"\\u0078\",{\"b\":2,\"a\":1.0},1]"));
    ASSERT_EQ(COMPARE_SAME, try(&c, "unordered:$[0]", 0, "[[1,2],[3,4]]", "[[2,1],[3,4]]"));
    ASSERT_EQ(COMPARE_DIFFERENT, try(&c, "unordered:$[0]", 0, "[[1,2],[3,4]]", "[[2,1],[4,3]]"));
    ASSERT_STR_EQ("$[1][0]", c.difference[0].path);
    ASSERT_EQ(COMPARE_SAME, try(&c, "unordered:$[*]", 0, "[[1,2],[3,4]]", "[[2,1],[4,3]]"));
    ASSERT_EQ(COMPARE_SAME, try(&c, "unordered:$.a[\"b c\"]", 0, "{\"a\":{\"b c\":[1,2]}}", "{\"a\":{\"b c\":[2,1]}}"));
    ASSERT_EQ(COMPARE_DIFFERENT, try(&c, "unordered:$", 0, "[1,1,2]", "[1,2,2]"));
    ASSERT_EQ(2, c.differences);
    ASSERT_STR_EQ("$[1]", c.difference[0].path);
    ASSERT_STR_EQ("1", c.difference[0].expected);
    ASSERT_STR_EQ("", c.difference[0].got);
    ASSERT_STR_EQ("2", c.difference[1].got);
    ASSERT_EQ(COMPARE_DIFFERENT, try(&c, "unordered:$", 0, "[[1,2]]", "[[2,1]]"));
    ASSERT_EQ(COMPARE_SAME, try(&c, "unordered:$", 0, "[]", "[ ]"));
    ASSERT_EQ(COMPARE_DIFFERENT, try(&c, "unordered:$", 0, "[\"1\",2]", "[1,2]"));
    ASSERT_EQ(COMPARE_DIFFERENT, try(&c, "unordered:$", 0, "[9007199254740993,1]", "[1,9007199254740992]"));
    compare_free(&c);
    PASS();
}

/* An array as text: `count` elements in a format that takes a number, starting at `first` and increasing by `step`. */
static char *array_of(size_t count, const char *format, double first, double step)
{
    struct text text = {0};
    for (size_t i = 0; i < count; i++) {
        text_string(&text, i ? "," : "[");
        for (const char *p = format; *p; p++) {
            if (*p == '#') {
                text_format(&text, "%.17g", first + (double)i * step);
            } else {
                text_add(&text, p, 1);
            }
        }
    }
    text_string(&text, "]");
    return text.bytes;
}

static enum compare_result try_arrays(double tolerance, size_t count, const char *format, double first, double step,
                                      double other_first, double other_step)
{
    struct compare c = {0};
    char *a = array_of(count, format, first, step), *b = array_of(count, format, other_first, other_step);
    enum compare_result result = try(&c, "unordered:$", tolerance, a, b);
    free(a);
    free(b);
    compare_free(&c);
    return result;
}

TEST elements_make_way_for_each_other(void)
{
    static const char *const rows[][2] = {
        {"[11,10]", "[11,12]"},
        {"[10,11,12,13]", "[14,12,13,11]"},
        {"[[11],[10]]", "[[11],[12]]"},
        {"[{\"x\":11,\"y\":[0]},{\"y\":[0],\"x\":10}]", "[{\"y\":[1],\"x\":11},{\"x\":12,\"y\":[0]}]"},
        {"[[0,0],[1,1],[2,2],[3,3]]", "[[1,1],[2,2],[3,3],[4,4]]"},
        {"[1e400,10,11]", "[11,12,1e400]"},
        {"[[1e400,10],[1e400,11]]", "[[1e400,11],[1e400,12]]"},
        {"[1e308,1e308]", "[1e308,1e308]"},
    };
    struct compare c = {0};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ASSERTm(rows[i][0], COMPARE_SAME == try(&c, "unordered:$", 1, rows[i][0], rows[i][1]));
        ASSERTm(rows[i][1], COMPARE_SAME == try(&c, "unordered:$", 1, rows[i][1], rows[i][0]));
    }
    ASSERT_EQ(COMPARE_DIFFERENT, try(&c, "unordered:$", 1, "[10,11]", "[12,12]"));
    ASSERT_EQ(2, c.differences);
    ASSERT_STR_EQ("$[0]", c.difference[0].path);
    ASSERT_EQ(COMPARE_DIFFERENT, try(&c, "unordered:$", 1, "[[10],[11]]", "[[12],[12]]"));
    ASSERT_EQ(2, c.differences);
    ASSERT_EQ(COMPARE_DIFFERENT, try(&c, "unordered:$", 1, "[1e400,10]", "[11,1e401]"));
    compare_free(&c);
    PASS();
}

/* Whether all elements of a can have partners in b, by brute force. */
static bool can_match(const int (*a)[2], const int (*b)[2], int count, unsigned taken)
{
    int i = __builtin_popcount(taken);
    if (i == count) {
        return true;
    }
    for (int j = 0; j < count; j++) {
        bool near = abs(a[i][0] - b[j][0]) <= 2 && abs(a[i][1] - b[j][1]) <= 2;
        if (near && !(taken & 1U << j) && can_match(a, b, count, taken | 1U << j)) {
            return true;
        }
    }
    return false;
}

TEST matching_finds_a_way_if_there_is_one(void)
{
    enum { COUNT = 7, ROUNDS = 2000 };
    struct compare c = {0};
    struct random random = random_stream(1, 1);
    int matched = 0;
    for (int round = 0; round < ROUNDS; round++) {
        int points[2][COUNT][2];
        struct text text[2] = {{0}, {0}};
        for (int side = 0; side < 2; side++) {
            for (int i = 0; i < COUNT; i++) {
                points[side][i][0] = (int)random_below(&random, 8);
                points[side][i][1] = round % 2 ? 0 : (int)random_below(&random, 3);
                text_format(&text[side], "%s%s%d", i ? "," : "[", round % 2 ? "" : "[", points[side][i][0]);
                if (round % 2 == 0) { /* otherwise plain numbers */
                    text_format(&text[side], ",%d]", points[side][i][1]);
                }
            }
            text_string(&text[side], "]");
        }
        bool can = can_match((const int(*)[2])points[0], (const int(*)[2])points[1], COUNT, 0);
        enum compare_result result = try(&c, "unordered:$", 2, text[0].bytes, text[1].bytes);
        ASSERTm(text[0].bytes, result == (can ? COMPARE_SAME : COMPARE_DIFFERENT));
        matched += can;
        text_free(&text[0]);
        text_free(&text[1]);
    }
    ASSERT(matched > ROUNDS / 10 && matched < ROUNDS * 9 / 10);
    compare_free(&c);
    PASS();
}

TEST many_elements_take_no_time(void)
{
    enum { MANY = 100000 };
    ASSERT_EQ(COMPARE_SAME, try_arrays(0.5, 3000, "#", 0, 1, 2999, -1));
    ASSERT_EQ(COMPARE_SAME, try_arrays(0.5, 3000, "7", 0, 0, 0, 0));
    ASSERT_EQ(COMPARE_SAME, try_arrays(0, MANY, "#", 0, 1, MANY - 1, -1));
    ASSERT_EQ(COMPARE_SAME, try_arrays(0.5, MANY, "#", 0, 1, MANY - 1, -1));
    ASSERT_EQ(COMPARE_SAME, try_arrays(5, MANY, "#", 0, 1, MANY + 4, -1));
    ASSERT_EQ(COMPARE_DIFFERENT, try_arrays(5, MANY, "#", 0, 1, MANY + 5, -1));
    ASSERT_EQ(COMPARE_DIFFERENT, try_arrays(MANY, MANY, "#", 0, 1, MANY + 1, 1));
    ASSERT_EQ(COMPARE_SAME, try_arrays(0.5, MANY, "[#,0,1000000]", 0, 1, MANY - 1, -1));
    ASSERT_EQ(COMPARE_SAME, try_arrays(0.5, MANY, "{\"a\":7,\"b\":\"x\"}", 0, 0, 0, 0));
    PASS();
}

/* All elements have the same sum, minimum and maximum. */
TEST what_cannot_be_told_is_not_held_against_anybody(void)
{
    static const char format[] = "{\"plus\":#,\"minus\":-#,\"low\":-1e9,\"high\":1e9}";
    enum { MANY = 20000 };
    ASSERT_EQ(COMPARE_SAME, try_arrays(0.25, 1000, format, 1, 1, 1000, -1));
    ASSERT_EQ(COMPARE_TOO_HARD, try_arrays(0.25, MANY, format, 1, 1, MANY, -1));
    ASSERT_EQ(COMPARE_SAME, try_arrays(0, MANY, format, 1, 1, MANY, -1));
    PASS();
}

TEST text_is_compared_by_lines(void)
{
    struct compare c = {0};
    ASSERT_EQ(COMPARE_SAME, try(&c, "text", 0, "a\nb\n", "a  \r\nb\n\n\n"));
    ASSERT_EQ(COMPARE_SAME, try(&c, "text", 0, "", "\n"));
    ASSERT_EQ(COMPARE_DIFFERENT, try(&c, "text", 0, "a\nb", "a\nc\nd"));
    ASSERT_STR_EQ("line 2", c.difference[0].path);
    ASSERT_STR_EQ("\"b\"", c.difference[0].expected);
    ASSERT_STR_EQ("\"c\"", c.difference[0].got);
    ASSERT_STR_EQ("", c.difference[1].expected);
    ASSERT_STR_EQ("\"d\"", c.difference[1].got);
    ASSERT_EQ(COMPARE_DIFFERENT, try(&c, "text", 0, "\x1b[2J", ""));
    ASSERT_STR_EQ("\"\\u001B[2J\"", c.difference[0].expected);
    compare_free(&c);
    PASS();
}

TEST ways_are_checked(void)
{
    static const char *const bad[] = {"",          "JSON",           "unordered",       "unordered:",   "unordered:a",
                                      "program: ", "unordered:$[a]", "unordered:$[1",   "unordered:$.", "unordered:$x",
                                      "program:",  "unordered:$[]",  "unordered:$[\"a]"};
    struct compare_way way = {0};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ASSERTm(bad[i], compare_way_parse(bad[i], &way) != NULL);
    }
    ASSERT(compare_way_parse("program:./check --fast", &way) == NULL);
    ASSERT_EQ(COMPARE_PROGRAM, way.kind);
    ASSERT_STR_EQ("./check --fast", way.argument);
    PASS();
}

TEST long_values_are_cut_between_characters(void)
{
    struct compare c = {0};
    char text[1000] = "\"", *end = text + 1;
    for (int i = 0; i < 200; i++) {
        memcpy(end, "\xE2\x94\x82", 4);
        end += 3;
    }
    memcpy(end, "\"", 2);
    ASSERT_EQ(COMPARE_DIFFERENT, try(&c, "json", 0, "1", text));
    const char *got = c.difference[0].got;
    ASSERT(strlen(got) < COMPARE_SHOWN_MAX);
    ASSERT_STR_EQ("\x82...", got + strlen(got) - 4);
    compare_free(&c);
    PASS();
}

TEST logs_are_compared_line_by_line(void)
{
    static const struct {
        const char *expected, *got;
        uint64_t more;                                /* bytes of the actual log that were not kept */
        const char *place, *expected_line, *got_line; /* NULL: no difference; "" for a log that has ended */
    } rows[] = {
        {"", "", 0, NULL, NULL, NULL},
        {"{\"a\":1}\n[2]\n", "{ \"a\": 1.0 }\r\n[2]", 0, NULL, NULL, NULL},
        {"[1]\n[2]\n", "[1]\n", 0, "line 2", "[2]", ""},
        {"", "{\"turn\":4,\"round\":-2,\"game\":\"x\"}", 0, "line 1, round -2, turn 4", "",
         "{\"turn\":4,\"round\":-2,\"game\":\"x\"}"},
        {"{\"turn\":1}\n", "{\"turn\":2}\n", 0, "line 1, turn 1", "{\"turn\":1}", "{\"turn\":2}"},
        {"{\"turn\":1234567890123}\n", "x", 0, "line 1", "{\"turn\":1234567890123}", "x"},
        {"same\nold\n", "same\nnew\n", 0, "line 2", "old", "new"},
        {"[1]\n[2]\n[3]\n", "[1]\n[2", 10, NULL, NULL, NULL},
        {"[1]\n[2]\n[3]\n", "[0]\n[2", 10, "line 1", "[1]", "[0]"},
        {"[1]\n", "[1", 10, NULL, NULL, NULL},
    };
    struct compare c = {0};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t m = strlen(rows[i].expected), n = strlen(rows[i].got);
        struct log_difference d;
        bool differs = log_differ(&d, &c, (struct excerpt){rows[i].expected, m, m, m},
                                  (struct excerpt){rows[i].got, n, n, n + rows[i].more});
        ASSERT_EQ_FMT(rows[i].place != NULL, differs, "%d");
        if (differs) {
            ASSERT_STR_EQ(rows[i].place, d.place);
            ASSERT_EQ_FMT(strlen(rows[i].expected_line), d.expected_length, "%zu");
            ASSERT_EQ_FMT(strlen(rows[i].got_line), d.got_length, "%zu");
            ASSERT(!d.expected_length || memcmp(rows[i].expected_line, d.expected, d.expected_length) == 0);
            ASSERT(!d.got_length || memcmp(rows[i].got_line, d.got, d.got_length) == 0);
        }
    }
    compare_free(&c);
    PASS();
}

SUITE(grade_compare)
{
    RUN_TEST(finds_what_is_the_same);
    RUN_TEST(names_the_path_of_a_difference);
    RUN_TEST(says_where_it_stops_being_json);
    RUN_TEST(ten_differences_are_enough);
    RUN_TEST(depth_does_not_matter);
    RUN_TEST(numbers_may_be_near);
    RUN_TEST(order_may_not_count);
    RUN_TEST(elements_make_way_for_each_other);
    RUN_TEST(matching_finds_a_way_if_there_is_one);
    RUN_TEST(many_elements_take_no_time);
    RUN_TEST(what_cannot_be_told_is_not_held_against_anybody);
    RUN_TEST(text_is_compared_by_lines);
    RUN_TEST(ways_are_checked);
    RUN_TEST(long_values_are_cut_between_characters);
    RUN_TEST(logs_are_compared_line_by_line);
}
