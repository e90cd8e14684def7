#include "trains/codec.h"

#include "base/names.h"
#include "tournament/entries.h"

#include <string.h>

/* -- reading -- */

/* A strategy, by name, or a program. */
static bool read_strategy(const struct json_at *at, struct arena *arena, struct trains_entry *entry, struct error *err)
{
    const char *name;
    size_t length;
    if (!entries_program(at, arena, &entry->program, err) || entry->program) {
        return entry->program;
    }
    if (!json_at_string(at, &name, &length, err)) {
        return false;
    }
    entry->strategy = strlen(name) == length ? trains_strategy_find(name) : NULL;
    if (!entry->strategy) {
        return json_at_fail(
            at, err,
            "there is no strategy %s; there are Hold-10, Buy-Now, Cheat and player-bad-start, -setup, -pick, "
            "-play, -more, -win and -end, and paths of programs, which have a slash",
            json_show(name, length).text);
    }
    return true;
}

static bool read_entry(const struct json_at *at, struct arena *arena, struct trains_entry *entry, struct error *err)
{
    struct json_at part[2];
    return json_at_elements(at, 2, 2, part, err) &&
           entries_name(&part[0], TRAINS_PLAYER_NAME_MAX, arena, &entry->name, err) &&
           read_strategy(&part[1], arena, entry, err);
}

/* Renames every player that has the name of an older one. */
static bool rename_shared(struct trains_entry *entries, size_t count, struct arena *arena)
{
    struct names_register taken = {0};
    bool done = true;
    for (size_t i = 0; done && i < count; i++) {
        entries[i].name = names_register_add(&taken, entries[i].name, TRAINS_PLAYER_NAME_MAX, arena);
        done = entries[i].name;
    }
    names_register_free(&taken);
    return done;
}

bool trains_codec_players(const struct json_at *at, size_t low, size_t high, enum trains_shared_names shared,
                          struct arena *arena, struct trains_entry **entries, int *count, struct error *err)
{
    *entries = json_at_list(at, low, high, sizeof **entries, arena, count, err);
    if (!*entries) {
        return false;
    }
    for (int i = 0; i < *count; i++) {
        struct json_at entry = json_at_element(at, (size_t)i);
        if (!read_entry(&entry, arena, &(*entries)[i], err)) {
            return false;
        }
    }
    if (shared == TRAINS_NAMES_REFUSED) {
        return entries_differ(at, &(*entries)->name, sizeof **entries, arena, err);
    }
    return shared == TRAINS_NAMES_KEPT || rename_shared(*entries, (size_t)*count, arena) ? true : error_memory(err);
}

/* Reads a color. Cards of one color are mostly one object, since json_build shares short strings: `known` has the last
 * object of each color that was seen. */
static bool read_color(const struct json_at *at, json_object *known[TRAINS_COLORS], enum trains_color *out,
                       struct error *err)
{
    int color = 0;
    while (color < TRAINS_COLORS && (!at->object || known[color] != at->object)) {
        color++;
    }
    if (color == TRAINS_COLORS && !json_at_word(at, trains_color_names, &color, err)) {
        return false;
    }
    known[color] = at->object;
    *out = (enum trains_color)color;
    return true;
}

bool trains_codec_colors(const struct json_at *at, size_t low, size_t high, struct arena *arena,
                         struct trains_deck *deck, struct error *err)
{
    json_object *known[TRAINS_COLORS] = {NULL};
    enum trains_color *cards = json_at_list(at, low, high, sizeof *cards, arena, &deck->count, err);
    deck->cards = cards;
    for (int i = 0; cards && i < deck->count; i++) {
        struct json_at card = json_at_element(at, (size_t)i);
        if (!read_color(&card, known, &cards[i], err)) {
            return false;
        }
    }
    return cards;
}

bool trains_codec_deck(const struct json_at *at, struct arena *arena, struct trains_deck *deck, struct error *err)
{
    return trains_codec_colors(at, (size_t)TRAINS_FIRST_CARDS * TRAINS_PLAYERS_MAX, TRAINS_DECK_MAX, arena, deck, err);
}

/* -- writing -- */

void trains_codec_write_too_small(struct text *out)
{
    text_string(out, "\"error: not enough destinations\"");
}

void trains_codec_write_game(struct text *out, const char *const *names, const struct trains_standing *standing,
                             int players, struct arena *arena)
{
    int ranks = 0;
    for (int i = 0; i < players; i++) {
        ranks = standing[i].rank > ranks ? standing[i].rank : ranks;
    }
    text_string(out, "[[");
    for (int rank = 1; rank <= ranks; rank++) {
        text_string(out, rank > 1 ? "," : "");
        names_write(out, names, players, &standing->place, sizeof *standing, rank, arena);
    }
    text_string(out, "],");
    names_write(out, names, players, &standing->place, sizeof *standing, 0, arena);
    text_string(out, "]");
}

static void write_results(struct text *out, const char *const *names, const struct trains_played *game)
{
    text_string(out, "[");
    for (const char *before = "{"; game; game = game->next, before = ",{") {
        text_string(out, before);
        for (int i = 0; i < game->players; i++) {
            text_json_after(out, i ? "," : "", names[game->player[i]]);
            text_integer_after(out, ":", game->place[i]);
        }
        text_string(out, "}");
    }
    text_string(out, "]");
}

void trains_codec_write_tournament(struct text *out, const char *const *names, int players,
                                   const struct trains_outcome *outcome, bool results, struct arena *arena)
{
    const int *fates = (const int *)outcome->fate;
    if (!outcome->enough) {
        trains_codec_write_too_small(out);
        return;
    }
    text_string(out, "[");
    names_write(out, names, players, fates, sizeof *fates, TOURNAMENT_IN, arena);
    text_string(out, ",");
    names_write(out, names, players, fates, sizeof *fates, TOURNAMENT_MISBEHAVED, arena);
    if (results) {
        text_string(out, ",");
        write_results(out, names, outcome->games);
    }
    text_string(out, "]");
}
