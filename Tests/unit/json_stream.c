#include "unit.h"

#include "base/text.h"

#include <unistd.h>

TEST reads_values_with_their_positions(void)
{
    struct reading r;
    ASSERT(reading_start(&r, "\n \"A\"\n\n  [1,\n2] {\"k\":null} 7"));
    ASSERT_EQ(4, r.values);
    json_at_fail(&r.at[0], &r.error, "here");
    ASSERT_STR_EQ("text:2:2: here", r.error.text);
    json_at_fail(&r.at[1], &r.error, "here");
    ASSERT_STR_EQ("text:4:3: here", r.error.text);
    json_at_fail(&r.at[3], &r.error, "here");
    ASSERT_STR_EQ("text:5:15: here", r.error.text);
    ASSERT_EQ(7, json_object_get_int(r.value[3].object));
    reading_end(&r);
    PASS();
}

/* Values are shared by their text; "1" and 1 are two of them, and so is what falls into the same slot. */
TEST repeated_values_are_what_they_were(void)
{
    struct reading r;
    struct text text = {0};
    text_string(&text, "[");
    for (int i = 0; i < 4000; i++) {
        text_format(&text, "%s%d,\"%d\",\"the number %d\",-%d.50", i ? "," : "", i % 1000, i % 1000, i % 1000,
                    i % 1000);
    }
    text_string(&text, "]");
    ASSERT(reading_start(&r, text.bytes));
    ASSERT_STR_EQ(text.bytes, json_object_to_json_string_ext(r.value[0].object, JSON_C_TO_STRING_PLAIN));
    reading_end(&r);
    text_free(&text);
    PASS();
}

TEST columns_count_characters_and_no_bom(void)
{
    struct reading r;
    ASSERT_FALSE(reading_start(&r, "\xEF\xBB\xBF[\"\xC3\xA4\xE2\x94\x82\xF0\x9F\x98\x80\", x]"));
    ASSERT_STR_EQ("text:1:9: expected a value, found \"x\"", r.error.text);
    ASSERT_EQ(ERROR_INPUT, r.error.kind);
    reading_end(&r);
    PASS();
}

/* It does not matter whether part of the text has arrived before the first read. */
TEST a_bom_may_come_at_any_time_and_in_pieces(void)
{
    static const char text[] = "\xEF\xBB\xBF\"Ann\"";
    struct json_stream stream = {.name = "text"};
    struct error error = {0};
    struct json_value value;
    for (const char *at = text; *at; at++) {
        json_stream_discard(&stream);
        ASSERT_EQ(JSON_STREAM_MORE, json_stream_next(&stream, 0, &value, &error));
        ASSERT(json_stream_feed(&stream, at, 1, &error));
    }
    ASSERT_EQ(JSON_STREAM_VALUE, json_stream_next(&stream, 0, &value, &error));
    ASSERT_STR_EQ("Ann", json_object_get_string(value.object));
    json_object_put(value.object);
    json_stream_free(&stream);
    PASS();
}

/* All values of a text that arrives in two pieces, concatenated, and the error that ends them, if any. */
static void read_cut(const char *text, size_t cut, char *out, size_t size)
{
    struct json_stream stream = {.name = "text"};
    struct error error = {0};
    struct json_value value;
    enum json_stream_result result;
    size_t length = strlen(text), used = 0;
    json_stream_feed(&stream, text, cut, &error);
    do {
        while ((result = json_stream_next(&stream, 0, &value, &error)) == JSON_STREAM_VALUE) {
            used += (size_t)snprintf(out + used, size - used, "%s ",
                                     json_object_to_json_string_ext(value.object, JSON_C_TO_STRING_PLAIN));
            json_object_put(value.object);
        }
        if (result == JSON_STREAM_MORE) {
            json_stream_feed(&stream, text + cut, length - cut, &error);
            stream.finished = true;
        }
    } while (result == JSON_STREAM_MORE);
    snprintf(out + used, size - used, "%s", error.text);
    json_stream_free(&stream);
}

