#include "run/feed.h"

#include "base/ascii.h"
#include "base/json_scan.h"
#include "base/json_text.h"
#include "base/list.h"

#include <stdio.h>
#include <string.h>

enum { INDENT = 2 };

/* -- one value -- */

/* Adds a string with its quotes; returns where it ends. */
static size_t add_string(struct text *out, const char *text, size_t at, bool escaped)
{
    size_t end = json_text_skip(text, at);
    if (escaped) {
        text_escape(out, TEXT_ASCII, text + at, end - at);
    } else {
        text_add(out, text + at, end - at);
    }
    return end;
}

static void break_line(struct text *out, size_t depth)
{
    text_string(out, "\n");
    for (size_t i = 0; i < depth; i++) {
        text_add(out, "  ", INDENT);
    }
}

/* Adds a character outside of strings, with the white space around it. */
static void add_pretty(struct text *out, const char *text, size_t at, size_t end, size_t *depth)
{
    char c = text[at];
    size_t next = ascii_skip_blanks(text, at + 1, end);
    if (c == ']' || c == '}') {
        --*depth;
        char before = out->bytes[out->length - 1];
        if (before != '[' && before != '{') { /* keeps [] and {} together */
            break_line(out, *depth);
        }
    }
    text_add(out, &c, 1);
    if (c == '[' || c == '{') {
        ++*depth;
        if (next < end && text[next] != ']' && text[next] != '}') {
            break_line(out, *depth);
        }
    } else if (c == ',') {
        break_line(out, *depth);
    } else if (c == ':') {
        text_string(out, " ");
    }
}

/* False if out of memory. */
static bool add_value(struct feed *feed, const char *text, size_t at, size_t end, const struct run_feed *how)
{
    struct text *out = &feed->text;
    size_t depth = 0;
    while (at < end && !out->failed) {
        if (text[at] == '"') {
            at = add_string(out, text, at, how->escaped);
            continue;
        }
        if (!how->pretty) {
            text_add(out, text + at, 1);
        } else if (!ascii_is_blank(text[at])) {
            add_pretty(out, text, at, end, &depth);
        }
        at++;
    }
    text_string(out, how->space ? " " : "\n");
    if (out->failed || !list_grow(&feed->ends, &feed->end_room, feed->count + 1, sizeof *feed->ends)) {
        return false;
    }
    feed->ends[feed->count++] = out->length;
    return true;
}

/* -- the file -- */

static bool is_wanted(const struct run_values *wanted, size_t number)
{
    for (size_t i = 0; wanted->index && i < wanted->count; i++) {
        if (wanted->index[i] == number) {
            return true;
        }
    }
    return !wanted->index;
}

/* 1: written; 0: not JSON; -1: out of memory. */
static int write_values(struct feed *feed, const struct run_feed *how, const struct run_values *wanted)
{
    struct json_scanner scanner = {.repeats_at = -1};
    enum json_scan_result found;
    const char *text = feed->file.bytes;
    bool fine = true;
    for (size_t number = 0; fine && (found = json_scan(&scanner, text, feed->file.length, true)) == JSON_SCAN_VALUE;
         number++) {
        fine = !is_wanted(wanted, number) || add_value(feed, text, scanner.start, scanner.at, how);
    }
    json_scan_free(&scanner);
    return !fine || scanner.out_of_memory ? -1 : found == JSON_SCAN_END;
}

bool feed_make(struct feed *feed, const char *path, const struct run_feed *how, const struct run_values *wanted,
               bool split, struct error *err)
{
    feed->length = feed->count = feed->text.length = 0;
    if (!path) {
        return true;
    }
    if (!content_read(&feed->file, path, err)) {
        return false;
    }
    bool rewrite = how->rewrite || split || wanted->index;
    int written = rewrite ? write_values(feed, how, wanted) : 0;
    if (written < 0) {
        text_free(&feed->text); /* it would stay failed */
        return error_memory(err);
    }
    if (!written && split) {
        return error_set(err, ERROR_INPUT, "%s: not JSON, so it cannot be given value by value", path);
    }
    feed->count = written ? feed->count : 0;
    feed->bytes = written ? feed->text.bytes : feed->file.bytes;
    feed->length = written ? feed->text.length : feed->file.length;
    return true;
}

/* -- several ways -- */

static const char *const words[4][2] = {
    {"plain", "pretty"}, {"fast", "slow"}, {"newline", "space"}, {"utf8", "escaped"}};

static bool take_word(const char *word, size_t length, bool wanted[4][2])
{
    for (int i = 0; i < 8; i++) {
        const char *known = words[i / 2][i % 2];
        if (strlen(known) == length && strncmp(known, word, length) == 0) {
            wanted[i / 2][i % 2] = true;
            return true;
        }
    }
    return false;
}

int feed_ways_parse(const char *list, struct feed_way ways[FEED_WAYS_MAX])
{
    bool wanted[4][2] = {{0}}, all = strcmp(list, "all") == 0;
    int count = 0;
    for (const char *p = list; *p && !all;) {
        size_t length = strcspn(p, ", ");
        if (!take_word(p, length, wanted)) {
            return 0;
        }
        p += length + (p[length] != '\0');
    }
    for (int i = 0; i < 4; i++) {
        wanted[i][0] = wanted[i][0] || !wanted[i][1] || all;
        wanted[i][1] = wanted[i][1] || all;
    }
    for (unsigned mask = 0; mask < FEED_WAYS_MAX; mask++) {
        unsigned bit[4] = {mask >> 3 & 1, mask >> 2 & 1, mask >> 1 & 1, mask & 1};
        if (wanted[0][bit[0]] && wanted[1][bit[1]] && wanted[2][bit[2]] && wanted[3][bit[3]]) {
            struct feed_way *way = &ways[count++];
            way->feed = (struct run_feed){
                .rewrite = true, .pretty = bit[0], .slow = bit[1], .space = bit[2], .escaped = bit[3]};
            snprintf(way->name, sizeof way->name, "%s-%s-%s-%s", words[0][bit[0]], words[1][bit[1]], words[2][bit[2]],
                     words[3][bit[3]]);
        }
    }
    return count;
}
