/* Tables of comma-separated values, as RFC 4180 has them: quoted fields may contain commas, quotes ("") and line ends.
 * Lines may end with CR LF or LF, and the file may begin with a byte order mark. */
#ifndef BASE_CSV_H
#define BASE_CSV_H

#include "base/arena.h"
#include "base/error.h"
#include "base/text.h"

struct csv_row {
    size_t line;         /* where it begins, from 1 */
    const char **fields; /* as many as the header has */
};

struct csv {
    const char *name;    /* for error messages; borrowed */
    const char **header; /* the names of the columns, which are unique */
    size_t columns;
    struct csv_row *rows; /* without the header and without empty lines */
    size_t count;
};

/* Parses a table. Fails with ERROR_INPUT, line and column, if it is broken, not UTF-8, or has no header. Allocates from
 * the arena. */
bool csv_parse(struct csv *csv, const char *name, const char *bytes, size_t length, struct arena *arena,
               struct error *err);

/* The same for a file; `path` must stay valid. */
bool csv_read(struct csv *csv, const char *path, struct arena *arena, struct error *err);

/* The index of a column; csv->columns if there is none. */
size_t csv_column(const struct csv *csv, const char *name);

/* A field of a row; "" if there is no such column. */
const char *csv_field(const struct csv *csv, const struct csv_row *row, size_t column);

/* Fails with ERROR_INPUT about a row: "roster.csv:3: ...". Returns false. */
__attribute__((format(printf, 4, 5))) bool csv_fail(const struct csv *csv, const struct csv_row *row, struct error *err,
                                                    const char *format, ...);

/* Writes a field, quoted if it has to be, and what follows it: "," or "\r\n". */
void csv_write(struct text *out, const char *field, const char *after);

#endif
