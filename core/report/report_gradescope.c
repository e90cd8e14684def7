/* The results.json of Gradescope. */
#include "report/report.h"

/* The points of a case; for the case that explains a failed build, those of all cases of the build. */
static int64_t worth(const struct report *report, const struct result *r)
{
    const struct result *build = report_build(report, r);
    int64_t points = build || !verdict_counts(r->verdict) ? 0 : r->points;
    for (size_t i = 0; build && i < report->tests; i++) {
        const struct result *other = &report->results->list[i];
        points += report_build(report, other) == build ? other->points : 0;
    }
    return points;
}

/* Gradescope knows the deadline itself. */
static const char *visibility(const struct report *report, const struct result *r)
{
    return report->all_visible || report_build(report, r) ? "visible"
           : r->visible == RECORD_VISIBLE_NEVER           ? "hidden"
           : r->visible == RECORD_VISIBLE_AFTER_DEADLINE  ? "after_due_date"
                                                          : "visible";
}

static void add_output(struct text *out, const struct report *report, const struct result *r)
{
    bool build = report_tells_build(report, r);
    text_format(out, "%s\\n", r->flaky ? "flaky" : verdict_names[r->verdict]);
    if (r->verdict == VERDICT_PASS || (r->visible == RECORD_VISIBLE_SCORE_ONLY && !report->all_visible && !build)) {
        return;
    }
    report_json_failure(out, report, r);
}

static void add_test(struct text *out, const struct report *report, const struct result *r)
{
    bool counts = verdict_counts(r->verdict);
    text_fill(out, TEXT_JSON, "{\"name\":\"%s\"", report_build(report, r) ? r->build : r->id);
    points_member(out, "score", counts ? r->earned : 0);
    points_member(out, "max_score", worth(report, r));
    if (counts) {
        text_format(out, ",\"status\":\"%s\"", r->verdict == VERDICT_PASS ? "passed" : "failed");
    }
    text_format(out, ",\"visibility\":\"%s\",\"output\":\"", visibility(report, r));
    add_output(out, report, r);
    text_string(out, "\"}");
}

void report_gradescope(const struct report *report, struct text *out)
{
    const struct report_tally *t = &report->total;
    struct text words = {0};
    text_string(out, "{\"score\":");
    points_write(out, report->result);
    text_format(out, ",\"execution_time\":%.3f,\"output\":\"", t->wall_ms / 1000);
    report_corrections(report, &words);
    report_summary(report, &words);
    words.length -= !words.failed; /* without the last newline */
    text_pour(out, TEXT_JSON, &words);
    text_string(out, "\",\"output_format\":\"text\",\"visibility\":\"visible\",\n\"tests\":[");
    const char *before = "\n";
    for (size_t i = 0; i < report->tests; i++) {
        const struct result *r = &report->results->list[i];
        if (!report_build(report, r) || report_tells_build(report, r)) {
            text_string(out, before);
            add_test(out, report, r);
            before = ",\n";
        }
    }
    text_string(out, "]}\n");
}
