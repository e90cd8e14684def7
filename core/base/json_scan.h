/* A strict, incremental JSON scanner.
 *
 * This is the only module that knows the grammar: RFC 8259 in valid UTF-8, no repeated keys in an object. The scanner
 * reports events to a consumer; json_build turns them into json-c values, json_nodes into a flat list. It keeps its
 * state when the text ends in the middle of a value, so it looks at every byte once, and its result does not depend on
 * how the text was split. It does not recurse. */
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

/* What the scanner has just read. */
struct json_event {
    enum json_kind kind;
    const char *text;  /* the whole text; it may move before the next event */
    size_t start, end; /* its position there; strings and keys include their quotes */
    bool escaped;      /* a string or key contains escapes */
};

/* Returns NULL, or the reason to stop: a phrase for a person, or json_scan_no_memory. */
typedef const char *json_consumer(void *context, const struct json_event *event);

extern const char json_scan_no_memory[];

enum json_scan_result {
    JSON_SCAN_VALUE, /* a value is complete: it spans `start` to `at` */
    JSON_SCAN_MORE,  /* the text ends before the next value does */
    JSON_SCAN_END,   /* the text is finished, and only white space was left */
    JSON_SCAN_ERROR, /* invalid JSON: see `problem` and `problem_at` */
};

/* `struct json_scanner s = {0};` is at the start of a text. */
struct json_scanner {
    json_consumer *consumer; /* may be NULL */
    void *context;
    int repeats_at; /* depth at which objects may repeat a key, for formats that allow it; 0: nowhere, -1: anywhere */
    bool unlimited; /* allow any depth, and NUL characters in keys, neither of which json-c supports */

    size_t start, at;
    const char *problem; /* a phrase for a person; NULL if there is none */
    size_t problem_at;
    bool out_of_memory; /* the problem is not in the text */

    /* private: the text of this call, and the state in the middle of a value */
    const char *text;
    size_t length;
    bool finished;
    int state, number, literal;
    bool is_key, escaped, in_object;
    size_t token, bare_end;
    uint32_t depth, frame;
    struct json_key *stack; /* a frame for each open array or object, followed by its keys if it is an object */
    size_t stacked, room;
};

/* Continues scanning `text`, which must start with the text of earlier calls. finished: no more text will come. */
enum json_scan_result json_scan(struct json_scanner *scanner, const char *text, size_t length, bool finished);

/* Whether the scanner is in the middle of a value. */
bool json_scan_inside(const struct json_scanner *scanner);

/* Continues at offset `at`, just after an array or object that the caller has read itself. */
void json_scan_skip(struct json_scanner *scanner, size_t at);

/* Continues at offset `at` of another text, between two values. */
void json_scan_again(struct json_scanner *scanner, size_t at);

/* Restarts at the beginning of another text, with the same consumer and settings. */
void json_scan_restart(struct json_scanner *scanner);

/* Frees what the scanner holds. */
void json_scan_free(struct json_scanner *scanner);

#endif
