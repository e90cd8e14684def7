#include "report/report.h"

#include "base/order.h"

#include <stdlib.h>
#include <string.h>

void report_count(struct report_tally *t, const struct result *r)
{
    bool counts = verdict_counts(r->verdict);
    t->passed += r->verdict == VERDICT_PASS;
    t->failed += r->verdict != VERDICT_PASS && r->verdict != VERDICT_HARNESS_ERROR;
    t->errors += r->verdict == VERDICT_HARNESS_ERROR;
    t->flaky += r->flaky;
    t->updated += r->updated;
    t->points += counts ? r->points : 0;
    t->earned += counts ? r->earned : 0;
    t->wall_ms += r->wall_ms;
}

double report_percent(const struct report_tally *t)
{
    return t->points > 0 ? 100 * (double)t->earned / (double)t->points : 100;
}

bool report_passed(const struct report *report, const struct report_tally *t)
{
    const double rounding = 1e-9;
    return report->pass_mark >= 0 ? report_percent(t) + rounding >= report->pass_mark : t->failed == 0;
}

double report_pass_mark(const struct report *report, const struct report_milestone *milestone)
{
    bool own = milestone->rule && milestone->rule->pass_mark >= 0;
    double wanted = own ? (double)milestone->rule->pass_mark / POINTS_ONE : report->pass_mark;
    return wanted >= 0 ? wanted : 100;
}

bool report_mark_passed(const struct report *report, const struct report_milestone *milestone,
                        const struct report_mark *mark)
{
    double wanted = report_pass_mark(report, milestone);
    return (double)mark->result * 100 + 1e-6 >= wanted * (double)mark->tally.points;
}

enum record_visible report_visible(const struct report *report, const struct result *r)
{
    if (report->all_visible) {
        return RECORD_VISIBLE_ALWAYS;
    }
    if (r->visible == RECORD_VISIBLE_AFTER_DEADLINE) {
        return r->deadline && report->now > r->deadline ? RECORD_VISIBLE_ALWAYS : RECORD_VISIBLE_NEVER;
    }
    return r->visible;
}

const char *report_name(const char *id, const char *group)
{
    size_t length = strlen(group);
    return strncmp(id, group, length) == 0 && id[length] == '/' ? id + length + 1 : id;
}

static int compare_cases(const void *left, const void *right)
{
    const struct report_case *a = left, *b = right;
    int order = order_compare(a->group, b->group);
    return order ? order : order_compare(a->id, b->id);
}

/* By what they begin with. */
static int compare_names(const void *left, const void *right)
{
    return order_compare(*(const char *const *)left, *(const char *const *)right);
}

void *report_distinct(const struct report *report, size_t member, size_t size, struct arena *arena, size_t *count)
{
    const char **names = malloc((report->tests + 1) * sizeof *names);
    size_t used = 0;
    for (size_t i = 0; names && i < report->tests; i++) {
        const char *name = *(const char *const *)(const void *)((const char *)&report->results->list[i] + member);
        if (used == 0 || strcmp(name, names[used - 1]) != 0) {
            names[used++] = name;
        }
    }
    if (used) {
        qsort(names, used, sizeof *names, compare_names);
    }
    char *structs = names ? arena_array(arena, used, size) : NULL;
    *count = 0;
    for (size_t i = 0; structs && i < used; i++) {
        if (i == 0 || strcmp(names[i], names[i - 1]) != 0) {
            memcpy(structs + (*count)++ * size, &names[i], sizeof *names);
        }
    }
    free(names);
    return structs;
}

/* Results are sorted, so those of a submission are contiguous. */
static bool find_submissions(struct report *report, struct arena *arena)
{
    const struct result *list = report->results->list;
    struct report_submission *s =
        report_distinct(report, offsetof(struct result, submission), sizeof *s, arena, &report->submission_count);
    report->submissions = s;
    for (size_t i = 0; s && i < report->tests; i++) {
        if (strcmp(s->name, list[i].submission) != 0) {
            (++s)->first = i;
        }
        s->count++;
        report_count(&s->tally, &list[i]);
        report_count(&report->total, &list[i]);
    }
    return report->submissions;
}

