#include "base/json_nodes.h"

#include "base/ascii.h"
#include "base/json_text.h"
#include "base/list.h"
#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>

enum { FEW_KEYS = 8 };
#define NONE UINT32_MAX

struct parser {
    struct json_nodes *tree;
    const char *text;
    size_t at, length;
    uint32_t parent; /* the innermost open container, or NONE; while open, its `next` is the one around it */
    uint32_t key;
    bool unique;
};

static bool fail(struct parser *p, size_t at, const char *problem)
{
    p->tree->problem = problem;
    p->tree->problem_at = at < p->length ? at : p->length;
    return false;
}

static bool fail_memory(struct parser *p)
{
    p->tree->out_of_memory = true;
    return fail(p, p->at, "out of memory");
}

/* The next character, or a NUL behind the last one: no place where it is asked for takes a NUL. */
static char look(const struct parser *p)
{
    if (p->at == p->length) {
        return '\0';
    }
    return p->text[p->at];
}

static void skip_blanks(struct parser *p)
{
    while (p->at < p->length && ascii_is_blank(p->text[p->at])) {
        p->at++;
    }
}

static bool fail_here(struct parser *p, const char *problem)
{
    return fail(p, p->at, p->at < p->length ? problem : "the text ends inside a value");
}

/* -- scalars -- */

static bool is_hex4(const char *p)
{
    return strspn((const char[]){p[0], p[1], p[2], p[3], 0}, "0123456789abcdefABCDEF") == 4;
}

static bool skip_escape(struct parser *p)
{
    const char *e = p->text + p->at;
    size_t left = p->length - p->at;
    if (left >= 2 && e[1] && strchr("\"\\/bfnrt", e[1])) {
        p->at += 2;
        return true;
    }
    if (left < 2 || (e[1] == 'u' && left < 6)) {
        return fail(p, p->length, "the text ends inside a string");
    }
    if (e[1] != 'u') {
        return fail(p, p->at, "there is no such escape in JSON");
    }
    if (!is_hex4(e + 2)) {
        return fail(p, p->at, "\\u needs four hexadecimal digits");
    }
    unsigned code = json_text_hex4(e + 2);
    p->at += 6;
    if (code >= 0xD800 && code < 0xE000) {
        bool pair = code < 0xDC00 && left >= 12 && e[6] == '\\' && e[7] == 'u' && is_hex4(e + 8) &&
                    json_text_hex4(e + 8) >= 0xDC00 && json_text_hex4(e + 8) <= 0xDFFF;
        if (!pair) {
            return fail(p, p->at - 6, "half of a surrogate pair");
        }
        p->at += 6;
    }
    return true;
}

static bool skip_string(struct parser *p)
{
    const char *text = p->text;
    for (p->at++; p->at < p->length;) {
        unsigned char c = (unsigned char)text[p->at];
        if (c == '"') {
            p->at++;
            return true;
        }
        if (c >= 0x20 && c < 0x80 && c != '\\') {
            p->at++;
        } else if (c == '\\') {
            if (!skip_escape(p)) {
                return false;
            }
        } else if (c < 0x20) {
            return fail(p, p->at, "a control character in a string must be escaped");
        } else {
            int size = utf8_size(text + p->at, p->length - p->at);
            if (size <= 0) {
                return fail(p, p->at, "this is not UTF-8");
            }
            p->at += (size_t)size;
        }
    }
    return fail(p, p->length, "the text ends inside a string");
}

static bool skip_digits(struct parser *p)
{
    if (!ascii_is_digit(look(p))) {
        return fail_here(p, "expected a digit");
    }
    while (ascii_is_digit(look(p))) {
        p->at++;
    }
    return true;
}

