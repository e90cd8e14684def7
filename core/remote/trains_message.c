#include "remote/trains_message.h"

#include <stdlib.h>

void trains_listener_next(struct trains_listener *l)
{
    arena_free(&l->last);
}

void trains_listener_free(struct trains_listener *l)
{
    arena_free(&l->last);
    arena_free(&l->game);
}

/* -- what a client is told -- */

/* Cards as an array of colors or as a Card*. */
static bool read_cards(struct trains_listener *l, const struct json_at *at, struct trains_deck *out, struct error *err)
{
    struct trains_cards counts;
    if (!json_object_is_type(at->object, json_type_object)) {
        return trains_codec_colors(at, 0, SIZE_MAX, &l->last, out, err);
    }
    if (!trains_codec_cards(at, &counts, err)) {
        return false;
    }
    int total = trains_cards_total(&counts);
    if (total > TRAINS_DECK) {
        return json_at_fail(at, err, "a deck has no more than %d cards", TRAINS_DECK);
    }
    enum trains_color *cards = arena_array(&l->last, (size_t)total, sizeof *cards);
    if (!cards) {
        return error_memory(err);
    }
    *out = (struct trains_deck){.cards = cards};
    for (int color = 0; color < TRAINS_COLORS; color++) {
        for (int i = 0; i < counts.count[color]; i++) {
            cards[out->count++] = (enum trains_color)color;
        }
    }
    return true;
}

bool trains_message_setup(struct trains_listener *l, const struct json_at argument[3], struct trains_message *out,
                          struct error *err)
{
    arena_free(&l->game);
    l->in_game = true;
    *out = (struct trains_message){.call = TRAINS_CALL_SETUP, .map = &l->map};
    return trains_codec_map(&argument[0], &l->game, &l->map, err) &&
           json_at_natural(&argument[1], TRAINS_MANY, &out->rails, err) &&
           read_cards(l, &argument[2], &out->cards, err);
}

static bool expect_game(const struct trains_listener *l, const struct json_at *at, struct error *err)
{
    return l->in_game ? true : json_at_fail(at, err, "no game has been set up");
}

static int by_number(const void *left, const void *right)
{
    const struct trains_destination *a = left, *b = right;
    return a->from != b->from ? (a->from > b->from) - (a->from < b->from) : (a->to > b->to) - (a->to < b->to);
}

bool trains_message_pick(struct trains_listener *l, const struct json_at *offered, struct trains_message *out,
                         struct error *err)
{
    *out = (struct trains_message){.call = TRAINS_CALL_PICK, .map = &l->map, .offered = l->offered};
    if (!expect_game(l, offered, err) || !json_at_array(offered, TRAINS_OFFERED, TRAINS_OFFERED, err)) {
        return false;
    }
    for (size_t i = 0; i < TRAINS_OFFERED; i++) {
        struct json_at one = json_at_element(offered, i);
        if (!trains_codec_destination(&one, &l->map, true, &l->offered[i], err)) {
            return false;
        }
    }
    qsort(l->offered, TRAINS_OFFERED, sizeof *l->offered, by_number);
    return true;
}

static void show_state(struct trains_listener *l, struct trains_message *out)
{
    l->view = (struct trains_view){.state = &l->state, .hand = &l->hand};
    *out = (struct trains_message){.call = TRAINS_CALL_PLAY, .map = &l->map, .view = &l->view};
}

bool trains_message_state(struct trains_listener *l, const struct json_at *state, bool taken,
                          struct trains_message *out, struct error *err)
{
    show_state(l, out);
    return expect_game(l, state, err) &&
           trains_codec_state(state, &l->map, taken, true, &l->last, &l->state, &l->hand, err);
}

const char *trains_message_state_text(struct trains_listener *l, const char *state, bool taken,
                                      struct trains_message *out)
{
    show_state(l, out);
    return l->in_game ? trains_codec_state_text(state, &l->map, taken, &l->last, &l->state, &l->hand) : NULL;
}