/* Neither values nor errors depend on where a text is split. */
TEST pieces_make_no_difference(void)
{
    static const char *const texts[][2] = {
        {"[\xC3\xA4]", "text:1:2: expected a value, found \"\xC3\xA4\""},
        {"[1 \xE2\x82\xAC", "text:1:4: expected ',' or ']', found \"\xE2\x82\xAC\""},
        {"{\xF0\x9F\x98\x80", "text:1:2: expected a key in quotes or '}', found \"\xF0\x9F\x98\x80\""},
        {"{\"a\":1,\xC3\xA4", "text:1:8: expected a key in quotes, found \"\xC3\xA4\""},
        {"{\"a\"\xC3\xA4", "text:1:5: expected ':', found \"\xC3\xA4\""},
        {"1\xC3\xA4", "1 text:1:2: expected white space between two values, found \"\xC3\xA4\""},
        {"-\xC3\xA4", "text:1:2: expected a digit, found \"\xC3\xA4\""},
        {" \xC3", "text:1:2: expected a value, found the byte 0xC3"},
        {"[\xC3x", "text:1:2: expected a value, found the byte 0xC3"},
        {"[1,\"\xC3\xA4\"] {\"k\":\"\\uD83D\\uDE00\"} 12", "[1,\"\xC3\xA4\"] {\"k\":\"\xF0\x9F\x98\x80\"} 12 "},
        {"1-.5", "1 text:1:2: expected white space between two values, found \"-\""},
        {"1 -2.5", "1 -2.5 "},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        for (size_t cut = 0; cut <= strlen(texts[i][0]); cut++) {
            char said[400];
            read_cut(texts[i][0], cut, said, sizeof said);
            ASSERT_STR_EQ(texts[i][1], said);
        }
    }
    PASS();
}

/* A number may be the last thing in memory. */
TEST building_reads_no_further_than_scanning(void)
{
    static const char *const texts[] = {"7", "-12", "2.5", "1e3", "true", "\"a\"", "[1]"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct json_builder builder = {0};
        struct json_scanner scanner = {.consumer = json_build, .context = &builder};
        size_t length = strlen(texts[i]);
        char *copy = memcpy(malloc(length), texts[i], length);
        ASSERT_EQ(JSON_SCAN_VALUE, json_scan(&scanner, copy, length, true));
        json_object *value = json_build_take(&builder);
        ASSERT_STR_EQ(texts[i], json_object_to_json_string_ext(value, JSON_C_TO_STRING_PLAIN));
        json_object_put(value);
        json_scan_free(&scanner);
        json_build_free(&builder);
        free(copy);
    }
    PASS();
}

TEST keys_and_values_with_escapes_do_not_mix(void)
{
    struct reading r;
    ASSERT(reading_start(&r, "{\"\\u0061\":{\"b\\t\":\"c\\td\",\"\\\"\":[1,\"\\\\\",2.50]},\"e\":\"\\n\"}"));
    ASSERT_STR_EQ("{\"a\":{\"b\\t\":\"c\\td\",\"\\\"\":[1,\"\\\\\",2.50]},\"e\":\"\\n\"}",
                  json_object_to_json_string_ext(r.value[0].object, JSON_C_TO_STRING_PLAIN));
    reading_end(&r);
    PASS();
}

/* Objects keep all their members in order, however many there are. */
TEST objects_of_any_size_are_whole(void)
{
    for (int members = 0; members < 40; members++) {
        char text[600] = "{", key[16];
        size_t length = 1;
        for (int i = 0; i < members; i++) {
            length += (size_t)snprintf(text + length, sizeof text - length, "%s\"k%d\":%d", i ? "," : "", i, i);
        }
        snprintf(text + length, sizeof text - length, "}");
        struct reading r;
        ASSERT(reading_start(&r, text));
        ASSERT_STR_EQ(text, json_object_to_json_string_ext(r.value[0].object, JSON_C_TO_STRING_PLAIN));
        for (int i = 0; i < members; i++) {
            json_object *found;
            snprintf(key, sizeof key, "k%d", i);
            ASSERT(json_object_object_get_ex(r.value[0].object, key, &found));
            ASSERT_EQ(i, json_object_get_int(found));
        }
        ASSERT_FALSE(json_object_object_get_ex(r.value[0].object, "other", NULL));
        reading_end(&r);
    }
    PASS();
}

