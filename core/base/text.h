/* Text that grows, for documents that are made whole before they are written. */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* `struct text t = {0};` is an empty text. */
struct text {
    char *bytes; /* NUL-terminated; NULL as long as nothing was added */
    size_t length;
    bool failed; /* memory was short once: nothing is added any more, and what is there is not all of it */

    size_t room; /* private */
};

void text_add(struct text *text, const char *bytes, size_t length);
void text_string(struct text *text, const char *string);
__attribute__((format(printf, 2, 3))) void text_format(struct text *text, const char *format, ...);

/* A number of less than 15 digits, as short as it can be with at most `digits` (0 to 3) of them behind the point: 3,
 * 2.5, -0.25. */
void text_number(struct text *text, double number, int digits);

/* Any bytes as the content of an element or of an attribute in quotes of XML and HTML. What is no UTF-8, and characters
 * that XML does not know, become U+FFFD. */
void text_xml(struct text *text, const char *bytes, size_t length);

/* Frees the bytes and leaves an empty text. */
void text_free(struct text *text);

#endif
