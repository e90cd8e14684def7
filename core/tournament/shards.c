#include "tournament/shards.h"

#include "base/content.h"
#include "base/json_nodes.h"
#include "base/json_show.h"
#include "base/json_text.h"
#include "base/list.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

void shards_range(int64_t games, const struct shards_part *part, int64_t *from, int64_t *to)
{
    int64_t shards = (int64_t)part->shards, index = (int64_t)part->index;
    int64_t each = games / shards, more = games % shards; /* the first `more` parts have one game more */
    *from = each * index + (index < more ? index : more);
    *to = *from + each + (index < more);
}

/* -- records -- */

static const char *const counts[SERIES_COUNTS] = {"games", "wins", "ties", "kicked", "sum", "squares"};

void shards_write(struct text *out, const struct series_totals *totals, const char *series)
{
    text_format(out,
                "{\"series\":\"%s\",\"games\":%" PRId64 ",\"seed\":%" PRIu64 ",\"from\":%" PRId64 ",\"to\":%" PRId64
                ",\"players\":[",
                series, totals->games, totals->seed, totals->from, totals->to);
    for (int i = 0; i < totals->players; i++) {
        text_json_after(out, i ? ",{\"name\":" : "{\"name\":", totals->names[i]);
        for (size_t k = 0; k < SERIES_COUNTS; k++) {
            text_format(out, ",\"%s\":%" PRId64, counts[k], totals->player[i].count[k]);
        }
        text_string(out, "}");
    }
    text_string(out, "]}\n");
}

/* The whole number that is a member of an object; natural: it has no sign and may need all 64 bits, as a seed does. */
static bool take_number(const struct json_nodes *tree, uint32_t object, const char *name, bool natural, int64_t *out)
{
    uint32_t node = json_nodes_member(tree, object, name);
    const char *text = tree->text + tree->nodes[node].start;
    char *end = NULL;
    if (!node || tree->nodes[node].kind != JSON_NUMBER || (natural && *text == '-')) {
        return false;
    }
    errno = 0;
    *out = natural ? (int64_t)strtoull(text, &end, 10) : strtoll(text, &end, 10);
    return errno == 0 && end == tree->text + tree->nodes[node].end;
}

static bool take_player(struct shards *s, const struct json_nodes *tree, uint32_t node, struct series_totals *out,
                        struct error *err)
{
    union series_player *player = &out->player[out->players];
    uint32_t name = tree->nodes[node].kind == JSON_OBJECT ? json_nodes_member(tree, node, "name") : 0;
    if (!name || tree->nodes[name].kind != JSON_STRING) {
        return false;
    }
    out->names[out->players] = json_text_copy(tree->text + tree->nodes[name].start + 1, &s->arena);
    if (!out->names[out->players++]) {
        return error_memory(err);
    }
    for (size_t k = 0; k < SERIES_COUNTS; k++) {
        if (!take_number(tree, node, counts[k], false, &player->count[k])) {
            return false;
        }
    }
    return player->games == out->to - out->from;
}

/* Parses a line; false if it is not a record, with an error only if memory ran out. */
static bool take_record(struct shards *s, struct json_nodes *tree, const char *line, size_t length,
                        struct series_totals *out, char series[SHA256_HEX], struct error *err)
{
    *out = (struct series_totals){0};
    if (!json_nodes_parse(tree, line, length, true) || tree->values != 1 || tree->nodes[0].kind != JSON_OBJECT) {
        return tree->scanner.out_of_memory && error_memory(err);
    }
    int64_t seed;
    uint32_t hash = json_nodes_member(tree, 0, "series"), players = json_nodes_member(tree, 0, "players");
    if (json_nodes_string(tree, hash, series, SHA256_HEX) != SHA256_HEX - 1 || !players ||
        tree->nodes[players].kind != JSON_ARRAY || tree->nodes[players].count > SERIES_PLAYERS_MAX ||
        !take_number(tree, 0, "games", false, &out->games) || !take_number(tree, 0, "from", false, &out->from) ||
        !take_number(tree, 0, "to", false, &out->to) || !take_number(tree, 0, "seed", true, &seed) || out->from < 0 ||
        out->to < out->from || out->to > out->games) {
        return false;
    }
    out->seed = (uint64_t)seed;
    for (uint32_t i = 0, node = players + 1; i < tree->nodes[players].count; i++, node = tree->nodes[node].next) {
        if (!take_player(s, tree, node, out, err)) {
            return false;
        }
    }
    return true;
}

/* -- files -- */

bool shards_has(const struct shards *shards, int64_t from, int64_t to)
{
    for (size_t i = 0; i < shards->count; i++) {
        if (shards->list[i].from == from && shards->list[i].to == to) {
            return true;
        }
    }
    return false;
}

