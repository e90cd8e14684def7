/* The cases in folders: K-in.json with K-out.json, the answer that is expected, or with K-err.txt, the complaint; K is
 * anything. K-log.jsonl is a log of a program that was right. Folders in folders are groups. K-meta.json says more
 * about one case, suite.json about all of a folder. */
#ifndef GRADE_CASES_H
#define GRADE_CASES_H

#include "grade/suite.h"

struct grade_case {
    const char *id;        /* what it is called: "fixtures/xmap/12" */
    const char *group;     /* where it lies: "fixtures/xmap" */
    const char *in;        /* paths of its files */
    const char *out, *err; /* NULL where there is none */
    const char *log;       /* the same */
    const char *team;      /* in a fest: the folder of the tests' authors; else NULL */
    const struct suite *suite;
    double points; /* 1, unless settings say something else */
};

struct cases {
    struct grade_case *list; /* in the order in which a person would count them: 2 before 10 */
    size_t count, room;
    const char **orphans; /* complaints about files that nothing belongs to, and about what was left out */
    size_t orphan_count, orphan_room;
};

/* Adds the cases of a folder, or of one file K-in.json. The ids begin with `name`. The memory is the arena's, but for
 * the lists: cases_free. */
bool cases_scan(struct cases *cases, const char *path, const char *name, struct arena *arena, struct error *err);

/* Drops cases whose expected output cannot be read or is invalid JSON but has to be compared as such, with a complaint
 * about each; how many they were. compare: how all are compared, or NULL: as their settings say. */
bool cases_check_expected(struct cases *cases, const char *compare, struct arena *arena, size_t *broken,
                          struct error *err);

/* Adds a complaint. */
__attribute__((format(printf, 4, 5))) bool cases_complain(struct cases *cases, struct arena *arena, struct error *err,
                                                          const char *format, ...);

/* A name of a file as records and reports have it: \xFF stands for a byte that is not UTF-8, and for the backslash of
 * a name that has such a thing spelled out; different names stay different. NULL when memory is short. */
const char *cases_name(struct arena *arena, const char *name);

/* A path made of two parts, or NULL when memory is short. */
char *cases_join(struct arena *arena, const char *folder, const char *name);

void cases_free(struct cases *cases);

#endif
