/* Stack traces of Python, Java and Node on stderr: what was raised, where, and the lines that tell the author. */
#ifndef REPORT_TRACE_H
#define REPORT_TRACE_H

#include <stdbool.h>
#include <stddef.h>

enum { TRACE_LINES_MAX = 12 };

struct trace_part {
    const char *bytes;
    size_t length;
};

/* Borrows the text. */
struct trace {
    struct trace_part raised;   /* the name of the exception: "RecursionError" */
    struct trace_part function; /* the innermost of the author's own functions; empty if it has no name */
    struct trace_part line[TRACE_LINES_MAX];
    int lines; /* the exception and the frames of the author's own files, in the order of the text */
};

/* Finds the last trace in a text. False if there is none. */
bool trace_find(const char *text, size_t length, struct trace *out);

#endif
