/* JSON values as they stand in a text: a flat list of what is where, and nothing lost.
 *
 * json-c cuts large integers, rounds decimals and stops at a certain depth; what a program printed must be judged by
 * what it printed. A tree borrows the text. It is built and walked without recursion, so depth costs nothing. */
#ifndef BASE_JSON_NODES_H
#define BASE_JSON_NODES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum json_kind { JSON_NULL, JSON_FALSE, JSON_TRUE, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT };

/* A value, in front of all that is in it. Offsets are in bytes. */
struct json_node {
    uint32_t start, end; /* its text; a string's includes the quotes */
    uint32_t key;        /* of an object's member: where its key starts, at the opening quote */
    uint32_t next;       /* the index of the node behind it and all that is in it */
    uint32_t count;      /* how many elements or members it has */
    enum json_kind kind;
};

/* The values of a text. `struct json_nodes t = {0};` is an empty one, to be used for one text after the other. */
struct json_nodes {
    const char *text; /* borrowed */
    size_t length;
    struct json_node *nodes; /* the top-level values are at 0, nodes[0].next, ... */
    uint32_t count;
    uint32_t values; /* at the top level */

    const char *problem; /* why the text is no JSON: a phrase for a person; NULL if it is */
    size_t problem_at;
    bool out_of_memory; /* the problem is not the text's */
    uint32_t most;      /* how many nodes it may have, set before it is used; 0: any number */
    bool too_many;      /* the problem is that it has more */

    /* private */
    size_t room;
    uint32_t *keys;
    size_t key_room;
};

/* Takes a text apart: JSON values with white space between them, strictly as RFC 8259 and UTF-8 have it. unique: no
 * object may have a key twice. False if the text is no JSON; the values in front of the problem are there. */
bool json_nodes_parse(struct json_nodes *tree, const char *text, size_t length, bool unique);

/* Whether the member's key says the same as a plain string. */
bool json_nodes_key_is(const struct json_nodes *tree, uint32_t node, const char *key);

/* The member of an object that has a key; 0, which is no member, if there is none. */
uint32_t json_nodes_member(const struct json_nodes *tree, uint32_t object, const char *key);

/* The line and the column, in characters, of an offset, both from 1. */
void json_nodes_place(const char *text, size_t length, size_t offset, size_t *line, size_t *column);

/* "3:14: expected a value, found the end of the line": the tree's problem for a person. */
void json_nodes_explain(const struct json_nodes *tree, char *out, size_t size);

/* What a string means: writes up to size - 1 bytes and a NUL to out, and returns how many bytes it has in all. */
size_t json_nodes_string(const struct json_nodes *tree, uint32_t node, char *out, size_t size);

void json_nodes_free(struct json_nodes *tree);

#endif
