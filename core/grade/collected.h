/* collected.csv: what xgrade collect has put in a folder of teams, and the roster's columns. */
#ifndef GRADE_COLLECTED_H
#define GRADE_COLLECTED_H

#include "base/csv.h"
#include "report/course.h"

#define COLLECTED_NAME "collected.csv" /* in the folder of teams */

struct collected_row {
    const char *team, *milestone; /* milestone "": all */
    const char *folder;           /* of the submission, in the folder of teams */
    const char *commit;           /* "": nothing could be collected */
    int64_t time;                 /* of the commit, in seconds since 1970; 0: unknown */
    struct course_field *fields;  /* the other columns of the roster */
    size_t field_count;
};

struct collected {
    struct collected_row *rows; /* in the arena, or wherever the caller put them */
    size_t count;
};

/* Whether a name from a roster or a suite.json may become that of a folder: it is not hidden, leads nowhere else, and
 * shows as what it is. */
bool collected_can_name(const char *name);

/* The column of a roster that has the name of one of the file's own; NULL if there is none. */
const char *collected_takes(const struct csv *roster);

/* Reads the columns of a row that are none of `known`, a NULL-terminated list. */
bool collected_fields(const struct csv *csv, const struct csv_row *row, const char *const *known, struct arena *arena,
                      struct course_field **fields, size_t *count);

/* Reads the file. Allocates from the arena; `path` must stay valid. */
bool collected_read(struct collected *collected, const char *path, struct arena *arena, struct error *err);

/* Writes the file. The course has the deadlines, which decide how late each team was. */
void collected_write(struct text *out, const struct collected *collected, const struct course *course);

#endif
