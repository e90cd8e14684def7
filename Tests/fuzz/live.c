/* The log of a game that is still played, as it comes from a server or out of a file that grows. A byte says which, and
 * in what pieces. Whatever is taken of it is what xreplay would take, and what pages are told are whole events. */
#include "base/random.h"
#include "fuzz.h"
#include "live_feed.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

enum { IS_FILE = 1, WITH_PAGE = 2, CUT = 4 };

/* The source of a log, and the end that writes to it. */
struct source {
    int from, to;
    bool is_file;
};

static void open_source(struct source *source, bool is_file)
{
    int ends[2];
    source->is_file = is_file;
    if (is_file) {
        source->from = memfd_create("log", MFD_CLOEXEC);
        source->to = dup(source->from);
        fuzz_expect(source->to >= 0);
    } else {
        fuzz_expect(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0);
        source->from = ends[0];
        source->to = ends[1];
    }
}

static void append(const struct source *source, const char *bytes, size_t count, size_t at)
{
    ssize_t written = source->is_file ? pwrite(source->to, bytes, count, (off_t)at) : write(source->to, bytes, count);
    fuzz_expect(written == (ssize_t)count);
}

/* Reads on as the log grows, until it is wrong or over. */
static bool follow(struct live_feed *feed, struct source *source, const char *log, size_t length, struct error *err)
{
    struct random cuts = random_stream(length, 0);
    bool good = true;
    for (size_t at = 0, piece; good && at < length; at += piece) {
        piece = (size_t)random_below(&cuts, length - at) + 1;
        append(source, log + at, piece, at);
        good = live_feed_read(feed, err);
    }
    close(source->to);
    return good && live_feed_read(feed, err);
}

/* What is told is the same as of a log that is read at once. */
static void check_replay(const struct live_feed *feed, const char *log, size_t length)
{
    struct json_stream stream = {.name = "log", .finished = true};
    struct json_value value;
    struct error err = {.kind = ERROR_NONE};
    struct replay *replay = replay_new();
    struct replay_mark marks[2] = {{0}};
    struct text news[2] = {{0}};
    const char *end = length ? memrchr(log, '\n', length) : NULL;
    fuzz_expect(replay && json_stream_feed(&stream, log, end ? (size_t)(end - log) + 1 : 0, &err));
    while (json_stream_next(&stream, 0, &value, &err) == JSON_STREAM_VALUE) {
        struct json_at at = json_at_root(&value);
        fuzz_expect(replay_take(replay, &at, &err));
        json_object_put(value.object);
        json_stream_recount(&stream);
    }
    fuzz_expect(err.kind == ERROR_NONE);
    replay_news(feed->replay, &marks[0], &news[0]);
    replay_news(replay, &marks[1], &news[1]);
    fuzz_expect_same(&news[0], &news[1]);
    text_free(&news[0]);
    text_free(&news[1]);
    json_stream_free(&stream);
    replay_free(replay);
}

/* Passes the lines of an event, which are JSON together; returns its end. */
static const char *check_event(const char *at)
{
    struct text data = {0};
    for (; strncmp(at, "data:", 5) == 0; at += strcspn(at, "\n") + 1) {
        text_add(&data, at + 5, strcspn(at + 5, "\n") + 1);
    }
    fuzz_expect_json(&data);
    text_free(&data);
    fuzz_expect(*at == '\n');
    return at + 1;
}

static void check_stream(const struct live_stream *stream)
{
    size_t events = 0;
    const char *at = stream->frames.bytes;
    for (; at && strncmp(at, "id:", 3) == 0; events++) {
        at = check_event(strchr(at, '\n') + 1);
    }
    fuzz_expect(events == stream->count && (!at || !*at || strncmp(at, "event:over\n", 11) == 0));
}

static void check_page(struct live_feed *feed)
{
    const struct replay_player player = {.seconds = 1.5};
    struct text page = {0}, policy = {0};
    struct error err = {.kind = ERROR_NONE};
    bool play = feed->is_file || !replay_has_picture(feed->replay);
    fuzz_expect(replay_live_page(feed->replay, "1", play ? &player : NULL, &page, &policy, &err) && policy.length > 0);
    text_free(&page);
    text_free(&policy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input input = {data, size};
    struct error err = {.kind = ERROR_NONE};
    struct source source;
    uint8_t bits = fuzz_byte(&input);
    size_t length;
    char *log = fuzz_rest(&input, &length);
    open_source(&source, bits & IS_FILE);
    struct live_feed feed = {.source = "log", .fd = source.from, .is_file = source.is_file};
    fuzz_expect(live_feed_open(&feed, &err));
    bool good = follow(&feed, &source, log, length, &err);
    fuzz_expect(good == (err.kind == ERROR_NONE));
    if (good) {
        check_replay(&feed, log, length);
    }
    check_stream(&feed.stream);
    if (bits & WITH_PAGE) {
        check_page(&feed);
    }
    if (bits & CUT && source.is_file && ftruncate(source.from, 0) == 0) {
        fuzz_expect(length == 0 || !good || !live_feed_read(&feed, &err));
    }
    live_feed_end(&feed, "The end.");
    live_feed_close(&feed);
    free(log);
    return 0;
}
