#include "base/text.h"
#include "base/json_show.h"
#include "base/list.h"
#include "base/utf8.h"

#include "unit.h"

TEST lists_grow_or_stay(void)
{
    int *list = NULL;
    size_t room = 0;
    for (size_t i = 0; i < 10000; i++) {
        size_t before = room;
        ASSERT(list_grow(&list, &room, i + 1, sizeof *list));
        ASSERT(room > i && (room == before || room >= 2 * before));
        list[i] = (int)i;
    }
    ASSERT_EQ(9999, list[9999]);
    int *old = list;
    size_t before = room;
    ASSERT_FALSE(list_grow(&list, &room, SIZE_MAX / 2, sizeof *list));
    ASSERT(list == old && room == before);
    free(list);
    PASS();
}

TEST text_grows(void)
{
    struct text t = {.bytes = NULL};
    for (int i = 0; i < 1000; i++) {
        text_format(&t, "%03d,", i);
    }
    text_string(&t, "end");
    ASSERT_FALSE(t.failed);
    ASSERT_EQ_FMT((size_t)4003, t.length, "%zu");
    ASSERT_STR_EQ("998,999,end", t.bytes + 4003 - 11);
    text_free(&t);
    ASSERT_EQ(NULL, t.bytes);
    PASS();
}

TEST integers_have_all_their_digits(void)
{
    struct text t = {0};
    text_integer(&t, 0);
    text_integer(&t, -7);
    text_integer(&t, INT64_MAX);
    text_integer(&t, INT64_MIN);
    text_boolean(&t, true);
    ASSERT_STR_EQ("0-79223372036854775807-9223372036854775808true", t.bytes);
    text_free(&t);
    PASS();
}

TEST a_text_can_be_used_again(void)
{
    struct text t = {0}, broken = {.failed = true};
    text_string(&t, "abc");
    text_drop(&t, 2);
    ASSERT_STR_EQ("c", t.bytes);
    text_append(&t, &broken);
    ASSERT(t.failed);
    text_clear(&t);
    ASSERT_FALSE(t.failed);
    text_drop(&t, 0);
    text_string(&t, "d");
    text_append(&t, &(struct text){.bytes = t.bytes, .length = 0});
    ASSERT_STR_EQ("d", t.bytes);
    text_free(&t);
    PASS();
}

