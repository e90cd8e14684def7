#include "engine/engine.h"
#include "engine/tool.h"
#include "unit.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

TEST words_are_quoted_for_a_shell(void)
{
    const char *const words[] = {"", "plain", "it's", "''", "$HOME `x` \"y\" \\ {} {#} *", "a\nb", "-n"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        struct text command = {0}, out = {0};
        struct error err = {0};
        text_string(&command, "printf %s ");
        text_shell(&command, words[i]);
        const char *const argv[] = {"sh", "-c", command.bytes, NULL};
        ASSERT(tool_run(argv, TOOL_SECONDS, &out, &err));
        ASSERT_STR_EQ(words[i], out.bytes ? out.bytes : "");
        text_free(&command);
        text_free(&out);
    }
    PASS();
}

TEST a_program_that_fails_says_why(void)
{
    struct text out = {0};
    struct error err = {0};
    ASSERT_FALSE(tool_run((const char *const[]){"sh", "-c", "echo one >&2; echo two >&2; exit 3", NULL}, TOOL_SECONDS,
                          &out, &err));
    ASSERT_STR_EQ("sh failed: \"one\"", err.text);
    ASSERT_FALSE(tool_run((const char *const[]){"/nonexistent/program", NULL}, TOOL_SECONDS, &out, &err));
    ASSERT_FALSE(tool_run((const char *const[]){"sleep", "1000", NULL}, 0, &out, &err));
    ASSERT_STR_EQ("sleep failed: it took longer than 0 s", err.text);
    ASSERT_FALSE(tool_find("no-such-program", "slurm-client", &err));
    ASSERT_STR_EQ("there is no no-such-program in PATH; Debian's package slurm-client has it", err.text);
    text_free(&out);
    PASS();
}

TEST pieces_have_about_the_same_weight(void)
{
    enum { CELLS = 1000 };
    double weights[CELLS];
    size_t starts[CELLS + 1];
    for (size_t i = 0; i < CELLS; i++) {
        weights[i] = 1 + (double)(i * 7919 % 13);
    }
    for (size_t shares = 1; shares <= 40; shares += 3) {
        size_t pieces = engine_cut(weights, CELLS, shares, starts);
        double total = 0, heaviest = 0;
        ASSERT_EQ(shares, pieces);
        ASSERT_EQ(0, starts[0]);
        starts[pieces] = CELLS;
        for (size_t i = 0; i < pieces; i++) {
            double weight = 0;
            ASSERT(starts[i] < starts[i + 1]);
            for (size_t k = starts[i]; k < starts[i + 1]; k++) {
                weight += weights[k];
            }
            total += weight;
            heaviest = weight > heaviest ? weight : heaviest;
        }
        ASSERT(heaviest <= total / (double)pieces + 14);
    }
    PASS();
}

TEST no_piece_is_empty_however_cells_differ(void)
{
    double weights[] = {0, 0, 1000, 0, 0, 0.1, 0};
    size_t starts[8];
    for (size_t cells = 1; cells <= 7; cells++) {
        for (size_t shares = 1; shares <= 9; shares++) {
            size_t pieces = engine_cut(weights, cells, shares, starts);
            ASSERT(pieces >= 1 && pieces <= cells && pieces <= shares);
            for (size_t i = 1; i < pieces; i++) {
                ASSERT(starts[i] > starts[i - 1]);
            }
            ASSERT(starts[0] == 0 && starts[pieces - 1] < cells);
        }
    }
    PASS();
}

TEST a_spool_is_used_once_and_nothing_else_is_removed(void)
{
    char dir[] = "/tmp/spool-XXXXXX", host[SPOOL_HOST_MAX], *path;
    struct arena arena = {0};
    struct spool spool;
    struct text cells = {0};
    struct error err = {0};
    int code = -1;
    ASSERT(mkdtemp(dir));
    ASSERT_FALSE(spool_remove(dir, &err)); /* an empty folder, but nobody's spool */
    ASSERT(spool_open(&spool, dir, "cases", false, &arena, &err));
    text_string(&cells, "cell\n");
    ASSERT(spool_add(&spool, &cells, &err));
    ASSERT_EQ(1, spool.shares);
    ASSERT_FALSE(spool_ended(&spool, 1, &code, host));
    path = spool_path(&spool, 1, "ended", &arena);
    FILE *file = fopen(path, "w");
    fputs("4 node 7\n", file);
    fclose(file);
    ASSERT(spool_ended(&spool, 1, &code, host));
    ASSERT_EQ(4, code);
    ASSERT_STR_EQ("node 7", host);
    struct spool other;
    ASSERT_FALSE(spool_open(&other, dir, "cases", true, &arena, &err)); /* it is open */
    spool_close(&other);
    spool_close(&spool);
    ASSERT_FALSE(spool_open(&spool, dir, "cases", false, &arena, &err));
    spool_close(&spool);
    ASSERT(spool_open(&spool, dir, "cases", true, &arena, &err));
    ASSERT_EQ(1, spool.before);
    ASSERT(spool_remove(dir, &err));
    spool_close(&spool);
    ASSERT(access(dir, F_OK) != 0);
    text_free(&cells);
    arena_free(&arena);
    PASS();
}