/* Keys count, and arrays and objects count twice. */
TEST too_many_values_are_an_error(void)
{
    struct json_stream stream = {.name = "text", .builder.count = JSON_BUILD_MAX - 6};
    struct error error = {0};
    struct json_value value;
    ASSERT(json_stream_feed(&stream, "[1,{\"a\":", 8, &error));
    ASSERT_EQ(JSON_STREAM_MORE, json_stream_next(&stream, 0, &value, &error));
    ASSERT(json_stream_feed(&stream, "2", 1, &error));
    ASSERT_EQ(JSON_STREAM_MORE, json_stream_next(&stream, 0, &value, &error));
    ASSERT(json_stream_feed(&stream, "}", 1, &error));
    ASSERT_EQ(JSON_STREAM_ERROR, json_stream_next(&stream, 0, &value, &error));
    ASSERT_EQ(ERROR_INPUT, error.kind);
    ASSERT_STR_EQ("text:1:9: more than 8388608 values (keys count as values, arrays and objects as two)", error.text);
    json_stream_free(&stream);
    PASS();
}

TEST values_that_are_gone_do_not_count(void)
{
    struct json_stream stream = {.name = "text", .builder.count = JSON_BUILD_MAX};
    struct error error = {0};
    struct json_value value;
    ASSERT(json_stream_feed(&stream, "[1] [2] ", 8, &error));
    json_stream_recount(&stream);
    ASSERT_EQ(JSON_STREAM_VALUE, json_stream_next(&stream, 0, &value, &error));
    json_object_put(value.object);
    stream.builder.count = JSON_BUILD_MAX;
    json_stream_discard(&stream);
    ASSERT_EQ(JSON_STREAM_VALUE, json_stream_next(&stream, 0, &value, &error));
    json_object_put(value.object);
    json_stream_free(&stream);
    PASS();
}

TEST repeated_keys_can_be_refused_later(void)
{
    struct json_stream stream = {.name = "text"};
    struct error error = {0};
    struct json_value first, second;
    ASSERT(json_stream_feed(&stream, "{\"a\":1} [{\"b\":1,\n\"b\":2}] x", 26, &error));
    ASSERT_EQ(JSON_STREAM_VALUE, json_stream_next(&stream, 2, &first, &error));
    ASSERT_EQ(JSON_STREAM_VALUE, json_stream_next(&stream, 2, &second, &error));
    ASSERT(json_stream_unique(&first, &error));
    ASSERT_FALSE(json_stream_unique(&second, &error));
    ASSERT_STR_EQ("text:2:1: this key is in the object already", error.text);
    json_object_put(first.object);
    json_object_put(second.object);
    json_stream_free(&stream);
    PASS();
}

TEST crlf_ends_a_line_once(void)
{
    struct reading r;
    ASSERT_FALSE(reading_start(&r, "[1,\r\n2,\r\n]"));
    ASSERT_STR_EQ("text:3:1: expected a value, found \"]\"", r.error.text);
    reading_end(&r);
    PASS();
}

TEST what_cannot_be_shown_is_escaped(void)
{
    struct reading r;
    ASSERT_FALSE(reading_start(&r, "[\x1B]"));
    ASSERT_STR_EQ("text:1:2: expected a value, found \"\\u001B\"", r.error.text);
    reading_end(&r);
    ASSERT_FALSE(reading_start(&r, "[\xC2\xA0]"));
    ASSERT_STR_EQ("text:1:2: expected a value, found \"\\u00A0\"", r.error.text);
    reading_end(&r);
    ASSERT_FALSE(reading_start(&r, "[\xFF]"));
    ASSERT_STR_EQ("text:1:2: expected a value, found the byte 0xFF", r.error.text);
    reading_end(&r);
    ASSERT_FALSE(reading_start(&r, "[1.\n]"));
    ASSERT_STR_EQ("text:1:4: expected a digit, found the end of the line", r.error.text);
    reading_end(&r);
    ASSERT_FALSE(reading_start(&r, "[1,\n2 \n\n"));
    ASSERT_STR_EQ("text:2:2: the text ends inside a value", r.error.text);
    reading_end(&r);
    PASS();
}

