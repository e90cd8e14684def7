#include "base/json_build.h"

#include "base/json_text.h"
#include "base/list.h"

#include <json-c/linkhash.h>
#include <stdlib.h>
#include <string.h>

enum {
    KEYS_UNSEEN = 64, /* an object takes so many without a look for equal ones */
    FEW = 3,          /* initial capacity of an array: as many elements as malloc's smallest block holds */
    MANY = 10000,     /* values, from which on it pays to shrink the tables of objects */
};

/* Decodes a string to an offset of the scratch buffer, NUL-terminated. */
static bool copy_string(struct json_builder *b, const struct json_event *e, size_t offset, size_t *length)
{
    const char *string = e->text + e->start + 1;
    *length = e->end - e->start - 2;
    if (!list_grow(&b->scratch, &b->room, offset + *length + 1, 1)) {
        return false;
    }
    if (e->escaped) {
        *length = json_text_decode(string, b->scratch + offset, *length + 1);
    } else {
        memcpy(b->scratch + offset, string, *length);
        b->scratch[offset + *length] = '\0';
    }
    return true;
}

static bool build_string(struct json_builder *b, const struct json_event *e, json_object **out)
{
    size_t length, offset = b->key_length + 1;
    if (!e->escaped) {
        *out = json_object_new_string_len(e->text + e->start + 1, (int)(e->end - e->start - 2));
    } else {
        *out = copy_string(b, e, offset, &length) ? json_object_new_string_len(b->scratch + offset, (int)length) : NULL;
    }
    return *out;
}

static bool build_number(struct json_builder *b, const struct json_event *e, json_object **out)
{
    size_t length = e->end - e->start, offset = b->key_length + 1;
    if (!list_grow(&b->scratch, &b->room, offset + length + 1, 1)) {
        return false;
    }
    char *number = memcpy(b->scratch + offset, e->text + e->start, length);
    number[length] = '\0';
    if (strpbrk(number, ".eE")) {
        *out = json_object_new_double_s(strtod(number, NULL), number);
    } else if (*number == '-') {
        *out = json_object_new_int64(strtoll(number, NULL, 10));
    } else {
        unsigned long long natural = strtoull(number, NULL, 10);
        *out = natural <= INT64_MAX ? json_object_new_int64((int64_t)natural) : json_object_new_uint64(natural);
    }
    return *out;
}

static bool same_token(const struct json_shared *a, const struct json_shared *b)
{
    return a->token[0] == b->token[0] && a->token[1] == b->token[1] && a->token[2] == b->token[2];
}

/* Short strings and numbers are shared if they have come before: boards and decks repeat a few of them over and over,
 * and starting a program and reading a small input costs little but the pages of memory that are touched. */
static bool build_scalar(struct json_builder *b, const struct json_event *e, json_object **out)
{
    bool (*build_new)(struct json_builder *, const struct json_event *, json_object **) =
        e->kind == JSON_STRING ? build_string : build_number;
    struct json_shared found = {.value = NULL};
    if (e->escaped || e->end - e->start > sizeof found.token) {
        return build_new(b, e, out);
    }
    memcpy(found.token, e->text + e->start, e->end - e->start);
    uint64_t hash = (found.token[0] * 3 + found.token[1] * 5 + found.token[2]) * 0x9E3779B97F4A7C15;
    struct json_shared *shared = &b->shared[hash >> 58];
    if (!shared->value || !same_token(shared, &found)) {
        if (!build_new(b, e, &found.value)) {
            return false;
        }
        json_object_put(shared->value);
        *shared = found;
    }
    *out = json_object_get(shared->value);
    return true;
}

static bool build(struct json_builder *b, const struct json_event *e, json_object **out)
{
    switch (e->kind) {
    case JSON_NULL:
        *out = NULL;
        return true;
    case JSON_FALSE:
    case JSON_TRUE:
        *out = json_object_new_boolean(e->kind == JSON_TRUE);
        return *out;
    case JSON_NUMBER:
    case JSON_STRING:
        return build_scalar(b, e, out);
    case JSON_ARRAY:
        *out = json_object_new_array_ext(FEW);
        return *out;
    default:
        *out = json_object_new_object();
        return *out;
    }
}

/* Adds a value to its container, which takes ownership. */
static bool place(struct json_builder *b, json_object *value)
{
    if (b->depth == 0) {
        b->root = value;
        return true;
    }
    json_object *around = b->open[b->depth - 1];
    if (json_object_is_type(around, json_type_array)) {
        return json_object_array_add(around, value) == 0;
    }
    /* That a key is repeated where it must not be is found when the object ends. Until then, a table with the same key
     * in it many times would be searched from end to end for each, so large ones take a key only once. */
    bool looks = b->depth == b->repeats_at || json_object_object_length(around) >= KEYS_UNSEEN;
    return json_object_object_add_ex(around, b->scratch, value, looks ? 0 : JSON_C_OBJECT_ADD_KEY_IS_NEW) == 0;
}

static bool add(struct json_builder *b, const struct json_event *e)
{
    json_object *value = NULL;
    if (!build(b, e, &value)) {
        return false;
    }
    if (!place(b, value)) {
        json_object_put(value);
        return false;
    }
    if (e->kind == JSON_ARRAY || e->kind == JSON_OBJECT) {
        b->open[b->depth++] = value;
    }
    b->key_length = 0;
    return true;
}

/* json-c gives every object a table for 10 members, which is most of the cost of a small one. */
static bool end_container(struct json_builder *b)
{
    json_object *done = b->open[--b->depth];
    if (!json_object_is_type(done, json_type_object)) {
        return true;
    }
    if (b->count < MANY) {
        return true;
    }
    struct lh_table *table = json_object_get_object(done);
    int members = table->count, needed = members < 2 ? 1 : members < 3 ? members : members * 3 / 2;
    return table->size != JSON_OBJECT_DEF_HASH_ENTRIES || needed >= table->size || lh_table_resize(table, needed) == 0;
}

const char *json_build(void *builder, const struct json_event *e)
{
    struct json_builder *b = builder;
    if (e->kind == JSON_END) {
        return end_container(b) ? NULL : json_scan_no_memory;
    }
    b->count += e->kind == JSON_ARRAY || e->kind == JSON_OBJECT ? 2 : 1;
    if (b->count > JSON_BUILD_MAX) {
        return "more than 8388608 values (keys count as values, arrays and objects as two)";
    }
    bool done = e->kind == JSON_KEY ? copy_string(b, e, 0, &b->key_length) : add(b, e);
    return done ? NULL : json_scan_no_memory;
}

json_object *json_build_take(struct json_builder *b)
{
    json_object *root = b->root;
    b->root = NULL;
    return root;
}

void json_build_free(struct json_builder *b)
{
    json_object_put(b->root);
    for (int i = 0; i < JSON_BUILD_SHARED; i++) {
        json_object_put(b->shared[i].value);
    }
    free(b->scratch);
    *b = (struct json_builder){0};
}
