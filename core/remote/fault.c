#include "remote/fault.h"

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

static const char *const kind_names[FAULT_KINDS] = {
    [FAULT_SILENT] = "silent",
    [FAULT_HALF] = "half",
    [FAULT_CUT] = "cut",
    [FAULT_DRIP] = "drip",
    [FAULT_TWICE] = "twice",
    [FAULT_UNASKED] = "unasked",
    [FAULT_TYPE] = "type",
    [FAULT_NUMBER] = "number",
    [FAULT_DEEP] = "deep",
    [FAULT_HUGE] = "huge",
    [FAULT_JUNK] = "junk",
    [FAULT_WORD] = "word",
    [FAULT_WRAPPED] = "wrapped",
    [FAULT_CITY] = "city",
    [FAULT_FLOOD] = "flood",
    [FAULT_CLOSE] = "close",
    [FAULT_RESET] = "reset",
    [FAULT_DEAF] = "deaf",
    [FAULT_STORM] = "storm",
    [FAULT_QUERIES] = "queries",
    [FAULT_NO_NAME] = "no-name",
    [FAULT_LATE_NAME] = "late-name",
    [FAULT_ENDLESS_NAME] = "endless-name",
    [FAULT_JUNK_NAME] = "junk-name",
    [FAULT_BAD_NAME] = "bad-name",
    [FAULT_SLOW] = "slow",
};

/* The course's names. */
static const struct {
    const char *name;
    struct fault fault;
} course[] = {
    {"rm-ill-formed-start", {FAULT_CUT, "start", false}}, {"rm-invalid-game-map", {FAULT_CITY, "start", false}},
    {"rm-ill-formed-pick", {FAULT_CUT, "pick", false}},   {"rm-invalid-pick", {FAULT_WRAPPED, "pick", false}},
    {"rm-ill-formed-action", {FAULT_CUT, "play", false}}, {"rm-non-json-action", {FAULT_WORD, "play", false}},
};

#define JUNK "\x01\x80\xFE\xFF{\"\x00\xC0\xAF"
#define TEXT(text) \
    { \
        text, sizeof(text) - 1 \
    }

bool fault_is_name(const struct fault *fault)
{
    return fault->kind >= FAULT_NO_NAME && fault->kind < FAULT_SLOW;
}

/* Finds the kind by its name. */
static bool find_kind(const char *name, size_t length, enum fault_kind *kind)
{
    for (int i = 0; i < FAULT_KINDS; i++) {
        if (strlen(kind_names[i]) == length && strncmp(kind_names[i], name, length) == 0) {
            *kind = (enum fault_kind)i;
            return true;
        }
    }
    return false;
}

bool fault_find(const char *name, const char *const *calls, struct fault *out)
{
    for (size_t i = 0; i < sizeof course / sizeof *course; i++) {
        if (strcmp(course[i].name, name) == 0) {
            *out = course[i].fault;
            return true;
        }
    }
    const char *in = strstr(name, "-in-");
    *out = (struct fault){.call = in ? in + strlen("-in-") : NULL};
    if (!find_kind(name, in ? (size_t)(in - name) : strlen(name), &out->kind)) {
        return false;
    }
    bool alone = fault_is_name(out) || out->kind == FAULT_SLOW;
    while (in && *calls && strcmp(*calls, out->call) != 0) {
        calls++;
    }
    return alone ? !in : in && *calls;
}

/* -- misbehaving -- */

static bool send_text(struct wire *wire, const char *text, size_t length)
{
    struct error ignored;
    return wire_send_bytes(wire, text, length, clock_in(PATIENCE), &ignored);
}

/* Sends a character over and over, until the server stops accepting it. */
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

void fault_sign_up(const struct fault *fault, struct wire *wire, const char *name)
{
    switch (fault->kind) {
    case FAULT_LATE_NAME:
        clock_sleep(clock_in(4 * CLOCK_SECOND));
        send_text(wire, "\"", 1);
        send_text(wire, name, strlen(name));
        send_text(wire, "\"\n", 2);
        break;
    case FAULT_ENDLESS_NAME:
        send_text(wire, "\"", 1);
        send_many(wire, 'a', HUGE_SIZE);
        break;
    case FAULT_JUNK_NAME:
        send_text(wire, JUNK, sizeof JUNK - 1);
        break;
    case FAULT_BAD_NAME:
        send_text(wire, "\"not a name\"\n", strlen("\"not a name\"\n"));
        break;
    default:
        break;
    }
    wait_for_the_end(wire);
    wire_close(wire);
}