static bool skip_number(struct parser *p)
{
    p->at += look(p) == '-';
    if (look(p) == '0' && p->at + 1 < p->length && ascii_is_digit(p->text[p->at + 1])) {
        return fail(p, p->at, "a number must not have a leading 0");
    }
    if (!skip_digits(p)) {
        return false;
    }
    if (look(p) == '.') {
        p->at++;
        if (!skip_digits(p)) {
            return false;
        }
    }
    if (look(p) == 'e' || look(p) == 'E') {
        p->at++;
        p->at += look(p) == '+' || look(p) == '-';
        return skip_digits(p);
    }
    return true;
}

static bool skip_word(struct parser *p, const char *word)
{
    size_t size = strlen(word);
    if (p->length - p->at < size || memcmp(p->text + p->at, word, size) != 0) {
        return fail_here(p, "expected a value");
    }
    p->at += size;
    return true;
}

/* -- nodes -- */

static bool add_node(struct parser *p, enum json_kind kind)
{
    struct json_nodes *tree = p->tree;
    if (tree->most && tree->count == tree->most) {
        tree->too_many = true;
        return fail(p, p->at, "more values than there may be");
    }
    if (tree->count == UINT32_MAX ||
        !list_grow(&tree->nodes, &tree->room, (size_t)tree->count + 1, sizeof *tree->nodes)) {
        return fail_memory(p);
    }
    if (p->parent == NONE) {
        tree->values++;
    } else {
        tree->nodes[p->parent].count++;
    }
    tree->nodes[tree->count++] = (struct json_node){.start = (uint32_t)p->at, .key = p->key, .kind = kind};
    return true;
}

/* A value that holds no others. */
static bool scalar(struct parser *p, char c)
{
    enum json_kind kind = c == '"'   ? JSON_STRING
                          : c == 't' ? JSON_TRUE
                          : c == 'f' ? JSON_FALSE
                          : c == 'n' ? JSON_NULL
                                     : JSON_NUMBER;
    if (c != '"' && c != 't' && c != 'f' && c != 'n' && c != '-' && !ascii_is_digit(c)) {
        return fail_here(p, "expected a value");
    }
    if (!add_node(p, kind)) {
        return false;
    }
    uint32_t node = p->tree->count - 1;
    bool ok = kind == JSON_STRING   ? skip_string(p)
              : kind == JSON_NUMBER ? skip_number(p)
                                    : skip_word(p, c == 't'   ? "true"
                                                   : c == 'f' ? "false"
                                                              : "null");
    if (!ok) {
        return false;
    }
    p->tree->nodes[node].end = (uint32_t)p->at;
    p->tree->nodes[node].next = node + 1;
    return true;
}

static bool open_container(struct parser *p, bool object)
{
    if (!add_node(p, object ? JSON_OBJECT : JSON_ARRAY)) {
        return false;
    }
    uint32_t node = p->tree->count - 1;
    p->tree->nodes[node].next = p->parent;
    p->parent = node;
    p->at++;
    return true;
}

static int compare_keys(const void *left, const void *right, void *context)
{
    const uint32_t *a = left, *b = right;
    const struct json_nodes *tree = context;
    return json_text_compare(tree->text + *a + 1, tree->text + *b + 1);
}

/* Where an object repeats a key for the first time; NONE if it does not. Sorting keeps large objects cheap. */
static uint32_t repeated_key(struct json_nodes *tree, uint32_t *keys, uint32_t count)
{
    uint32_t first = NONE;
    qsort_r(keys, count, sizeof *keys, compare_keys, tree);
    for (uint32_t i = 1; i < count; i++) {
        if (compare_keys(&keys[i - 1], &keys[i], tree) == 0) {
            uint32_t later = keys[i] > keys[i - 1] ? keys[i] : keys[i - 1];
            first = later < first ? later : first;
        }
    }
    return first;
}

static bool check_keys(struct parser *p, uint32_t object)
{
    struct json_nodes *tree = p->tree;
    uint32_t count = tree->nodes[object].count, used = 0, few[FEW_KEYS], *keys = few;
    if (count < 2) {
        return true;
    }
    if (count > FEW_KEYS) {
        if (!list_grow(&tree->keys, &tree->key_room, count, sizeof *keys)) {
            return fail_memory(p);
        }
        keys = tree->keys;
    }
    for (uint32_t i = object + 1; used < count; i = tree->nodes[i].next) {
        keys[used++] = tree->nodes[i].key;
    }
    uint32_t again = repeated_key(tree, keys, count);
    return again == NONE || fail(p, again, "this key is in the object already");
}