static bool find_cases(struct report *report, struct arena *arena)
{
    const struct results *r = report->results;
    size_t all = report->tests + report->audits;
    struct report_case *cases = arena_array(arena, all, sizeof *cases);
    if (!cases) {
        return false;
    }
    for (size_t i = 0; i < all; i++) {
        const struct result *one = &r->list[i];
        bool test = one->role == RECORD_TEST, ran = test && verdict_counts(one->verdict);
        cases[i] = (struct report_case){
            one->id, one->group, one->team, ran, ran && one->verdict != VERDICT_PASS, test ? NULL : one, one};
    }
    if (all) {
        qsort(cases, all, sizeof *cases, compare_cases);
    }
    for (size_t i = 0; i < all; i++) {
        struct report_case *last = report->case_count ? &cases[report->case_count - 1] : NULL;
        if (last && compare_cases(last, &cases[i]) == 0) {
            last->ran += cases[i].ran;
            last->caught += cases[i].caught;
            last->audit = last->audit ? last->audit : cases[i].audit;
        } else {
            cases[report->case_count++] = cases[i];
        }
        report->audited = report->audited || cases[report->case_count - 1].audit;
    }
    report->cases = cases;
    return true;
}

static bool find_groups(struct report *report, struct arena *arena)
{
    const struct result *list = report->results->list;
    struct report_group *group = NULL;
    report->groups =
        report_distinct(report, offsetof(struct result, group), sizeof *group, arena, &report->group_count);
    for (size_t i = 0; report->groups && i < report->tests; i++) {
        if (!group || strcmp(group->name, list[i].group) != 0) {
            group = bsearch(&list[i].group, report->groups, report->group_count, sizeof *group, compare_names);
        }
        report_count(&group->tally, &list[i]);
    }
    return report->groups;
}

bool report_make(struct report *report, struct results *results, struct arena *arena, struct error *err)
{
    *report = (struct report){.results = results, .pass_mark = -1};
    results_sort(results);
    while (report->tests < results->count && results->list[report->tests].role == RECORD_TEST) {
        report->tests++;
    }
    while (report->tests + report->audits < results->count &&
           results->list[report->tests + report->audits].role == RECORD_AUDIT) {
        report->audits++;
    }
    return (find_submissions(report, arena) && find_cases(report, arena) && report_find_authors(report, arena) &&
            find_groups(report, arena) && report_find_marks(report, arena)) ||
           error_memory(err);
}

const struct result *report_cell(const struct report *report, const struct report_submission *submission,
                                 const struct report_case *test)
{
    const struct result *list = report->results->list + submission->first;
    size_t low = 0, high = submission->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = order_compare(list[middle].group, test->group);
        order = order ? order : order_compare(list[middle].id, test->id);
        if (order == 0) {
            return &list[middle];
        }
        low = order < 0 ? middle + 1 : low;
        high = order < 0 ? high : middle;
    }
    return NULL;
}

const struct result *report_build(const struct report *report, const struct result *test)
{
    const struct results *r = report->results;
    if (test->role != RECORD_TEST || test->verdict != VERDICT_BUILD_FAILED) {
        return NULL;
    }
    for (size_t i = report->tests + report->audits; i < r->count; i++) {
        if (strcmp(r->list[i].submission, test->submission) == 0 && strcmp(r->list[i].id, test->build) == 0) {
            return &r->list[i];
        }
    }
    return NULL;
}

bool report_tells_build(const struct report *report, const struct result *test)
{
    for (const struct result *r = test; r > report->results->list; r--) {
        if (strcmp(r[-1].submission, test->submission) != 0) {
            break;
        }
        if (r[-1].verdict == VERDICT_BUILD_FAILED && strcmp(r[-1].build, test->build) == 0) {
            return false;
        }
    }
    return report_build(report, test);
}
