#include "trains/codec.h"

#include "base/names.h"

#include <string.h>

#define NAME_RULE "it has 1 to 50 letters or digits"

bool trains_codec_player_name(const struct json_at *at, struct arena *arena, const char **name, struct error *err)
{
    size_t length;
    if (!json_at_string(at, name, &length, err)) {
        return false;
    }
    if (!names_valid(*name, length, TRAINS_PLAYER_NAME_MAX)) {
        return json_at_fail(at, err, "%s is no name of a player; " NAME_RULE, json_show(*name, length).text);
    }
    *name = arena_string(arena, *name, length);
    if (!*name) {
        error_memory(err);
        return false;
    }
    return true;
}

bool trains_codec_player_key(const struct json_at *at, struct error *err)
{
    size_t length = strlen(at->key);
    return names_valid(at->key, length, TRAINS_PLAYER_NAME_MAX)
               ? true
               : json_at_fail_key(at, err, "%s is no name of a player; " NAME_RULE, json_show(at->key, length).text);
}

/* -- reading -- */

/* A strategy by its name; what has a slash in it is the path of a program. */
static bool read_strategy(const struct json_at *at, struct arena *arena, struct trains_entry *entry, struct error *err)
{
    const char *name;
    size_t length;
    if (!json_at_string(at, &name, &length, err)) {
        return false;
    }
    if (strchr(name, '/') && strlen(name) == length) {
        entry->program = arena_string(arena, name, length);
        return entry->program ? true : error_memory(err);
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
    if (!json_at_array(at, 2, 2, err)) {
        return false;
    }
    struct json_at name = json_at_element(at, 0), strategy = json_at_element(at, 1);
    return trains_codec_player_name(&name, arena, &entry->name, err) && read_strategy(&strategy, arena, entry, err);
}

/* Gives every player that has the name of an older one another name. */
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

/* Complains about a name that two players share. */
static bool check_names(const struct json_at *at, const struct trains_entry *entries, size_t count, struct arena *arena,
                        struct error *err)
{
    const char **names = arena_array(arena, count, sizeof *names);
    size_t shared;
    if (!names) {
        return error_memory(err);
    }
    for (size_t i = 0; i < count; i++) {
        names[i] = entries[i].name;
    }
    if (!names_repeated(names, count, arena, &shared)) {
        return error_memory(err);
    }
    struct json_at entry = json_at_element(at, shared), name = {.above = &entry, .root = at->root};
    return shared == count ? true : json_at_fail(&name, err, "there is a player \"%s\" already", names[shared]);
}

bool trains_codec_players(const struct json_at *at, size_t low, size_t high, enum trains_shared_names shared,
                          struct arena *arena, struct trains_entry **entries, int *count, struct error *err)
{
    if (!json_at_array(at, low, high, err)) {
        return false;
    }
    *count = (int)json_at_count(at);
    *entries = arena_array(arena, (size_t)*count, sizeof **entries);
    if (!*entries) {
        return error_memory(err);
    }
    for (int i = 0; i < *count; i++) {
        struct json_at entry = json_at_element(at, (size_t)i);
        if (!read_entry(&entry, arena, &(*entries)[i], err)) {
            return false;
        }
    }
    if (shared == TRAINS_NAMES_REFUSED) {
        return check_names(at, *entries, (size_t)*count, arena, err);
    }
    return shared == TRAINS_NAMES_KEPT || rename_shared(*entries, (size_t)*count, arena) ? true : error_memory(err);
}

bool trains_codec_colors(const struct json_at *at, size_t least, struct arena *arena, struct trains_deck *deck,
                         struct error *err)
{
    if (!json_at_array(at, least, SIZE_MAX, err)) {
        return false;
    }
    enum trains_color *cards = arena_array(arena, json_at_count(at), sizeof *cards);
    if (!cards) {
        return error_memory(err);
    }
    for (size_t i = 0; i < json_at_count(at); i++) {
        struct json_at card = json_at_element(at, i);
        int color;
        if (!json_at_word(&card, trains_color_names, &color, err)) {
            return false;
        }
        cards[i] = (enum trains_color)color;
    }
    *deck = (struct trains_deck){.cards = cards, .count = (int)json_at_count(at)};
    return true;
}

bool trains_codec_deck(const struct json_at *at, struct arena *arena, struct trains_deck *deck, struct error *err)
{
    return trains_codec_colors(at, (size_t)TRAINS_FIRST_CARDS * TRAINS_PLAYERS_MAX, arena, deck, err);
}

/* -- writing -- */

static json_object *write_place(const char *const *names, const struct trains_standing *standing, int players,
                                int place, struct arena *arena)
{
    return names_write(names, players, &standing->place, sizeof *standing, place, arena);
}

json_object *trains_codec_write_game(const char *const *names, const struct trains_standing *standing, int players,
                                     struct arena *arena)
{
    json_object *outcome = json_object_new_array_ext(2), *ranking = json_object_new_array();
    if (!outcome || !ranking) {
        json_object_put(outcome);
        json_object_put(ranking);
        return NULL;
    }
    int ranks = 0;
    for (int i = 0; i < players; i++) {
        ranks = standing[i].rank > ranks ? standing[i].rank : ranks;
    }
    for (int rank = 1; rank <= ranks; rank++) {
        json_object_array_add(ranking, write_place(names, standing, players, rank, arena));
    }
    json_object_array_add(outcome, ranking);
    json_object_array_add(outcome, write_place(names, standing, players, 0, arena));
    return outcome;
}

static json_object *write_fate(const char *const *names, const enum tournament_fate *fates, int players,
                               enum tournament_fate fate, struct arena *arena)
{
    return names_write(names, players, (const int *)fates, sizeof *fates, (int)fate, arena);
}

static json_object *write_results(const char *const *names, const struct trains_played *game)
{
    json_object *results = json_object_new_array();
    for (; results && game; game = game->next) {
        json_object *places = json_object_new_object();
        for (int i = 0; places && i < game->players; i++) {
            json_object_object_add(places, names[game->player[i]], json_object_new_int(game->place[i]));
        }
        json_object_array_add(results, places);
    }
    return results;
}

json_object *trains_codec_write_tournament(const char *const *names, int players, const struct trains_outcome *outcome,
                                           bool results, struct arena *arena)
{
    if (!outcome->enough) {
        return json_object_new_string("error: not enough destinations");
    }
    json_object *written = json_object_new_array_ext(3);
    if (written) {
        json_object_array_add(written, write_fate(names, outcome->fate, players, TOURNAMENT_IN, arena));
        json_object_array_add(written, write_fate(names, outcome->fate, players, TOURNAMENT_MISBEHAVED, arena));
        if (results) {
            json_object_array_add(written, write_results(names, outcome->games));
        }
    }
    return written;
}
