#include "base/random.h"
#include "base/text.h"
#include "compare/slip.h"
#include "unit.h"

/* Answers that are not JSON; what is wrong with them, the line, and what is shown of it. NULL: no common slip. */
static const struct broken {
    const char *answer, *what;
    size_t line;
    const char *shown;
} broken[] = {
    {"True\n", "Python's True; JSON has true", 1, "True"},
    {"[1,\n True]", "Python's True; JSON has true", 2, " True]"},
    {"[False, 1]", "Python's False; JSON has false", 1, "[False, 1]"},
    {"{\"a\": None}", "Python's None; JSON has null", 1, "{\"a\": None}"},
    {"true\n\nFalse", "Python's False; JSON has false", 3, "False"},
    {"\"123456789 123456789 123456789 123456789 123456789 123456789 123456789\"\nFalse",
     "Python's False; JSON has false", 2, "False"},
    {"[undefined]", "JavaScript's undefined; JSON has null", 1, "[undefined]"},
    {"[NaN]", "NaN, which JSON does not have", 1, "[NaN]"},
    {"[nan]", "nan, which JSON does not have", 1, "[nan]"},
    {"[-Infinity]", "Infinity, which JSON does not have", 1, "[-Infinity]"},
    {"{'a': 1}", "single quotes; JSON has double quotes", 1, "{'a': 1}"},
    {"['Boston', 'Erie']", "single quotes; JSON has double quotes", 1, "['Boston', 'Erie']"},
    {"'Boston'\r\n", "single quotes; JSON has double quotes", 1, "'Boston'"},
    {"[(1, 2)]", "parentheses, as of a Python tuple; JSON has arrays: [ ]", 1, "[(1, 2)]"},
    {"('a', 1)", "parentheses, as of a Python tuple; JSON has arrays: [ ]", 1, "('a', 1)"},
    {"[1, 2, ]", "a trailing comma", 1, "[1, 2, ]"},
    {"{\"a\": 1,\n}\n", "a trailing comma", 2, "}"},
    {"{a: 1}", "a key without quotes", 1, "{a: 1}"},
    {"{\"b\": 2, a1 : 1}", "a key without quotes", 1, "{\"b\": 2, a1 : 1}"},
    {"reading map\ntrue\n", "a line that is not JSON; debug output belongs on stderr", 1, "reading map"},
    {"[DEBUG] True\n[1]", "a line that is not JSON; debug output belongs on stderr", 1, "[DEBUG] True"},
    {"true\n3 paths found\nfalse", "a line that is not JSON; debug output belongs on stderr", 2, "3 paths found"},
    {"None of them\n[1,\n2]\nlet's stop", "a line that is not JSON; debug output belongs on stderr", 1, "None of them"},
    {"x\ny\n1", "a line that is not JSON; debug output belongs on stderr", 1, "x"},
    {"\xFF\xFE\n1", "a line that is not JSON; debug output belongs on stderr", 1, "\xFF\xFE"},
    {"", NULL, 0, ""},
    {"[1, 2", NULL, 0, ""},
    {"{\"a\" 1}", NULL, 0, ""},
    {"hello", NULL, 0, ""},
    {"3 paths found", NULL, 0, ""},
    {"3 2 paths found", NULL, 0, ""},
    {"True story", NULL, 0, ""},
    {"[1,\nfound it\n2]", NULL, 0, ""},
    {"'tis nothing", NULL, 0, ""},
    {"(", NULL, 0, ""},
    {"'", NULL, 0, ""},
    {"\xFF", NULL, 0, ""},
};

TEST slips_make_answers_invalid(void)
{
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        const struct broken *b = &broken[i];
        struct slip slip;
        bool found = slip_in_text(b->answer, strlen(b->answer), &slip);
        ASSERTm(b->answer, b->what ? found : !found);
        if (found) {
            ASSERT_STR_EQ(b->what, slip.what);
            ASSERTm(b->answer, b->line == slip.line);
            ASSERTm(b->answer, strlen(b->shown) == slip.length);
            ASSERTm(b->answer, memcmp(b->shown, slip.shown, slip.length) == 0);
        }
    }
    PASS();
}