TEST numbers_are_short(void)
{
    static const struct {
        double number;
        int digits;
        const char *text;
    } cases[] = {{3, 1, "3"},
                 {2.5, 1, "2.5"},
                 {-0.25, 2, "-0.25"},
                 {-0.04, 1, "0"},
                 {0.95, 1, "1"},
                 {10, 0, "10"},
                 {1000.05, 2, "1000.05"},
                 {-1234.5, 3, "-1234.5"},
                 {0.001, 3, "0.001"},
                 {100.0 / 3, 3, "33.333"},
                 {1e6, 3, "1000000"},
                 {1e300, 3, "1e+300"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct text t = {.bytes = NULL};
        text_number(&t, cases[i].number, cases[i].digits);
        ASSERT_STR_EQ(cases[i].text, t.bytes);
        text_free(&t);
    }
    PASS();
}

TEST markup_is_only_text(void)
{
    static const struct {
        const char *in, *out;
    } cases[] = {
        {"<a href='x' b=\"y\">&amp;</a>", "&lt;a href=&#39;x&#39; b=&quot;y&quot;&gt;&amp;amp;&lt;/a&gt;"},
        {"Zürich 東京 🚂", "Zürich 東京 🚂"},
        {"a\tb\nc\rd", "a\tb\nc\xEF\xBF\xBD"
                       "d"},
        {"\x1B[31m\x7F", "\xEF\xBF\xBD[31m\xEF\xBF\xBD"},
        {"\xC0\xAF\xED\xA0\x80", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"},
        {"\xEF\xBF\xBE\xEF\xBF\xBF", "\xEF\xBF\xBD\xEF\xBF\xBD"},
        {"cut \xE2\x82", "cut \xEF\xBF\xBD\xEF\xBF\xBD"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct text t = {.bytes = NULL};
        text_escape_string(&t, TEXT_MARKUP, cases[i].in);
        ASSERT_STR_EQ(cases[i].out, t.bytes);
        text_free(&t);
    }
    struct text t = {.bytes = NULL};
    text_escape(&t, TEXT_MARKUP, "a\0b", 3);
    ASSERT_STR_EQ("a\xEF\xBF\xBD"
                  "b",
                  t.bytes);
    text_free(&t);
    PASS();
}

TEST templates_are_filled(void)
{
    struct text t = {.bytes = NULL}, more = {.bytes = NULL};
    text_fill(&t, TEXT_MARKUP, "<b title=\"%s\">%s</b>", "\"x\"", "%s & <i>");
    ASSERT_STR_EQ("<b title=\"&quot;x&quot;\">%s &amp; &lt;i&gt;</b>", t.bytes);
    text_clear(&t);
    text_pour(&t, TEXT_JSON, &more); /* of nothing comes nothing */
    text_string(&more, "a \"word\"");
    text_pour(&t, TEXT_JSON, &more);
    ASSERT_STR_EQ("a \\\"word\\\"", t.bytes);
    ASSERT_FALSE(more.bytes);
    more.failed = true;
    text_pour(&t, TEXT_JSON, &more);
    ASSERT(t.failed);
    text_free(&t);
    PASS();
}

/* NOLINTBEGIN(misc-misleading-bidirectional): these tests are about such text */
TEST escapes_leave_nothing_to_obey(void)
{
    static const char in[] = "a\"b\\c\n\x1B[m<&>\xE2\x80\xA8\xE2\x80\xAE\xFF";
    static const struct {
        enum text_escape escape;
        const char *out;
    } cases[] = {
        {TEXT_JSON, "a\\\"b\\\\c\\n\\u001b[m<&>\xE2\x80\xA8\xE2\x80\xAE\xEF\xBF\xBD"},
        {TEXT_SCRIPT, "a\\\"b\\\\c\\n\\u001b[m\\u003c\\u0026\\u003e\\u2028\xE2\x80\xAE\xEF\xBF\xBD"},
        {TEXT_CSV, "a\"\"b\\c\n\xEF\xBF\xBD[m<&>\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"},
        {TEXT_LINE, "a\"b\\c\\u000a\\u001b[m<&>\\u2028\\u202e\xEF\xBF\xBD"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct text t = {.bytes = NULL};
        text_escape(&t, cases[i].escape, in, sizeof in - 1);
        ASSERT_STR_EQ(cases[i].out, t.bytes);
        text_free(&t);
    }
    PASS();
}

TEST json_can_be_ascii(void)
{
    struct text t = {.bytes = NULL};
    text_escape_string(&t, TEXT_ASCII, "\"a\\n<~\x7F\xC2\x80\xEF\xBF\xBF\xF0\x90\x80\x80\xF4\x8F\xBF\xBF\"");
    ASSERT_STR_EQ("\"a\\n<~\x7F\\u0080\\uffff\\ud800\\udc00\\udbff\\udfff\"", t.bytes);
    text_free(&t);
    PASS();
}

/* Whatever the bytes, the output fits, ends with a quote, and is valid UTF-8. */
TEST any_bytes_can_be_shown(void)
{
    static const char *const patterns[] = {
        "\x95", "\xC2\x80", "\xE2\x80\xAE", "\xEF\xBB\xBF",          "\xF0\x9F\x9A\x82", "\xF0\x9F\x9A",
        "\"",   "\\",       "\x1B",         "Z\x95\x95\x95\x95\x95", "\xED\xA0\x80"};
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
        char bytes[4000];
        size_t size = strlen(patterns[i]);
        for (size_t lead = 0; lead < 12; lead++) {
            memset(bytes, 'Z', lead);
            for (size_t at = lead; at < sizeof bytes; at++) {
                bytes[at] = patterns[i][(at - lead) % size];
            }
            for (size_t length = 0; length < 300; length++) {
                struct json_shown shown = json_show(bytes, length);
                size_t used = strnlen(shown.text, sizeof shown.text);
                ASSERT(used >= 2 && used < sizeof shown.text);
                ASSERT(shown.text[0] == '"' && shown.text[used - 1] == '"');
                for (size_t at = 0; at < used;) {
                    int step = utf8_size(shown.text + at, used - at);
                    ASSERT(step > 0);
                    at += (size_t)step;
                }
            }
            ASSERT(strstr(json_show(bytes, sizeof bytes).text, "...\""));
        }
    }
    ASSERT_STR_EQ("\"Z\\x95\\x95\"", json_show("Z\x95\x95", 3).text);
    PASS();
}

/* NOLINTEND(misc-misleading-bidirectional) */

SUITE(texts)
{
    RUN_TEST(escapes_leave_nothing_to_obey);
    RUN_TEST(json_can_be_ascii);
    RUN_TEST(any_bytes_can_be_shown);
    RUN_TEST(lists_grow_or_stay);
    RUN_TEST(text_grows);
    RUN_TEST(integers_have_all_their_digits);
    RUN_TEST(a_text_can_be_used_again);
    RUN_TEST(numbers_are_short);
    RUN_TEST(markup_is_only_text);
    RUN_TEST(templates_are_filled);
}
