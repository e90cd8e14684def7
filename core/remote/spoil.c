#include "remote/spoil.h"

#include <stdlib.h>
#include <string.h>

enum {
    BLANKS = 4090,
    SLOW_BLANKS = 5000,
    SLOW_PIECES = 100,
    DEPTH = 100000,
    HUGE_SIZE = 100 * 1000 * 1000,
    BLOCK = 4 * 1024,
    QUERIES = 1000,
};

#define MILLISECOND (CLOCK_SECOND / 1000)
#define PATIENCE (60 * CLOCK_SECOND) /* for a server to hang up */

static const char *const kind_names[SPOIL_KINDS] = {
    [SPOIL_SILENT] = "silent",
    [SPOIL_HALF] = "half",
    [SPOIL_CUT] = "cut",
    [SPOIL_DRIP] = "drip",
    [SPOIL_TWICE] = "twice",
    [SPOIL_UNASKED] = "unasked",
    [SPOIL_TYPE] = "type",
    [SPOIL_NUMBER] = "number",
    [SPOIL_DEEP] = "deep",
    [SPOIL_HUGE] = "huge",
    [SPOIL_JUNK] = "junk",
    [SPOIL_WORD] = "word",
    [SPOIL_WRAPPED] = "wrapped",
    [SPOIL_CITY] = "city",
    [SPOIL_FLOOD] = "flood",
    [SPOIL_CLOSE] = "close",
    [SPOIL_RESET] = "reset",
    [SPOIL_DEAF] = "deaf",
    [SPOIL_STORM] = "storm",
    [SPOIL_QUERIES] = "queries",
    [SPOIL_NO_NAME] = "no-name",
    [SPOIL_LATE_NAME] = "late-name",
    [SPOIL_ENDLESS_NAME] = "endless-name",
    [SPOIL_JUNK_NAME] = "junk-name",
    [SPOIL_BAD_NAME] = "bad-name",
    [SPOIL_SLOW] = "slow",
};

/* The course's names. */
static const struct {
    const char *name;
    struct spoil spoil;
} course[] = {
    {"rm-ill-formed-start", {SPOIL_CUT, "start", false}}, {"rm-invalid-game-map", {SPOIL_CITY, "start", false}},
    {"rm-ill-formed-pick", {SPOIL_CUT, "pick", false}},   {"rm-invalid-pick", {SPOIL_WRAPPED, "pick", false}},
    {"rm-ill-formed-action", {SPOIL_CUT, "play", false}}, {"rm-non-json-action", {SPOIL_WORD, "play", false}},
};

#define JUNK "\x01\x80\xFE\xFF{\"\x00\xC0\xAF"
#define TEXT(text) \
    { \
        text, sizeof(text) - 1 \
    }

bool spoil_is_name(const struct spoil *spoil)
{
    return spoil->kind >= SPOIL_NO_NAME && spoil->kind < SPOIL_SLOW;
}

/* The kind whose name the text begins with, and how long that is. */
static bool find_kind(const char *name, size_t length, enum spoil_kind *kind)
{
    for (int i = 0; i < SPOIL_KINDS; i++) {
        if (strlen(kind_names[i]) == length && strncmp(kind_names[i], name, length) == 0) {
            *kind = (enum spoil_kind)i;
            return true;
        }
    }
    return false;
}

bool spoil_find(const char *name, const char *const *calls, struct spoil *out)
{
    for (size_t i = 0; i < sizeof course / sizeof *course; i++) {
        if (strcmp(course[i].name, name) == 0) {
            *out = course[i].spoil;
            return true;
        }
    }
    const char *in = strstr(name, "-in-");
    *out = (struct spoil){.call = in ? in + strlen("-in-") : NULL};
    if (!find_kind(name, in ? (size_t)(in - name) : strlen(name), &out->kind)) {
        return false;
    }
    bool alone = spoil_is_name(out) || out->kind == SPOIL_SLOW;
    while (in && *calls && strcmp(*calls, out->call) != 0) {
        calls++;
    }
    return alone ? !in : in && *calls;
}

/* -- what they do -- */

static bool send_text(struct wire *wire, const char *text, size_t length)
{
    struct error ignored;
    return wire_send_bytes(wire, text, length, clock_in(PATIENCE), &ignored);
}

/* Sends a character over and over, as far as the server takes it. */
static bool send_many(struct wire *wire, char c, size_t count)
{
    char block[BLOCK];
    memset(block, c, sizeof block);
    bool sent = true;
    for (size_t part; sent && count > 0; count -= part) {
        part = count < sizeof block ? count : sizeof block;
        sent = send_text(wire, block, part);
    }
    return sent;
}

static void wait_for_the_end(struct wire *wire)
{
    wire_drain(wire, clock_in(PATIENCE));
}

/* The same without reading. */
static void wait_deaf(const struct wire *wire)
{
    struct pollfd fd = {.fd = wire->in, .events = POLLRDHUP};
    clock_poll(&fd, 1, clock_in(PATIENCE));
}

static void send_slowly(struct wire *wire, const char *text, size_t length, size_t pieces, int64_t pause)
{
    for (size_t i = 0, from = 0; i < pieces; i++) {
        size_t to = length * (i + 1) / pieces;
        if (!send_text(wire, text + from, to - from)) {
            return;
        }
        from = to;
        clock_sleep(clock_in(pause));
    }
}

