/* Growable text. */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* `struct text t = {0};` is an empty text. */
struct text {
    char *bytes; /* NUL-terminated; NULL until something is added */
    size_t length;
    bool failed; /* an allocation or a drain failed: the text is incomplete, and further additions are ignored */

    size_t room;                  /* private */
    void (*drain)(struct text *); /* NULL, or called to use and empty the text as it fills (base/file) */
};

void text_add(struct text *text, const char *bytes, size_t length);

/* Inline, so that the length of a literal is a constant. */
static inline void text_string(struct text *text, const char *string)
{
    text_add(text, string, strlen(string));
}

__attribute__((format(printf, 2, 3))) void text_format(struct text *text, const char *format, ...);

/* Appends another text; if that one has failed, so does this one. */
void text_append(struct text *text, const struct text *more);

void text_integer(struct text *text, int64_t number);

/* The same after something else, which is added as it is. */
void text_integer_after(struct text *text, const char *before, int64_t number);

/* Adds true or false. */
void text_boolean(struct text *text, bool value);

/* Adds a number in its shortest form with at most `digits` (0 to 3) decimals: 3, 2.5, -0.25; from 1e15 on as %g. */
void text_number(struct text *text, double number, int digits);

/* Contexts in which untrusted bytes must stand for themselves and nothing else. */
enum text_escape {
    TEXT_JSON,   /* inside the quotes of a JSON string */
    TEXT_SCRIPT, /* the same, for JSON in an HTML <script> */
    TEXT_MARKUP, /* XML or HTML: the content of an element or of a quoted attribute */
    TEXT_CSV,    /* inside the quotes of a field */
    TEXT_LINE,   /* a line on a terminal */
    TEXT_ASCII,  /* JSON already; what is not ASCII becomes \u escapes */
};

/* Adds untrusted bytes. Invalid UTF-8 and characters that XML does not allow become U+FFFD. */
void text_escape(struct text *text, enum text_escape escape, const char *bytes, size_t length);

/* The same for a string. */
void text_escape_string(struct text *text, enum text_escape escape, const char *string);

/* Adds a template in which every %s, the only conversion there is, stands for an untrusted string. */
__attribute__((format(printf, 3, 4))) void text_fill(struct text *text, enum text_escape escape, const char *template,
                                                     ...);

/* Adds another text as untrusted bytes, and frees it; if that one has failed, so does this one. */
void text_pour(struct text *text, enum text_escape escape, struct text *from);

/* Adds a JSON string with its quotes. */
void text_json(struct text *text, const char *bytes, size_t length);
void text_json_string(struct text *text, const char *string);

/* The same after something else, which is added as it is. */
void text_json_after(struct text *text, const char *before, const char *string);

/* Adds a word for a POSIX shell, quoted if it has to be. */
void text_shell(struct text *text, const char *word);

/* Whether a list of words, which is NULL-terminated, or NULL, has this one. */
bool text_is_listed(const char *const *words, const char *word);

/* The line at *at, without its newline, and its length; *at becomes the start of the next. NULL at the end. */
const char *text_line(const char **at, const char *end, size_t *length);

/* Removes `count` bytes from the beginning. */
void text_drop(struct text *text, size_t count);

/* Empties the text and clears `failed`, keeping the memory for reuse. */
void text_clear(struct text *text);

/* Frees the bytes and leaves an empty text. */
void text_free(struct text *text);

#endif
