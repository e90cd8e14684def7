#include "base/text.h"

#include "unit.h"

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

TEST numbers_are_short(void)
{
    static const struct {
        double number;
        int digits;
        const char *text;
    } cases[] = {{3, 1, "3"},   {2.5, 1, "2.5"},         {-0.25, 2, "-0.25"},     {-0.04, 1, "0"},    {0.95, 1, "1"},
                 {10, 0, "10"}, {1000.05, 2, "1000.05"}, {-1234.5, 3, "-1234.5"}, {0.001, 3, "0.001"}};
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
        {"\x1B[31m\x7F", "\xEF\xBF\xBD[31m\x7F"},
        {"\xC0\xAF\xED\xA0\x80", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"},
        {"\xEF\xBF\xBE\xEF\xBF\xBF", "\xEF\xBF\xBD\xEF\xBF\xBD"},
        {"cut \xE2\x82", "cut \xEF\xBF\xBD\xEF\xBF\xBD"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct text t = {.bytes = NULL};
        text_xml(&t, cases[i].in, strlen(cases[i].in));
        ASSERT_STR_EQ(cases[i].out, t.bytes);
        text_free(&t);
    }
    struct text t = {.bytes = NULL};
    text_xml(&t, "a\0b", 3);
    ASSERT_STR_EQ("a\xEF\xBF\xBD"
                  "b",
                  t.bytes);
    text_free(&t);
    PASS();
}

SUITE(texts)
{
    RUN_TEST(text_grows);
    RUN_TEST(numbers_are_short);
    RUN_TEST(markup_is_only_text);
}
