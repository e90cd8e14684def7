/* suite.json and K-meta.json; a byte says which. */
#include "grade/suite.h"
#include "fuzz.h"

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
    arena_free(&arena);
    return 0;
}
