#include "report/course.h"
#include "base/moment.h"
#include "report/points.h"
#include "unit.h"

#include <string.h>

TEST points_are_written_as_they_were_read(void)
{
    static const struct {
        const char *text, *written; /* written: NULL if it must not be read */
        int64_t points;
    } rows[] = {
        {"7", "7", 7000},         {"-2.5", "-2.5", -2500}, {"+0.125", "0.125", 125},
        {"0.050", "0.05", 50},    {"-0", "0", 0},          {"1000000", "1000000", 1000000000},
        {"1000000.001", NULL, 0}, {"0.0005", NULL, 0},     {"", NULL, 0},
        {"-", NULL, 0},           {"1.", NULL, 0},         {".5", NULL, 0},
        {"1e3", NULL, 0},         {"1 ", NULL, 0},         {"99999999999999999999", NULL, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct text out = {0};
        int64_t points = 0;
        ASSERT_EQ(rows[i].written != NULL, points_parse(rows[i].text, &points));
        if (rows[i].written) {
            points_write(&out, points);
            ASSERT_EQ(rows[i].points, points);
            ASSERT_STR_EQ(rows[i].written, out.bytes);
        }
        text_free(&out);
    }
    PASS();
}

TEST shares_add_up(void)
{
    for (size_t shares = 1; shares < 400; shares++) {
        int64_t sum = 0, low = INT64_MAX, high = 0;
        for (size_t i = 0; i < shares; i++) {
            int64_t share = points_share((int64_t)100 * POINTS_ONE, i, shares);
            sum += share;
            low = share < low ? share : low;
            high = share > high ? share : high;
        }
        ASSERT_EQ((int64_t)100 * POINTS_ONE, sum);
        ASSERT(high - low <= 1);
    }
    ASSERT_EQ(3333, points_part(10000, 1, 3));
    ASSERT_EQ(6667, points_part(10000, 2, 3));
    PASS();
}

TEST moments_need_a_zone(void)
{
    static const struct {
        const char *text, *written; /* NULL if it must not be read */
    } rows[] = {
        {"2026-10-01T23:59:00Z", "2026-10-01T23:59:00Z"},
        {"2026-10-01 23:59 +02:00", "2026-10-01T21:59:00Z"},
        {"2026-10-01T23:59:30-0530", "2026-10-02T05:29:30Z"},
        {"2028-02-29 00:00Z", "2028-02-29T00:00:00Z"},
        {"2026-02-29 00:00Z", NULL},
        {"2026-10-01T23:59:00", NULL},
        {"2026-10-01", NULL},
        {"2026-13-01T00:00Z", NULL},
        {"2026-10-01T24:00Z", NULL},
        {"2026-10-01T23:59:00Z ", NULL},
        {"tomorrow", NULL},
        {"", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct text out = {0};
        int64_t seconds = 0;
        ASSERT_EQ(rows[i].written != NULL, moment_parse(rows[i].text, &seconds));
        if (rows[i].written) {
            moment_write(&out, seconds);
            ASSERT_STR_EQ(rows[i].written, out.bytes);
        }
        text_free(&out);
    }
    PASS();
}

TEST late_days_cost_what_the_rule_says(void)
{
    const int64_t deadline = 1000000, hour = 3600, day = MOMENT_DAY;
    const struct course_milestone m = {
        .name = "3", .points = 30000, .deadline = deadline, .grace = 900, .late = {.per_day = 10000, .most = 40000}};
    const struct {
        int64_t after, score, cost;
    } rows[] = {
        {-1, 30000, 0},     {0, 30000, 0},          {900, 30000, 0},          {901, 30000, 3000},
        {day, 30000, 3000}, {day + 1, 30000, 6000}, {4 * day, 30000, 12000},  {90 * day, 30000, 12000},
        {hour, 2000, 2000}, {hour, 0, 0},           {90 * day, 13000, 12000}, {INT64_MAX / 2, 30000, 12000},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct course_team team = {.name = "ann", .milestone = "3", .time = deadline + rows[i].after};
        ASSERT_EQ(rows[i].cost, course_late_cost(&m, course_lateness(&m, &team), rows[i].score));
    }
    const struct course_team unknown = {.name = "ann", .milestone = "3"};
    ASSERT_EQ(0, course_lateness(&m, &unknown));
    ASSERT_EQ(0, course_lateness(&m, NULL));
    ASSERT_EQ(0, course_lateness(NULL, &unknown));
    PASS();
}

/* Takes all lines of a text. */
static enum course_line take(struct course *course, const char *text, struct arena *arena)
{
    struct json_nodes tree = {0};
    enum course_line result = COURSE_TAKEN;
    while (*text && result == COURSE_TAKEN) {
        size_t length = strcspn(text, "\n");
        result = json_nodes_parse(&tree, text, length, false) ? course_take(course, &tree, arena) : COURSE_BROKEN;
        text += length + (text[length] != 0);
    }
    json_nodes_free(&tree);
    return result;
}

TEST numbers_that_nobody_means_stay_in_range(void)
{
    const struct course_milestone m = {.points = points_of(1e300), .late = {points_of(1e300), points_of(1e300)}};
    const struct course_milestone other = {.points = 30000, .late = {points_of(-1e300), 40000}};
    ASSERT_EQ(1000000000000, points_of(1e300));
    ASSERT_EQ(-1000000000000, points_of(-1e300));
    ASSERT_EQ(1000000000000, course_late_cost(&m, MOMENT_DAY, INT64_MAX));
    ASSERT_EQ(0, course_late_cost(&other, (int64_t)1000 * MOMENT_DAY, 30000));
    PASS();
}

TEST lines_about_a_course_survive(void)
{
    static const char lines[] =
        "{\"course\":\"milestone\",\"name\":\"3\",\"points\":30.5,\"deadline\":\"2026-10-01T23:59:00Z\",\"grace\":900,"
        "\"late\":{\"per_day\":10,\"most\":40},\"pass_mark\":60}\n"
        "{\"course\":\"team\",\"name\":\"\\\"ann\\\"\",\"milestone\":\"3\",\"commit\":\"4be1\","
        "\"time\":\"2026-10-02T08:00:00Z\",\"roster\":{\"se\\\"ction\":\"A\",\"id\":\"7\"}}\n"
        "{\"course\":\"adjustments\",\"list\":[{\"team\":\"ann\",\"milestone\":\"3\",\"change\":-2,\"reason\":\"x\"},"
        "{\"team\":\"ben\",\"milestone\":\"3\",\"points\":0,\"reason\":\"y\"}]}\n";
    struct course course = {0};
    struct arena arena = {0};
    struct text out = {0};
    ASSERT_EQ(COURSE_TAKEN, take(&course, lines, &arena));
    ASSERT_EQ(COURSE_TAKEN, take(&course, lines, &arena)); /* the last one counts */
    course_write(&out, &course);
    ASSERT_STR_EQ(lines, out.bytes);
    ASSERT_EQ(30500, course_milestone(&course, "3")->points);
    ASSERT_EQ(2, course_team(&course, "\"ann\"", "3")->field_count);
    ASSERT_EQ(COURSE_OTHER, take(&course, "{\"case\":\"1\"}", &arena));
    static const char *const broken[] = {
        "{\"course\":7}",
        "{\"course\":\"milestone\"}",
        "{\"course\":\"team\",\"name\":\"a\"}",
        "{\"course\":\"milestone\",\"name\":\"3\",\"deadline\":\"soon\"}",
        "{\"course\":\"milestone\",\"name\":\"3\",\"late\":[]}",
        "{\"course\":\"team\",\"name\":\"a\",\"milestone\":\"3\",\"roster\":{\"a\":7}}",
        "{\"course\":\"adjustments\",\"list\":[7]}",
        "{\"course\":\"adjustments\",\"list\":7}",
    };
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        ASSERT_EQ(COURSE_BROKEN, take(&course, broken[i], &arena));
    }
    text_free(&out);
    course_free(&course);
    arena_free(&arena);
    PASS();
}

SUITE(courses)
{
    RUN_TEST(points_are_written_as_they_were_read);
    RUN_TEST(shares_add_up);
    RUN_TEST(moments_need_a_zone);
    RUN_TEST(late_days_cost_what_the_rule_says);
    RUN_TEST(numbers_that_nobody_means_stay_in_range);
    RUN_TEST(lines_about_a_course_survive);
}
