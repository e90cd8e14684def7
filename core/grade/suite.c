#include "grade/suite.h"

#include "base/content.h"
#include "base/json_at.h"
#include "base/moment.h"
#include "report/points.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { LIST_MAX = 1000, INDEX_MAX = 1000000, TIMEOUT_MAX = 86400, MINUTES_MAX = 60 * 24 * 365 };

const struct suite suite_default = {.points = -1, .exit = -1, .pass_mark = -1};

struct reader {
    struct arena *arena;
    struct error *err;
    struct suite *suite;
};

/* Reads a value into a member of the suite. */
typedef bool take(const struct reader *r, const struct json_at *at, void *out);

static bool take_word(const struct reader *r, const struct json_at *at, void *out)
{
    const char **word = out, *text;
    size_t length;
    if (!json_at_string(at, &text, &length, r->err)) {
        return false;
    }
    if (strlen(text) != length) {
        return json_at_fail(at, r->err, "this must not contain \\u0000");
    }
    *word = arena_string(r->arena, text, length);
    if (!*word) {
        error_memory(r->err);
    }
    return *word;
}

static bool take_words(const struct reader *r, const struct json_at *at, void *out)
{
    const char *const **list = out;
    if (!json_at_array(at, 0, LIST_MAX, r->err)) {
        return false;
    }
    size_t count = json_at_count(at);
    const char **words = arena_array(r->arena, count + 1, sizeof *words);
    if (!words) {
        return error_memory(r->err);
    }
    bool ok = true;
    for (size_t i = 0; ok && i < count; i++) {
        struct json_at element = json_at_element(at, i);
        ok = take_word(r, &element, &words[i]);
    }
    *list = words;
    return ok;
}

static bool take_command(const struct reader *r, const struct json_at *at, void *out)
{
    return json_at_array(at, 1, LIST_MAX, r->err) && take_words(r, at, out);
}

/* A number from 0 to `most`. */
static bool take_amount(const struct reader *r, const struct json_at *at, double most, double *out)
{
    bool number = json_object_is_type(at->object, json_type_int) || json_object_is_type(at->object, json_type_double);
    *out = number ? json_object_get_double(at->object) : -1;
    if (isfinite(*out) && *out >= 0 && *out <= most) {
        return true;
    }
    char what[64];
    snprintf(what, sizeof what, "a number from 0 to %.0f", most);
    return json_at_expected(at, r->err, what);
}

/* The same, exact to three decimals, in thousandths. */
static bool take_thousandths(const struct reader *r, const struct json_at *at, double most, int64_t *out)
{
    double number;
    if (!take_amount(r, at, most, &number)) {
        return false;
    }
    *out = points_of(number);
    return fabs(number * POINTS_ONE - (double)*out) < 1e-6 ||
           json_at_fail(at, r->err, "this has more than three decimals");
}

static bool take_points(const struct reader *r, const struct json_at *at, void *out)
{
    return take_thousandths(r, at, 1e6, out);
}

static bool take_percent(const struct reader *r, const struct json_at *at, void *out)
{
    return take_thousandths(r, at, 100, out);
}

static bool take_timeout(const struct reader *r, const struct json_at *at, void *out)
{
    int64_t *ms = out;
    double seconds;
    if (!take_amount(r, at, TIMEOUT_MAX, &seconds)) {
        return false;
    }
    *ms = (int64_t)(seconds * 1000);
    return *ms > 0 || json_at_fail(at, r->err, "a timeout is at least 0.001 seconds");
}

static bool take_compare(const struct reader *r, const struct json_at *at, void *out)
{
    struct compare_way way;
    if (!take_word(r, at, out)) {
        return false;
    }
    const char *problem = compare_way_parse(*(const char *const *)out, &way);
    return !problem || json_at_fail(at, r->err, "%s", problem);
}

static bool take_exit(const struct reader *r, const struct json_at *at, void *out)
{
    return json_at_range(at, 0, 255, out, r->err);
}

/* The name of a file directly in the folder where the program runs. */
static bool take_log(const struct reader *r, const struct json_at *at, void *out)
{
    if (!take_word(r, at, out)) {
        return false;
    }
    const char *name = *(const char *const *)out;
    return (*name && !strchr(name, '/') && strcmp(name, ".") != 0 && strcmp(name, "..") != 0) ||
           json_at_fail(at, r->err, "a log is a file in the program's own folder: its name has no \"/\"");
}

