#include "report/statistics.h"

#include <math.h>
#include <stdlib.h>

static int ascending(const void *left, const void *right)
{
    const double *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

/* Sums of pairs, from which a correlation is computed. */
struct sums {
    double n, x, y, xx, yy, xy;
};

static void add_pair(struct sums *s, double x, double y)
{
    s->n++;
    s->x += x;
    s->y += y;
    s->xx += x * x;
    s->yy += y * y;
    s->xy += x * y;
}

static double correlation(const struct sums *s)
{
    const double nothing = 1e-12;
    double across = s->n * s->xx - s->x * s->x, along = s->n * s->yy - s->y * s->y;
    return across > nothing && along > nothing ? (s->n * s->xy - s->x * s->y) / sqrt(across * along) : NAN;
}

bool statistics_of_case(const struct report *report, const struct report_case *test, struct statistics *out)
{
    struct sums sums = {0};
    double *times = malloc((report->submission_count + 1) * sizeof *times);
    *out = (struct statistics){.discrimination = NAN};
    if (!times) {
        return false;
    }
    for (size_t i = 0; i < report->submission_count; i++) {
        const struct report_submission *s = &report->submissions[i];
        const struct result *r = report_cell(report, s, test);
        if (!r || !verdict_counts(r->verdict)) {
            out->errors += r && r->verdict == VERDICT_HARNESS_ERROR;
            continue;
        }
        int64_t points = s->tally.points - r->points, earned = s->tally.earned - r->earned;
        times[out->ran++] = r->wall_ms;
        out->failed += r->verdict != VERDICT_PASS;
        out->flaky += r->flaky;
        if (points > 0) {
            add_pair(&sums, r->verdict == VERDICT_PASS, (double)earned / (double)points);
        }
    }
    qsort(times, out->ran, sizeof *times, ascending);
    if (out->ran) {
        out->median_ms = (times[(out->ran - 1) / 2] + times[out->ran / 2]) / 2;
    }
    out->discrimination = correlation(&sums);
    free(times);
    return true;
}
