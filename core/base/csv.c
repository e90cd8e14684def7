#include "base/csv.h"

#include "base/content.h"
#include "base/json_show.h"
#include "base/utf8.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { COLUMNS_MAX = 1000 };

struct reader {
    struct csv *csv;
    const char *at, *end;
    const char *line_start;
    size_t line;
    struct arena *arena;
    struct error *err;
    char *out;                       /* where fields go; each is shorter than what it takes of the table */
    const char *fields[COLUMNS_MAX]; /* of the row being read */
    size_t count;
};

static bool complain(const struct reader *r, const char *what)
{
    size_t column = 1;
    for (const char *p = r->line_start; p < r->at; p++) {
        column += !utf8_continues(*p);
    }
    return error_set(r->err, ERROR_INPUT, "%s:%zu:%zu: %s", r->csv->name, r->line, column, what);
}

static bool at_line_end(const struct reader *r)
{
    return r->at < r->end && (*r->at == '\n' || (*r->at == '\r' && r->at + 1 < r->end && r->at[1] == '\n'));
}

static void pass_line_end(struct reader *r)
{
    r->at += *r->at == '\r' ? 2 : 1;
    r->line++;
    r->line_start = r->at;
}

/* Copies the character at hand; false if it is none. */
static bool take_character(struct reader *r)
{
    int size = utf8_size(r->at, (size_t)(r->end - r->at));
    if (size <= 0) {
        return complain(r, "this is not UTF-8");
    }
    if (!*r->at) {
        return complain(r, "there is a NUL byte");
    }
    r->out = mempcpy(r->out, r->at, (size_t)size);
    r->at += size;
    return true;
}

static bool take_quoted(struct reader *r)
{
    const struct reader start = *r;
    r->at++;
    while (r->at < r->end) {
        if (*r->at == '"' && (r->at + 1 == r->end || r->at[1] != '"')) {
            r->at++;
            return r->at == r->end || *r->at == ',' || at_line_end(r) ||
                   complain(r, "expected a comma after the quoted field");
        }
        r->at += *r->at == '"';
        bool new_line = *r->at == '\n';
        if (!take_character(r)) {
            return false;
        }
        if (new_line) {
            r->line++;
            r->line_start = r->at;
        }
    }
    return complain(&start, "this quoted field does not end");
}

static bool take_plain(struct reader *r)
{
    while (r->at < r->end && *r->at != ',' && !at_line_end(r)) {
        if (*r->at == '"') {
            return complain(r, "a quote inside a field: quote the whole field and double the quote");
        }
        if (!take_character(r)) {
            return false;
        }
    }
    return true;
}

static bool take_field(struct reader *r)
{
    if (r->count == COLUMNS_MAX) {
        return complain(r, "this line has too many fields");
    }
    r->fields[r->count++] = r->out;
    bool taken = r->at < r->end && *r->at == '"' ? take_quoted(r) : take_plain(r);
    *r->out++ = '\0';
    return taken;
}

/* Reads a row, up to and including its line end. */
static bool take_row(struct reader *r)
{
    r->count = 0;
    while (take_field(r)) {
        if (r->at == r->end) {
            return true;
        }
        if (*r->at != ',') {
            pass_line_end(r);
            return true;
        }
        r->at++;
    }
    return false;
}

static const char **copy_fields(const struct reader *r)
{
    const char **fields = arena_array(r->arena, r->count, sizeof *fields);
    if (fields) {
        memcpy(fields, r->fields, r->count * sizeof *fields);
    } else {
        error_memory(r->err);
    }
    return fields;
}

static bool take_header(struct reader *r)
{
    if (r->at == r->end || at_line_end(r)) {
        return complain(r, "expected a line with the names of the columns");
    }
    if (!take_row(r)) {
        return false;
    }
    r->csv->header = copy_fields(r);
    r->csv->columns = r->count;
    for (size_t i = 0; r->csv->header && i < r->count; i++) {
        if (csv_column(r->csv, r->fields[i]) != i) {
            return error_set(r->err, ERROR_INPUT, "%s:1: there are two columns %s", r->csv->name,
                             json_show(r->fields[i], strlen(r->fields[i])).text);
        }
    }
    return r->csv->header;
}

static bool take_rows(struct reader *r)
{
    struct csv *csv = r->csv;
    size_t lines = 0;
    for (const char *p = r->at; p < r->end; p++) {
        lines += *p == '\n';
    }
    csv->rows = arena_array(r->arena, lines + 1, sizeof *csv->rows);
    if (!csv->rows) {
        return error_memory(r->err);
    }
    while (r->at < r->end) {
        if (at_line_end(r)) {
            pass_line_end(r);
            continue;
        }
        struct csv_row *row = &csv->rows[csv->count++];
        row->line = r->line;
        if (!take_row(r)) {
            return false;
        }
        if (r->count != csv->columns) {
            return csv_fail(csv, row, r->err, "expected %zu fields, as in the first line, found %zu", csv->columns,
                            r->count);
        }
        row->fields = copy_fields(r);
        if (!row->fields) {
            return false;
        }
    }
    return true;
}

bool csv_parse(struct csv *csv, const char *name, const char *bytes, size_t length, struct arena *arena,
               struct error *err)
{
    static const char mark[] = "\xEF\xBB\xBF";
    size_t skipped = length >= strlen(mark) && memcmp(bytes, mark, strlen(mark)) == 0 ? strlen(mark) : 0;
    *csv = (struct csv){.name = name};
    struct reader *r = arena_array(arena, 1, sizeof *r);
    char *out = arena_array(arena, length + 1, 1);
    if (!r || !out) {
        return error_memory(err);
    }
    *r = (struct reader){.csv = csv, .at = bytes + skipped, .line = 1, .arena = arena, .err = err, .out = out};
    r->line_start = r->at;
    r->end = bytes + length;
    return take_header(r) && take_rows(r);
}

bool csv_read(struct csv *csv, const char *path, struct arena *arena, struct error *err)
{
    struct content file = {0};
    bool ok =
        content_read(&file, path, err) && csv_parse(csv, path, file.bytes ? file.bytes : "", file.length, arena, err);
    content_free(&file);
    return ok;
}

size_t csv_column(const struct csv *csv, const char *name)
{
    size_t i = 0;
    while (i < csv->columns && strcmp(csv->header[i], name) != 0) {
        i++;
    }
    return i;
}

const char *csv_field(const struct csv *csv, const struct csv_row *row, size_t column)
{
    return column < csv->columns ? row->fields[column] : "";
}

bool csv_fail(const struct csv *csv, const struct csv_row *row, struct error *err, const char *format, ...)
{
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return error_set(err, ERROR_INPUT, "%s:%zu: %s", csv->name, row->line, text);
}

void csv_write(struct text *out, const char *field, const char *after)
{
    bool quoted = strpbrk(field, ",\"\n") || *field == ' '; /* a carriage return is not written as it is */
    text_string(out, quoted ? "\"" : "");
    text_escape_string(out, TEXT_CSV, field);
    text_string(out, quoted ? "\"" : "");
    text_string(out, after);
}
