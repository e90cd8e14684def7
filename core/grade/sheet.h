/* Text that is put together piece by piece, and bytes from anywhere made harmless for where they go.
 *
 * What programs print is never trusted: it may be no UTF-8, hold commands for a terminal, markup, or the beginning of
 * a formula. Each way of writing it here yields text that means just those characters and nothing else. */
#ifndef GRADE_SHEET_H
#define GRADE_SHEET_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

/* `struct sheet t = {.fd = -1};` is an empty one that stays in memory. */
struct sheet {
    char *bytes;
    size_t length;
    int fd;      /* where it goes when there is enough of it; -1: nowhere */
    bool failed; /* for want of memory, or because writing failed */

    /* private */
    size_t room;
    int problem; /* errno of the write that failed */
    char *path, *temporary;
};

enum sheet_dress {
    SHEET_JSON, /* within the quotes of a JSON string */
    SHEET_XML,  /* within an element or an attribute of XML 1.0 */
    SHEET_HTML, /* the same of HTML */
    SHEET_CSV,  /* within the quotes of a field */
    SHEET_LINE, /* on one line of a terminal */
};

void sheet_add(struct sheet *text, const char *string);
void sheet_bytes(struct sheet *text, const char *bytes, size_t length);
__attribute__((format(printf, 2, 3))) void sheet_format(struct sheet *text, const char *format, ...);

/* Adds bytes from outside, dressed. Where they are no UTF-8, the replacement character stands for them. */
void sheet_dress(struct sheet *text, enum sheet_dress dress, const char *bytes, size_t length);

/* The same of a string. */
void sheet_word(struct sheet *text, enum sheet_dress dress, const char *string);

/* A number without needless digits: 2, 0.5, 33.333. */
void sheet_number(struct sheet *text, double number);

/* Begins a file, under another name until sheet_close; a device or a pipe is written as it is, "-" is stdout. */
bool sheet_open(struct sheet *text, const char *path, struct error *err);

/* Writes what is left. The file that sheet_open began gets its name, or goes away if anything failed. */
bool sheet_close(struct sheet *text, struct error *err);

void sheet_free(struct sheet *text);

#endif
