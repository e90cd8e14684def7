/* A spool, as shares on other machines left it: files in its folder (fuzz_folder), in the runs "games" and "cases". */
#include "engine/spool.h"
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SHARES_MAX = 5 };

static bool visit(void *self, const char *path, struct error *err)
{
    size_t *count = self;
    (void)err;
    fuzz_expect(access(path, F_OK) == 0);
    ++*count;
    return true;
}

static bool visit_job(const char *job, struct error *err)
{
    return strlen(job) < 1000 || error_set(err, ERROR_INPUT, "too long");
}

/* A line shows what is in a file, and nothing else. */
static void check_first_line(const char *path)
{
    enum { ESCAPED = 10 };
    struct text line = {0};
    struct stat info = {0};
    spool_first_line(path, &line);
    fuzz_expect(!line.failed && (line.length == 0 || (stat(path, &info) == 0 && !strchr(line.bytes, '\n') &&
                                                      line.length <= ESCAPED * (size_t)info.st_size)));
    text_free(&line);
}

/* Everything that a share may have left. */
static void look_at(const struct spool *spool, size_t share, struct arena *arena)
{
    struct error err = {.kind = ERROR_NONE};
    struct text out = {0};
    char host[SPOOL_HOST_MAX] = "";
    int code;
    size_t count = 0;
    char *folder = spool_path(spool, share, "", arena), *cells = spool_path(spool, share, "cells", arena);
    fuzz_expect(folder && cells && spool_new_results(folder, arena));
    fuzz_expect(!spool_ended(spool, share, &code, host) || !strchr(host, '\n'));
    fuzz_expect(spool_results(folder, visit, &count, &err) || err.kind != ERROR_NONE);
    spool_last_words(spool, share, &out);
    check_first_line(cells);
    fuzz_expect(!out.failed && (!out.bytes || !strchr(out.bytes, '\n')));
    text_free(&out);
}

static void go_on(struct spool *spool, struct arena *arena, struct error *err)
{
    static const char *const words[] = {"it's", "a b", NULL};
    const struct spool_command command = {.program = "xgrade", .words = words, .input = "{}", .input_length = 2};
    struct text cells = {0};
    for (size_t i = 1; i <= spool->shares && i <= SHARES_MAX; i++) {
        look_at(spool, i, arena);
    }
    text_string(&cells, "1/2\n");
    if (spool_script(spool, &command, err) && spool_add(spool, &cells, err)) {
        spool_note_job(spool, "slurm 7", err);
        look_at(spool, spool->shares, arena);
    }
    text_free(&cells);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input input = {data, size};
    struct arena arena = {0};
    struct error err = {.kind = ERROR_NONE};
    struct spool spool;
    uint8_t bits = fuzz_byte(&input);
    const char *dir = fuzz_folder(&input);
    bool opened = spool_open(&spool, dir, bits & 2 ? "games" : "cases", bits & 1, &arena, &err);
    fuzz_expect(opened == (err.kind == ERROR_NONE));
    if (opened) {
        fuzz_expect(spool_lock(dir, &err) < 0); /* another run */
        err = (struct error){.kind = ERROR_NONE};
        go_on(&spool, &arena, &err);
    }
    spool_close(&spool);
    spool_jobs(dir, visit_job, &err);
    bool removed = spool_remove(dir, &err);
    fuzz_expect(removed == (access(dir, F_OK) != 0));
    arena_free(&arena);
    return 0;
}