void spoil_name(const struct spoil *spoil, struct wire *wire, const char *name)
{
    switch (spoil->kind) {
    case SPOIL_LATE_NAME:
        clock_sleep(clock_in(4 * CLOCK_SECOND));
        send_text(wire, "\"", 1);
        send_text(wire, name, strlen(name));
        send_text(wire, "\"\n", 2);
        break;
    case SPOIL_ENDLESS_NAME:
        send_text(wire, "\"", 1);
        send_many(wire, 'a', HUGE_SIZE);
        break;
    case SPOIL_JUNK_NAME:
        send_text(wire, JUNK, sizeof JUNK - 1);
        break;
    case SPOIL_BAD_NAME:
        send_text(wire, "\"not a name\"\n", strlen("\"not a name\"\n"));
        break;
    default:
        break;
    }
    wait_for_the_end(wire);
    wire_close(wire);
}

/* Sends a map, or a message that has one, as trains_codec_write_map writes it, without the first city. */
static void send_less(struct wire *wire, const char *text, size_t length)
{
    static const char before[] = "\"cities\":[";
    const char *city = strstr(text, before), *end = city ? strstr(city, "]]") : NULL;
    if (end) {
        city += strlen(before);
        end += strlen("]]");
        end += *end == ',';
        send_text(wire, text, (size_t)(city - text));
        send_text(wire, end, length - (size_t)(end - text));
    } else {
        send_text(wire, text, length);
    }
}

/* Sends two of them, perhaps with some time between. */
static void send_two(struct wire *wire, const char *text, size_t length, int64_t pause)
{
    char *both = malloc(2 * length);
    if (!both) {
        return;
    }
    memcpy(both, text, length);
    memcpy(both + length, text, length);
    if (pause == 0) {
        send_text(wire, both, 2 * length);
    } else {
        send_text(wire, both, length);
        clock_sleep(clock_in(pause));
        send_text(wire, both, length);
    }
    free(both);
}

/* Sends as many of them as the server takes, several at once. */
static void flood(struct wire *wire, const char *text, size_t length)
{
    const size_t copies = 64;
    char *block = malloc(copies * length);
    for (size_t i = 0; block && i < copies; i++) {
        memcpy(block + i * length, text, length);
    }
    for (size_t sent = 0; block && sent < HUGE_SIZE && send_text(wire, block, copies * length);
         sent += copies * length) {
    }
    free(block);
}

static void send_queries(struct wire *wire, int count)
{
    static const char query[] = "{\"call\":\"GetBoard\"}\n";
    for (int i = 0; i < count && send_text(wire, query, strlen(query)); i++) {
    }
}

/* What is said instead of an answer, if that is all. */
static const struct {
    const char *text;
    size_t length;
} instead[SPOIL_KINDS] = {
    [SPOIL_TYPE] = TEXT("{\"type\":\"Surprise\"}\n"),
    [SPOIL_NUMBER] = TEXT("1e99999999\n"),
    [SPOIL_JUNK] = TEXT(JUNK),
    [SPOIL_WORD] = TEXT("MORE\n"),
};

/* Spoils an answer that is there as text. Whether the client goes on as if nothing had happened. */
static bool spoil_text(const struct spoil *spoil, struct wire *wire, const char *text, size_t length)
{
    switch (spoil->kind) {
    case SPOIL_HALF:
        send_text(wire, text, length / 2);
        break;
    case SPOIL_CUT:
        send_many(wire, ' ', BLANKS);
        send_text(wire, text, length - 1);
        break;
    case SPOIL_DRIP:
        send_slowly(wire, text, length, length, CLOCK_SECOND);
        break;
    case SPOIL_TWICE:
        send_two(wire, text, length, 0);
        return true;
    case SPOIL_UNASKED:
        send_two(wire, text, length, 20 * MILLISECOND);
        return true;
    case SPOIL_DEEP:
        send_many(wire, '[', DEPTH);
        break;
    case SPOIL_HUGE:
        send_text(wire, "\"", 1);
        send_many(wire, 'a', HUGE_SIZE);
        send_text(wire, "\"\n", 2);
        break;
    case SPOIL_WRAPPED:
        send_text(wire, "[", 1);
        send_text(wire, text, length);
        send_text(wire, "]\n", 2);
        break;
    case SPOIL_CITY:
        send_less(wire, text, length);
        break;
    case SPOIL_FLOOD:
        flood(wire, text, length);
        break;
    case SPOIL_STORM:
    case SPOIL_QUERIES:
        send_queries(wire, spoil->kind == SPOIL_STORM ? QUERIES - 1 : QUERIES + 1);
        return strcmp(text, "null") == 0 || send_text(wire, text, length);
    case SPOIL_RESET:
        wire_break(wire);
        return false;
    case SPOIL_DEAF:
        wait_deaf(wire);
        return false;
    default:
        send_text(wire, instead[spoil->kind].text, instead[spoil->kind].length);
        break;
    }
    if (spoil->kind != SPOIL_CLOSE) {
        wait_for_the_end(wire);
    }
    return false;
}

bool spoil_send(void *self, struct wire *wire, const char *call, struct text *answer, struct error *why)
{
    struct spoil *spoil = self;
    if (spoil->kind != SPOIL_SLOW && (spoil->done || strcmp(spoil->call, call) != 0)) {
        return !answer || wire_send(wire, answer, clock_in(PATIENCE), why);
    }
    if (!answer && spoil->kind == SPOIL_SLOW) {
        return true;
    }
    if (answer && answer->failed) {
        return error_memory(why);
    }
    const char *text = answer ? answer->bytes : "null";
    size_t length = answer ? answer->length : strlen(text);
    spoil->done = true;
    if (spoil->kind == SPOIL_SLOW) {
        send_many(wire, ' ', SLOW_BLANKS);
        send_slowly(wire, text, length, SLOW_PIECES, 5 * MILLISECOND);
        return true;
    }
    return spoil_text(spoil, wire, text, length) || error_set(why, ERROR_PLAYER, "misbehaved, as it was told to");
}
