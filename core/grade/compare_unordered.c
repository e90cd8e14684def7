/* Arrays whose order does not count: each element looks for an equal one in the other array. */
#include "base/json_text.h"
#include "grade/compare_walk.h"
#include "grade/number.h"

#include <stdlib.h>

enum { TRIES_MAX = 1000 }; /* for one element among those of its hash: what a program prints must not cost hours */

struct element {
    uint64_t hash;
    uint32_t node;
    bool matched;
};

static uint64_t mix(uint64_t hash, uint64_t more)
{
    hash = (hash ^ more) * 0x9E3779B97F4A7C15U;
    return hash ^ hash >> 29;
}

static uint64_t hash_scalar(const struct json_nodes *tree, const struct json_node *node, bool exact)
{
    if (node->kind == JSON_NUMBER && exact) {
        return number_hash(tree->text + node->start, node->end - node->start);
    }
    if (node->kind == JSON_STRING) {
        return json_text_hash(tree->text + node->start + 1);
    }
    return (uint64_t)node->kind;
}

/* The same for equal values. Children come behind their parent, so going backwards finds them hashed. */
static uint64_t hash_value(const struct json_nodes *tree, uint32_t first, uint64_t *hashes, bool exact)
{
    uint64_t result = 0;
    for (uint32_t i = tree->nodes[first].next; i-- > first;) {
        const struct json_node *node = &tree->nodes[i];
        uint64_t hash = hash_scalar(tree, node, exact), sum = 0;
        for (uint32_t child = i + 1, k = 0; k < node->count; k++, child = tree->nodes[child].next) {
            if (node->kind == JSON_ARRAY) {
                hash = mix(hash, hashes[child - first]);
            } else {
                sum += mix(hashes[child - first], json_text_hash(tree->text + tree->nodes[child].key + 1));
            }
        }
        result = hashes[i - first] = mix(hash, sum + node->count);
    }
    return result;
}

static int by_hash(const void *left, const void *right)
{
    const struct element *a = left, *b = right;
    return a->hash != b->hash ? (a->hash > b->hash) - (a->hash < b->hash) : (a->node > b->node) - (a->node < b->node);
}

static int by_place(const void *left, const void *right)
{
    const struct element *a = left, *b = right;
    return (a->node > b->node) - (a->node < b->node);
}

/* The elements of an array, sorted by their hashes. */
static struct element *elements_of(const struct json_nodes *tree, uint32_t array, bool exact)
{
    const struct json_node *node = &tree->nodes[array];
    struct element *elements = calloc(node->count + 1, sizeof *elements);
    uint64_t *hashes = malloc((node->next - array) * sizeof *hashes);
    if (elements && hashes) {
        for (uint32_t child = array + 1, k = 0; k < node->count; k++, child = tree->nodes[child].next) {
            elements[k] = (struct element){.hash = hash_value(tree, child, hashes, exact), .node = child};
        }
        qsort(elements, node->count, sizeof *elements, by_hash);
    } else {
        free(elements);
        elements = NULL;
    }
    free(hashes);
    return elements;
}

/* Matches the elements that have the hash of the first one of a. Returns how many of a there were. */
static uint32_t match_run(struct compare *c, struct element *a, uint32_t a_count, struct element *b, uint32_t b_count)
{
    uint32_t i = 0, end = 0, first = 0;
    while (end < b_count && b[end].hash == a[0].hash) {
        end++;
    }
    for (; i < a_count && a[i].hash == a[0].hash; i++) {
        while (first < end && b[first].matched) {
            first++;
        }
        for (uint32_t j = first; j < end && j - first < TRIES_MAX && !a[i].matched; j++) {
            if (!b[j].matched && compare_same(c, a[i].node, b[j].node)) {
                a[i].matched = b[j].matched = true;
            }
        }
    }
    return i;
}

static bool list_unmatched(struct compare *c, struct element *elements, uint32_t count, bool of_got)
{
    bool ok = true;
    qsort(elements, count, sizeof *elements, by_place);
    for (uint32_t i = 0; ok && i < count; i++) {
        ok = elements[i].matched ||
             compare_pair(c, of_got ? COMPARE_NOTHING : elements[i].node, of_got ? elements[i].node : COMPARE_NOTHING);
    }
    return ok;
}

bool compare_pair_unordered(struct compare *c, struct compare_frame *frame)
{
    uint32_t m = c->expected.nodes[frame->a].count, n = c->got.nodes[frame->b].count;
    bool exact = c->way->tolerance <= 0;
    struct element *a = elements_of(&c->expected, frame->a, exact), *b = elements_of(&c->got, frame->b, exact);
    bool ok = a && b;
    for (uint32_t i = 0, j = 0; ok && i < m;) {
        while (j < n && b[j].hash < a[i].hash) {
            j++;
        }
        i += match_run(c, a + i, m - i, b + j, n - j);
    }
    ok = ok && list_unmatched(c, a, m, false) && list_unmatched(c, b, n, true);
    free(a);
    free(b);
    c->failed = c->failed || !ok;
    return ok;
}