bool trains_message_more(struct trains_listener *l, const struct json_at *cards, struct trains_message *out,
                         struct error *err)
{
    *out = (struct trains_message){.call = TRAINS_CALL_MORE, .map = &l->map};
    return read_cards(l, cards, &out->cards, err);
}

/* -- answers -- */

/* Those of the offered destinations whose bits are set. */
static void write_destinations(struct text *out, const struct trains_message *m, unsigned wanted)
{
    const char *before = "[";
    for (int i = 0; i < TRAINS_OFFERED; i++) {
        if (wanted >> i & 1) {
            text_string(out, before);
            trains_codec_write_destination(out, m->map, m->offered[i]);
            before = ",";
        }
    }
    text_string(out, *before == '[' ? "[]" : "]");
}

void trains_message_write_offer(struct text *out, const struct trains_message *m)
{
    write_destinations(out, m, (1U << TRAINS_OFFERED) - 1);
}

void trains_message_write_answer(struct text *out, const struct trains_message *m, const struct trains_answer *answer)
{
    switch (m->call) {
    case TRAINS_CALL_START:
        trains_codec_write_map(out, answer->map);
        break;
    case TRAINS_CALL_PICK:
        write_destinations(out, m, answer->returned);
        break;
    case TRAINS_CALL_PLAY:
        trains_codec_write_action(out, m->map, answer->action);
        break;
    default:
        text_string(out, "\"void\"");
        break;
    }
}

static bool read_map(const struct json_at *at, struct arena *arena, struct trains_answer *out, struct error *err)
{
    struct trains_map *map = arena_array(arena, 1, sizeof *map);
    out->map = map;
    return map ? trains_codec_map(at, arena, map, err) : error_memory(err);
}

static bool read_returned(const struct json_at *at, const struct trains_message *m, unsigned *out, struct error *err)
{
    const size_t returned = TRAINS_OFFERED - TRAINS_KEPT;
    *out = 0;
    if (!json_at_array(at, returned, returned, err)) {
        return false;
    }
    for (size_t i = 0; i < returned; i++) {
        struct json_at one = json_at_element(at, i);
        struct trains_destination d;
        if (!trains_codec_destination(&one, m->map, true, &d, err)) {
            return false;
        }
        int which = 0;
        while (which < TRAINS_OFFERED && (m->offered[which].from != d.from || m->offered[which].to != d.to)) {
            which++;
        }
        if (which == TRAINS_OFFERED || *out >> which & 1) {
            return json_at_fail(&one, err, "\"%s - %s\" was not offered%s", m->map->city[d.from].name,
                                m->map->city[d.to].name, which < TRAINS_OFFERED ? " twice" : "");
        }
        *out |= 1U << which;
    }
    return true;
}

static bool read_action(const struct json_at *at, const struct trains_map *map, struct arena *arena,
                        struct trains_action *out, struct error *err)
{
    static const char *const words[] = {"more cards", NULL};
    int word;
    *out = (struct trains_action){.request = TRAINS_ASK_CARDS, .connection = TRAINS_NONE};
    if (json_object_is_type(at->object, json_type_string)) {
        return json_at_word(at, words, &word, err);
    }
    return json_object_is_type(at->object, json_type_array)
               ? trains_codec_acquired(at, map, arena, out, err)
               : json_at_expected(at, err, "\"more cards\" or a connection");
}

bool trains_message_read_answer(const struct json_at *at, const struct trains_message *m, struct arena *arena,
                                struct trains_answer *out, struct error *err)
{
    static const char *const words[] = {"void", NULL};
    int word;
    switch (m->call) {
    case TRAINS_CALL_START:
        return read_map(at, arena, out, err);
    case TRAINS_CALL_PICK:
        return read_returned(at, m, &out->returned, err);
    case TRAINS_CALL_PLAY:
        return read_action(at, m->map, arena, &out->action, err);
    default:
        return json_at_word(at, words, &word, err);
    }
}