TEST null_is_a_value(void)
{
    struct reading r;
    ASSERT(reading_start(&r, "null"));
    ASSERT_EQ(1, r.values);
    ASSERT_EQ(NULL, r.value[0].object);
    reading_end(&r);
    PASS();
}

TEST nothing_is_the_end(void)
{
    const char *const texts[] = {"", " ", "\n\r\t", "\xEF\xBB\xBF"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct reading r;
        ASSERT(reading_start(&r, texts[i]));
        ASSERT_EQ(0, r.values);
        reading_end(&r);
    }
    PASS();
}

TEST integers_of_any_size_saturate(void)
{
    struct reading r;
    int number;
    char nines[161] = "", text[400];
    memset(nines, '9', 160);
    snprintf(text, sizeof text, "%s -%s 1e400 18446744073709551616", nines, nines);
    ASSERT(reading_start(&r, text));
    ASSERT_EQ(4, r.values);
    for (int i = 0; i < 4; i += i == 0 ? 2 : 1) {
        ASSERT(json_at_natural(&r.at[i], 1000, &number, &r.error));
        ASSERT_EQ(1000, number);
    }
    ASSERT_FALSE(json_at_natural(&r.at[1], 1000, &number, &r.error));
    reading_end(&r);
    PASS();
}

TEST escapes_are_decoded_in_keys_and_values(void)
{
    struct reading r;
    struct json_at member = {0};
    ASSERT(reading_start(&r, "{\"\\u0041\\u00e4\":\"\\uD83D\\uDE00\\u0000x\"}"));
    ASSERT(json_at_each(&r.at[0], &member));
    ASSERT_STR_EQ("A\xC3\xA4", member.key);
    const char *text;
    size_t length;
    ASSERT(json_at_string(&member, &text, &length, &r.error));
    ASSERT_EQ(6u, length);
    ASSERT_EQ(0, memcmp("\xF0\x9F\x98\x80\0x", text, 6));
    reading_end(&r);
    PASS();
}

/* Reads all values of a text that comes through a pipe, one byte at a time. */
TEST bytes_may_come_one_by_one(void)
{
    const char *text = "\"A\" {\"k\":[1,2.5,\"\\u00e4\"]}\r\n12 true";
    struct json_stream stream = {.name = "pipe"};
    struct error error = {0};
    struct json_value value;
    int values = 0, ends[2];
    ASSERT_EQ(0, pipe(ends));
    for (size_t i = 0; i <= strlen(text); i++) {
        if (i < strlen(text)) {
            ASSERT_EQ(1, write(ends[1], text + i, 1));
        } else {
            close(ends[1]);
        }
        ASSERT(json_stream_read(&stream, ends[0], &error));
        while (json_stream_next(&stream, 0, &value, &error) == JSON_STREAM_VALUE) {
            json_object_put(value.object);
            values++;
        }
        ASSERT_EQ(ERROR_NONE, error.kind);
    }
    ASSERT_EQ(4, values);
    ASSERT_EQ(JSON_STREAM_END, json_stream_next(&stream, 0, &value, &error));
    close(ends[0]);
    json_stream_free(&stream);
    PASS();
}

TEST what_follows_the_last_value_is_seen(void)
{
    struct json_stream stream = {.name = "text"};
    struct error error = {0};
    struct json_value value;
    size_t rest;
    ASSERT(json_stream_feed(&stream, "[1] \n", 5, &error));
    ASSERT_EQ(JSON_STREAM_VALUE, json_stream_next(&stream, 0, &value, &error));
    json_object_put(value.object);
    ASSERT_FALSE(json_stream_rest(&stream, &rest));
    ASSERT(json_stream_feed(&stream, " \0x", 3, &error));
    ASSERT(json_stream_rest(&stream, &rest));
    ASSERT_EQ(6u, rest);
    json_stream_free(&stream);
    PASS();
}

