/* JSON, read strictly out of a text that is still arriving.
 *
 * This is the only place that knows what JSON looks like: RFC 8259 in valid UTF-8, no key twice in one object. The
 * scanner tells a consumer what it passes; json_build makes json-c values of that, json_nodes a flat list. It keeps its
 * place when the text ends in the middle of a value, so every byte is looked at once however the text arrives, and what
 * it says does not depend on how it does. It does not recurse. */
#ifndef BASE_JSON_SCAN_H
#define BASE_JSON_SCAN_H

#include "base/json_keys.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { JSON_DEPTH_MAX = 64 };

enum json_kind {
    JSON_NULL,
    JSON_FALSE,
    JSON_TRUE,
    JSON_NUMBER,
    JSON_STRING,
    JSON_ARRAY,  /* begins */
    JSON_OBJECT, /* begins */
    JSON_KEY,    /* of the member whose value is next */
    JSON_END,    /* of the innermost array or object */
};

/* What the scanner has just passed. */
struct json_event {
    enum json_kind kind;
    const char *text;  /* the whole text; it may move before the next event */
    size_t start, end; /* where it stands there; strings and keys include their quotes */
    bool escaped;      /* a string or key has escapes in it */
};

/* Returns NULL, or why the scanner should stop: a phrase for a person, or json_scan_no_memory. */
typedef const char *json_consumer(void *context, const struct json_event *event);

extern const char json_scan_no_memory[];

enum json_scan_result {
    JSON_SCAN_VALUE, /* a value is complete: it lies from `start` to `at` */
    JSON_SCAN_MORE,  /* the text ends before the next value does */
    JSON_SCAN_END,   /* the text is finished, and nothing but white space is left */
    JSON_SCAN_ERROR, /* invalid JSON: `problem` and `problem_at` say why and where */
};

/* `struct json_scanner s = {0};` begins at the start of a text. */
struct json_scanner {
    json_consumer *consumer; /* may be NULL */
    void *context;
    int repeats_at; /* the depth at which an object may repeat a key, for formats that allow it; 0: nowhere, -1:
                       anywhere */
    bool unlimited; /* any depth, and NUL characters in keys: what json-c values cannot have */

    size_t start, at;
    const char *problem; /* a phrase for a person; NULL as long as all is well */
    size_t problem_at;
    bool out_of_memory; /* the problem is not the text's */

    /* private: the text of this call, and the state in the middle of a value */
    const char *text;
    size_t length;
    bool finished;
    int state, number, literal;
    bool is_key, escaped, in_object;
    size_t token, bare_end;
    uint32_t depth, frame;
    struct json_key *stack; /* for each open array or object a frame, and behind it the keys of an object */
    size_t stacked, room;
};

/* Scans on in text, which must begin with what earlier calls were given. finished: no more text will come. */
enum json_scan_result json_scan(struct json_scanner *scanner, const char *text, size_t length, bool finished);

/* Whether a value has begun and not ended. */
bool json_scan_inside(const struct json_scanner *scanner);

/* Goes on behind `at` bytes of the text, where an array or object ends that somebody else has read. */
void json_scan_skip(struct json_scanner *scanner, size_t at);

/* Goes on behind `at` bytes of another text, whose next value has not begun. */
void json_scan_again(struct json_scanner *scanner, size_t at);

/* Begins at the start of another text, with the same consumer and rules. */
void json_scan_restart(struct json_scanner *scanner);

/* Frees what the scanner holds. */
void json_scan_free(struct json_scanner *scanner);

#endif
