#include "watch.h"

#include "base/file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

const struct harness_option watch_options[] = {
    {.help = "Watching"},
    {"explain", HARNESS_INTO(struct watch, explain),
     .help = "say on stderr why players were removed and how the result came about"},
    {"log", .argument = "FILE", HARNESS_INTO(struct watch, log_path),
     .help = "write everything that happens to FILE, one JSON object per line (docs/log.md)"},
    {"replay", .argument = "FILE", HARNESS_INTO(struct watch, replay_path),
     .help = "write a page to FILE that shows the game in a browser, move by move"},
    {.name = ""},
};

/* Passes an event to the replay, as the line that it would be in the log. */
static bool record(void *self, const void *event, struct error *err)
{
    struct watch *watch = self;
    struct text line = {0};
    struct json_value value = {.object = NULL};
    watch->logger.write(&line, event);
    bool done = !line.failed || error_memory(err);
    if (done && json_stream_feed(&watch->line, line.bytes, line.length, err) &&
        json_stream_next(&watch->line, 0, &value, err) == JSON_STREAM_VALUE) {
        struct json_at at = json_at_root(&value);
        done = replay_take(watch->replay, &at, err);
        json_stream_discard(&watch->line);
    } else {
        done = false;
    }
    json_object_put(value.object);
    text_free(&line);
    return done;
}

static bool open_log(struct harness *h, struct watch *watch)
{
    watch->logger.stream = fopen(watch->log_path, "we");
    return watch->logger.stream ? true
                                : error_set(&h->error, ERROR_IO, "cannot write %s: %s",
                                            harness_show(watch->log_path).text, strerror(errno));
}

static bool open_replay(struct harness *h, struct watch *watch)
{
    watch->line.name = "log";
    watch->replay = replay_new();
    return watch->replay ? file_check(watch->replay_path, &h->error) : error_memory(&h->error);
}

/* Closes what is open and writes no replay. */
static void abandon(struct watch *watch)
{
    if (watch->logger.stream) {
        fclose(watch->logger.stream);
        watch->logger.stream = NULL;
    }
    replay_free(watch->replay);
    watch->replay = NULL;
    json_stream_free(&watch->line);
}

bool watch_open(struct harness *h, struct watch *watch, observer_write log, watch_see explain)
{
    int observers = 0;
    watch->logger.write = log;
    if (watch->log_path) {
        if (!open_log(h, watch)) {
            return false;
        }
        watch->writer = (struct observer){.see = observer_log, .self = &watch->logger};
        watch->list[observers++] = &watch->writer;
    }
    if (watch->replay_path) {
        if (!open_replay(h, watch)) {
            abandon(watch);
            return false;
        }
        watch->recorder = (struct observer){.see = record, .self = watch};
        watch->list[observers++] = &watch->recorder;
    }
    if (watch->live) {
        watch->live->log = log;
        watch->sender = (struct observer){.see = live_see, .self = watch->live};
        watch->list[observers++] = &watch->sender;
    }
    if (watch->explain) {
        watch->explainer = (struct observer_explainer){stderr, h->name};
        watch->speaker = (struct observer){.see = explain, .self = &watch->explainer};
        watch->list[observers++] = &watch->speaker;
    }
    watch->observers = observers ? watch->list : NULL;
    return true;
}

static void close_log(struct harness *h, struct watch *watch)
{
    const struct error *error = &watch->writer.error;
    bool closed = fclose(watch->logger.stream) == 0;
    if (!closed || error->kind != ERROR_NONE) {
        const char *why = error->kind != ERROR_NONE ? error->text : strerror(errno);
        harness_late_error(h, "cannot write %s: %s", harness_show(watch->log_path).text, why);
    }
    watch->logger.stream = NULL;
}

static void write_replay(struct harness *h, struct watch *watch)
{
    struct text page = {0};
    struct error error = watch->recorder.error;
    if (error.kind != ERROR_NONE || !replay_page(watch->replay, &page, &error)) {
        harness_late_error(h, "cannot write %s: %s", harness_show(watch->replay_path).text, error.text);
    } else if (!file_write(watch->replay_path, page.bytes, page.length, &error)) {
        harness_late_error(h, "%s", error.text);
    }
    text_free(&page);
}

static void complain(struct harness *h, const struct observer *observer, const char *what)
{
    if (observer->error.kind != ERROR_NONE) {
        harness_late_error(h, "cannot %s: %s", what, observer->error.text);
    }
}

void watch_close(struct harness *h, struct watch *watch)
{
    if (watch->logger.stream) {
        close_log(h, watch);
    }
    if (watch->live) {
        live_stop(watch->live);
        watch->live = NULL;
    }
    if (watch->replay) {
        write_replay(h, watch);
    }
    complain(h, &watch->sender, "send to spectators");
    complain(h, &watch->speaker, "write explanations");
    abandon(watch);
}

uint64_t watch_any_seed(void)
{
    uint32_t seed;
    if (getrandom(&seed, sizeof seed, 0) != sizeof seed) {
        seed = (uint32_t)time(NULL);
    }
    fprintf(stderr, "seed %" PRIu32 "\n", seed);
    return seed;
}

uint64_t watch_cores(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores > 0 ? (uint64_t)cores : 1;
}
