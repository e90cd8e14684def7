#include "unit.h"

static const char text[] = "{\n"
                           "  \"list\": [10, {\"odd key\": \"x\"},\n"
                           "    [true, null]],\n"
                           "  \"caf\xC3\xA9\": 3.0,\n"
                           "  \"half\": 2.5, \"minus\": -1\n"
                           "}";

static struct json_at at_key(const struct json_at *at, const char *key)
{
    struct json_at member = {0};
    while (json_at_each(at, &member) && strcmp(member.key, key) != 0) {
    }
    return member;
}

TEST a_complaint_says_where(void)
{
    struct reading r;
    ASSERT(reading_start(&r, text));
    struct json_at list = at_key(&r.at[0], "list"), object = json_at_element(&list, 1);
    struct json_at odd = at_key(&object, "odd key"), last = json_at_element(&list, 2), null = json_at_element(&last, 1);
    struct json_at accent = at_key(&r.at[0], "caf\xC3\xA9");
    json_at_fail(&list, &r.error, "%d", 1);
    ASSERT_STR_EQ("text:2:11: list: 1", r.error.text);
    json_at_fail(&odd, &r.error, "2");
    ASSERT_STR_EQ("text:2:28: list[1][\"odd key\"]: 2", r.error.text);
    json_at_fail_key(&odd, &r.error, "3");
    ASSERT_STR_EQ("text:2:17: list[1]: 3", r.error.text);
    json_at_fail(&null, &r.error, "4");
    ASSERT_STR_EQ("text:3:12: list[2][1]: 4", r.error.text);
    json_at_fail(&accent, &r.error, "5");
    ASSERT_STR_EQ("text:4:11: [\"caf\xC3\xA9\"]: 5", r.error.text);
    json_at_fail(&r.at[0], &r.error, "6");
    ASSERT_STR_EQ("text:1:1: 6", r.error.text);
    r.at[0].key = "thing";
    json_at_fail(&list, &r.error, "7");
    ASSERT_STR_EQ("text:2:11: thing.list: 7", r.error.text);
    reading_end(&r);
    PASS();
}

TEST members_are_exactly_the_named_ones(void)
{
    static const char *const names[] = {"b", "a", NULL};
    struct reading r;
    struct json_at found[2];
    ASSERT(reading_start(&r, "{\"a\":1,\"b\":2} {\"a\":1} {\"a\":1,\n\"x\\ny\":2,\"b\":3} []"));
    ASSERT(json_at_members(&r.at[0], names, found, &r.error));
    ASSERT_EQ(2, json_object_get_int(found[0].object));
    ASSERT_EQ(1, json_object_get_int(found[1].object));
    ASSERT_FALSE(json_at_members(&r.at[1], names, found, &r.error));
    ASSERT_STR_EQ("text:1:15: the member \"b\" is missing", r.error.text);
    ASSERT_FALSE(json_at_members(&r.at[2], names, found, &r.error));
    ASSERT_STR_EQ("text:2:1: \"x\\u000Ay\" is not a member of this object", r.error.text);
    ASSERT_FALSE(json_at_members(&r.at[3], names, found, &r.error));
    ASSERT_STR_EQ("text:2:17: expected an object, found an array of 0", r.error.text);
    reading_end(&r);
    PASS();
}

TEST whole_numbers(void)
{
    struct reading r;
    int n;
    ASSERT(reading_start(&r, text));
    struct json_at three = at_key(&r.at[0], "caf\xC3\xA9"), half = at_key(&r.at[0], "half");
    struct json_at minus = at_key(&r.at[0], "minus");
    ASSERT(json_at_range(&three, 3, 5, &n, &r.error));
    ASSERT_EQ(3, n);
    ASSERT(json_at_range(&minus, -1, 0, &n, &r.error));
    ASSERT_FALSE(json_at_range(&three, 4, 5, &n, &r.error));
    ASSERT_STR_EQ("text:4:11: [\"caf\xC3\xA9\"]: expected a whole number from 4 to 5, found 3.0", r.error.text);
    ASSERT_FALSE(json_at_natural(&half, 9, &n, &r.error));
    ASSERT_STR_EQ("text:5:11: half: expected a natural number, found 2.5", r.error.text);
    ASSERT_FALSE(json_at_natural(&minus, 9, &n, &r.error));
    ASSERT_FALSE(json_at_natural(&r.at[0], 9, &n, &r.error));
    ASSERT(json_at_natural(&three, 2, &n, &r.error));
    ASSERT_EQ(2, n);
    reading_end(&r);
    PASS();
}

