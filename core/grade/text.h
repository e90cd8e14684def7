/* Text that is put together piece by piece, and bytes from anywhere made harmless for where they go.
 *
 * What programs print is never trusted: it may be no UTF-8, hold commands for a terminal, markup, or the beginning of
 * a formula. Each way of writing it here yields text that means just those characters and nothing else. */
#ifndef GRADE_TEXT_H
#define GRADE_TEXT_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

/* `struct text t = {.fd = -1};` is an empty one that stays in memory. */
struct text {
    char *bytes;
    size_t length;
    int fd;      /* where it goes when there is enough of it; -1: nowhere */
    bool failed; /* for want of memory, or because writing failed */

    /* private */
    size_t room;
    int problem; /* errno of the write that failed */
    char *path, *temporary;
};

enum text_dress {
    TEXT_PLAIN,    /* as it is */
    TEXT_JSON,     /* within the quotes of a JSON string */
    TEXT_XML,      /* within an element or an attribute of XML 1.0 */
    TEXT_HTML,     /* the same of HTML */
    TEXT_CSV,      /* within the quotes of a field */
    TEXT_TERMINAL, /* lines for a person */
    TEXT_LINE,     /* the same on one line */
};

void text_add(struct text *text, const char *string);
void text_bytes(struct text *text, const char *bytes, size_t length);
__attribute__((format(printf, 2, 3))) void text_format(struct text *text, const char *format, ...);

/* Adds bytes from outside, dressed. Where they are no UTF-8, the replacement character stands for them. */
void text_dress(struct text *text, enum text_dress dress, const char *bytes, size_t length);

/* The same of a string. */
void text_word(struct text *text, enum text_dress dress, const char *string);

/* A number without needless digits: 2, 0.5, 33.333. */
void text_number(struct text *text, double number);

/* Begins a file, under another name until text_close; a device or a pipe is written as it is, "-" is stdout. */
bool text_open(struct text *text, const char *path, struct error *err);

/* Writes what is left. The file that text_open began gets its name, or goes away if anything failed. */
bool text_close(struct text *text, struct error *err);

void text_free(struct text *text);

#endif
