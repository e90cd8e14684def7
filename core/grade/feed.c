#include "grade/feed.h"

#include "base/ascii.h"
#include "base/json_scan.h"
#include "base/json_text.h"
#include "base/list.h"
#include "base/utf8.h"
#include "grade/content.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { INDENT = 2 };

static bool has_room(struct feed *feed, size_t more)
{
    return list_grow(&feed->bytes, &feed->room, feed->length + more, 1);
}

static bool append(struct feed *feed, const char *bytes, size_t count)
{
    if (!has_room(feed, count)) {
        return false;
    }
    memcpy(feed->bytes + feed->length, bytes, count);
    feed->length += count;
    return true;
}

static bool append_end(struct feed *feed)
{
    if (!list_grow(&feed->ends, &feed->end_room, feed->count + 1, sizeof *feed->ends)) {
        return false;
    }
    feed->ends[feed->count++] = feed->length;
    return true;
}

/* -- one value -- */

static bool append_escaped(struct feed *feed, const char *p, int length)
{
    static const unsigned char first_bits[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    unsigned code = (unsigned char)*p & first_bits[length];
    char text[16];
    for (int i = 1; i < length; i++) {
        code = code << 6 | ((unsigned char)p[i] & 0x3f);
    }
    int count = code < 0x10000 ? snprintf(text, sizeof text, "\\u%04x", code)
                               : snprintf(text, sizeof text, "\\u%04x\\u%04x", 0xd800 + ((code - 0x10000) >> 10),
                                          0xdc00 + ((code - 0x10000) & 0x3ff));
    return append(feed, text, (size_t)count);
}

/* A string with its quotes; where it ends. 0 when memory is short. */
static size_t append_string(struct feed *feed, const char *text, size_t at, bool escaped)
{
    size_t end = json_text_skip(text, at);
    if (!escaped) {
        return append(feed, text + at, end - at) ? end : 0;
    }
    while (at < end) {
        int length = utf8_size(text + at, end - at);
        if (length > 1 ? !append_escaped(feed, text + at, length) : !append(feed, text + at, 1)) {
            return 0;
        }
        at += (size_t)(length > 1 ? length : 1);
    }
    return end;
}

static bool break_line(struct feed *feed, size_t depth)
{
    if (!has_room(feed, 1 + INDENT * depth)) {
        return false;
    }
    feed->bytes[feed->length++] = '\n';
    memset(feed->bytes + feed->length, ' ', INDENT * depth);
    feed->length += INDENT * depth;
    return true;
}

/* A character of a value between strings, and the white space that it brings. */
static bool append_pretty(struct feed *feed, const char *text, size_t at, size_t end, size_t *depth)
{
    char c = text[at];
    size_t next = at + 1;
    while (next < end && ascii_is_blank(text[next])) {
        next++;
    }
    if (c == ']' || c == '}') {
        --*depth;
        const char *before = feed->length ? feed->bytes + feed->length - 1 : "";
        bool empty = *before == '[' || *before == '{'; /* and stays together */
        return (empty || break_line(feed, *depth)) && append(feed, &c, 1);
    }
    if (c == '[' || c == '{') {
        ++*depth;
        bool filled = next < end && text[next] != ']' && text[next] != '}';
        return append(feed, &c, 1) && (!filled || break_line(feed, *depth));
    }
    return append(feed, &c, 1) && (c != ',' || break_line(feed, *depth)) && (c != ':' || append(feed, " ", 1));
}

static bool append_value(struct feed *feed, const char *text, size_t at, size_t end, const struct grade_feed *how)
{
    size_t depth = 0;
    while (at < end) {
        if (text[at] == '"') {
            at = append_string(feed, text, at, how->escaped);
            if (!at) {
                return false;
            }
        } else if (!how->pretty) {
            if (!append(feed, text + at++, 1)) {
                return false;
            }
        } else {
            if (!ascii_is_blank(text[at]) && !append_pretty(feed, text, at, end, &depth)) {
                return false;
            }
            at++;
        }
    }
    return append(feed, how->space ? " " : "\n", 1) && append_end(feed);
}

/* -- the file -- */

static bool is_wanted(const struct grade_values *wanted, size_t number)
{
    for (size_t i = 0; wanted->index && i < wanted->count; i++) {
        if (wanted->index[i] == number) {
            return true;
        }
    }
    return !wanted->index;
}

/* 1: written; 0: it is no JSON; -1: memory is short. */
static int write_values(struct feed *feed, const char *text, size_t length, const struct grade_feed *how,
                        const struct grade_values *wanted)
{
    struct json_scanner scanner = {.repeats_at = -1};
    enum json_scan_result found;
    bool fine = true;
    feed->length = feed->count = 0;
    for (size_t number = 0; fine && (found = json_scan(&scanner, text, length, true)) == JSON_SCAN_VALUE; number++) {
        fine = !is_wanted(wanted, number) || append_value(feed, text, scanner.start, scanner.at, how);
    }
    json_scan_free(&scanner);
    return !fine || scanner.out_of_memory ? -1 : found == JSON_SCAN_END;
}

/* Appends what is in the file. */
static bool read_file(struct feed *feed, const char *path, struct error *err)
{
    int fd = content_open(path, err);
    if (fd < 0) {
        return false;
    }
    struct stat what;
    bool fine = fstat(fd, &what) == 0 && has_room(feed, (size_t)what.st_size + 1);
    while (fine) {
        ssize_t got = has_room(feed, 1) ? read(fd, feed->bytes + feed->length, feed->room - feed->length) : -1;
        if (got == 0) {
            break;
        }
        fine = got > 0;
        feed->length += fine ? (size_t)got : 0;
    }
    if (!fine) {
        error_set(err, ERROR_IO, "%s: %s", path, strerror(errno));
    }
    close(fd);
    return fine;
}

bool feed_make(struct feed *feed, const char *path, const struct grade_feed *how, const struct grade_values *wanted,
               bool split, struct error *err)
{
    feed->length = feed->count = 0;
    if (path && !read_file(feed, path, err)) {
        return false;
    }
    if (!path || (!how->rewrite && !split && !wanted->index)) {
        return true;
    }
    char *text = feed->bytes; /* becomes the source, and a new text is written */
    size_t length = feed->length;
    feed->bytes = NULL;
    feed->room = 0;
    int written = write_values(feed, text, length, how, wanted);
    if (written == 0 && !split) {
        free(feed->bytes);
        feed->bytes = text;
        feed->room = feed->length = length;
        feed->count = 0;
        return true;
    }
    free(text);
    return written == 1 ||
           (written ? error_memory(err)
                    : error_set(err, ERROR_INPUT, "%s: not JSON, so it cannot be given value by value", path));
}

void feed_free(struct feed *feed)
{
    free(feed->bytes);
    free(feed->ends);
    *feed = (struct feed){0};
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
            way->feed = (struct grade_feed){
                .rewrite = true, .pretty = bit[0], .slow = bit[1], .space = bit[2], .escaped = bit[3]};
            snprintf(way->name, sizeof way->name, "%s-%s-%s-%s", words[0][bit[0]], words[1][bit[1]], words[2][bit[2]],
                     words[3][bit[3]]);
        }
    }
    return count;
}
