/* A consumer of json_scan that lists every value and its position, without losing anything.
 *
 * json-c clamps large integers, rounds decimals and limits the depth; a program's output must be judged exactly as
 * printed. The list borrows the text. It is built and walked without recursion, so depth costs nothing. */
#ifndef BASE_JSON_NODES_H
#define BASE_JSON_NODES_H

#include "base/json_scan.h"

/* A value; its contents follow it. Offsets are in bytes. */
struct json_node {
    uint32_t start, end; /* its text; for a string, including the quotes */
    uint32_t key;        /* for a member of an object: offset of its key's opening quote */
    uint32_t next;       /* index of the first node after it and its contents */
    uint32_t count;      /* number of elements or members */
    enum json_kind kind;
};

/* The values of a text. `struct json_nodes n = {0};` is an empty list; it can be reused for further texts. */
struct json_nodes {
    const char *text; /* borrowed */
    size_t length;
    struct json_node *nodes; /* the top-level values are at 0, nodes[0].next, ... */
    uint32_t count;
    uint32_t values; /* number of top-level values */

    struct json_scanner scanner; /* what is wrong with the text */
    uint32_t most;               /* limit on the number of nodes, set before use; 0: none */
    bool too_many;               /* parsing stopped at that limit */

    /* private */
    size_t room;
    uint32_t parent; /* the innermost open container, or UINT32_MAX; while it is open, its `next` is its parent */
    uint32_t key;
};

/* Parses a text: JSON values separated by white space. unique: no object may repeat a key. False if the text is not
 * valid JSON; the list then has the values before the error. */
bool json_nodes_parse(struct json_nodes *tree, const char *text, size_t length, bool unique);

/* Whether the member's key equals a plain string. */
bool json_nodes_key_is(const struct json_nodes *tree, uint32_t node, const char *key);

/* The member of an object with this key; 0, which is never a member, if there is none. */
uint32_t json_nodes_member(const struct json_nodes *tree, uint32_t object, const char *key);

/* The children of an array or object, sorted by key if they have keys, and UINT32_MAX. The caller frees the list; NULL
 * if out of memory. */
uint32_t *json_nodes_children(struct json_nodes *tree, uint32_t node);

/* Why the text is not valid JSON: see json_place_problem. */
void json_nodes_explain(const struct json_nodes *tree, char *out, size_t size);

/* Decodes a string: writes as many whole characters as fit into size - 1 bytes, and a NUL. Returns the length of the
 * whole string in bytes. Anything but a string counts as empty. */
size_t json_nodes_string(const struct json_nodes *tree, uint32_t node, char *out, size_t size);

void json_nodes_free(struct json_nodes *tree);

#endif
