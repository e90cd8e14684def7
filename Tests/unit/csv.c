#include "base/csv.h"
#include "unit.h"

#include <string.h>

static bool parse(struct csv *csv, const char *text, struct arena *arena, struct error *err)
{
    return csv_parse(csv, "t.csv", text, strlen(text), arena, err);
}

TEST fields_are_taken_as_they_are_meant(void)
{
    struct csv csv;
    struct arena arena = {0};
    struct error err = {0};
    ASSERT(parse(&csv, "\xEF\xBB\xBFteam,\"note\"\r\nann,\"a, \"\"b\"\"\r\nc\"\r\n\r\nben,\n\"\",  x ", &arena, &err));
    ASSERT_EQ(2, csv.columns);
    ASSERT_EQ(0, csv_column(&csv, "team"));
    ASSERT_EQ(1, csv_column(&csv, "note"));
    ASSERT_EQ(2, csv_column(&csv, "no"));
    ASSERT_EQ(3, csv.count);
    ASSERT_STR_EQ("ann", csv.rows[0].fields[0]);
    ASSERT_STR_EQ("a, \"b\"\r\nc", csv.rows[0].fields[1]);
    ASSERT_STR_EQ("", csv.rows[1].fields[1]);
    ASSERT_EQ(5, csv.rows[1].line);
    ASSERT_STR_EQ("", csv.rows[2].fields[0]);
    ASSERT_STR_EQ("  x ", csv.rows[2].fields[1]);
    ASSERT_STR_EQ("", csv_field(&csv, &csv.rows[0], 2));
    arena_free(&arena);
    PASS();
}

TEST nothing_behind_a_table_matters(void)
{
    struct csv csv;
    struct arena arena = {0};
    struct error err = {0};
    ASSERT(csv_parse(&csv, "t.csv", "a\nb\r\n", strlen("a\nb\r"), &arena, &err));
    ASSERT_EQ(1, csv.count);
    ASSERT_STR_EQ("b\r", csv.rows[0].fields[0]);
    static const char table[] = {'a', '\n', 'b'};
    ASSERT(csv_parse(&csv, "t.csv", table, sizeof table, &arena, &err));
    ASSERT_STR_EQ("b", csv.rows[0].fields[0]);
    arena_free(&arena);
    PASS();
}

TEST broken_tables_say_where(void)
{
    static const struct {
        const char *text, *complaint;
    } rows[] = {
        {"", "t.csv:1:1: expected a line with the names of the columns"},
        {"\xEF\xBB\xBF\r\n", "t.csv:1:1: expected a line with the names of the columns"},
        {"a,b\n1", "t.csv:2: expected 2 fields, as in the first line, found 1"},
        {"a,b\n1,2,3\n", "t.csv:2: expected 2 fields, as in the first line, found 3"},
        {"a,a\n", "t.csv:1: there are two columns \"a\""},
        {"a\n\xC3\xA9x\"y\n", "t.csv:2:3: a quote inside a field: quote the whole field and double the quote"},
        {"a\n\"x\n\"y\n", "t.csv:3:2: expected a comma after the quoted field"},
        {"a,b\n1,\"x\n\ny", "t.csv:2:3: this quoted field does not end"},
        {"a\nx\xFF\n", "t.csv:2:2: this is not UTF-8"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct csv csv;
        struct arena arena = {0};
        struct error err = {0};
        ASSERT_FALSE(parse(&csv, rows[i].text, &arena, &err));
        ASSERT_EQ(ERROR_INPUT, err.kind);
        ASSERT_STR_EQ(rows[i].complaint, err.text);
        arena_free(&arena);
    }
    PASS();
}

TEST what_is_written_is_read_again(void)
{
    static const char *const fields[] = {"plain", "", "a,b", "say \"x\"", "two\nlines", " blank", "\xC3\xA9"};
    enum { COUNT = sizeof fields / sizeof *fields };
    struct text out = {0};
    struct csv csv;
    struct arena arena = {0};
    struct error err = {0};
    for (int i = 0; i < COUNT; i++) {
        text_format(&out, "c%d%s", i, i + 1 < COUNT ? "," : "\r\n");
    }
    for (int i = 0; i < COUNT; i++) {
        csv_write(&out, fields[i], i + 1 < COUNT ? "," : "\r\n");
    }
    ASSERT(csv_parse(&csv, "t.csv", out.bytes, out.length, &arena, &err));
    ASSERT_EQ(1, csv.count);
    for (int i = 0; i < COUNT; i++) {
        ASSERT_STR_EQ(fields[i], csv.rows[0].fields[i]);
    }
    text_free(&out);
    arena_free(&arena);
    PASS();
}

SUITE(csv_tables)
{
    RUN_TEST(fields_are_taken_as_they_are_meant);
    RUN_TEST(nothing_behind_a_table_matters);
    RUN_TEST(broken_tables_say_where);
    RUN_TEST(what_is_written_is_read_again);
}
