/* Results files, read: what reports are made of.
 *
 * Of several records of one case and submission the last one counts. Only what every report needs is kept in memory;
 * the rest stays in the files, which must not change other than by growing while they are read. */
#ifndef REPORT_RESULTS_H
#define REPORT_RESULTS_H

#include "base/arena.h"
#include "base/error.h"
#include "report/record.h"

struct result {
    const char *submission, *id, *group;
    const char *team, *milestone, *build; /* "" where there is none */
    enum verdict verdict;
    enum record_role role;
    bool flaky, updated;
    bool wanted; /* for whoever reads: results_keep_wanted */
    int feeds, feeds_passed, code, signal, tries;
    double points, earned, wall_ms, cpu_ms, memory_kib;
    const char *line; /* the record itself, in the file */
    size_t length;
};

/* `struct results r = {0};` has none. */
struct results {
    struct result *list;
    size_t count;
    const char **warnings; /* about lines that are no records */
    size_t warning_count;

    /* private */
    size_t room, warning_room;
    uint32_t *table; /* hashes of cases and submissions to list */
    size_t table_size;
    struct results_file *files;
    struct arena arena;
    struct json_nodes tree;
    const char *last[4];
};

/* Adds the records of a file that is open for reading; its name is for warnings. */
bool results_load(struct results *r, int fd, const char *name, struct error *err);

/* The same of a path. */
bool results_load_path(struct results *r, const char *path, struct error *err);

/* The result of a case and a submission, or NULL. */
struct result *results_find(const struct results *r, enum record_role role, const char *submission, const char *id);

/* Puts them into the order of reports: tests, audits, builds, each by submission, group and case. results_find does not
 * work any more. */
void results_sort(struct results *r);

/* Drops those that are not marked as wanted. */
void results_keep_wanted(struct results *r);

/* Everything else that a record says, taken apart; freed by json_nodes_free(&d->tree). */
struct result_details {
    struct json_nodes tree;
    /* nodes; 0 where there is none */
    uint32_t detail, feed, differences, more, expected, actual, complaints, tags, input, input_hash, log;
};

/* False when memory is short; then `out`, for which it is, has failed. */
bool results_details(const struct result *result, struct result_details *details, struct text *out);

/* Writes a string of the record. most: how many bytes of it. */
void results_word(struct text *out, enum text_escape escape, const struct json_nodes *tree, uint32_t node, size_t most);

/* Whether a record was made with the same program, unless its hash is "", input, expectation and options. */
bool results_hashes_match(const struct result *result, const struct record_hashes *hashes);

void results_free(struct results *r);

#endif
