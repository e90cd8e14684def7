/* The cases in folders: K-in.json with K-out.json, the expected answer, or with K-err.txt, the expected complaint; K is
 * anything. K-log.jsonl is the log of a correct program. Subfolders are groups. K-meta.json has settings for one case,
 * suite.json for all cases in a folder. */
#ifndef GRADE_CASES_H
#define GRADE_CASES_H

#include "grade/suite.h"
#include "report/points.h"

struct grade_case {
    const char *id;        /* "fixtures/xmap/12" */
    const char *group;     /* its folder: "fixtures/xmap" */
    const char *in;        /* paths of its files */
    const char *out, *err; /* NULL if absent */
    const char *log;       /* NULL if absent */
    const char *team;      /* in a fest: the folder of the test's authors; otherwise NULL */
    const char *milestone; /* or NULL */
    const struct suite *suite;
    int64_t points; /* in thousandths (report/points.h); 1 point unless set otherwise */
};

struct cases {
    struct grade_case *list; /* in natural order: 2 before 10 */
    size_t count, room;
    const char **orphans; /* complaints about files that belong to no case, and about what was left out */
    size_t orphan_count, orphan_room;
};

/* Adds the cases of a folder, or of one file K-in.json. Their ids begin with `name`. Allocates from the arena, except
 * the lists, which cases_free frees. */
bool cases_scan(struct cases *cases, const char *path, const char *name, struct arena *arena, struct error *err);

/* Drops cases whose expected output cannot be read, or is invalid JSON although it is to be compared as JSON, with a
 * complaint about each. *broken becomes their number. compare: how to compare all cases; NULL: as their settings say.
 */
bool cases_check_expected(struct cases *cases, const char *compare, struct arena *arena, size_t *broken,
                          struct error *err);

/* Adds a complaint. */
__attribute__((format(printf, 4, 5))) bool cases_complain(struct cases *cases, struct arena *arena, struct error *err,
                                                          const char *format, ...);

/* A file name for records and reports: bytes that are not UTF-8 are written as \xFF, and so is the backslash of a name
 * that contains such an escape literally, so different names stay different. NULL if out of memory. */
const char *cases_name(struct arena *arena, const char *name);

/* A path without the slashes at its end. NULL if out of memory. */
char *cases_trim(struct arena *arena, const char *path);

/* The folder of a file. NULL if out of memory. */
char *cases_folder(struct arena *arena, const char *path);

/* Joins two parts of a path. NULL if out of memory. */
char *cases_join(struct arena *arena, const char *folder, const char *name);

void cases_free(struct cases *cases);

#endif