/* -- the loop, with an engine that loses what it is told to lose -- */

static struct {
    size_t submitted, lose, collected;
    bool fail_on_a_node;
} world;

static size_t one_slot(const struct engine *e)
{
    (void)e;
    return 1;
}

/* Shares end at once, unless they are lost; on n1 they fail. */
static size_t submit(struct engine *e, size_t first, size_t count, const char *avoid, struct error *err)
{
    struct arena arena = {0};
    (void)err;
    for (size_t share = first; share < first + count; share++) {
        bool fails = world.fail_on_a_node && strcmp(avoid, "n1") != 0;
        FILE *file = ++world.submitted > world.lose ? fopen(spool_path(e->spool, share, "ended", &arena), "w") : NULL;
        if (file) {
            fprintf(file, "%d n1\n", fails ? 4 : 0);
            fclose(file);
        }
    }
    arena_free(&arena);
    return count;
}

static bool look(struct engine *e)
{
    for (size_t i = 0; i < e->count; i++) {
        e->shares[i].active = false;
    }
    return true;
}

static void cancel(struct engine *e)
{
    (void)e;
}

static const struct engine_calls calls = {
    .name = "test", .slots = one_slot, .submit = submit, .look = look, .cancel = cancel};

static bool collect(void *self, size_t share, bool last, size_t *left, struct error *err)
{
    const struct engine *e = self;
    char host[SPOOL_HOST_MAX];
    int code = 1;
    (void)last, (void)err;
    *left = !spool_ended(e->spool, share, &code, host) || code != 0;
    world.collected += *left == 0;
    return true;
}

static bool again(void *self, size_t share, struct error *err)
{
    struct engine *e = self;
    struct text cells = {0};
    (void)share;
    text_string(&cells, "x\n");
    bool ok = spool_add(e->spool, &cells, err);
    text_free(&cells);
    return ok;
}

static void no_progress(void *self)
{
    (void)self;
}

/* Runs three shares. */
static bool run_three(struct engine *e, struct spool *spool, struct error *err)
{
    char dir[] = "/tmp/spool-XXXXXX";
    struct arena arena = {0};
    *e = (struct engine){.calls = &calls, .spool = spool, .tries = 3, .stop = -1};
    const struct engine_work work = {.self = e, .collect = collect, .again = again, .progress = no_progress};
    bool ok = mkdtemp(dir) && spool_open(spool, dir, "run", false, &arena, err);
    for (int i = 0; ok && i < 3; i++) {
        ok = again(e, 0, err);
    }
    ok = ok && engine_run(e, &work, err);
    spool_close(spool);
    spool_remove(dir, &(struct error){0});
    arena_free(&arena);
    return ok;
}

TEST what_is_lost_or_fails_is_tried_again_but_not_for_ever(void)
{
    struct engine e;
    struct spool spool;
    struct error err = {0};
    memset(&world, 0, sizeof world);
    world.lose = 2;
    ASSERT(run_three(&e, &spool, &err));
    ASSERT_EQ(3, world.collected);
    ASSERT_EQ(5, spool.shares);
    ASSERT_EQ(0, e.failed);
    engine_free(&e);
    memset(&world, 0, sizeof world);
    world.fail_on_a_node = true; /* it is avoided the next time */
    ASSERT(run_three(&e, &spool, &err));
    ASSERT_EQ(3, world.collected);
    ASSERT_EQ(6, spool.shares);
    engine_free(&e);
    memset(&world, 0, sizeof world);
    world.lose = 100;
    ASSERT(run_three(&e, &spool, &err));
    ASSERT_EQ(0, world.collected);
    ASSERT_EQ(9, spool.shares);
    ASSERT_EQ(3, e.failed);
    ASSERT(strstr(e.why.bytes, "has left 1 undone: nobody said why"));
    engine_free(&e);
    PASS();
}

SUITE(engines)
{
    RUN_TEST(words_are_quoted_for_a_shell);
    RUN_TEST(a_program_that_fails_says_why);
    RUN_TEST(pieces_have_about_the_same_weight);
    RUN_TEST(no_piece_is_empty_however_cells_differ);
    RUN_TEST(a_spool_is_used_once_and_nothing_else_is_removed);
    RUN_TEST(what_is_lost_or_fails_is_tried_again_but_not_for_ever);
}
