/* What all fuzz targets share. A target is a file that defines LLVMFuzzerTestOneInput; libFuzzer calls it with inputs
 * that it makes up (`make fuzz`), replay.c with those that once broke something (Tests/fuzz/found). */
#ifndef FUZZ_H
#define FUZZ_H

#include "remote/wire.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* Aborts if something that must hold does not. */
static inline void fuzz_expect(bool holds)
{
    if (!holds) {
        abort();
    }
}

/* Returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The part of an input that has not been used yet. */
struct fuzz_input {
    const uint8_t *at;
    size_t left;
};

/* The next byte; 0 at the end. */
uint8_t fuzz_byte(struct fuzz_input *input);

/* A copy of the next part, up to a NUL or the end. It is NUL-terminated, and the caller frees it. */
char *fuzz_part(struct fuzz_input *input, size_t *length);

/* A copy of the rest, exactly as long as it is, so that reading past its end is noticed. The caller frees it. */
char *fuzz_rest(struct fuzz_input *input, size_t *length);

/* Puts the rest into a file in memory, the same one each time, at its beginning. Returns its descriptor. */
int fuzz_file(struct fuzz_input *input);

/* The path of that file. */
const char *fuzz_path(void);

/* Puts bytes into another such file, one of FUZZ_FILES, and returns its path. */
enum { FUZZ_FILES = 6 };
const char *fuzz_store(int number, const char *bytes, size_t length);

/* A folder of our own, the same each time, with the files in it that the rest of the input lists: paths and contents,
 * separated by NULs. A path that ends in "*" is that of a program, one that ends in "@" that of a link out of the
 * folder. What was in the folder before is gone. */
const char *fuzz_folder(struct fuzz_input *input);

/* Somebody at the other end of a wire, who says the rest of an input line by line, each when it is waited for. */
struct fuzz_speech {
    struct fuzz_input input;
    int to; /* -1 when all is said */
};
struct wire fuzz_speak(struct fuzz_speech *speech, struct fuzz_input input);
void fuzz_say(struct fuzz_speech *speech); /* the next line; after the last one, it hangs up */
void fuzz_be_silent(struct fuzz_speech *speech);

/* Expects that a text is a single value of JSON. */
void fuzz_expect_json(const struct text *text);

/* Expects that a text is well-formed XML, in the forms that we write. */
void fuzz_expect_xml(const struct text *text);

/* Expects that two texts are the same. */
void fuzz_expect_same(const struct text *one, const struct text *other);

/* Expects that a results file says about a course what was written into it. */
struct course;
void fuzz_expect_kept(const struct course *course);

/* Makes /dev/null stdout. Programs close theirs at the end, so each run needs a new one. */
void fuzz_silence(void);

#endif
