/* suite.json and K-meta.json; a byte says which. The arguments of programs become command lines. */
#include "grade/suite.h"
#include "fuzz.h"
#include "run/command.h"

#include <string.h>

static void expand(const char *const *words, bool needs_port)
{
    static struct command command;
    struct error err = {.kind = ERROR_NONE};
    size_t count = 0, given = 0;
    bool has_port = false;
    for (; words && words[given]; given++) {
        has_port = has_port || strstr(words[given], "{port}");
    }
    if (given && command_expand(&command, words, "/home/ann", "4000", needs_port, &err)) {
        while (command.argv[count]) {
            fuzz_expect(!strstr(command.argv[count++], "{port}"));
        }
        fuzz_expect(count == given + (needs_port && !has_port));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input input = {data, size};
    struct arena arena = {0};
    struct error err = {.kind = ERROR_NONE};
    struct suite suite;
    bool of_case = fuzz_byte(&input) % 2;
    fuzz_file(&input);
    bool read = suite_read(fuzz_path(), of_case, &suite_default, &arena, &suite, &err);
    fuzz_expect(read == (err.kind == ERROR_NONE));
    if (read) {
        expand(suite.args, of_case);
        expand(suite.with, of_case);
        expand(suite.build, of_case);
    }
    arena_free(&arena);
    return 0;
}
