#include "recording.h"

#include "base/file.h"
#include "replay/replay.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

const struct harness_option recording_options[] = {
    {.help = "Watching"},
    {"explain", HARNESS_INTO(struct recording, explain),
     .help = "say on stderr why players were removed and how the result came about"},
    {"log", .argument = "FILE", HARNESS_INTO(struct recording, log_path),
     .help = "write everything that happens to FILE, one JSON object per line (docs/log.md)"},
    {"replay", .argument = "FILE", HARNESS_INTO(struct recording, replay_path),
     .help = "write a page to FILE that shows the game in a browser, move by move"},
    {.name = ""},
};

/* What a run that is recorded needs, and no other. */
struct recorder {
    struct replay *replay;
    struct json_stream line; /* a line of the log, on its way to the replay */
    struct observer_logger logger;
    struct observer_explainer explainer;
    struct observer to_log, to_replay, to_person, *list[6];
};

/* Passes an event to the replay, as the line that it would be in the log. */
static bool record(void *self, const void *event, struct error *err)
{
    struct recorder *r = self;
    struct text line = {0};
    struct json_value value = {.object = NULL};
    r->logger.write(&line, event);
    bool done = !line.failed || error_memory(err);
    if (done && json_stream_feed(&r->line, line.bytes, line.length, err) &&
        json_stream_next(&r->line, 0, &value, err) == JSON_STREAM_VALUE) {
        struct json_at at = json_at_root(&value);
        done = replay_take(r->replay, &at, err);
        json_stream_discard(&r->line);
    } else {
        done = false;
    }
    json_object_put(value.object);
    text_free(&line);
    return done;
}

static bool open_log(struct harness *h, const char *path, struct recorder *r)
{
    r->logger.stream = fopen(path, "we");
    if (r->logger.stream) {
        setvbuf(r->logger.stream, NULL, _IOLBF, BUFSIZ); /* somebody may watch the game in it (xlive) */
    }
    return r->logger.stream ||
           error_set(&h->error, ERROR_IO, "cannot write %s: %s", harness_show(path).text, strerror(errno));
}

static bool open_replay(struct harness *h, const char *path, struct recorder *r)
{
    r->line.name = "log";
    r->replay = replay_new();
    return r->replay ? file_check(path, &h->error) : error_memory(&h->error);
}

/* Closes what is open and writes no replay. */
static void abandon(struct recording *recording)
{
    struct recorder *r = recording->recorder;
    if (r->logger.stream) {
        fclose(r->logger.stream);
    }
    replay_free(r->replay);
    json_stream_free(&r->line);
    recording->recorder = NULL;
}

bool recording_open(struct harness *h, struct recording *recording, observer_write log, recording_see explain)
{
    if (!recording->log_path && !recording->replay_path && !recording->explain && !recording->also[0]) {
        return true;
    }
    size_t count = 0;
    struct recorder *r = recording->recorder = arena_array(&h->arena, 1, sizeof *r);
    if (!r) {
        return error_memory(&h->error);
    }
    r->logger.write = log;
    if ((recording->log_path && !open_log(h, recording->log_path, r)) ||
        (recording->replay_path && !open_replay(h, recording->replay_path, r))) {
        abandon(recording);
        return false;
    }
    r->explainer = (struct observer_explainer){stderr, h->name};
    r->to_log = (struct observer){.see = observer_log, .self = &r->logger};
    r->to_replay = (struct observer){.see = record, .self = r};
    r->to_person = (struct observer){.see = explain, .self = &r->explainer};
    if (recording->log_path) {
        r->list[count++] = &r->to_log;
    }
    if (recording->replay_path) {
        r->list[count++] = &r->to_replay;
    }
    if (recording->explain) {
        r->list[count++] = &r->to_person;
    }
    for (int i = 0; recording->also[i]; i++) {
        r->list[count++] = recording->also[i];
    }
    recording->observers = r->list;
    return true;
}

static void close_log(struct harness *h, const char *path, struct recorder *r)
{
    const struct error *error = &r->to_log.error;
    bool closed = fclose(r->logger.stream) == 0;
    if (!closed || error->kind != ERROR_NONE) {
        const char *why = error->kind != ERROR_NONE ? error->text : strerror(errno);
        harness_late_error(h, error->kind, "cannot write %s: %s", harness_show(path).text, why);
    }
    r->logger.stream = NULL;
}

static void write_replay(struct harness *h, const char *path, struct recorder *r)
{
    struct text page = {0};
    struct error error = r->to_replay.error;
    if (error.kind != ERROR_NONE || !replay_page(r->replay, &page, &error)) {
        harness_late_error(h, error.kind, "cannot write %s: %s", harness_show(path).text, error.text);
    } else if (!file_write(path, page.bytes, page.length, &error)) {
        harness_late_error(h, error.kind, "%s", error.text);
    }
    text_free(&page);
}

void recording_close(struct harness *h, struct recording *recording)
{
    struct recorder *r = recording->recorder;
    if (!r) {
        return;
    }
    if (r->logger.stream) {
        close_log(h, recording->log_path, r);
    }
    if (r->replay) {
        write_replay(h, recording->replay_path, r);
    }
    if (r->to_person.error.kind != ERROR_NONE) {
        harness_late_error(h, r->to_person.error.kind, "cannot write explanations: %s", r->to_person.error.text);
    }
    abandon(recording);
}

uint64_t recording_any_seed(void)
{
    uint32_t seed;
    if (getrandom(&seed, sizeof seed, 0) != sizeof seed) {
        seed = (uint32_t)time(NULL);
    }
    fprintf(stderr, "seed %" PRIu32 "\n", seed);
    return seed;
}

uint64_t recording_cores(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores > 0 ? (uint64_t)cores : 1;
}
