/* Both readers of JSON, one of them given the text in pieces: same values, same complaint. A byte decides how the text
 * is cut. */
#include "base/json_nodes.h"
#include "base/json_stream.h"
#include "base/random.h"
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = sizeof "text:" - 1 };

/* Whether a value is the same in both. */
static void check_value(const struct json_value *value, const struct json_nodes *tree, uint32_t node)
{
    static const enum json_type types[] = {json_type_null,   json_type_boolean, json_type_boolean, json_type_null,
                                           json_type_string, json_type_array,   json_type_object};
    const struct json_node *n = &tree->nodes[node];
    enum json_type type = json_object_get_type(value->object);
    fuzz_expect(value->start == n->start);
    fuzz_expect(n->kind == JSON_NUMBER ? type == json_type_int || type == json_type_double : type == types[n->kind]);
    if (type == json_type_string) {
        size_t length = (size_t)json_object_get_string_len(value->object), size = n->end - n->start + 1;
        char *text = malloc(size);
        fuzz_expect(text && json_nodes_string(tree, node, text, size) == length &&
                    memcmp(text, json_object_get_string(value->object), length) == 0);
        free(text);
    } else if (type == json_type_array) {
        fuzz_expect(json_object_array_length(value->object) == n->count);
    } else if (type == json_type_object) {
        fuzz_expect((uint32_t)json_object_object_length(value->object) == n->count);
    }
}

/* Reads on until more text is needed; returns what came last. */
static enum json_stream_result take(struct json_stream *stream, const struct json_nodes *tree, uint32_t *node,
                                    struct error *err)
{
    struct json_value value;
    enum json_stream_result result;
    while ((result = json_stream_next(stream, 0, &value, err)) == JSON_STREAM_VALUE) {
        fuzz_expect(*node < tree->count);
        check_value(&value, tree, *node);
        fuzz_expect(json_stream_unique(&value, err));
        *node = tree->nodes[*node].next;
        json_object_put(value.object);
    }
    return result;
}

/* Whether a complaint is about what json-c cannot hold. The other reader has no such limits. */
static bool is_limit(const struct error *err)
{
    return strstr(err->text, "nested") || strstr(err->text, "a key must not contain");
}

static void compare(const char *text, size_t length, struct random *cuts)
{
    struct json_nodes tree = {0};
    struct json_stream stream = {.name = "text"};
    struct error err = {.kind = ERROR_NONE};
    enum json_stream_result result = JSON_STREAM_MORE;
    uint32_t node = 0;
    char why[sizeof err.text];
    bool valid = json_nodes_parse(&tree, text, length, true);
    uint64_t most = random_below(cuts, length + 1) + 1;
    for (size_t at = 0; at < length && result == JSON_STREAM_MORE;) {
        size_t piece = (size_t)random_below(cuts, most) + 1;
        piece = piece < length - at ? piece : length - at;
        fuzz_expect(json_stream_feed(&stream, text + at, piece, &err));
        result = take(&stream, &tree, &node, &err);
        at += piece;
    }
    if (result == JSON_STREAM_MORE) {
        stream.finished = true;
        result = take(&stream, &tree, &node, &err);
    }
    if (valid) {
        fuzz_expect(result == JSON_STREAM_END ? node == tree.count : is_limit(&err));
    } else if (!is_limit(&err)) {
        json_nodes_explain(&tree, why, sizeof why);
        fuzz_expect(result == JSON_STREAM_ERROR && node == tree.count && strcmp(err.text + NAME, why) == 0);
    }
    json_stream_free(&stream);
    json_nodes_free(&tree);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input input = {data, size};
    struct random cuts = random_stream(fuzz_byte(&input), 0);
    size_t length;
    char *text = fuzz_rest(&input, &length);
    compare(text, length, &cuts);
    free(text);
    return 0;
}
