/* Where JSON values begin and end in a text that is still arriving, and whether they are JSON at all.
 *
 * json-c accepts a good deal that is not JSON (see docs/architecture.md). This scanner goes over the text first and is
 * strict: RFC 8259, valid UTF-8, no key twice in one object, no NUL in a key, at most JSON_DEPTH_MAX levels. It keeps
 * its place when the text ends in the middle of a value, so every byte is looked at once however the text arrives. */
#ifndef BASE_JSON_SCAN_H
#define BASE_JSON_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { JSON_DEPTH_MAX = 64 };

enum json_scan_result {
    JSON_SCAN_VALUE, /* a value is complete: it lies from `start` to `at` */
    JSON_SCAN_MORE,  /* the text ends before the next value does */
    JSON_SCAN_END,   /* the text is finished, and nothing but white space is left */
    JSON_SCAN_ERROR, /* no JSON: `problem` and `problem_at` say why and where */
};

/* `struct json_scanner s = {0};` begins at the start of a text. */
struct json_scanner {
    size_t start, at;
    const char *problem; /* a phrase for a person; NULL as long as all is well */
    size_t problem_at;
    bool out_of_memory; /* the problem is not the text's */
    int repeats_at;     /* the depth at which an object may repeat a key, for formats that allow it; 0: nowhere, -1:
                           anywhere */

    /* private: the state in the middle of a value */
    int state, number, depth, literal;
    bool is_key;
    uint64_t is_object; /* bit d: the container at depth d + 1 is an object */
    size_t string_start, bare_end;
    size_t keys_before[JSON_DEPTH_MAX];
    size_t *keys; /* where the keys of all open objects begin, outermost first */
    size_t key_count, key_room;
};

/* Scans on in text, which must begin with what earlier calls were given. finished: no more text will come. */
enum json_scan_result json_scan(struct json_scanner *scanner, const char *text, size_t length, bool finished);

/* Whether a value has begun and not ended. */
bool json_scan_inside(const struct json_scanner *scanner);

/* Goes on behind `at` bytes of the text, where an array or object ends that somebody else has read. */
void json_scan_skip(struct json_scanner *scanner, size_t at);

/* Goes on behind `at` bytes of another text, whose next value has not begun. */
void json_scan_again(struct json_scanner *scanner, size_t at);

/* Frees what the scanner holds. */
void json_scan_free(struct json_scanner *scanner);

#endif
