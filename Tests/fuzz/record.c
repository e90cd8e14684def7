/* What a program did, from its output to a record of it, which is read again as it was written, and explained. Three
 * bytes say how it ended and what was expected; then come the expected answer, complaint and log, and those of the
 * program, separated by NULs. */
#include "fuzz.h"
#include "grade/explain.h"
#include "grade/judge.h"
#include "report/report.h"
#include "run/capture.h"

#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { OUT, ERR, LOG, STREAMS, ENDS = RUN_HARNESS_ERROR + 1, WAYS = 4, HAS_OUT = 4, HAS_ERR = 8, HAS_LOG = 16 };
enum { ALONE = 32, SHORT = 64, BARE = 128, HEAD = 200, TAIL = 100, ROOM = 64 * 1024 };

struct run {
    uint8_t bits;
    struct run_result result;
    struct grade_case test;
    struct suite suite;
    char *part[2 * STREAMS];
    size_t length[2 * STREAMS];
    char kept[STREAMS][ROOM];
};

/* Gives a text to somebody who keeps the beginning and the end of what comes out of a pipe. */
static struct excerpt capture(struct run *run, int stream)
{
    const char *text = run->part[STREAMS + stream];
    size_t length = run->length[STREAMS + stream];
    bool cut = run->bits & SHORT;
    int ends[2];
    fuzz_expect(pipe2(ends, O_NONBLOCK | O_CLOEXEC) == 0);
    struct capture capture = {
        .fd = ends[0], .bytes = run->kept[stream], .head = cut ? HEAD : ROOM, .tail = cut ? TAIL : 0};
    for (size_t at = 0, piece; at < length; at += piece) {
        piece = length - at < TAIL + 1 ? length - at : TAIL + 1;
        fuzz_expect(write(ends[1], text + at, piece) == (ssize_t)piece);
        capture_read(&capture);
    }
    close(ends[1]);
    capture_finish(&capture);
    struct excerpt got = capture_text(&capture);
    fuzz_expect(got.total == length && got.length <= length && (cut || got.length == length));
    size_t head = got.head < got.length ? got.head : got.length, tail = got.length - head;
    fuzz_expect(memcmp(got.bytes, text, head) == 0 && memcmp(got.bytes + head, text + length - tail, tail) == 0);
    return got;
}

static const struct compare_way *read_parts(struct run *run, struct fuzz_input *input)
{
    static const struct compare_way ways[WAYS] = {{.kind = COMPARE_JSON},
                                                  {.kind = COMPARE_TEXT},
                                                  {.kind = COMPARE_UNORDERED, .argument = "$"},
                                                  {.kind = COMPARE_PROGRAM}};
    struct run_result *r = &run->result;
    *r = (struct run_result){.end = fuzz_byte(input) % ENDS, .code = fuzz_byte(input), .wall_ns = 5000000};
    run->bits = fuzz_byte(input);
    r->signal = r->end == RUN_SIGNALED ? r->code : 0;
    snprintf(r->text, sizeof r->text, "no answer within 1 s");
    for (int i = 0; i < 2 * STREAMS; i++) {
        run->part[i] = fuzz_part(input, &run->length[i]);
    }
    struct excerpt *const streams[] = {&r->out, &r->err, &r->log};
    for (int i = 0; i < STREAMS; i++) {
        *streams[i] = capture(run, i);
    }
    run->suite = suite_default;
    run->test = (struct grade_case){.id = "cases/1", .group = "cases", .suite = &run->suite, .points = 2500};
    run->test.in = fuzz_store(OUT, run->part[OUT], run->length[OUT]);
    run->test.out = run->bits & HAS_OUT ? run->test.in : NULL;
    run->test.err = run->bits & HAS_ERR ? fuzz_store(ERR, run->part[ERR], run->length[ERR]) : NULL;
    run->test.log = run->bits & HAS_LOG ? fuzz_store(LOG, run->part[LOG], run->length[LOG]) : NULL;
    return &ways[run->bits % WAYS];
}

/* The program is a file with the first bytes of what it printed; the folder above has a Python module "run". */
static void explain(const struct run *run, char *why, size_t size)
{
    static char dir[PATH_MAX];
    if (!*dir) {
        fuzz_expect(realpath("Tests/fuzz", dir) && setenv("HOME", "/var", 1) == 0);
    }
    const char *program = fuzz_store(STREAMS, run->part[STREAMS], run->length[STREAMS]);
    const char *const argv[] = {program, NULL}, *const masked[] = {"/var/cache", NULL};
    fuzz_expect(chmod(program, run->bits & BARE ? 0666 : 0777) == 0);
    const struct run_job job = {.argv = argv, .dir = dir, .masked = masked};
    for (int isolation = PROCESS_ISOLATE_NONE; isolation <= PROCESS_ISOLATE_LANDLOCK; isolation++) {
        *why = '\0';
        bool explained =
            explain_failure(&job, (enum process_isolation)isolation, run->bits & ALONE, &run->result, why, size);
        fuzz_expect(explained == (*why != '\0'));
    }
}

