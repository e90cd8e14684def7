/* A consumer of json_scan that lists what is where in a text, and loses nothing.
 *
 * json-c cuts large integers, rounds decimals and stops at a certain depth; what a program printed must be judged by
 * what it printed. The list borrows the text. It is built and walked without recursion, so depth costs nothing. */
#ifndef BASE_JSON_NODES_H
#define BASE_JSON_NODES_H

#include "base/json_scan.h"

/* A value, in front of all that is in it. Offsets are in bytes. */
struct json_node {
    uint32_t start, end; /* its text; a string's includes the quotes */
    uint32_t key;        /* of an object's member: where its key starts, at the opening quote */
    uint32_t next;       /* the index of the node behind it and all that is in it */
    uint32_t count;      /* how many elements or members it has */
    enum json_kind kind;
};

/* The values of a text. `struct json_nodes n = {0};` is an empty list, to be used for one text after the other. */
struct json_nodes {
    const char *text; /* borrowed */
    size_t length;
    struct json_node *nodes; /* the top-level values are at 0, nodes[0].next, ... */
    uint32_t count;
    uint32_t values; /* at the top level */

    struct json_scanner scanner; /* what is wrong with the text */
    uint32_t most;               /* how many nodes it may have, set before it is used; 0: any number */
    bool too_many;               /* the problem is that it has more */

    /* private */
    size_t room;
    uint32_t parent; /* the innermost open container, or UINT32_MAX; while open, its `next` is the one around it */
    uint32_t key;
};

/* Takes a text apart: JSON values with white space between them. unique: no object may have a key twice. False if the
 * text is not JSON; the values in front of the problem are there. */
bool json_nodes_parse(struct json_nodes *tree, const char *text, size_t length, bool unique);

/* Whether the member's key says the same as a plain string. */
bool json_nodes_key_is(const struct json_nodes *tree, uint32_t node, const char *key);

/* The member of an object that has a key; 0, which is no member, if there is none. */
uint32_t json_nodes_member(const struct json_nodes *tree, uint32_t object, const char *key);

/* Why the text is not JSON: see json_place_problem. */
void json_nodes_explain(const struct json_nodes *tree, char *out, size_t size);

/* What a string means: writes as many whole characters as fit into size - 1 bytes, and a NUL; how many bytes it has in
 * all. Anything but a string is an empty one. */
size_t json_nodes_string(const struct json_nodes *tree, uint32_t node, char *out, size_t size);

void json_nodes_free(struct json_nodes *tree);

#endif