TEST a_value_can_be_read_elsewhere_and_skipped(void)
{
    struct json_stream stream = {.name = "text"};
    struct error error = {0};
    struct json_value value;
    ASSERT_STR_EQ("", json_stream_peek(&stream));
    ASSERT(json_stream_feed(&stream, " [1]\n{}[2]7 [", 13, &error));
    ASSERT_STR_EQ("[1]\n{}[2]7 [", json_stream_peek(&stream));
    json_stream_skip(&stream, json_stream_peek(&stream) + 3);
    ASSERT_STR_EQ("{}[2]7 [", json_stream_peek(&stream));
    ASSERT_EQ(JSON_STREAM_VALUE, json_stream_next(&stream, 0, &value, &error));
    ASSERT_EQ(5u, value.start);
    json_object_put(value.object);
    json_stream_discard(&stream);
    ASSERT_STR_EQ("[2]7 [", json_stream_peek(&stream));
    json_stream_skip(&stream, json_stream_peek(&stream) + 3);
    ASSERT_EQ(JSON_STREAM_VALUE, json_stream_next(&stream, 0, &value, &error));
    ASSERT_EQ(7, json_object_get_int(value.object));
    json_object_put(value.object);
    ASSERT_STR_EQ("[", json_stream_peek(&stream));
    ASSERT_EQ(JSON_STREAM_MORE, json_stream_next(&stream, 0, &value, &error));
    ASSERT_STR_EQ("", json_stream_peek(&stream));
    json_stream_free(&stream);
    PASS();
}

TEST too_much_is_an_error(void)
{
    static char blanks[1024 * 1024];
    struct json_stream stream = {.name = "text"};
    struct error error = {0};
    memset(blanks, ' ', sizeof blanks);
    for (size_t fed = 0; fed < JSON_STREAM_MAX; fed += sizeof blanks) {
        ASSERT(json_stream_feed(&stream, blanks, sizeof blanks, &error));
    }
    ASSERT_FALSE(json_stream_feed(&stream, blanks, 1, &error));
    ASSERT_EQ(ERROR_INPUT, error.kind);
    ASSERT_STR_EQ("text:1:67108865: the input is longer than 64 MiB", error.text);
    json_stream_free(&stream);
    PASS();
}

TEST a_limit_may_be_lower(void)
{
    struct json_stream stream = {.name = "text", .limit = 4};
    struct error error = {0};
    ASSERT(json_stream_feed(&stream, "[12]", 4, &error));
    ASSERT_FALSE(json_stream_feed(&stream, " ", 1, &error));
    ASSERT_STR_EQ("text:1:5: the input is longer than 0 MiB", error.text);
    json_stream_free(&stream);
    PASS();
}

/* A stream with a limit takes any number of values if it forgets them; positions restart. */
TEST what_was_read_can_be_forgotten(void)
{
    struct json_stream stream = {.name = "text", .limit = 30};
    struct error error = {0};
    struct json_value value;
    for (int i = 0; i < 100; i++) {
        ASSERT(json_stream_feed(&stream, "\n{\"a\":[1,2]}  \n", 15, &error));
        ASSERT_EQ(JSON_STREAM_VALUE, json_stream_next(&stream, 0, &value, &error));
        ASSERT_STR_EQ("{\"a\":[1,2]}", json_object_to_json_string_ext(value.object, JSON_C_TO_STRING_PLAIN));
        json_object_put(value.object);
        json_stream_discard(&stream);
    }
    ASSERT(json_stream_feed(&stream, "[x", 2, &error));
    ASSERT_EQ(JSON_STREAM_ERROR, json_stream_next(&stream, 0, &value, &error));
    ASSERT_STR_EQ("text:1:2: expected a value, found \"x\"", error.text);
    json_stream_free(&stream);
    PASS();
}

