#include "report/record.h"

#include "base/moment.h"
#include "base/utf8.h"
#include "compare/log.h"

#include <inttypes.h>

enum { EXCERPT_MAX = 8192, COMPLAINTS_MAX = 4096, LOG_LINE_MAX = 600 };

const char *const verdict_names[] = {
    "pass",          "wrong", "bad-json", "timeout",      "cpu-limit",        "memory-limit",  "output-limit",
    "process-limit", "crash", "exit",     "build-failed", "missing-expected", "harness-error", NULL};

const char *const record_role_names[] = {"test", "audit", "build", NULL};

const char *const record_visible_names[] = {"always", "after-deadline", "score-only", "never", NULL};

bool verdict_counts(enum verdict verdict)
{
    return verdict != VERDICT_MISSING_EXPECTED && verdict != VERDICT_HARNESS_ERROR;
}

/* Adds a member, unless there is no word. */
static void add_word(struct text *out, const char *name, const char *word)
{
    if (word) {
        text_fill(out, TEXT_JSON, ",\"%s\":\"%s\"", name, word);
    }
}

/* The beginning and the end of a long text, and how much was left out in between. */
static void add_excerpt(struct text *out, const char *name, const struct excerpt *t, size_t most)
{
    size_t head = t->head < t->length ? t->head : t->length, tail = t->length - head;
    if (t->length == t->total && t->length > most) { /* nothing was left out so far */
        head = most / 2;
        tail = most / 2;
    } else if (t->length == t->total) {
        head = t->length;
        tail = 0;
    } else {
        head = head < most / 2 ? head : most / 2;
        tail = tail < most / 2 ? tail : most / 2;
    }
    text_format(out, ",\"%s\":\"", name);
    text_escape(out, TEXT_JSON, t->bytes, head);
    if (head + tail < t->total) {
        text_format(out, "\\n... %" PRIu64 " bytes left out ...\\n", t->total - head - tail);
    }
    text_escape(out, TEXT_JSON, t->bytes + t->length - tail, tail);
    text_string(out, "\"");
}

static void add_differences(struct text *out, const struct compare *c)
{
    text_string(out, ",\"differences\":[");
    for (int i = 0; i < c->differences; i++) {
        const struct compare_difference *d = &c->difference[i];
        text_string(out, i ? "," : "");
        text_fill(out, TEXT_JSON, "[\"%s\",\"%s\",\"%s\"]", d->path, d->expected, d->got);
    }
    text_format(out, "]%s", c->more ? ",\"more\":true" : "");
}

/* A line of a log; a long one is truncated between characters. */
static void add_line(struct text *out, const char *line, size_t length)
{
    size_t size = length < LOG_LINE_MAX ? length : LOG_LINE_MAX;
    while (size < length && size > 0 && utf8_continues(line[size])) {
        size--;
    }
    text_string(out, ",\"");
    text_escape(out, TEXT_JSON, line ? line : "", size);
    text_string(out, size < length ? "...\"" : "\"");
}

static void add_log(struct text *out, const struct log_difference *d)
{
    text_format(out, ",\"log\":[\"%s\"", d->place);
    add_line(out, d->expected, d->expected_length);
    add_line(out, d->got, d->got_length);
    text_string(out, "]");
}

static void add_slip(struct text *out, const struct slip *slip)
{
    text_format(out, ",\"slip\":[\"%s\",\"line %zu\",", slip->what, slip->line);
    text_json(out, slip->shown, slip->length);
    text_string(out, "]");
}

void record_failure(struct text *out, const struct record_failure *failure)
{
    if (failure->detail && *failure->detail) {
        add_word(out, "detail", failure->detail);
    }
    if (failure->slip) {
        add_slip(out, failure->slip);
    }
    if (failure->compare && failure->compare->differences) {
        add_differences(out, failure->compare);
    }
    if (failure->log) {
        add_log(out, failure->log);
    }
    if (failure->expected.bytes) {
        add_excerpt(out, "expected", &failure->expected, EXCERPT_MAX);
    }
    if (failure->actual.bytes) {
        add_excerpt(out, "actual", &failure->actual, EXCERPT_MAX);
    }
    if (failure->complaints.length) {
        add_excerpt(out, "stderr", &failure->complaints, COMPLAINTS_MAX);
    }
}

static void add_tags(struct text *out, const char *const *tags)
{
    text_string(out, ",\"tags\":[");
    for (size_t i = 0; tags[i]; i++) {
        text_string(out, i ? "," : "");
        text_json_string(out, tags[i]);
    }
    text_string(out, "]");
}

static void add_times(struct text *out, const struct record *r)
{
    text_format(out, ",\"wall_ms\":%.3f,\"cpu_ms\":%.3f,\"memory_kib\":%" PRId64, (double)r->wall_ns / 1e6,
                (double)r->cpu_ns / 1e6, r->memory_bytes / 1024);
    moment_member(out, "time", r->time);
    text_string(out, "}\n");
}

/* What those who handed in may see of the case, and what it tells them. */
static void add_lesson(struct text *out, const struct record *r)
{
    add_word(out, "description", r->description);
    add_word(out, "hint", r->hint);
    if (r->visible != RECORD_VISIBLE_ALWAYS) {
        add_word(out, "visible", record_visible_names[r->visible]);
    }
    if (r->visible == RECORD_VISIBLE_AFTER_DEADLINE && r->deadline) {
        moment_member(out, "deadline", r->deadline);
    }
}

void record_write(struct text *out, const struct record *r)
{
    text_fill(out, TEXT_JSON, "{\"case\":\"%s\"", r->id);
    add_word(out, "group", r->group);
    add_word(out, "submission", r->submission);
    add_word(out, "team", r->team);
    add_word(out, "milestone", r->milestone);
    if (r->role != RECORD_TEST) {
        add_word(out, "role", record_role_names[r->role]);
    }
    add_word(out, "program", r->program);
    add_word(out, "build", r->build);
    if (r->tags && *r->tags) {
        add_tags(out, r->tags);
    }
    add_lesson(out, r);
    add_word(out, "verdict", verdict_names[r->verdict]);
    points_member(out, "points", r->points);
    points_member(out, "earned", r->earned);
    text_format(out, ",\"exit\":%d,\"signal\":%d,\"tries\":%d%s%s", r->code, r->signal, r->tries,
                r->flaky ? ",\"flaky\":true" : "", r->updated ? ",\"updated\":true" : "");
    add_word(out, "retried", r->retried);
    if (r->feeds) {
        text_format(out, ",\"feeds\":%d,\"feeds_passed\":%d", r->feeds, r->feeds_passed);
    }
    add_word(out, "feed", r->feed);
    text_format(out, ",\"out_bytes\":%" PRIu64, r->out_bytes);
    if (r->failure) {
        text_append(out, r->failure);
    }
    add_word(out, "input", r->input);
    add_word(out, "repeat", r->repeat);
    if (r->hashes) {
        add_word(out, "program_sha256", r->hashes->program);
        add_word(out, "input_sha256", r->hashes->input);
        add_word(out, "expected_sha256", r->hashes->expected);
        add_word(out, "options_sha256", r->hashes->options);
    }
    add_word(out, "isolation", r->isolation ? r->isolation : "none");
    add_times(out, r);
}
