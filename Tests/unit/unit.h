/* What every unit test includes. */
#ifndef UNIT_H
#define UNIT_H

#if __has_include(<greatest.h>)
#include <greatest.h>
#else
#include "greatest_fallback.h"
#endif

#include "base/arena.h"
#include "base/json_at.h"

/* A text as a program would have read it, taken apart. */
struct reading {
    struct arena arena;
    struct error error;
    struct json_stream stream;
    struct json_value value[4];
    struct json_at at[4];
    int values;
};

/* Reads up to four values. False if the text is no JSON; then error says why. */
bool reading_start(struct reading *r, const char *text);
void reading_end(struct reading *r);

#endif
