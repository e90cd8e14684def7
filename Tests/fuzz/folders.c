/* Folders that people hand in, as a grader finds them: the files in "tests" and "teams" (fuzz_folder). A byte says what
 * for. No two cases have the same name, and shares of the tasks add up to all of them. */
#include "base/content.h"
#include "fuzz.h"
#include "grade/audit.h"
#include "grade/cells.h"
#include "grade/class.h"
#include "grade/fest.h"
#include "process/folder.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SINGLE, CLASS, FEST, AUDIT, KINDS, TRUSTED = 8, NAMED = 16, FEW = 32, SHARDS = 3 };

struct folders {
    char tests[PATH_MAX], teams[PATH_MAX];
    uint8_t bits;
    const char *program; /* in a submission; NULL: as suite.json says */
    struct arena arena;
};

static int compare_words(const void *left, const void *right)
{
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

/* A file has the hash of its bytes, and one that cannot be read has none. */
static void check_hash(const char *path)
{
    char hex[SHA256_HEX], other[SHA256_HEX] = "";
    struct content file = {0};
    struct error err = {.kind = ERROR_NONE};
    struct sha256 sha;
    content_hash(path, hex);
    if (content_read(&file, path, &err)) {
        sha256_start(&sha);
        sha256_add(&sha, file.bytes, file.length);
        sha256_hex(&sha, other);
    }
    fuzz_expect(strcmp(hex, other) == 0);
    content_free(&file);
}

static void check_cases(const struct cases *cases, struct arena *arena)
{
    const char **ids = arena_array(arena, cases->count, sizeof *ids);
    fuzz_expect(ids);
    for (size_t i = 0; i < cases->count; i++) {
        const struct grade_case *c = &cases->list[i];
        ids[i] = c->id;
        fuzz_expect(c->points >= 0 && c->suite);
    }
    if (cases->count) {
        check_hash(cases->list[0].in);
    }
    qsort(ids, cases->count, sizeof *ids, compare_words);
    for (size_t i = 1; i < cases->count; i++) {
        fuzz_expect(strcmp(ids[i - 1], ids[i]) != 0);
    }
}

static struct tasks copy(const struct tasks *tasks)
{
    struct tasks copy = {0};
    for (size_t i = 0; i < tasks->count; i++) {
        fuzz_expect(tasks_add(&copy, &tasks->list[i], &(struct error){0}));
    }
    return copy;
}

/* How many tasks a wish leaves. */
static size_t select_some(const struct tasks *tasks, const struct tasks_wish *wish)
{
    static const struct results nothing;
    struct tasks some = copy(tasks);
    size_t fitting = tasks_select(&some, wish, &nothing), left = some.count;
    fuzz_expect(left <= fitting && fitting <= tasks->count);
    tasks_free(&some);
    return left;
}

/* Tasks that were recorded are found in the results, whatever they are called. */
static void check_records(struct tasks *tasks)
{
    struct text lines = {0};
    struct results results = {0};
    struct error err = {.kind = ERROR_NONE};
    for (size_t i = 0; i < tasks->count; i++) {
        struct session_task *task = &tasks->list[i];
        const struct record record = {.submission = task->submission,
                                      .id = task->test->id,
                                      .group = task->test->group,
                                      .hint = task->test->suite->hint,
                                      .tags = task->test->suite->tags,
                                      .role = task->role,
                                      .verdict = i % VERDICTS,
                                      .points = task->test->points};
        task->done = true;
        record_write(&lines, &record);
    }
    const char *path = fuzz_store(1, lines.bytes ? lines.bytes : "", lines.length);
    fuzz_expect(!lines.failed && results_load_path(&results, path, &err) && results.warning_count == 0);
    fuzz_expect(tasks_want(tasks, &results, &err) == tasks->count && err.kind == ERROR_NONE);
    size_t count = results.count;
    results_release(&results);
    results_keep_wanted(&results);
    fuzz_expect(results.count == count && count <= tasks->count);
    text_free(&lines);
    results_free(&results);
}

/* A submission that is found holds its program. */
static void check_submission(const struct session_task *task, struct arena *arena)
{
    struct submission submission;
    struct error err = {.kind = ERROR_NONE};
    for (int built = 0; built < 2; built++) {
        bool found = submission_find(task->program, task->dir, built, arena, &submission, &err);
        fuzz_expect(!found || !submission.dir || folder_holds(submission.dir, submission.folder));
    }
}

static void check_tasks(struct tasks *tasks, struct arena *arena)
{
    struct text list = {0};
    struct error err = {.kind = ERROR_NONE};
    struct tasks_wish wish = {.shards = SHARDS};
    size_t sum = 0;
    for (; wish.shard_index < SHARDS; wish.shard_index++) {
        sum += select_some(tasks, &wish);
    }
    fuzz_expect(sum == tasks->count);
    select_some(tasks, &(struct tasks_wish){.filter = "*1", .shards = 1, .first = 1});
    select_some(tasks, &(struct tasks_wish){.tag = "slow", .shards = 1});
    fuzz_expect(select_some(tasks, &(struct tasks_wish){.failed = true, .shards = 1}) == 0);
    for (size_t i = 0; i < tasks->count; i += 2) {
        cells_write(&list, &tasks->list[i]);
    }
    struct tasks kept = copy(tasks);
    fuzz_expect(!list.failed && cells_keep(&kept, fuzz_store(1, list.bytes ? list.bytes : "", list.length), &err));
    fuzz_expect(kept.count >= (tasks->count + 1) / 2); /* a submission may be listed twice */
    tasks_free(&kept);
    text_free(&list);
    check_records(tasks);
    if (tasks->count) {
        check_submission(&tasks->list[tasks->count - 1], arena);
    }
}

/* A single case is found by its file. */
static void scan_one(const struct cases *cases, struct arena *arena)
{
    struct cases one = {0};
    struct error err = {.kind = ERROR_NONE};
    struct stat info;
    const struct grade_case *last = cases->count ? &cases->list[cases->count - 1] : NULL;
    if (last && stat(last->in, &info) == 0 && S_ISREG(info.st_mode)) {
        fuzz_expect(cases_scan(&one, last->in, "x", arena, &err) && one.count == 1);
        fuzz_expect(strcmp(one.list[0].in, last->in) == 0);
        cases_free(&one);
    }
}

static void grade_one(struct folders *f, struct error *err)
{
    struct cases cases = {0};
    struct tasks tasks = {0};
    size_t broken;
    if (cases_scan(&cases, f->tests, "tests", &f->arena, err) &&
        cases_check_expected(&cases, f->bits & FEW ? "text" : NULL, &f->arena, &broken, err)) {
        check_cases(&cases, &f->arena);
        scan_one(&cases, &f->arena);
        tasks_add_all(&tasks, &cases, "ann", f->teams, RECORD_TEST, &f->arena, err);
        check_tasks(&tasks, &f->arena);
    }
    tasks_free(&tasks);
    cases_free(&cases);
}

static void grade_class(struct folders *f, struct error *err)
{
    struct class class = {0};
    const struct class_part part = {
        .team = f->bits & FEW ? "ann" : NULL, .milestone = f->bits & TRUSTED ? "1" : NULL, .program = f->program};
    size_t broken;
    if (class_add_cases(&class, f->tests, NULL, &f->arena, &broken, err)) {
        check_cases(&class.cases, &f->arena);
        if (class_add_submissions(&class, f->teams, &part, &f->arena, err)) {
            check_tasks(&class.tasks, &f->arena);
        }
        fuzz_expect_kept(&class.course);
    }
    class_free(&class);
}

static void hold_fest(struct folders *f, struct error *err)
{
    struct fest fest = {0};
    uint64_t most = f->bits & FEW ? 1 : 0;
    if (fest_add_teams(&fest, f->tests, f->bits & TRUSTED, &f->arena, err) &&
        fest_drop_copies(&fest, most, &f->arena, err)) {
        check_cases(&fest.cases, &f->arena);
        if (fest_add_submissions(&fest, f->teams, f->program, &f->arena, err)) {
            check_tasks(&fest.tasks, &f->arena);
            if (fest_add_audits(&fest, f->teams, &f->arena, err) && fest.audits.count) {
                fest.audits.list[0].verdict = VERDICT_WRONG;
                fest_drop_rejected(&fest);
            }
        }
    }
    fest_free(&fest);
}

static void audit(struct folders *f, struct error *err)
{
    struct cases cases = {0};
    struct tasks tasks = {0};
    if (cases_scan(&cases, f->tests, f->tests, &f->arena, err) &&
        audit_add_wrong(&tasks, &cases, f->teams, &f->arena, err)) {
        check_tasks(&tasks, &f->arena);
    }
    tasks_free(&tasks);
    cases_free(&cases);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const uses[KINDS])(struct folders *, struct error *) = {grade_one, grade_class, hold_fest, audit};
    struct fuzz_input input = {data, size};
    struct folders f = {.bits = fuzz_byte(&input)};
    struct error err = {.kind = ERROR_NONE};
    const char *folder = fuzz_folder(&input);
    f.program = f.bits & NAMED ? "xmap" : NULL;
    fuzz_expect(snprintf(f.tests, sizeof f.tests, "%s/tests", folder) < (int)sizeof f.tests);
    snprintf(f.teams, sizeof f.teams, "%s/teams", folder);
    uses[f.bits % KINDS](&f, &err);
    arena_free(&f.arena);
    return 0;
}
