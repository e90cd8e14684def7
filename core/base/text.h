/* Text that grows. */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* `struct text t = {0};` is an empty text. */
struct text {
    char *bytes; /* NUL-terminated; NULL as long as nothing was added */
    size_t length;
    bool failed; /* an allocation or a drain failed: nothing is added any more, and the text is incomplete */

    size_t room;                  /* private */
    void (*drain)(struct text *); /* NULL, or called when there is much, to use and empty it (base/file) */
};

void text_add(struct text *text, const char *bytes, size_t length);

/* Inline, so that the length of a literal is known. */
static inline void text_string(struct text *text, const char *string)
{
    text_add(text, string, strlen(string));
}

__attribute__((format(printf, 2, 3))) void text_format(struct text *text, const char *format, ...);

/* Adds all of another text; if that is not whole, neither is this one. */
void text_append(struct text *text, const struct text *more);

void text_integer(struct text *text, int64_t number);

/* true or false. */
void text_boolean(struct text *text, bool value);

/* A number, as short as possible with at most `digits` (0 to 3) decimals: 3, 2.5, -0.25; from 1e15 on as %g. */
void text_number(struct text *text, double number, int digits);

/* Where bytes from outside may be put so that they mean just those characters and nothing else. */
enum text_escape {
    TEXT_JSON,   /* inside the quotes of a JSON string */
    TEXT_SCRIPT, /* the same, when the JSON stands in an HTML <script> */
    TEXT_MARKUP, /* the content of an element, or of an attribute in quotes, of XML or HTML */
    TEXT_CSV,    /* inside the quotes of a field */
    TEXT_LINE,   /* one line of a terminal */
};

/* Adds bytes from outside. Where they are not UTF-8, and for characters that XML does not know, U+FFFD stands. */
void text_escape(struct text *text, enum text_escape escape, const char *bytes, size_t length);

/* The same for a string. */
void text_escape_string(struct text *text, enum text_escape escape, const char *string);

/* Adds a JSON string with its quotes. */
void text_json(struct text *text, const char *bytes, size_t length);
void text_json_string(struct text *text, const char *string);

/* Removes so many bytes from the beginning. */
void text_drop(struct text *text, size_t count);

/* Leaves an empty text, also if it had failed; the memory is kept for what comes next. */
void text_clear(struct text *text);

/* Frees the bytes and leaves an empty text. */
void text_free(struct text *text);

#endif