/* Sends a map in the form of trains_codec_write_map, or a message with one, without the first city. */
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

/* Several copies of a text, to be sent at once; NULL if out of memory. The caller frees it. */
static char *repeat(const char *text, size_t length, size_t copies)
{
    char *block = malloc(copies * length);
    for (size_t i = 0; block && i < copies; i++) {
        memcpy(block + i * length, text, length);
    }
    return block;
}

static void send_two(struct wire *wire, const char *text, size_t length)
{
    char *both = repeat(text, length, 2);
    if (both) {
        send_text(wire, both, 2 * length);
    }
    free(both);
}

/* Sends the text as often as the server accepts it, several at a time. */
static void flood(struct wire *wire, const char *text, size_t length)
{
    const size_t copies = 64;
    char *block = repeat(text, length, copies);
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

/* Faults that just send a fixed text instead of the answer. */
static const struct {
    const char *text;
    size_t length;
} instead[FAULT_KINDS] = {
    [FAULT_TYPE] = TEXT("{\"type\":\"Surprise\"}\n"),
    [FAULT_NUMBER] = TEXT("1e99999999\n"),
    [FAULT_JUNK] = TEXT(JUNK),
    [FAULT_WORD] = TEXT("MORE\n"),
};

/* Applies the fault to an answer. Returns whether the client goes on as if nothing had happened. */
static bool fault_text(const struct fault *fault, struct wire *wire, const char *text, size_t length)
{
    switch (fault->kind) {
    case FAULT_HALF:
        send_text(wire, text, length / 2);
        break;
    case FAULT_CUT:
        send_many(wire, ' ', BLANKS);
        send_text(wire, text, length - 1);
        break;
    case FAULT_DRIP:
        send_slowly(wire, text, length, length, CLOCK_SECOND);
        break;
    case FAULT_TWICE:
        send_two(wire, text, length);
        return true;
    case FAULT_UNASKED:
        send_text(wire, text, length);
        clock_sleep(clock_in(20 * MILLISECOND));
        send_text(wire, text, length);
        return true;
    case FAULT_DEEP:
        send_many(wire, '[', DEPTH);
        break;
    case FAULT_HUGE:
        send_text(wire, "\"", 1);
        send_many(wire, 'a', HUGE_SIZE);
        send_text(wire, "\"\n", 2);
        break;
    case FAULT_WRAPPED:
        send_text(wire, "[", 1);
        send_text(wire, text, length);
        send_text(wire, "]\n", 2);
        break;
    case FAULT_CITY:
        send_less(wire, text, length);
        break;
    case FAULT_FLOOD:
        flood(wire, text, length);
        break;
    case FAULT_STORM:
    case FAULT_QUERIES:
        send_queries(wire, fault->kind == FAULT_STORM ? QUERIES - 1 : QUERIES + 1);
        return strcmp(text, "null") == 0 || send_text(wire, text, length);
    case FAULT_RESET:
        wire_break(wire);
        return false;
    case FAULT_DEAF:
        wait_deaf(wire);
        return false;
    default:
        send_text(wire, instead[fault->kind].text, instead[fault->kind].length);
        break;
    }
    if (fault->kind != FAULT_CLOSE) {
        wait_for_the_end(wire);
    }
    return false;
}

bool fault_send(void *self, struct wire *wire, const char *call, struct text *answer, struct error *why)
{
    struct fault *fault = self;
    if (fault->kind != FAULT_SLOW && (fault->done || strcmp(fault->call, call) != 0)) {
        return !answer || wire_send(wire, answer, clock_in(PATIENCE), why);
    }
    if (!answer && fault->kind == FAULT_SLOW) {
        return true;
    }
    if (answer && answer->failed) {
        return error_memory(why);
    }
    const char *text = answer ? answer->bytes : "null";
    size_t length = answer ? answer->length : strlen(text);
    fault->done = true;
    if (fault->kind == FAULT_SLOW) {
        send_many(wire, ' ', SLOW_BLANKS);
        send_slowly(wire, text, length, SLOW_PIECES, 5 * MILLISECOND);
        return true;
    }
    return fault_text(fault, wire, text, length) || error_set(why, ERROR_PLAYER, "misbehaved, as it was told to");
}
