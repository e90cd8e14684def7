/* Gives files to a fuzz target, one after the other: replay FILE... It takes the place of libFuzzer's main, so any
 * compiler can build it. */
#include "base/content.h"
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    struct content file = {0};
    struct error err = {.kind = ERROR_NONE};
    for (int i = 1; i < argc; i++) {
        if (!content_read(&file, argv[i], &err)) {
            fprintf(stderr, "%s\n", err.text);
            return EXIT_FAILURE;
        }
        LLVMFuzzerTestOneInput((const uint8_t *)file.bytes, file.length);
    }
    content_free(&file);
    return EXIT_SUCCESS;
}
