/* An audit: do the cases catch the programs that are known to be wrong? */
#include "report/cover.h"
#include "report/report.h"

#include <math.h>
#include <string.h>

enum { TIMEOUT_FACTOR = 10 }; /* how many times longer than the reference a program may take */

/* Whether the verdict is the one that a program's folder is named for: "timeout/loops". */
static bool is_as_named(const char *submission, const struct result *result)
{
    const char *name = verdict_names[result->verdict];
    return strncmp(submission, name, strlen(name)) == 0 && submission[strlen(name)] == '/';
}

static bool is_caught(const struct result *result)
{
    return result && result->verdict != VERDICT_PASS && result->verdict != VERDICT_HARNESS_ERROR;
}

static bool is_error(const struct result *result)
{
    return result && result->verdict == VERDICT_HARNESS_ERROR;
}

/* What the reference does, and a timeout that suits it. */
static void write_reference(const struct report *report, struct text *out)
{
    double slowest = 0;
    size_t passed = 0;
    for (size_t i = 0; i < report->case_count; i++) {
        const struct result *audit = report->cases[i].audit;
        passed += audit && audit->verdict == VERDICT_PASS;
        slowest = audit && audit->wall_ms > slowest ? audit->wall_ms : slowest;
    }
    text_format(out, "the reference passes %zu of %zu cases; its slowest takes %.3f s, so --timeout %.0f would do\n",
                passed, report->case_count, slowest / 1000, fmax(1, ceil(TIMEOUT_FACTOR * slowest / 1000)));
    for (size_t i = 0; i < report->case_count; i++) {
        const struct result *audit = report->cases[i].audit;
        if (!audit || audit->verdict != VERDICT_PASS) {
            text_fill(out, TEXT_LINE, is_error(audit) ? "  it could not be run over %s\n" : "  it does not pass %s\n",
                      report->cases[i].id);
        }
    }
}

/* Lists the programs with their numbers: how many cases catch each, and whether one does by the right verdict. */
static void write_programs(const struct report *report, struct text *out, size_t *missed)
{
    for (size_t p = 0; p < report->submission_count; p++) {
        const struct report_submission *program = &report->submissions[p];
        size_t caught = 0;
        bool as_named = false, unknown = false;
        for (size_t i = 0; i < report->case_count; i++) {
            const struct result *cell = report_cell(report, program, &report->cases[i]);
            caught += is_caught(cell);
            as_named = as_named || (is_caught(cell) && is_as_named(program->name, cell));
            unknown = unknown || is_error(cell);
        }
        *missed += !as_named;
        text_format(out, "%4zu  ", p + 1);
        text_escape_string(out, TEXT_LINE, program->name);
        if (caught) {
            text_format(out, ": %zu of %zu cases catch it%s\n", caught, program->count,
                        as_named ? "" : ", but none by the verdict that its folder is named for");
        } else {
            text_string(out, unknown ? ": nothing is known to catch it\n" : ": NOTHING CATCHES IT\n");
        }
    }
}

/* Which case catches whom, and which ones catch nobody. */
static size_t write_cases(const struct report *report, const bool *catches, struct text *out)
{
    size_t idle = 0;
    text_string(out, "which case catches whom\n");
    for (size_t i = 0; i < report->case_count; i++) {
        const bool *row = &catches[i * report->submission_count];
        bool any = false;
        text_fill(out, TEXT_LINE, "  %s:", report->cases[i].id);
        for (size_t p = 0; p < report->submission_count; p++) {
            if (row[p]) {
                text_format(out, " %zu", p + 1);
            }
            any = any || row[p];
        }
        text_string(out, any ? "\n" : " nobody\n");
        idle += !any;
    }
    return idle;
}

/* Says how often the grader itself failed, and why the first time. */
static size_t write_errors(const struct report *report, struct text *out)
{
    const struct result *first = NULL;
    size_t count = 0;
    for (size_t i = 0; i < report->case_count; i++) {
        const struct result *audit = report->cases[i].audit;
        first = first || !is_error(audit) ? first : audit;
        count += is_error(audit);
        for (size_t p = 0; p < report->submission_count; p++) {
            const struct result *cell = report_cell(report, &report->submissions[p], &report->cases[i]);
            first = first || !is_error(cell) ? first : cell;
            count += is_error(cell);
        }
    }
    if (first) {
        text_format(out, "harness errors: %zu; the first was ", count);
        text_fill(out, TEXT_LINE, "%s over %s\n", first->submission, first->id);
        report_failure(first, TEXT_LINE, "  ", out);
    }
    return count;
}

bool report_audit(const struct report *report, struct arena *arena, struct text *out, size_t *missed, size_t *errors,
                  struct error *err)
{
    size_t cases = report->case_count, programs = report->submission_count, count;
    bool smallest, *catches = arena_array(arena, cases * programs + 1, sizeof *catches);
    *missed = 0;
    for (size_t i = 0; catches && i < cases; i++) {
        for (size_t p = 0; p < programs; p++) {
            catches[i * programs + p] = is_caught(report_cell(report, &report->submissions[p], &report->cases[i]));
        }
    }
    struct cover cover = {cases, programs, catches};
    size_t *few = catches ? cover_find(&cover, arena, &count, &smallest) : NULL;
    if (!few) {
        return error_memory(err);
    }
    write_reference(report, out);
    write_programs(report, out, missed);
    size_t idle = write_cases(report, catches, out);
    text_format(out, "%zu case%s %s everybody that is caught%s:\n", count, count == 1 ? "" : "s",
                count == 1 ? "catches" : "catch", smallest ? "; fewer do not" : "");
    for (size_t i = 0; i < count; i++) {
        text_fill(out, TEXT_LINE, "  %s\n", report->cases[few[i]].id);
    }
    *errors = write_errors(report, out);
    text_format(out, "%zu of %zu cases catch nobody; %zu of %zu programs were not caught as they should be\n", idle,
                cases, *missed, programs);
    return true;
}
