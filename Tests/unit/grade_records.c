#include "grade/tasks.h"
#include "report/report.h"
#include "report/statistics.h"
#include "unit.h"

#include <math.h>
#include <sys/mman.h>
#include <unistd.h>

/* Bytes that no report may repeat unescaped. */
static const char hostile[] = "<b>&\"'\\]]>\x01\x1b[2J\x7f\xc2\x85\xe2\x80\xae\xff\xef\xbf\xbf\t\n=\xc3\xa4";

static void add_record(struct text *out, const char *submission, const char *id, enum verdict verdict)
{
    struct record_hashes hashes = {"aa", "bb", "", "dd"};
    struct compare c = {0};
    struct compare_way way = {0};
    struct text failure = {0};
    compare_answers(&c, &way, "[1]", 3, "[2]", 3);
    record_failure(&failure, &(struct record_failure){
                                 .detail = hostile,
                                 .compare = &c,
                                 .expected = {"[1]", 3, 3, 3},
                                 .actual = {hostile, sizeof hostile - 1, 4, 1000},
                             });
    record_write(out, &(struct record){.submission = submission,
                                       .id = id,
                                       .group = "g",
                                       .verdict = verdict,
                                       .points = (int64_t)2 * POINTS_ONE,
                                       .earned = verdict == VERDICT_PASS ? (int64_t)2 * POINTS_ONE : 0,
                                       .tries = 1,
                                       .failure = verdict == VERDICT_PASS ? NULL : &failure,
                                       .hashes = &hashes,
                                       .wall_ns = 1500000});
    text_free(&failure);
    compare_free(&c);
}

/* Loads a text as if it were a file. */
static bool load(struct results *r, const struct text *text, struct error *err)
{
    int fd = memfd_create("records", 0);
    bool ok =
        fd >= 0 && write(fd, text->bytes, text->length) == (ssize_t)text->length && results_load(r, fd, "r.jsonl", err);
    close(fd);
    return ok;
}

TEST records_are_read_as_they_were_written(void)
{
    struct text text = {0}, shown = {0};
    struct results r = {0};
    struct error err;
    struct record_hashes same = {"aa", "bb", "", "dd"}, other = {"aa", "bb", "cc", "dd"};
    add_record(&text, "ann", hostile, VERDICT_CRASH);
    ASSERT_EQ('\n', text.bytes[text.length - 1]);
    ASSERT(memchr(text.bytes, '\n', text.length - 1) == NULL);
    ASSERT(load(&r, &text, &err));
    ASSERT_EQ(1, r.count);
    ASSERT_EQ(VERDICT_CRASH, r.list[0].verdict);
    ASSERT_EQ((int64_t)2 * POINTS_ONE, r.list[0].points);
    ASSERT_EQ(1.5, r.list[0].wall_ms);
    ASSERT(results_hashes_match(&r.list[0], &same));
    ASSERT_FALSE(results_hashes_match(&r.list[0], &other));
    report_failure(&r.list[0], TEXT_LINE, "> ", &shown);
    ASSERT(strstr(shown.bytes, "> $[0]: expected 1, got 2\n"));
    struct result_details d;
    ASSERT(results_details(&r.list[0], &d, &(struct text){0}));
    char actual[200];
    json_nodes_string(&d.tree, d.actual, actual, sizeof actual);
    ASSERT(strstr(actual, "bytes left out"));
    json_nodes_free(&d.tree);
    text_free(&text);
    text_free(&shown);
    results_free(&r);
    PASS();
}

/* A record keeps the first and the last 4096 bytes of a long text. */
TEST long_texts_are_cut_in_the_middle(void)
{
    enum { HALF = 4096, WHOLE = 2 * HALF, LONG = 20000 };
    static const struct {
        size_t length, head, total;
        size_t first, last; /* that are kept */
    } rows[] = {
        {0, 0, 0, 0, 0},
        {1, 1, 1, 1, 0},
        {WHOLE - 1, WHOLE - 1, WHOLE - 1, WHOLE - 1, 0},
        {WHOLE, WHOLE, WHOLE, WHOLE, 0},
        {WHOLE + 1, WHOLE + 1, WHOLE + 1, HALF, HALF},
        {LONG, LONG, LONG, HALF, HALF},
        {10, 4, 1000, 4, 6}, /* part of it was left out before */
        {10, 10, 1000, 10, 0},
        {10000, 6000, 100000, HALF, 4000},
        {10000, 3000, 100000, 3000, HALF},
    };
    static char bytes[LONG];
    for (size_t i = 0; i < LONG; i++) {
        bytes[i] = (char)('a' + i % 26);
    }
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct text got = {0}, expected = {0};
        const struct excerpt text = {bytes, rows[i].length, rows[i].head, rows[i].total};
        size_t kept = rows[i].first + rows[i].last;
        record_failure(&got, &(struct record_failure){.actual = text});
        text_format(&expected, ",\"actual\":\"%.*s", (int)rows[i].first, bytes);
        if (kept < rows[i].total) {
            text_format(&expected, "\\n... %zu bytes left out ...\\n", rows[i].total - kept);
        }
        text_format(&expected, "%.*s\"", (int)rows[i].last, bytes + rows[i].length - rows[i].last);
        ASSERT_STR_EQ(expected.bytes, got.bytes);
        text_free(&got);
        text_free(&expected);
    }
    PASS();
}