static bool take_program(const struct reader *r, const struct json_at *at, void *out)
{
    return take_word(r, at, out) &&
           (**(const char *const *)out || json_at_fail(at, r->err, "the name of the program is empty"));
}

static bool take_milestone(const struct reader *r, const struct json_at *at, void *out)
{
    const char **name = out;
    int number;
    if (!json_object_is_type(at->object, json_type_int)) {
        return take_word(r, at, out);
    }
    if (!json_at_range(at, 0, 1000, &number, r->err)) {
        return false;
    }
    *name = arena_format(r->arena, "%d", number);
    return *name || error_memory(r->err);
}

static bool take_deadline(const struct reader *r, const struct json_at *at, void *out)
{
    const char *text = NULL;
    return take_word(r, at, &text) &&
           (moment_parse(text, out) ||
            json_at_expected(at, r->err, "a time with its zone, like \"2026-10-01T23:59:00+02:00\""));
}

static bool take_grace(const struct reader *r, const struct json_at *at, void *out)
{
    int64_t *seconds = out;
    int minutes = 0;
    bool ok = json_at_range(at, 0, MINUTES_MAX, &minutes, r->err);
    *seconds = (int64_t)minutes * 60;
    return ok;
}

static bool take_late(const struct reader *r, const struct json_at *at, void *out)
{
    static const char *const names[] = {"per_day", "most", NULL};
    struct course_late *late = out;
    struct json_at members[2];
    return json_at_members(at, names, members, r->err) && take_percent(r, &members[0], &late->per_day) &&
           take_percent(r, &members[1], &late->most);
}

static bool take_visible(const struct reader *r, const struct json_at *at, void *out)
{
    enum record_visible *visible = out;
    int index = 0;
    bool ok = json_at_word(at, record_visible_names, &index, r->err);
    *visible = (enum record_visible)index;
    return ok;
}

/* A list of indices; null stands for all values. */
static bool take_indices(const struct reader *r, const struct json_at *at, struct run_values *out)
{
    *out = (struct run_values){0};
    if (!at->object) {
        return true;
    }
    if (!json_at_array(at, 0, LIST_MAX, r->err)) {
        return false;
    }
    out->count = json_at_count(at);
    size_t *index = arena_array(r->arena, out->count + 1, sizeof *index);
    if (!index) {
        return error_memory(r->err);
    }
    bool ok = true;
    for (size_t i = 0; ok && i < out->count; i++) {
        struct json_at element = json_at_element(at, i);
        int number = 0;
        ok = json_at_range(&element, 0, INDEX_MAX, &number, r->err);
        index[i] = (size_t)number;
    }
    out->index = index;
    return ok;
}

static bool take_values(const struct reader *r, const struct json_at *at, void *out)
{
    if (!json_at_array(at, 2, 2, r->err)) {
        return false;
    }
    struct json_at first = json_at_element(at, 0), second = json_at_element(at, 1);
    return take_indices(r, &first, out) && take_indices(r, &second, &r->suite->with_values);
}

static bool take_flag(const struct reader *r, const struct json_at *at, void *out)
{
    return json_at_boolean(at, out, r->err);
}

static bool take_tcp(const struct reader *r, const struct json_at *at, void *out)
{
    static const char *const words[] = {"server", "client", NULL};
    enum run_link *link = out;
    int index = 0;
    bool ok = json_at_word(at, words, &index, r->err);
    *link = index ? RUN_TCP_CLIENT : RUN_TCP_SERVER;
    return ok;
}

static bool take_build_memory(const struct reader *r, const struct json_at *at, void *out)
{
    int64_t *bytes = out;
    int mebibytes = 0;
    bool ok = json_at_range(at, 1, 1 << 20, &mebibytes, r->err);
    *bytes = (int64_t)mebibytes * RUN_MEBIBYTE;
    return ok;
}

/* One variable, as NAME=VALUE. */
static bool take_variable(const struct reader *r, const struct json_at *at, const char **out)
{
    const char *value = "";
    if (!*at->key || strchr(at->key, '=')) {
        return json_at_fail_key(at, r->err, "this is not the name of a variable");
    }
    if (!take_word(r, at, &value)) {
        return false;
    }
    *out = arena_format(r->arena, "%s=%s", at->key, value);
    return *out || error_memory(r->err);
}