/* Whether two records can be of one series. */
static bool agree(const struct series_totals *a, const struct series_totals *b)
{
    bool same = a->games == b->games && a->seed == b->seed && a->players == b->players;
    for (int i = 0; same && i < a->players; i++) {
        same = strcmp(a->names[i], b->names[i]) == 0;
    }
    return same;
}

/* Adds a record, which must be of the same series as all others. */
static bool add(struct shards *s, const struct series_totals *totals, const char *series, struct error *err)
{
    if ((*s->series && strcmp(s->series, series) != 0) || (s->count && !agree(&s->list[0], totals))) {
        return error_set(err, ERROR_INPUT,
                         "this is part of another series: the input, the seed or the number of games differs");
    }
    memcpy(s->series, series, SHA256_HEX);
    if (shards_has(s, totals->from, totals->to)) {
        return true;
    }
    if (!list_grow(&s->list, &s->room, s->count + 1, sizeof *s->list)) {
        return error_memory(err);
    }
    s->list[s->count++] = *totals;
    return true;
}

static bool read_lines(struct shards *s, const char *path, const struct content *file, struct error *err)
{
    struct json_nodes tree = {0};
    struct json_shown shown = json_show(path, strlen(path));
    bool ok = true;
    size_t number = 1;
    for (size_t at = 0; ok && at < file->length; number++) {
        const char *line = file->bytes + at, *end = memchr(line, '\n', file->length - at);
        size_t length = end ? (size_t)(end - line) : file->length - at;
        struct series_totals totals;
        struct error why = {0};
        char series[SHA256_HEX];
        at += length + 1;
        if (length == 0) {
            continue;
        }
        if (end && take_record(s, &tree, line, length, &totals, series, &why)) {
            ok = add(s, &totals, series, &why) || error_set(err, why.kind, "%s:%zu: %s", shown.text, number, why.text);
        } else if (why.kind == ERROR_MEMORY) {
            ok = error_memory(err);
        } else if (!*s->warning) {
            snprintf(s->warning, sizeof s->warning, "%s:%zu: this line is not a complete record; it is left out",
                     shown.text, number);
        }
    }
    json_nodes_free(&tree);
    return ok;
}

bool shards_load(struct shards *shards, const char *path, struct error *err)
{
    struct content file = {0};
    bool ok = content_read(&file, path, err) && read_lines(shards, path, &file, err);
    content_free(&file);
    return ok;
}

/* -- the whole -- */

static int by_first_game(const void *left, const void *right)
{
    const struct series_totals *a = left, *b = right;
    return (a->from > b->from) - (a->from < b->from);
}

static bool fail_missing(int64_t from, int64_t to, int64_t games, struct error *err)
{
    return error_set(err, ERROR_INPUT, "games %" PRId64 " to %" PRId64 " of %" PRId64 " are missing", from, to - 1,
                     games);
}

/* Whether the numbers can be added: those in a file may be anything. */
static bool can_add(const struct series_totals *whole, const struct series_totals *part)
{
    bool can = true;
    for (int i = 0; i < part->players; i++) {
        for (size_t k = 0; k < SERIES_COUNTS; k++) {
            int64_t sum;
            can = !__builtin_add_overflow(whole->player[i].count[k], part->player[i].count[k], &sum) && can;
        }
    }
    return can;
}

bool shards_merge(struct shards *shards, struct series_totals *whole, struct error *err)
{
    int64_t next = 0;
    if (shards->count == 0) {
        return error_set(err, ERROR_INPUT, "there are no records of a series");
    }
    qsort(shards->list, shards->count, sizeof *shards->list, by_first_game);
    *whole = shards->list[0];
    memset(whole->player, 0, sizeof whole->player);
    for (size_t i = 0; i < shards->count; i++) {
        const struct series_totals *part = &shards->list[i];
        if (part->from < next) {
            return error_set(err, ERROR_INPUT, "game %" PRId64 " is counted twice: the parts overlap", part->from);
        }
        if (part->from > next) {
            return fail_missing(next, part->from, whole->games, err);
        }
        if (!can_add(whole, part)) {
            return error_set(err, ERROR_INPUT, "the numbers in the record of game %" PRId64 " are too large",
                             part->from);
        }
        series_add(whole->player, part->player, part->players);
        next = part->to;
    }
    whole->from = 0;
    whole->to = whole->games;
    return next == whole->games || fail_missing(next, whole->games, whole->games, err);
}

void shards_free(struct shards *shards)
{
    free(shards->list);
    arena_free(&shards->arena);
    *shards = (struct shards){0};
}
