/* What went wrong, in words for a person.
 *
 * A function that can fail takes a `struct error *`, fills it and returns false (or NULL). Callers stop at the first
 * failure, so that is the one reported. */
#ifndef BASE_ERROR_H
#define BASE_ERROR_H

#include <stdbool.h>

enum error_kind {
    ERROR_NONE,
    ERROR_INPUT,  /* the input is malformed or breaks a data definition */
    ERROR_MEMORY, /* an allocation failed */
    ERROR_IO,     /* the operating system refused to read or write */
    ERROR_PLAYER, /* a player failed: it broke a rule, did not answer, or is gone */
};

struct error {
    enum error_kind kind;
    char text[480]; /* one line, without the program's name or a newline */
};

/* Fills err, truncating text that does not fit. Returns false, so that a caller can `return error_set(...)`. */
__attribute__((format(printf, 3, 4))) bool error_set(struct error *err, enum error_kind kind, const char *format, ...);

/* Prepares err for a call on a player: if the call fails without setting an error, err reads "failed". Returns err.
 * Used before every call, so it formats nothing. */
struct error *error_silent(struct error *err);

/* Like error_set, for a failed allocation. */
bool error_memory(struct error *err);

/* Whether an errno means that this machine ran out of a resource, which is nobody else's fault. */
bool error_is_shortage(int error);

#endif
