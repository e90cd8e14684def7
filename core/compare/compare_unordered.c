/* Arrays whose order does not matter: each element looks for an equal one in the other array. */
#include "base/json_text.h"
#include "compare/compare_walk.h"
#include "compare/number.h"

#include <math.h>
#include <stdlib.h>

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

static void add_number(const struct json_nodes *tree, const struct json_node *node, struct compare_element *element)
{
    double number = number_to_double(tree->text + node->start, node->end - node->start);
    if (isfinite(number)) {
        element->least = number < element->least ? number : element->least;
        element->greatest = number > element->greatest ? number : element->greatest;
        element->sum += number;
        element->size += fabs(number);
        element->numbers++;
    }
}

/* An element with its hash; equal values have equal hashes. Children come after their parent, so they are already
 * hashed when going backwards. */
static struct compare_element element_at(const struct json_nodes *tree, uint32_t first, uint64_t *hashes, bool exact)
{
    struct compare_element element = {
        .least = INFINITY, .greatest = -INFINITY, .node = first, .partner = COMPARE_NOTHING};
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
        element.hash = hashes[i - first] = mix(hash, sum + node->count);
        if (!exact && node->kind == JSON_NUMBER) {
            add_number(tree, node, &element);
        }
    }
    return element;
}

/* By hash, then by sum. */
static int by_hash(const void *left, const void *right)
{
    const struct compare_element *a = left, *b = right;
    if (a->hash != b->hash) {
        return a->hash > b->hash ? 1 : -1;
    }
    if (a->sum != b->sum) {
        return a->sum > b->sum ? 1 : -1;
    }
    return (a->node > b->node) - (a->node < b->node);
}

static int by_place(const void *left, const void *right)
{
    const struct compare_element *a = left, *b = right;
    return (a->node > b->node) - (a->node < b->node);
}

/* The elements of an array, sorted by hash. */
static struct compare_element *elements_of(const struct json_nodes *tree, uint32_t array, bool exact)
{
    const struct json_node *node = &tree->nodes[array];
    struct compare_element *elements = calloc(node->count + 1, sizeof *elements);
    uint64_t *hashes = malloc((node->next - array) * sizeof *hashes);
    if (elements && hashes) {
        for (uint32_t child = array + 1, k = 0; k < node->count; k++, child = tree->nodes[child].next) {
            elements[k] = element_at(tree, child, hashes, exact);
        }
        qsort(elements, node->count, sizeof *elements, by_hash);
    } else {
        free(elements);
        elements = NULL;
    }
    free(hashes);
    return elements;
}

/* How many elements have the hash of the first. */
static uint32_t count_run(const struct compare_element *elements, uint32_t count)
{
    uint32_t same = 0;
    while (same < count && elements[same].hash == elements[0].hash) {
        same++;
    }
    return same;
}

static bool list_unmatched(struct compare *c, struct compare_element *elements, uint32_t count, bool of_got)
{
    bool ok = true;
    qsort(elements, count, sizeof *elements, by_place);
    for (uint32_t i = 0; ok && i < count; i++) {
        ok = elements[i].partner != COMPARE_NOTHING ||
             compare_pair(c, of_got ? COMPARE_NOTHING : elements[i].node, of_got ? elements[i].node : COMPARE_NOTHING);
    }
    return ok;
}

bool compare_pair_unordered(struct compare *c, struct compare_frame *frame)
{
    uint32_t m = c->expected.nodes[frame->a].count, n = c->got.nodes[frame->b].count;
    bool exact = c->way->tolerance <= 0;
    struct compare_element *a = elements_of(&c->expected, frame->a, exact), *b = elements_of(&c->got, frame->b, exact);
    bool ok = a && b;
    c->unmatched = m != n;
    for (uint32_t i = 0, j = 0; ok && i < m && j < n;) {
        uint32_t of_a = a[i].hash <= b[j].hash ? count_run(a + i, m - i) : 0;
        uint32_t of_b = b[j].hash <= a[i].hash ? count_run(b + j, n - j) : 0;
        ok = compare_match(c, a + i, of_a, b + j, of_b);
        i += of_a;
        j += of_b;
    }
    c->too_hard = c->too_hard || (c->exhausted && !c->unmatched);
    if (!c->exhausted || c->unmatched) {
        ok = ok && list_unmatched(c, a, m, false) && list_unmatched(c, b, n, true);
    }
    free(a);
    free(b);
    c->failed = c->failed || !ok;
    return ok;
}
