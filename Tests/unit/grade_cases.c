#include "base/file.h"
#include "grade/cases.h"

#include "base/order.h"
#include "unit.h"

#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

/* A folder for one test. */
struct place {
    char path[64];
    struct arena arena;
    struct error error;
    struct cases cases;
};

static bool place_start(struct place *p)
{
    *p = (struct place){.path = "/tmp/signalbox-cases-XXXXXX"};
    return mkdtemp(p->path) != NULL;
}

static bool put(const struct place *p, const char *name, const char *text)
{
    char path[400];
    struct error err;
    snprintf(path, sizeof path, "%s/%s", p->path, name);
    if (name[strlen(name) - 1] == '/') {
        return mkdir(path, 0700) == 0;
    }
    return file_write(path, text, strlen(text), &err);
}

static void place_end(struct place *p)
{
    static const char *const names[] = {
        "a/suite.json", "a/1-in.json",  "a/1-out.json",  "a/2-in.json",   "a/2-out.json", "a/",          "suite.json",
        "1-in.json",    "1-out.json",   "2-in.json",     "2-out.json",    "10-in.json",   "10-out.json", "10-meta.json",
        "x-07-in.json", "x-07-err.txt", "lost-out.json", "b.c/3-in.json", "b.c/"};
    char path[400];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%s/%s", p->path, names[i]);
        remove(path);
    }
    remove(p->path);
    cases_free(&p->cases);
    arena_free(&p->arena);
}

TEST names_are_counted_as_people_do(void)
{
    static const char *const sorted[] = {"", "1", "2", "10", "a", "a/1", "a/b/1", "a-1", "a1b2", "a1b10", "a2", "b"};
    enum { COUNT = sizeof sorted / sizeof *sorted };
    for (size_t i = 0; i < COUNT; i++) {
        for (size_t j = 0; j < COUNT; j++) {
            int order = order_compare(sorted[i], sorted[j]);
            ASSERT_EQ((i > j) - (i < j), (order > 0) - (order < 0));
        }
    }
    ASSERT(order_compare("99999999999999999999998", "99999999999999999999999") < 0);
    ASSERT(order_compare("07", "7") < 0 && order_compare("7", "07") > 0); /* as numbers, they are equal */
    PASS();
}

TEST finds_cases_groups_and_orphans(void)
{
    struct place p;
    ASSERT(place_start(&p));
    ASSERT(put(&p, "10-in.json", "1") && put(&p, "10-out.json", "1") && put(&p, "2-in.json", "1"));
    ASSERT(put(&p, "x-07-in.json", "1") && put(&p, "x-07-err.txt", "1") && put(&p, "lost-out.json", "1"));
    ASSERT(put(&p, "a/", "") && put(&p, "a/1-in.json", "1") && put(&p, "a/1-out.json", "1"));
    ASSERT(put(&p, "b.c/", "") && put(&p, "b.c/3-in.json", "1"));
    ASSERT(cases_scan(&p.cases, p.path, "name/", &p.arena, &p.error));
    ASSERT_EQ(5, p.cases.count);
    static const char *const ids[] = {"name/2", "name/10", "name/x-07", "name/a/1", "name/b.c/3"};
    for (size_t i = 0; i < 5; i++) {
        ASSERT_STR_EQ(ids[i], p.cases.list[i].id);
        ASSERT_EQ(POINTS_ONE, p.cases.list[i].points);
    }
    ASSERT_STR_EQ("name/a", p.cases.list[3].group);
    ASSERT(!p.cases.list[0].out && p.cases.list[1].out && !p.cases.list[1].err && p.cases.list[2].err);
    ASSERT_EQ(1, p.cases.orphan_count);
    place_end(&p);
    PASS();
}

TEST names_may_be_as_long_as_the_file_system_allows(void)
{
    static const char *const suffixes[] = {"-in.json", "-out.json"};
    struct place p;
    char path[2][400], stem[NAME_MAX] = "";
    ASSERT(place_start(&p));
    memset(stem, 'n', NAME_MAX - strlen("-out.json"));
    for (int i = 0; i < 2; i++) {
        snprintf(path[i], sizeof path[i], "%s/%s%s", p.path, stem, suffixes[i]);
        ASSERT(close(open(path[i], O_CREAT | O_WRONLY | O_CLOEXEC, 0600)) == 0); /* file_write needs a longer name */
    }
    ASSERT(cases_scan(&p.cases, p.path, p.path, &p.arena, &p.error));
    ASSERT_EQ(1, p.cases.count);
    ASSERT_STR_EQ(path[0], p.cases.list[0].in);
    ASSERT_STR_EQ(path[1], p.cases.list[0].out);
    ASSERT(remove(path[0]) == 0 && remove(path[1]) == 0);
    place_end(&p);
    PASS();
}

TEST paths_are_joined_by_one_slash(void)
{
    struct arena arena = {0};
    ASSERT_STR_EQ("a/b", cases_join(&arena, "a", "b"));
    ASSERT_STR_EQ("a/b", cases_join(&arena, "a/", "b"));
    ASSERT_STR_EQ("/b", cases_join(&arena, "/", "b"));
    ASSERT_STR_EQ("b", cases_join(&arena, "", "b"));
    arena_free(&arena);
    PASS();
}

TEST points_are_shared(void)
{
    struct place p;
    ASSERT(place_start(&p));
    ASSERT(put(&p, "suite.json", "{\"points\": 10, \"args\": [\"-x\"], \"timeout\": 2.5, \"milestone\": 8}"));
    ASSERT(put(&p, "1-in.json", "1") && put(&p, "2-in.json", "1") && put(&p, "10-in.json", "1"));
    ASSERT(put(&p, "10-meta.json", "{\"points\": 3, \"tags\": [\"tie\"], \"compare\": \"text\"}"));
    ASSERT(put(&p, "a/", "") && put(&p, "a/1-in.json", "1") && put(&p, "a/2-in.json", "1"));
    ASSERT(put(&p, "a/suite.json", "{\"points\": 2, \"args\": []}"));
    ASSERT(cases_scan(&p.cases, p.path, p.path, &p.arena, &p.error));
    static const int64_t points[] = {2500, 2500, 3000, 1000, 1000};
    for (size_t i = 0; i < 5; i++) {
        const struct suite *suite = p.cases.list[i].suite;
        ASSERT_EQ(points[i], p.cases.list[i].points);
        ASSERT_EQ(2500, suite->timeout_ms);
        ASSERT_STR_EQ("8", suite->milestone);
        ASSERT_EQ(i < 3, suite->args[0] != NULL);
        ASSERT_EQ(i == 2, suite->tags != NULL);
        ASSERT_EQ(i == 2, suite->compare != NULL);
    }
    place_end(&p);
    PASS();
}

TEST bad_settings_say_where(void)
{
    struct place p;
    ASSERT(place_start(&p));
    ASSERT(put(&p, "suite.json", "{\"args\": [\"a\\u0000\"]}") && put(&p, "1-in.json", "1"));
    ASSERT_FALSE(cases_scan(&p.cases, p.path, p.path, &p.arena, &p.error));
    ASSERT_STR_EQ("/suite.json:1:11: args[0]: this must not contain \\u0000", p.error.text + strlen(p.path));
    place_end(&p);
    PASS();
}

SUITE(grade_cases)
{
    RUN_TEST(names_are_counted_as_people_do);
    RUN_TEST(finds_cases_groups_and_orphans);
    RUN_TEST(names_may_be_as_long_as_the_file_system_allows);
    RUN_TEST(paths_are_joined_by_one_slash);
    RUN_TEST(points_are_shared);
    RUN_TEST(bad_settings_say_where);
}