/* Wherever a text is split, and whenever the stream forgets, the values are the same. */
TEST forgetting_does_no_harm_in_the_middle(void)
{
    static const char text[] = " \"A\\u00e4\" {\"k\":[1,2.5,{\"k\":null}]}true[]12 \n-7 null ";
    struct error error = {0};
    struct json_value value;
    size_t rest;
    for (size_t cut = 0; cut < sizeof text; cut++) {
        struct json_stream stream = {.name = "text"};
        int values = 0;
        for (int part = 0; part < 2; part++) {
            size_t from = part ? cut : 0, to = part ? sizeof text - 1 : cut;
            ASSERT(json_stream_feed(&stream, text + from, to - from, &error));
            json_stream_discard(&stream);
            while (json_stream_next(&stream, 0, &value, &error) == JSON_STREAM_VALUE) {
                json_object_put(value.object);
                json_stream_discard(&stream);
                values++;
            }
            json_stream_discard(&stream);
        }
        ASSERT_STR_EQ("", error.text);
        ASSERT_EQ(7, values);
        ASSERT_FALSE(json_stream_rest(&stream, &rest));
        json_stream_free(&stream);
    }
    PASS();
}

TEST half_a_value_is_more_than_nothing(void)
{
    struct json_stream stream = {.name = "text"};
    struct error error = {0};
    struct json_value value;
    size_t rest;
    ASSERT(json_stream_feed(&stream, "[1]  [2, \"", 10, &error));
    ASSERT_EQ(JSON_STREAM_VALUE, json_stream_next(&stream, 0, &value, &error));
    json_object_put(value.object);
    ASSERT_EQ(JSON_STREAM_MORE, json_stream_next(&stream, 0, &value, &error));
    ASSERT(json_stream_rest(&stream, &rest));
    ASSERT_EQ(5u, rest);
    json_stream_free(&stream);
    PASS();
}

TEST a_failed_read_is_reported(void)
{
    struct json_stream stream = {.name = "closed"};
    struct error error = {0};
    ASSERT_FALSE(json_stream_read(&stream, -1, &error));
    ASSERT_EQ(ERROR_IO, error.kind);
    ASSERT_STR_EQ("cannot read closed: Bad file descriptor", error.text);
    json_stream_free(&stream);
    PASS();
}

SUITE(json_streaming)
{
    RUN_TEST(reads_values_with_their_positions);
    RUN_TEST(repeated_values_are_what_they_were);
    RUN_TEST(columns_count_characters_and_no_bom);
    RUN_TEST(a_bom_may_come_at_any_time_and_in_pieces);
    RUN_TEST(pieces_make_no_difference);
    RUN_TEST(building_reads_no_further_than_scanning);
    RUN_TEST(keys_and_values_with_escapes_do_not_mix);
    RUN_TEST(objects_of_any_size_are_whole);
    RUN_TEST(too_many_values_are_an_error);
    RUN_TEST(values_that_are_gone_do_not_count);
    RUN_TEST(repeated_keys_can_be_refused_later);
    RUN_TEST(crlf_ends_a_line_once);
    RUN_TEST(what_cannot_be_shown_is_escaped);
    RUN_TEST(null_is_a_value);
    RUN_TEST(nothing_is_the_end);
    RUN_TEST(integers_of_any_size_saturate);
    RUN_TEST(escapes_are_decoded_in_keys_and_values);
    RUN_TEST(bytes_may_come_one_by_one);
    RUN_TEST(what_follows_the_last_value_is_seen);
    RUN_TEST(a_value_can_be_read_elsewhere_and_skipped);
    RUN_TEST(too_much_is_an_error);
    RUN_TEST(a_limit_may_be_lower);
    RUN_TEST(what_was_read_can_be_forgotten);
    RUN_TEST(forgetting_does_no_harm_in_the_middle);
    RUN_TEST(half_a_value_is_more_than_nothing);
    RUN_TEST(a_failed_read_is_reported);
}