TEST half_a_record_is_none(void)
{
    struct text line = {0}, failure = {0};
    text_string(&failure, ",\"detail\":\"cut o");
    failure.failed = true;
    record_write(&line,
                 &(struct record){
                     .submission = "ann", .id = "g/1", .group = "g", .verdict = VERDICT_WRONG, .failure = &failure});
    ASSERT(line.failed);
    text_free(&line);
    text_free(&failure);
    PASS();
}

TEST a_task_without_a_record_is_not_done(void)
{
    static const struct grade_case first = {.id = "g/1", .group = "g"}, second = {.id = "g/2", .group = "g"};
    struct session_task list[] = {{.test = &first, .submission = "ann", .done = true},
                                  {.test = &second, .submission = "ann"}};
    struct tasks tasks = {list, 2, 2};
    struct text text = {0};
    struct results r = {0};
    struct error err = {0};
    add_record(&text, "ann", "g/1", VERDICT_PASS);
    ASSERT(load(&r, &text, &err));
    ASSERT_EQ_FMT((size_t)1, tasks_want(&tasks, &r, &err), "%zu");
    ASSERT_EQ(ERROR_NONE, err.kind);
    list[1].done = true;
    ASSERT_EQ_FMT((size_t)1, tasks_want(&tasks, &r, &err), "%zu");
    ASSERT_STR_EQ("the record of g/2 is missing in the results", err.text);
    text_free(&text);
    results_free(&r);
    PASS();
}

TEST the_last_whole_record_counts(void)
{
    struct text text = {0};
    struct results r = {0};
    struct error err;
    add_record(&text, "ann", "g/1", VERDICT_PASS);
    add_record(&text, "ben", "g/1", VERDICT_PASS);
    add_record(&text, "ann", "g/10", VERDICT_WRONG);
    add_record(&text, "ann", "g/2", VERDICT_WRONG);
    text_string(&text, "no record\n{\"case\":\"g/1\"}\n\n");
    add_record(&text, "ann", "g/1", VERDICT_WRONG);
    add_record(&text, "ben", "g/1", VERDICT_WRONG);
    text.length -= 10; /* truncated */
    ASSERT(load(&r, &text, &err));
    ASSERT_EQ(4, r.count);
    ASSERT_EQ(3, r.warning_count);
    ASSERT_STR_EQ("r.jsonl:5: this line is not a whole record; it is left out", r.warnings[0]);
    ASSERT_STR_EQ("r.jsonl:9: the last line is cut off, as after a crash; it is left out", r.warnings[2]);
    ASSERT_EQ(VERDICT_WRONG, results_find(&r, RECORD_TEST, "ann", "g/1")->verdict);
    ASSERT_EQ(VERDICT_PASS, results_find(&r, RECORD_TEST, "ben", "g/1")->verdict);
    ASSERT(results_find(&r, RECORD_AUDIT, "ben", "g/1") == NULL);
    results_sort(&r);
    static const char *const order[] = {"g/1", "g/2", "g/10", "g/1"};
    for (size_t i = 0; i < 4; i++) {
        ASSERT_STR_EQ(order[i], r.list[i].id);
    }
    text_free(&text);
    results_free(&r);
    PASS();
}

TEST errors_of_the_grader_cost_nothing(void)
{
    struct text text = {0};
    struct results r = {0};
    struct report report;
    struct arena arena = {0};
    struct error err;
    add_record(&text, "ann", "g/1", VERDICT_PASS);
    add_record(&text, "ann", "g/2", VERDICT_HARNESS_ERROR);
    add_record(&text, "ann", "g/3", VERDICT_MISSING_EXPECTED);
    add_record(&text, "ben", "g/1", VERDICT_WRONG);
    ASSERT(load(&r, &text, &err) && report_make(&report, &r, &arena, &err));
    ASSERT_EQ(2, report.submission_count);
    ASSERT_EQ(100, report_percent(&report.submissions[0].tally));
    ASSERT_EQ(0, report_percent(&report.submissions[1].tally));
    ASSERT_EQ(1, report.cases[0].caught);
    ASSERT_EQ(2, report.cases[0].ran);
    ASSERT_EQ(0, report.cases[1].caught);
    ASSERT(report_cell(&report, &report.submissions[1], &report.cases[1]) == NULL);
    arena_free(&arena);
    results_free(&r);
    text_free(&text);
    PASS();
}

TEST groups_are_counted_over_all_submissions(void)
{
    struct text text = {0};
    struct results r = {0};
    struct report report;
    struct arena arena = {0};
    struct error err;
    add_record(&text, "ann", "g/1", VERDICT_PASS);
    add_record(&text, "ben", "g/1", VERDICT_PASS);
    ASSERT(load(&r, &text, &err));
    r.list[0].flaky = r.list[1].flaky = true;
    ASSERT(report_make(&report, &r, &arena, &err));
    ASSERT_EQ(1, report.group_count);
    ASSERT_EQ(2, report.groups[0].tally.passed);
    ASSERT_EQ(2, report.groups[0].tally.flaky);
    arena_free(&arena);
    results_free(&r);
    text_free(&text);
    PASS();
}