static bool take_env(const struct reader *r, const struct json_at *at, void *out)
{
    const char *const **env = out;
    struct json_at member = {0};
    size_t count = 0;
    if (!json_at_object(at, r->err)) {
        return false;
    }
    const char **list = arena_array(r->arena, json_at_count(at) + 1, sizeof *list);
    if (!list) {
        return error_memory(r->err);
    }
    while (json_at_each(at, &member)) {
        if (!take_variable(r, &member, &list[count++])) {
            return false;
        }
    }
    *env = list;
    return true;
}

static const struct member {
    const char *name;
    take *take;
    size_t offset; /* of what it sets, in the suite */
    bool of_case;
} members[] = {
    {"points", take_points, offsetof(struct suite, points), true},
    {"timeout", take_timeout, offsetof(struct suite, timeout_ms), true},
    {"args", take_words, offsetof(struct suite, args), true},
    {"compare", take_compare, offsetof(struct suite, compare), true},
    {"tags", take_words, offsetof(struct suite, tags), true},
    {"exit", take_exit, offsetof(struct suite, exit), true},
    {"log", take_log, offsetof(struct suite, log), true},
    {"program", take_program, offsetof(struct suite, program), false},
    {"milestone", take_milestone, offsetof(struct suite, milestone), false},
    {"deadline", take_deadline, offsetof(struct suite, deadline), false},
    {"grace", take_grace, offsetof(struct suite, grace), false},
    {"late", take_late, offsetof(struct suite, late), false},
    {"pass_mark", take_percent, offsetof(struct suite, pass_mark), false},
    {"description", take_word, offsetof(struct suite, description), true},
    {"hint", take_word, offsetof(struct suite, hint), true},
    {"visible", take_visible, offsetof(struct suite, visible), true},
    {"with", take_command, offsetof(struct suite, with), false},
    {"values", take_values, offsetof(struct suite, values), false},
    {"interactive", take_flag, offsetof(struct suite, interactive), false},
    {"tcp", take_tcp, offsetof(struct suite, link), false},
    {"env", take_env, offsetof(struct suite, env), true},
    {"build", take_command, offsetof(struct suite, build), false},
    {"build_timeout", take_timeout, offsetof(struct suite, build_timeout_ms), false},
    {"build_memory", take_build_memory, offsetof(struct suite, build_memory_bytes), false},
    {"build_network", take_flag, offsetof(struct suite, build_network), false},
};

static bool take_all(const struct reader *r, const struct json_at *at, bool of_case)
{
    if (!json_at_object(at, r->err)) {
        return false;
    }
    struct json_at member = {0};
    while (json_at_each(at, &member)) {
        size_t i = 0, count = sizeof members / sizeof *members;
        while (i < count && strcmp(members[i].name, member.key) != 0) {
            i++;
        }
        if (i == count) {
            return json_at_fail_key(&member, r->err, "there is no setting %s",
                                    json_show(member.key, strlen(member.key)).text);
        }
        if (of_case && !members[i].of_case) {
            return json_at_fail_key(&member, r->err, "\"%s\" is for a whole folder: it belongs in suite.json",
                                    member.key);
        }
        if (!members[i].take(r, &member, (char *)r->suite + members[i].offset)) {
            return false;
        }
    }
    return true;
}

bool suite_read(const char *path, bool of_case, const struct suite *around, struct arena *arena, struct suite *out,
                struct error *err)
{
    struct json_stream stream = {.name = path};
    struct json_value value = {0};
    enum json_stream_result result;
    int fd = content_open(path, err);
    if (fd < 0) {
        return false;
    }
    *out = *around;
    bool ok = true;
    while (ok && (result = json_stream_next(&stream, 0, &value, err)) == JSON_STREAM_MORE) {
        ok = json_stream_read(&stream, fd, err);
    }
    close(fd);
    if (ok && result == JSON_STREAM_END) {
        ok = json_stream_complain(&stream, 0, err, "expected an object, found the end of the file");
    }
    if (ok && result == JSON_STREAM_VALUE) {
        struct json_at at = json_at_root(&value);
        size_t rest;
        ok = take_all(&(struct reader){arena, err, out}, &at, of_case) &&
             (!json_stream_rest(&stream, &rest) ||
              json_stream_complain(&stream, rest, err, "expected the end of the file, found more"));
    }
    json_object_put(value.object);
    json_stream_free(&stream);
    return ok && result == JSON_STREAM_VALUE;
}
