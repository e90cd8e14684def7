#include "grade/collected.h"

#include "base/json_show.h"
#include "base/moment.h"
#include "base/utf8.h"

#include <string.h>

enum { NAME_BYTES_MAX = 100 };

static const char *const columns[] = {"team", "milestone", "folder", "commit", "time", "late_seconds", NULL};

static bool can_name(const char *name, size_t length)
{
    static const char own[] = COLLECTED_NAME;
    if (length == 0 || length > NAME_BYTES_MAX || name[0] == '.' || name[0] == '-' || memchr(name, '/', length) ||
        memchr(name, '\\', length) || (length == strlen(own) && memcmp(name, own, length) == 0)) {
        return false;
    }
    for (size_t i = 0; i < length;) {
        int size = utf8_size(name + i, length - i);
        unsigned code = size > 0 ? utf8_code(name + i, size) : 0;
        if (size <= 0 || utf8_is_control(code) || utf8_is_hidden(code)) {
            return false;
        }
        i += (size_t)size;
    }
    return true;
}

bool collected_can_name(const char *name)
{
    return can_name(name, strlen(name));
}

const char *collected_takes(const struct csv *roster)
{
    for (size_t i = 0; i < roster->columns; i++) {
        if (strcmp(roster->header[i], "team") != 0 && text_is_listed(columns, roster->header[i])) {
            return roster->header[i];
        }
    }
    return NULL;
}

bool collected_fields(const struct csv *csv, const struct csv_row *row, const char *const *known, struct arena *arena,
                      struct course_field **fields, size_t *count)
{
    *count = 0;
    *fields = arena_array(arena, csv->columns, sizeof **fields);
    for (size_t i = 0; *fields && i < csv->columns; i++) {
        if (!text_is_listed(known, csv->header[i])) {
            (*fields)[(*count)++] = (struct course_field){csv->header[i], row->fields[i]};
        }
    }
    return *fields;
}

/* Whether a folder lies in the folder of teams: one name, or a milestone and a name. */
static bool lies_within(const char *folder)
{
    size_t length = strcspn(folder, "/");
    return can_name(folder, length) && (!folder[length] || collected_can_name(folder + length + 1));
}

static bool take_row(const struct csv *csv, const struct csv_row *from, struct arena *arena, struct collected_row *out,
                     struct error *err)
{
    const char *time = csv_field(csv, from, csv_column(csv, "time"));
    *out = (struct collected_row){
        .team = csv_field(csv, from, csv_column(csv, "team")),
        .milestone = csv_field(csv, from, csv_column(csv, "milestone")),
        .folder = csv_field(csv, from, csv_column(csv, "folder")),
        .commit = csv_field(csv, from, csv_column(csv, "commit")),
    };
    if (!collected_can_name(out->team) || !lies_within(out->folder)) {
        return csv_fail(csv, from, err, "%s cannot be the folder of a team",
                        json_show(out->folder, strlen(out->folder)).text);
    }
    if (*time && !moment_parse(time, &out->time)) {
        return csv_fail(csv, from, err, "%s is not a time like 2026-10-01T23:59:00Z",
                        json_show(time, strlen(time)).text);
    }
    return collected_fields(csv, from, columns, arena, &out->fields, &out->field_count) || error_memory(err);
}

bool collected_read(struct collected *collected, const char *path, struct arena *arena, struct error *err)
{
    struct csv csv;
    *collected = (struct collected){0};
    if (!csv_read(&csv, path, arena, err)) {
        return false;
    }
    for (int i = 0; columns[i]; i++) {
        if (csv_column(&csv, columns[i]) == csv.columns) {
            return error_set(err, ERROR_INPUT, "%s:1: there is no column \"%s\"", path, columns[i]);
        }
    }
    collected->rows = arena_array(arena, csv.count, sizeof *collected->rows);
    if (!collected->rows) {
        return error_memory(err);
    }
    for (size_t i = 0; i < csv.count; i++) {
        if (!take_row(&csv, &csv.rows[i], arena, &collected->rows[collected->count++], err)) {
            return false;
        }
    }
    return true;
}

static void write_row(struct text *out, const struct collected_row *row, const struct course *course)
{
    const struct course_milestone *milestone = course_milestone(course, row->milestone);
    const struct course_team team = {.time = row->time};
    csv_write(out, row->team, ",");
    csv_write(out, row->milestone, ",");
    csv_write(out, row->folder, ",");
    csv_write(out, row->commit, ",");
    if (row->time) {
        moment_write(out, row->time);
    }
    text_string(out, ",");
    if (row->time && milestone && milestone->deadline) {
        text_integer(out, course_lateness(milestone, &team));
    }
    for (size_t i = 0; i < row->field_count; i++) {
        text_string(out, ",");
        csv_write(out, row->fields[i].value, "");
    }
    text_string(out, "\r\n");
}

void collected_write(struct text *out, const struct collected *collected, const struct course *course)
{
    for (int i = 0; columns[i]; i++) {
        csv_write(out, columns[i], columns[i + 1] ? "," : "");
    }
    for (size_t i = 0; collected->count && i < collected->rows[0].field_count; i++) {
        text_string(out, ",");
        csv_write(out, collected->rows[0].fields[i].name, "");
    }
    text_string(out, "\r\n");
    for (size_t i = 0; i < collected->count; i++) {
        write_row(out, &collected->rows[i], course);
    }
}
