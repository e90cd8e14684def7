/* Reads results files, from which reports are made.
 *
 * If a case and submission have several records, the last one counts. Only what every report needs is kept in memory;
 * the rest stays in the files, which may grow but must not change otherwise while they are in use. */
#ifndef REPORT_RESULTS_H
#define REPORT_RESULTS_H

#include "base/arena.h"
#include "base/error.h"
#include "report/course.h"
#include "report/record.h"

struct result {
    const char *submission, *id, *group;
    const char *team, *milestone, *build; /* "" where there is none */
    enum verdict verdict;
    enum record_role role;
    enum record_visible visible;
    int64_t deadline; /* until then it is hidden if it is visible after the deadline; 0: none */
    bool flaky, updated;
    bool wanted; /* set by the caller, for results_keep_wanted */
    int feeds, feeds_passed, code, signal, tries;
    int64_t points, earned; /* in thousandths (report/points.h) */
    double wall_ms, cpu_ms, memory_kib;
    int64_t time;     /* when it was recorded, in seconds since 1970; 0: unknown */
    const char *line; /* the record itself, in the file */
    size_t length;
    const struct results_file *file; /* private; NULL if it is in memory */
};

/* Initialize with `struct results r = {0};`. */
struct results {
    bool keep_verdicts; /* set by the caller: a harness-error does not replace a verdict, whichever comes last */
    struct result *list;
    size_t count;
    struct course course;
    const char **warnings; /* about lines that are not records */
    size_t warning_count;

    /* private */
    size_t room;
    uint32_t *table; /* hash table of cases and submissions; indexes list */
    size_t table_size;
    struct results_file *files;
    struct arena arena;
    struct json_nodes tree;
    const char *last[4];
};

/* Adds the records of a file open for reading; its name is used in warnings. */
bool results_load(struct results *r, int fd, const char *name, struct error *err);

/* The same, by path. */
bool results_load_path(struct results *r, const char *path, struct error *err);

/* The result of a submission in a case, or NULL. */
struct result *results_find(const struct results *r, enum record_role role, const char *submission, const char *id);

/* Sorts results for reports: tests, audits, builds, each by submission, group and case. results_find no longer works
 * afterwards. */
void results_sort(struct results *r);

/* Drops results that are not marked as wanted. */
void results_keep_wanted(struct results *r);

/* The rest of a record, parsed; free with results_details_free. */
struct result_details {
    const struct result *result;
    struct json_nodes tree;
    /* nodes; 0 if absent */
    uint32_t program, description, hint, detail, feed, differences, more, expected, actual, complaints, input,
        input_hash, log, slip, repeat;
};

/* Parses a record again. False if out of memory; then sets out->failed for the text being written. */
bool results_details(const struct result *result, struct result_details *details, struct text *out);

void results_details_free(struct result_details *details);

/* A string of the record, which may have failed for want of memory; the caller frees it. */
struct text results_string(const struct json_nodes *tree, uint32_t node);

/* Writes a string of the record, at most `most` bytes of it. */
void results_word(struct text *out, enum text_escape escape, const struct json_nodes *tree, uint32_t node, size_t most);

/* Whether a record was made with the same input, expectation, options and program; a program hash of "" matches any. */
bool results_hashes_match(const struct result *result, const struct record_hashes *hashes);

/* Gives back the memory that the files take; they are read again where somebody looks at a record. For those who go
 * through more records than should be in memory at once. */
void results_release(const struct results *r);

void results_free(struct results *r);

#endif
