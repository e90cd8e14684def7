/* Results files, and the reports made of them. */
#include "fuzz.h"
#include "report/report.h"

#include <stdlib.h>
#include <string.h>

static void write_all(const struct report *report, struct text *out)
{
    static const struct report_style style = {.color = true, .diff = true};
    report_terminal(report, &style, out);
    report_tap(report, out);
    report_junit(report, out);
    report_csv(report, out);
    report_gradebook(report, out);
    report_html(report, NULL, NULL, out);
    for (size_t i = 0; i < report->submission_count; i++) {
        report_html(report, &report->submissions[i], NULL, out);
        report_team_markdown(report, &report->submissions[i], out);
    }
    report_index(report, report, NULL, out);
    if (report->submission_count == 1) {
        report_gradescope(report, out);
    }
    fuzz_expect(!out->failed);
}

/* What other programs read must be JSON, whatever is in the file. */
static void check_json(const struct report *report)
{
    struct text out = {0};
    struct json_nodes tree = {0};
    report_json(report, &out);
    fuzz_expect(!out.failed && json_nodes_parse(&tree, out.bytes, out.length, true) && tree.values == 1);
    json_nodes_free(&tree);
    text_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input input = {data, size};
    struct results results = {0};
    struct report report = {0};
    struct arena arena = {0};
    struct error err = {.kind = ERROR_NONE};
    struct text out = {0};
    if (results_load(&results, fuzz_file(&input), "results", &err)) {
        fuzz_expect(report_make(&report, &results, &arena, &err));
        write_all(&report, &out);
        check_json(&report);
    }
    text_free(&out);
    results_free(&results);
    arena_free(&arena);
    return 0;
}
