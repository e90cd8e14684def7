#include "live_feed.h"

#include "base/clock.h"
#include "base/write.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PIECE = 64 * 1024, PIECES = 16 };

int64_t live_feed_time(const struct live_feed *feed)
{
    return (clock_now() - feed->began) / (CLOCK_SECOND / 1000);
}

bool live_feed_open(struct live_feed *feed, struct error *err)
{
    feed->log = tmpfile();
    feed->began = clock_now();
    feed->line.name = feed->place;
    feed->replay = replay_new();
    if (!feed->replay) {
        return error_memory(err);
    }
    return feed->log ? true : error_set(err, ERROR_IO, "cannot keep the log: %s", strerror(errno));
}

void live_feed_close(struct live_feed *feed)
{
    replay_free(feed->replay);
    json_stream_free(&feed->line);
    live_stream_free(&feed->stream);
    text_free(&feed->rest);
    if (feed->log) {
        fclose(feed->log);
    }
    close(feed->fd);
}

/* -- what pages are told -- */

/* Adds what is new in the replay. */
static bool tell(struct live_feed *feed, struct error *err)
{
    struct text news = {0};
    text_format(&news, "{\"at\":%lld,", (long long)live_feed_time(feed));
    replay_news(feed->replay, &feed->told, &news);
    text_string(&news, "}");
    bool failed = news.failed;
    if (!failed) {
        live_stream_add(&feed->stream, news.bytes, news.length);
    }
    text_free(&news);
    return !(failed || feed->stream.frames.failed) || error_memory(err);
}

void live_feed_end(struct live_feed *feed, const char *why)
{
    if (!feed->over) {
        feed->over = true;
        live_stream_end(&feed->stream, why);
    }
}

/* -- lines -- */

static bool take_line(struct live_feed *feed, const char *line, size_t length, struct error *err)
{
    struct json_value value = {.object = NULL};
    snprintf(feed->place, sizeof feed->place, "%.50s, line %llu", feed->source, (unsigned long long)++feed->lines);
    if (!json_stream_feed(&feed->line, line, length, err)) {
        return false;
    }
    enum json_stream_result result;
    bool taken = true;
    while (taken && (result = json_stream_next(&feed->line, 0, &value, err)) == JSON_STREAM_VALUE) {
        struct json_at at = json_at_root(&value);
        taken = replay_take(feed->replay, &at, err);
        json_object_put(value.object);
    }
    if (!taken || result == JSON_STREAM_ERROR) {
        return false;
    }
    size_t offset;
    bool whole = !json_stream_rest(&feed->line, &offset); /* half a value is an error */
    json_stream_discard(&feed->line);
    return whole || json_stream_complain(&feed->line, offset, err, "this line of the log is incomplete");
}

/* Takes the whole lines among these bytes, and keeps the rest. */
static bool take_lines(struct live_feed *feed, const char *bytes, size_t count, struct error *err)
{
    const char *end;
    while ((end = memchr(bytes, '\n', count))) {
        size_t length = (size_t)(end - bytes) + 1;
        text_add(&feed->rest, bytes, length);
        if (feed->rest.failed) {
            return error_memory(err);
        }
        if (!take_line(feed, feed->rest.bytes, feed->rest.length, err)) {
            return false;
        }
        if (!write_all(fileno(feed->log), feed->rest.bytes, feed->rest.length)) {
            return error_set(err, ERROR_IO, "cannot keep the log: %s", strerror(errno));
        }
        feed->log_size += (off_t)feed->rest.length;
        text_clear(&feed->rest);
        bytes += length;
        count -= length;
    }
    text_add(&feed->rest, bytes, count);
    return feed->rest.length <= JSON_STREAM_MAX ||
           error_set(err, ERROR_INPUT, "%s: a line of the log is too long", feed->source);
}

/* Whether a file is shorter than what was read of it: somebody has begun to write it anew. */
static bool is_cut(const struct live_feed *feed)
{
    struct stat status;
    off_t at = lseek(feed->fd, 0, SEEK_CUR);
    return feed->is_file && fstat(feed->fd, &status) == 0 && S_ISREG(status.st_mode) && status.st_size < at;
}

/* Reads once; *more: whether there may be more to read. */
static bool read_piece(struct live_feed *feed, bool *more, struct error *err)
{
    char bytes[PIECE];
    ssize_t count =
        feed->is_file ? read(feed->fd, bytes, sizeof bytes) : recv(feed->fd, bytes, sizeof bytes, MSG_DONTWAIT);
    *more = count > 0;
    if (count < 0 && errno != EAGAIN && errno != EINTR && feed->is_file) {
        return error_set(err, ERROR_IO, "cannot read %s: %s", feed->source, strerror(errno));
    }
    if (count == 0 && is_cut(feed)) {
        return error_set(err, ERROR_IO, "%s is being written anew; start xlive again", feed->source);
    }
    /* pages go on to show what there is, however the server has come to its end */
    feed->ended = !feed->is_file && (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR));
    return count <= 0 || take_lines(feed, bytes, (size_t)count, err);
}

bool live_feed_read(struct live_feed *feed, struct error *err)
{
    uint64_t before = feed->lines;
    bool more = !feed->over;
    for (int pieces = 0; pieces < PIECES && more; pieces++) {
        if (!read_piece(feed, &more, err)) {
            return false;
        }
    }
    /* all at once: most of what many pages are sent would otherwise be about the events, not the events */
    if (feed->lines > before && !tell(feed, err)) {
        return false;
    }
    if (feed->ended) {
        live_feed_end(feed, "The server has closed the log.");
    }
    return true;
}
