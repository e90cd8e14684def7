#include "engine/engine.h"

#include "base/write.h"
#include "engine/tool.h"
#include "unit.h"

#include <fcntl.h>
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

TEST options_are_found_however_they_are_written(void)
{
    static const char *const options[][3] = {{"-j", "4"},  {"-j4"},           {"--jobs", "4"},
                                             {"--jobs=4"}, {"-k", "-j", "4"}, {"-k", "--jobs=4"}};
    static const char *const others[][3] = {{"-k"}, {"--jobserver", "4"}, {"j4"}, {"--slf", "4"}};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        const char *words[4] = {options[i][0], options[i][1], options[i][2], NULL};
        const char *found = engine_option(&(struct engine){.options = words}, "-j", "--jobs");
        ASSERT(found);
        ASSERT_STR_EQ("4", found);
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        const char *words[4] = {others[i][0], others[i][1], others[i][2], NULL};
        ASSERT_EQ(NULL, engine_option(&(struct engine){.options = words}, "-j", "--jobs"));
    }
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

/* Writes a file of a share, as it might have left it. */
static bool leave(const struct spool *spool, size_t share, const char *name, const char *text)
{
    struct arena arena = {0};
    char *path = spool_path(spool, share, name, &arena);
    bool ok = path && write_file(path, O_CREAT | O_TRUNC, 0600, text, strlen(text));
    arena_free(&arena);
    return ok;
}

TEST a_spool_is_used_once_and_nothing_else_is_removed(void)
{
    char dir[] = "/tmp/spool-XXXXXX", host[SPOOL_HOST_MAX];
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
    ASSERT(leave(&spool, 1, "ended", "4 node 7\n"));
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

/* Writes a log of the first share, as if at some time. */
static bool write_log(const struct spool *spool, const char *name, const char *line, struct timespec time)
{
    struct arena arena = {0};
    char *path = spool_path(spool, 1, name, &arena);
    const struct timespec times[] = {time, time};
    bool ok = path && leave(spool, 1, name, line) && utimensat(AT_FDCWD, path, times, 0) == 0;
    arena_free(&arena);
    return ok;
}

/* A share that is started again has a log for each time, and their names say nothing about when that was. */
TEST last_words_are_those_of_the_newest_log(void)
{
    char dir[] = "/tmp/spool-XXXXXX";
    struct arena arena = {0};
    struct spool spool;
    struct text cells = {0}, words = {0};
    struct error err = {0};
    ASSERT(mkdtemp(dir) && spool_open(&spool, dir, "cases", false, &arena, &err));
    text_string(&cells, "cell\n");
    ASSERT(spool_add(&spool, &cells, &err));
    spool_last_words(&spool, 1, &words);
    ASSERT_EQ(0, words.length);
    ASSERT(write_log(&spool, "log-a", "old\n", (struct timespec){.tv_sec = 1000, .tv_nsec = 7}));
    ASSERT(write_log(&spool, "log-b", "first\nlast\n\n", (struct timespec){.tv_sec = 1001, .tv_nsec = 6}));
    ASSERT(write_log(&spool, "log-c", "a moment before\n", (struct timespec){.tv_sec = 1001, .tv_nsec = 5}));
    ASSERT(write_log(&spool, "log-d", "older\n", (struct timespec){.tv_sec = 999, .tv_nsec = 8}));
    ASSERT(write_log(&spool, "other", "no log\n", (struct timespec){.tv_sec = 1002}));
    spool_last_words(&spool, 1, &words);
    ASSERT_STR_EQ("last", words.bytes);
    ASSERT(spool_remove(dir, &err));
    spool_close(&spool);
    text_free(&words);
    text_free(&cells);
    arena_free(&arena);
    PASS();
}

TEST what_a_share_has_left_may_be_cut_off(void)
{
    enum { ROOM = 65536 }; /* of a file that was read */
    char dir[] = "/tmp/spool-XXXXXX", host[SPOOL_HOST_MAX], *junk;
    struct arena arena = {0};
    struct spool spool;
    struct text cells = {0}, line = {0};
    struct error err = {0};
    int code = -1;
    ASSERT(mkdtemp(dir));
    ASSERT(spool_open(&spool, dir, "cases", false, &arena, &err) && spool_add(&spool, &cells, &err));
    ASSERT(leave(&spool, 1, "ended", "4\nnode 7\n"));
    ASSERT(spool_ended(&spool, 1, &code, host));
    ASSERT_STR_EQ("", host);
    ASSERT(leave(&spool, 1, "cells", "1/2"));
    junk = malloc(ROOM);
    memset(junk, 'x', ROOM);
    free(junk);
    spool_first_line(spool_path(&spool, 1, "cells", &arena), &line);
    ASSERT_STR_EQ("1/2", line.bytes);
    ASSERT(spool_remove(dir, &err));
    spool_close(&spool);
    text_free(&line);
    arena_free(&arena);
    PASS();
}

/* -- the loop, with an engine that loses what it is told to lose -- */

static struct {
    size_t submitted, lose, collected;
    bool fail_on_a_node, silent;
} world;

static size_t one_slot(const struct engine *e)
{
    (void)e;
    return 1;
}

/* Shares end at once, unless they are lost; on n1 they fail. */
static size_t submit(struct engine *e, size_t first, size_t count, const char *avoid, struct error *err)
{
    (void)err;
    for (size_t share = first; share < first + count; share++) {
        bool fails = world.fail_on_a_node && strcmp(avoid, "n1") != 0;
        if (++world.submitted > world.lose && !leave(e->spool, share, "ended", fails ? "4 n1\n" : "0 n1\n")) {
            return 0;
        }
    }
    return count;
}

static bool look(struct engine *e)
{
    for (size_t i = 0; i < e->count; i++) {
        e->shares[i].active = false;
    }
    return !world.silent;
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

TEST an_engine_that_does_not_answer_is_given_up(void)
{
    struct engine e;
    struct spool spool;
    struct error err = {0};
    memset(&world, 0, sizeof world);
    world.lose = 100;
    world.silent = true;
    ASSERT_FALSE(run_three(&e, &spool, &err));
    ASSERT_STR_EQ("test has not answered for 0 s", err.text);
    engine_free(&e);
    PASS();
}

SUITE(engines)
{
    RUN_TEST(words_are_quoted_for_a_shell);
    RUN_TEST(a_program_that_fails_says_why);
    RUN_TEST(options_are_found_however_they_are_written);
    RUN_TEST(pieces_have_about_the_same_weight);
    RUN_TEST(no_piece_is_empty_however_cells_differ);
    RUN_TEST(a_spool_is_used_once_and_nothing_else_is_removed);
    RUN_TEST(last_words_are_those_of_the_newest_log);
    RUN_TEST(what_a_share_has_left_may_be_cut_off);
    RUN_TEST(what_is_lost_or_fails_is_tried_again_but_not_for_ever);
    RUN_TEST(an_engine_that_does_not_answer_is_given_up);
}