TEST arrays_strings_and_words(void)
{
    static const char *const words[] = {"one", "two", "three", NULL};
    struct reading r;
    int index;
    const char *string;
    size_t length;
    ASSERT(reading_start(&r, "[1,2,3] \"two\" \"two\\u0000\" null"));
    ASSERT(json_at_array(&r.at[0], 3, 3, &r.error));
    ASSERT_EQ(3u, json_at_count(&r.at[0]));
    ASSERT_FALSE(json_at_array(&r.at[0], 2, 2, &r.error));
    ASSERT_STR_EQ("text:1:1: expected an array of 2, found an array of 3", r.error.text);
    ASSERT_FALSE(json_at_array(&r.at[0], 4, 9, &r.error));
    ASSERT_STR_EQ("text:1:1: expected an array of 4 to 9, found an array of 3", r.error.text);
    ASSERT_FALSE(json_at_array(&r.at[0], 4, SIZE_MAX, &r.error));
    ASSERT_STR_EQ("text:1:1: expected an array of at least 4, found an array of 3", r.error.text);
    ASSERT_FALSE(json_at_array(&r.at[3], 0, SIZE_MAX, &r.error));
    ASSERT_STR_EQ("text:1:27: expected an array, found null", r.error.text);
    ASSERT(json_at_word(&r.at[1], words, &index, &r.error));
    ASSERT_EQ(1, index);
    ASSERT_FALSE(json_at_word(&r.at[2], words, &index, &r.error));
    ASSERT_STR_EQ("text:1:15: expected \"one\", \"two\" or \"three\", found \"two\\u0000\"", r.error.text);
    ASSERT(json_at_string(&r.at[1], &string, &length, &r.error));
    ASSERT_EQ(3u, length);
    ASSERT_FALSE(json_at_string(&r.at[0], &string, &length, &r.error));
    reading_end(&r);
    PASS();
}

TEST strings_are_shown_as_one_harmless_line(void)
{
    char longest[300];
    memset(longest, 'a', sizeof longest);
    ASSERT_STR_EQ("\"\"", json_show("", 0).text);
    ASSERT_STR_EQ("\"a\\\"b\\\\\\u000A\\u001B[2J\\u0000\"", json_show("a\"b\\\n\x1B[2J\0", 10).text);
    ASSERT_STR_EQ("\"\\u007F\\u009B\xE2\x80\xA6\xC3\xA9\xE2\x94\x82\"",
                  json_show("\x7F\xC2\x9B\xE2\x80\xA6\xC3\xA9\xE2\x94\x82", 11).text);
    const struct json_shown shown = json_show(longest, sizeof longest);
    ASSERT(strlen(shown.text) < sizeof shown.text);
    ASSERT_STR_EQ("a...\"", shown.text + strlen(shown.text) - 5);
    PASS();
}

TEST a_long_path_is_cut(void)
{
    char nested[2000] = "";
    size_t length = 0;
    for (int i = 0; i < 40; i++) {
        length += (size_t)sprintf(nested + length, "{\"a rather long key\":");
    }
    nested[length] = '7';
    memset(nested + length + 1, '}', 40);
    struct reading r;
    ASSERT(reading_start(&r, nested));
    struct json_at at[41] = {r.at[0]};
    for (int i = 0; i < 40; i++) {
        ASSERT(json_at_each(&at[i], &at[i + 1]));
    }
    json_at_fail(&at[40], &r.error, "the end");
    ASSERT_STR_EQ(": the end", r.error.text + strlen(r.error.text) - 9);
    reading_end(&r);
    PASS();
}

SUITE(json_at)
{
    RUN_TEST(a_complaint_says_where);
    RUN_TEST(members_are_exactly_the_named_ones);
    RUN_TEST(whole_numbers);
    RUN_TEST(arrays_strings_and_words);
    RUN_TEST(strings_are_shown_as_one_harmless_line);
    RUN_TEST(a_long_path_is_cut);
}