TEST diffs_ignore_the_order_of_keys(void)
{
    struct text out = {0};
    static const char a[] = "{\"b\":1,\"a\":[1,2]}", b[] = "{\"a\":[1,3],\"b\":1}";
    report_diff(a, strlen(a), b, strlen(b), "", &out);
    ASSERT_STR_EQ("--- expected\n+++ actual\n@@ -1,7 +1,7 @@\n {\n   \"a\": [\n     1,\n-    2\n+    3\n   ],\n"
                  "   \"b\": 1\n }\n",
                  out.bytes);
    out.length = 0;
    report_diff("x\ny\n", 4, "x\n", 2, "", &out);
    ASSERT_STR_EQ("--- expected\n+++ actual\n@@ -1,2 +1,1 @@\n x\n-y\n", out.bytes);
    text_free(&out);
    PASS();
}

TEST names_are_without_their_group(void)
{
    ASSERT_STR_EQ("k", report_name("g/k", "g"));
    ASSERT_STR_EQ("h/k", report_name("h/k", "g"));
    ASSERT_STR_EQ("gg/k", report_name("gg/k", "g"));
    PASS();
}

TEST each_group_is_a_suite_of_junit(void)
{
    static const char *const groups[] = {"a", "a", "b"};
    struct text text = {0}, junit = {0};
    struct results r = {0};
    struct report report = {0};
    struct arena arena = {0};
    struct error err;
    for (int i = 0; i < 3; i++) {
        char id[] = {groups[i][0], '/', (char)('1' + i), '\0'};
        record_write(&text, &(struct record){.submission = "ann", .id = id, .group = groups[i], .tries = 1});
    }
    ASSERT(load(&r, &text, &err) && report_make(&report, &r, &arena, &err));
    report_junit(&report, &junit);
    ASSERT(strstr(junit.bytes, "<testsuite name=\"a\" tests=\"2\""));
    ASSERT(strstr(junit.bytes, "<testsuite name=\"b\" tests=\"1\""));
    text_free(&junit);
    text_free(&text);
    results_free(&r);
    arena_free(&arena);
    PASS();
}

TEST cases_tell_good_submissions_from_weak_ones(void)
{
    /* who passes cases a to e; e is an error of the grader for the first one */
    static const char *const passed[] = {"abc!", "ab", "a", "a"};
    static const char *const names[] = {"ann", "ben", "cleo", "dora"}, *const ids[] = {"a", "b", "c", "d", "e"};
    struct text text = {0};
    struct results r = {0};
    struct report report;
    struct arena arena = {0};
    struct error err;
    struct statistics s[5];
    for (int i = 0; i < 4; i++) {
        for (int k = 0; k < 5; k++) {
            bool broken = k == 4 && strchr(passed[i], '!');
            add_record(&text, names[i], ids[k],
                       broken                               ? VERDICT_HARNESS_ERROR
                       : strchr(passed[i], *ids[k]) != NULL ? VERDICT_PASS
                                                            : VERDICT_WRONG);
        }
    }
    add_record(&text, "emil", "b", VERDICT_PASS); /* who has done nothing else, and so does not tell how good b is */
    ASSERT(load(&r, &text, &err) && report_make(&report, &r, &arena, &err));
    ASSERT_EQ(5, report.case_count);
    for (int k = 0; k < 5; k++) {
        ASSERT(statistics_of_case(&report, &report.cases[k], &s[k]));
    }
    ASSERT(isnan(s[0].discrimination)); /* all pass */
    ASSERT(fabs(s[1].discrimination - sqrt(1.0 / 3)) < 1e-9);
    ASSERT(s[2].discrimination > 0.8);
    ASSERT(isnan(s[3].discrimination)); /* all fail */
    ASSERT_EQ(2, s[1].failed);
    ASSERT_EQ(5, s[1].ran);
    ASSERT_EQ(3, s[4].ran);
    ASSERT_EQ(1, s[4].errors);
    ASSERT(s[0].median_ms == 1.5);
    results_free(&r);
    arena_free(&arena);
    text_free(&text);
    PASS();
}

SUITE(grade_records)
{
    RUN_TEST(cases_tell_good_submissions_from_weak_ones);
    RUN_TEST(names_are_without_their_group);
    RUN_TEST(each_group_is_a_suite_of_junit);
    RUN_TEST(records_are_read_as_they_were_written);
    RUN_TEST(long_texts_are_cut_in_the_middle);
    RUN_TEST(half_a_record_is_none);
    RUN_TEST(a_task_without_a_record_is_not_done);
    RUN_TEST(the_last_whole_record_counts);
    RUN_TEST(errors_of_the_grader_cost_nothing);
    RUN_TEST(groups_are_counted_over_all_submissions);
    RUN_TEST(diffs_ignore_the_order_of_keys);
}