/* Answers that are JSON, but not the expected one. */
static const struct wrong {
    const char *expected, *got, *what;
    size_t line;
    const char *shown;
} wrong[] = {
    {"[1, 2]", "[1, \"2\"]", "a string where a number is expected", 1, "[1, \"2\"]"},
    {"-1.5", "\"-1.5\"", "a string where a number is expected", 1, "\"-1.5\""},
    {"[true]", "[\n\"true\"]", "a string where true or false is expected", 2, "\"true\"]"},
    {"null", "\"null\"", "a string where null is expected", 1, "\"null\""},
    {"[\"5\"]", "[5]", "quotes are missing: a string is expected", 1, "[5]"},
    {"1 2 3", "[1,2,3]", "one array instead of several values; print each on a line of its own", 1, "[1,2,3]"},
    {"[1] \"a\"", "[[1], \"a\"]", "one array instead of several values; print each on a line of its own", 1,
     "[[1], \"a\"]"},
    {"1 2", "12", "values with nothing in between; print each on a line of its own", 1, "12"},
    {"1 2", "[1,3]", NULL, 0, ""},
    {"1 2", "1", NULL, 0, ""},
    {"1", "2", NULL, 0, ""},
    {"1", "\"2\"", NULL, 0, ""},
    {"\"a b\"", "\"ab\"", NULL, 0, ""},
    {"[1]", "", NULL, 0, ""},
    {"[\"a\"]", "[]", NULL, 0, ""},
};

TEST slips_make_answers_wrong(void)
{
    static const struct compare_way json = {.kind = COMPARE_JSON}, text = {.kind = COMPARE_TEXT};
    struct compare c = {0};
    struct slip slip;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const struct wrong *w = &wrong[i];
        ASSERT_EQ(COMPARE_DIFFERENT,
                  compare_answers(&c, &json, w->expected, strlen(w->expected), w->got, strlen(w->got)));
        bool found = slip_in_answer(&c, &slip);
        ASSERTm(w->got, w->what ? found : !found);
        if (found) {
            ASSERT_STR_EQ(w->what, slip.what);
            ASSERTm(w->got, w->line == slip.line);
            ASSERTm(w->got, memcmp(w->shown, slip.shown, slip.length) == 0);
        }
    }
    ASSERT_EQ(COMPARE_DIFFERENT, compare_answers(&c, &text, "1", 1, "\"1\"", 3));
    ASSERT_FALSE(slip_in_answer(&c, &slip));
    compare_free(&c);
    PASS();
}

TEST long_lines_are_cut_between_characters(void)
{
    struct text answer = {0};
    struct slip slip;
    text_string(&answer, "[");
    for (int i = 0; i < 500; i++) {
        text_string(&answer, "\"\xC3\xA4\",");
    }
    text_string(&answer, "True");
    for (int i = 0; i < 200; i++) {
        text_string(&answer, ",\"\xC3\xB6\"");
    }
    bool found = slip_in_text(answer.bytes, answer.length, &slip);
    text_free(&answer);
    ASSERT(found);
    ASSERT_EQ(0, memcmp(slip.shown, "...", 3));
    ASSERT_EQ(0, memcmp(slip.shown + slip.length - 3, "...", 3));
    ASSERT(memmem(slip.shown, slip.length, "\",True,\"", 8));
    ASSERT_FALSE((unsigned char)slip.shown[3] == 0xA4);
    PASS();
}

TEST any_bytes_are_harmless(void)
{
    static const char letters[] = "[]{},:'\"()Truenoasl 0-\n\r\\\xC3\xA4\xFF";
    static const struct compare_way json = {.kind = COMPARE_JSON};
    struct random random = random_stream(15, 0);
    struct compare c = {0};

    for (int i = 0; i < 20000; i++) {
        char answer[40] = "", expected[8] = "";
        size_t length = random_below(&random, sizeof answer), size = random_below(&random, sizeof expected);
        struct slip slip;
        for (size_t k = 0; k < length; k++) {
            answer[k] = letters[random_below(&random, sizeof letters)];
        }
        for (size_t k = 0; k < size; k++) {
            expected[k] = letters[random_below(&random, sizeof letters)];
        }
        char *exact = malloc(length ? length : 1); /* so that sanitizers notice any read behind its end */
        memcpy(exact, answer, length);
        bool fine = !slip_in_text(exact, length, &slip) || (slip.length <= SLIP_SHOWN_MAX && slip.line >= 1);
        if (compare_answers(&c, &json, expected, size, exact, length) == COMPARE_DIFFERENT) {
            slip_in_answer(&c, &slip);
        }
        free(exact);
        ASSERT(fine);
    }
    compare_free(&c);
    PASS();
}

SUITE(slips)
{
    RUN_TEST(slips_make_answers_invalid);
    RUN_TEST(slips_make_answers_wrong);
    RUN_TEST(long_lines_are_cut_between_characters);
    RUN_TEST(any_bytes_are_harmless);
}
