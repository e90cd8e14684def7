#include "base/json_nodes.h"

#include "base/json_place.h"
#include "base/json_text.h"
#include "base/list.h"

#include <stdlib.h>

#define NONE UINT32_MAX

static const char *add(struct json_nodes *tree, const struct json_event *e)
{
    if (tree->most && tree->count == tree->most) {
        tree->too_many = true;
        return "more values than there may be";
    }
    if (!list_grow(&tree->nodes, &tree->room, (size_t)tree->count + 1, sizeof *tree->nodes)) {
        return json_scan_no_memory;
    }
    uint32_t index = tree->count++;
    bool container = e->kind == JSON_ARRAY || e->kind == JSON_OBJECT;
    tree->nodes[index] = (struct json_node){
        .start = (uint32_t)e->start,
        .end = (uint32_t)e->end,
        .key = tree->key,
        .next = container ? tree->parent : index + 1,
        .kind = e->kind,
    };
    if (tree->parent != NONE) {
        tree->nodes[tree->parent].count++;
    }
    tree->parent = container ? index : tree->parent;
    return NULL;
}

static const char *take(void *context, const struct json_event *e)
{
    struct json_nodes *tree = context;
    if (e->kind == JSON_KEY) {
        tree->key = (uint32_t)e->start;
        return NULL;
    }
    if (e->kind == JSON_END) {
        struct json_node *node = &tree->nodes[tree->parent];
        tree->parent = node->next;
        node->next = tree->count;
        node->end = (uint32_t)e->end;
        return NULL;
    }
    return add(tree, e);
}

bool json_nodes_parse(struct json_nodes *tree, const char *text, size_t length, bool unique)
{
    struct json_scanner *scanner = &tree->scanner;
    json_scan_restart(scanner);
    scanner->consumer = take;
    scanner->context = tree;
    scanner->unlimited = true;
    scanner->repeats_at = unique ? 0 : -1;
    tree->text = text;
    tree->length = length;
    tree->count = tree->values = 0;
    tree->too_many = false;
    tree->parent = NONE;
    uint32_t whole = 0;
    enum json_scan_result result;
    while ((result = json_scan(scanner, text, length, true)) == JSON_SCAN_VALUE) {
        whole = tree->count;
        tree->values++;
    }
    tree->count = whole;
    return result == JSON_SCAN_END;
}

bool json_nodes_key_is(const struct json_nodes *tree, uint32_t node, const char *key)
{
    return json_text_is(tree->text, tree->nodes[node].key, key);
}

uint32_t json_nodes_member(const struct json_nodes *tree, uint32_t object, const char *key)
{
    uint32_t member = object + 1;
    for (uint32_t i = 0; tree->nodes[object].kind == JSON_OBJECT && i < tree->nodes[object].count; i++) {
        if (json_nodes_key_is(tree, member, key)) {
            return member;
        }
        member = tree->nodes[member].next;
    }
    return 0;
}

static int by_key(const void *left, const void *right, void *context)
{
    const struct json_nodes *tree = context;
    const uint32_t *a = left, *b = right;
    return json_text_compare(tree->text + tree->nodes[*a].key + 1, tree->text + tree->nodes[*b].key + 1);
}

uint32_t *json_nodes_children(struct json_nodes *tree, uint32_t node)
{
    uint32_t count = tree->nodes[node].count, used = 0;
    uint32_t *children = malloc((count + 1) * sizeof *children);
    for (uint32_t child = node + 1; children && used < count; child = tree->nodes[child].next) {
        children[used++] = child;
    }
    if (children && tree->nodes[node].kind == JSON_OBJECT) {
        qsort_r(children, count, sizeof *children, by_key, tree);
    }
    if (children) {
        children[count] = NONE;
    }
    return children;
}

void json_nodes_explain(const struct json_nodes *tree, char *out, size_t size)
{
    json_place_problem(&tree->scanner, tree->text, tree->length, out, size);
}

size_t json_nodes_string(const struct json_nodes *tree, uint32_t node, char *out, size_t size)
{
    bool string = tree->nodes[node].kind == JSON_STRING;
    return json_text_decode(string ? tree->text + tree->nodes[node].start + 1 : "\"", out, size);
}

void json_nodes_free(struct json_nodes *tree)
{
    free(tree->nodes);
    json_scan_free(&tree->scanner);
    *tree = (struct json_nodes){0};
}
