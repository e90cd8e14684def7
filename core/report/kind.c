#include "report/kind.h"

#include "report/trace.h"

#include <search.h>
#include <string.h>

enum { WORD_MAX = 160 };

/* Adds a string of a record as bytes, for the caller to escape. */
static void add(struct text *out, const struct json_nodes *tree, uint32_t node)
{
    char word[WORD_MAX];
    size_t length = json_nodes_string(tree, node, word, sizeof word);
    text_string(out, word);
    text_string(out, length > strlen(word) ? "..." : "");
}

/* The exception that ended a program. */
static bool add_exception(struct text *out, const struct result_details *d)
{
    struct trace trace;
    struct text said = results_string(&d->tree, d->complaints);
    bool found = !said.failed && trace_find(said.bytes, said.length, &trace);
    if (found) {
        text_add(out, trace.raised.bytes, trace.raised.length);
        text_string(out, trace.function.length ? " in " : "");
        text_add(out, trace.function.bytes, trace.function.length);
    }
    out->failed = out->failed || said.failed;
    text_free(&said);
    return found;
}

static bool is_list(const struct json_nodes *tree, uint32_t node, uint32_t least)
{
    return node && tree->nodes[node].kind == JSON_ARRAY && tree->nodes[node].count >= least;
}

static void add_difference(struct text *out, const struct json_nodes *tree, uint32_t difference)
{
    if (is_list(tree, difference, 3)) {
        uint32_t path = difference + 1, expected = tree->nodes[path].next, got = tree->nodes[expected].next;
        add(out, tree, path);
        text_string(out, ": expected ");
        add(out, tree, expected);
        text_string(out, json_nodes_string(tree, expected, NULL, 0) ? ", got " : "nothing, got ");
        add(out, tree, got);
        text_string(out, json_nodes_string(tree, got, NULL, 0) ? "" : "nothing");
    }
}

/* A complaint about an answer, without the place: "<stdout>:3:14: expected a value". */
static void add_detail(struct text *out, const struct result *r, const struct result_details *d)
{
    struct text words = {0};
    add(&words, &d->tree, d->detail);
    const char *rest = words.bytes ? words.bytes : "", *colon = strstr(rest, ": ");
    text_string(out, r->verdict == VERDICT_BAD_JSON && colon ? colon + 2 : rest);
    out->failed = out->failed || words.failed;
    text_free(&words);
}

void kind_describe(const struct result *r, struct text *out)
{
    struct result_details d;
    if (!results_details(r, &d, out)) {
        return;
    }
    if (is_list(&d.tree, d.slip, 1)) {
        add(out, &d.tree, d.slip + 1);
    } else if (r->verdict == VERDICT_EXIT && d.complaints && add_exception(out, &d)) {
        ;
    } else if (is_list(&d.tree, d.log, 1)) {
        text_string(out, "the log, ");
        add_difference(out, &d.tree, d.log);
    } else if (is_list(&d.tree, d.differences, 1)) {
        add_difference(out, &d.tree, d.differences + 1);
    } else if (d.detail) {
        add_detail(out, r, &d);
    }
    results_details_free(&d);
}

static uint64_t hash_of(const struct result *r, const struct text *phrase)
{
    uint64_t hash = 14695981039346656037U + (uint64_t)r->verdict;
    for (size_t i = 0; i < phrase->length; i++) {
        hash = (hash ^ (unsigned char)phrase->bytes[i]) * 1099511628211U;
    }
    return hash;
}

static int by_hash(const void *left, const void *right)
{
    const struct kind *a = left, *b = right;
    return (a->hash > b->hash) - (a->hash < b->hash);
}

/* Those in the tree are in the list. */
static void keep(void *kind)
{
    (void)kind;
}

bool kinds_find(struct kinds *kinds, const struct result *results, size_t count,
                bool (*skip)(const void *context, const struct result *result), const void *context,
                struct arena *arena)
{
    *kinds = (struct kinds){.results = results};
    kinds->of = arena_array(arena, count, sizeof *kinds->of);
    kinds->list = arena_array(arena, count, sizeof *kinds->list);
    void *tree = NULL; /* of kinds, by hash */
    struct text phrase = {0};
    bool ok = kinds->of && kinds->list;
    for (size_t i = 0; ok && i < count; i++) {
        kinds->of[i] = UINT32_MAX;
        if (results[i].verdict != VERDICT_PASS && !skip(context, &results[i])) {
            phrase.length = 0;
            kind_describe(&results[i], &phrase);
            struct kind *kind = &kinds->list[kinds->count], *const * found;
            *kind = (struct kind){.first = &results[i], .hash = hash_of(&results[i], &phrase)};
            found = phrase.failed ? NULL : tsearch(kind, &tree, by_hash);
            ok = found;
            if (found) {
                kinds->count += *found == kind;
                kinds->of[i] = (uint32_t)(*found - kinds->list);
                (*found)->cases++;
            }
        }
    }
    text_free(&phrase);
    tdestroy(tree, keep);
    return ok;
}

const struct kind *kinds_of(const struct kinds *kinds, const struct result *result)
{
    uint32_t number = kinds->of[result - kinds->results];
    return number == UINT32_MAX ? NULL : &kinds->list[number];
}