static void write_record(const struct run *run, const struct judge *j, const char *why, struct text *out)
{
    struct text failure = {0};
    const struct record_hashes hashes = {.input = "12"};
    const char *const tags[] = {run->part[STREAMS + LOG], NULL};
    const struct record_failure told = {
        .detail = *why ? why : j->detail,
        .compare = j->differs ? &j->compare : NULL,
        .log = j->log_differs ? &j->log_difference : NULL,
        .slip = j->slipped ? &j->slip : NULL,
        .expected = {j->expected.bytes, j->expected.length, j->expected.length, j->expected.length},
        .actual = run->result.out,
        .complaints = run->result.err};
    record_failure(&failure, &told);
    const struct record record = {.submission = "ann",
                                  .id = run->test.id,
                                  .group = run->test.group,
                                  .hint = run->part[ERR],
                                  .program = run->part[LOG],
                                  .verdict = j->verdict,
                                  .points = run->test.points,
                                  .earned = j->verdict == VERDICT_PASS ? run->test.points : 0,
                                  .code = run->result.code,
                                  .signal = run->result.signal,
                                  .tries = 1,
                                  .tags = tags,
                                  .visible = run->bits % RECORD_VISIBLES,
                                  .deadline = 1000000001,
                                  .role = run->bits & BARE ? RECORD_BUILD : RECORD_TEST,
                                  .feeds = run->bits & SHORT ? 2 : 0,
                                  .feed = run->bits & SHORT ? "pretty" : NULL,
                                  .failure = &failure,
                                  .hashes = &hashes,
                                  .wall_ns = run->result.wall_ns,
                                  .time = 1000000000};
    record_write(out, &record);
    text_free(&failure);
}

static void read_record(const struct run *run, const struct judge *j, const struct text *line)
{
    static const struct report_style style = {.diff = true};
    struct results results = {0};
    struct report report;
    struct arena arena = {0};
    struct error err = {.kind = ERROR_NONE};
    struct text out = {0};
    fuzz_expect(!line->failed && results_load_path(&results, fuzz_store(STREAMS + 1, line->bytes, line->length), &err));
    fuzz_expect(results.count == 1 && results.warning_count == 0);
    const struct result *r = &results.list[0];
    fuzz_expect(r->verdict == j->verdict && r->points == run->test.points && r->code == run->result.code &&
                r->signal == run->result.signal && r->time == 1000000000 && strcmp(r->id, run->test.id) == 0 &&
                r->visible == (enum record_visible)(run->bits % RECORD_VISIBLES));
    fuzz_expect(results_hashes_match(r, &(struct record_hashes){.input = "12"}));
    fuzz_expect(report_make(&report, &results, &arena, &err));
    report_terminal(&report, &style, &out);
    if (run->bits & SHORT) { /* pages take their time */
        report_html(&report, NULL, NULL, &out);
    }
    fuzz_expect(!out.failed);
    text_free(&out);
    results_free(&results);
    arena_free(&arena);
}

/* A checker that printed the same, and what its exit codes mean. */
static void check(struct judge *j, struct run_result checker)
{
    static const struct {
        int code;
        enum verdict verdict;
    } ends[] = {{42, VERDICT_PASS}, {0, VERDICT_HARNESS_ERROR}, {43, VERDICT_WRONG}};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        checker.code = ends[i].code;
        judge_checker(j, &checker);
        fuzz_expect(j->verdict == ends[i].verdict);
    }
    checker.end = RUN_SIGNALED;
    checker.signal = SIGSEGV;
    judge_checker(j, &checker);
    fuzz_expect(j->verdict == VERDICT_HARNESS_ERROR);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct judge judge;
    static struct run run;
    struct fuzz_input input = {data, size};
    struct text line = {0};
    char why[512] = "";
    if (size < ROOM) {
        const struct compare_way *way = read_parts(&run, &input);
        judge_result(&judge, &run.test, way, &run.result);
        if (judge.undecided) {
            check(&judge, run.result);
        }
        explain(&run, why, sizeof why);
        write_record(&run, &judge, why, &line);
        read_record(&run, &judge, &line);
        for (int i = 0; i < 2 * STREAMS; i++) {
            free(run.part[i]);
        }
        judge_free(&judge);
        judge = (struct judge){0};
    }
    text_free(&line);
    return 0;
}