static bool close_container(struct parser *p)
{
    struct json_node *node = &p->tree->nodes[p->parent];
    uint32_t index = p->parent;
    p->at++;
    p->parent = node->next;
    node->next = p->tree->count;
    node->end = (uint32_t)p->at;
    return node->kind == JSON_ARRAY || !p->unique || check_keys(p, index);
}

static bool in_object(const struct parser *p)
{
    return p->tree->nodes[p->parent].kind == JSON_OBJECT;
}

static bool read_key(struct parser *p, const char *problem)
{
    if (look(p) != '"') {
        return fail_here(p, problem);
    }
    p->key = (uint32_t)p->at;
    if (!skip_string(p)) {
        return false;
    }
    skip_blanks(p);
    if (look(p) != ':') {
        return fail_here(p, "expected ':'");
    }
    p->at++;
    skip_blanks(p);
    return true;
}

/* Behind a value: what follows it up to the next one, closing what ends here. False at the end of the top-level value,
 * or if there is a problem. */
static bool go_on(struct parser *p)
{
    while (p->parent != NONE) {
        bool object = in_object(p);
        skip_blanks(p);
        if (look(p) == ',') {
            p->at++;
            skip_blanks(p);
            return !object || read_key(p, "expected a key in quotes");
        }
        if (look(p) != (object ? '}' : ']')) {
            return fail_here(p, object ? "expected ',' or '}'" : "expected ',' or ']'");
        }
        if (!close_container(p)) {
            return false;
        }
    }
    return false;
}

/* Behind an opening bracket: up to the first value, or behind the closing one. */
static bool enter(struct parser *p)
{
    bool object = in_object(p);
    skip_blanks(p);
    if (look(p) == (object ? '}' : ']')) {
        return close_container(p) && go_on(p);
    }
    return !object || read_key(p, "expected a key in quotes or '}'");
}

/* One value of the top level. */
static bool read_value(struct parser *p)
{
    bool more = true;
    while (more) {
        char c = look(p);
        if (c == '[' || c == '{') {
            more = open_container(p, c == '{') && enter(p);
        } else {
            more = scalar(p, c) && go_on(p);
        }
    }
    return !p->tree->problem;
}

bool json_nodes_parse(struct json_nodes *tree, const char *text, size_t length, bool unique)
{
    struct parser p = {.tree = tree, .text = text, .length = length, .parent = NONE, .unique = unique};
    tree->text = text;
    tree->length = length;
    tree->count = tree->values = 0;
    tree->problem = NULL;
    tree->problem_at = 0;
    tree->out_of_memory = tree->too_many = false;
    if (length >= NONE) {
        return fail(&p, 0, "too long");
    }
    if (length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) {
        p.at = 3;
    }
    bool bare = false; /* the value before had neither quotes nor brackets, so the next one must keep its distance */
    for (;;) {
        size_t end = p.at;
        skip_blanks(&p);
        if (p.at == length) {
            return true;
        }
        if (bare && p.at == end && !strchr("{[\"", text[end])) {
            return fail(&p, end, "expected white space between two values");
        }
        uint32_t first = tree->count;
        if (!read_value(&p)) {
            tree->count = first; /* what is whole stays */
            tree->values -= tree->values > 0;
            return false;
        }
        enum json_kind kind = tree->nodes[first].kind;
        bare = kind != JSON_STRING && kind != JSON_ARRAY && kind != JSON_OBJECT;
    }
}

void json_nodes_free(struct json_nodes *tree)
{
    free(tree->nodes);
    free(tree->keys);
    *tree = (struct json_nodes){0};
}
