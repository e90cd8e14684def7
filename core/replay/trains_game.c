#include "replay/trains.h"

#include "trains/codec.h"

#include <string.h>

static const char *const in_game[] = {"game", "turn", "player", NULL};

static void put(struct replay_trains *t, int number)
{
    text_format(&t->events, ",%d", number);
}

/* -- what lines of a game share -- */

/* Checks that the line belongs to the current game and does not skip turns. */
static bool check_turn(struct replay_trains *t, const struct json_at *line, const struct replay_line *found,
                       struct error *err)
{
    int game, turn = 0;
    if (!replay_line_has(line, &found->game, "game", err)) {
        return false;
    }
    if (t->game == 0) {
        return json_at_fail(line, err, "no game has begun");
    }
    if (!json_at_range(&found->game, t->game, t->game, &game, err) ||
        (found->turn.object && !json_at_range(&found->turn, t->turn ? t->turn : 1, t->turn + 1, &turn, err)) ||
        (t->turn > 0 && !replay_line_has(line, &found->turn, "turn", err))) {
        return false;
    }
    t->turn_begins = turn > t->turn;
    t->asked = t->turn_begins ? TRAINS_NONE : t->asked;
    t->turn = turn;
    return true;
}

/* Finds the members of an event about a player that is still in the game, and checks what such events share. */
static bool find_seat(struct replay_trains *t, const struct json_at *line, const char *const *more,
                      struct replay_line *found, struct replay_seat **seat, struct error *err)
{
    int player = 0;
    *seat = t->seat;
    if (!replay_line_find(line, in_game, more, found, err) || !check_turn(t, line, found, err)) {
        return false;
    }
    if (!replay_line_has(line, &found->player, "player", err) ||
        !replay_names_find(&t->names, &found->player, false, &player, err)) {
        return false;
    }
    for (int i = 0; i < t->players; i++) {
        if (t->seat[i].player == player) {
            *seat = &t->seat[i];
            return !(*seat)->out ? true : json_at_fail(&found->player, err, "this player is out");
        }
    }
    return json_at_fail(&found->player, err, "this player is not in the game");
}

static int number_of(const struct replay_trains *t, const struct replay_seat *seat)
{
    return (int)(seat - t->seat);
}

/* Adds the colors to a hand, and to the event. */
static bool take_cards(struct replay_trains *t, const struct json_at *at, struct trains_hand *hand, struct error *err)
{
    if (!json_at_array(at, 0, SIZE_MAX, err)) {
        return false;
    }
    text_string(&t->events, ",\"");
    for (size_t i = 0; i < json_at_count(at); i++) {
        struct json_at card = json_at_element(at, i);
        int color;
        if (!json_at_word(&card, trains_color_names, &color, err)) {
            return false;
        }
        hand->cards.count[color]++;
        text_add(&t->events, &replay_trains_letters[color], 1);
    }
    text_string(&t->events, "\"");
    return true;
}

/* Makes a player's connections available again, without a look at the others: a log may have very many games. */
static void give_back(const struct replay_trains *t, struct replay_seat *seat)
{
    while (seat->owns > 0) {
        t->state.owner[seat->owned[--seat->owns]] = TRAINS_NONE;
    }
}

/* -- the events of a game -- */

static bool take_game(struct replay_trains *t, const struct json_at *line, struct error *err)
{
    static const char *const common[] = {"game", NULL}, *const more[] = {"players", NULL};
    struct replay_line found;
    int number, player[TRAINS_PLAYERS_MAX];
    if (!replay_line_find(line, common, more, &found, err) || !replay_line_has(line, &found.game, "game", err) ||
        !json_at_range(&found.game, t->game + 1, t->game + 1, &number, err) ||
        !json_at_array(&found.more[0], TRAINS_PLAYERS_MIN, TRAINS_PLAYERS_MAX, err)) {
        return false;
    }
    t->game = number;
    t->turn = 0;
    t->asked = TRAINS_NONE;
    t->players = (int)json_at_count(&found.more[0]);
    for (int i = 0; i < TRAINS_PLAYERS_MAX; i++) {
        give_back(t, &t->seat[i]);
    }
    memset(t->seat, 0, sizeof t->seat);
    for (int i = 0; i < t->players; i++) {
        struct json_at name = json_at_element(&found.more[0], (size_t)i);
        if (!replay_names_find(&t->names, &name, t->round == 0, &player[i], err)) {
            return false;
        }
        for (int k = 0; k < i; k++) {
            if (player[k] == player[i]) {
                return json_at_fail(&name, err, "this player is there already");
            }
        }
        t->seat[i].player = player[i];
        if (!replay_names_copy(&name, t->arena, &t->seat_name[i], err)) {
            return false;
        }
    }
    if (t->round > 0) {
        const struct replay_table *table = t->table_next < t->tables ? &t->table[t->table_next++] : NULL;
        if (!table || table->players != t->players ||
            memcmp(table->player, player, (size_t)t->players * sizeof *player) != 0) {
            return json_at_fail(&found.more[0], err, "these players do not play the next game of round %d", t->round);
        }
    }
    t->state.players = t->players;
    replay_trains_begin(t, "g");
    put(t, number);
    text_string(&t->events, ",");
    replay_trains_players(&t->events, player, t->players);
    return true;
}

static bool take_setup(struct replay_trains *t, struct replay_seat *seat, const struct json_at *more, struct error *err)
{
    if (seat->set_up || t->turn > 0) {
        return json_at_fail(more[0].above, err, "this player is set up already");
    }
    if (!json_at_range(&more[0], 0, TRAINS_RAILS, &seat->hand.rails, err)) {
        return false;
    }
    seat->set_up = true;
    put(t, seat->hand.rails);
    return take_cards(t, &more[1], &seat->hand, err);
}

static bool read_destinations(struct replay_trains *t, const struct json_at *at, size_t count,
                              struct trains_destination *out, struct error *err)
{
    if (!json_at_array(at, count, count, err)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        struct json_at pair = json_at_element(at, i);
        if (!json_at_array(&pair, 2, 2, err)) {
            return false;
        }
        struct json_at from = json_at_element(&pair, 0), to = json_at_element(&pair, 1);
        if (!trains_codec_city(&from, &t->map, &out[i].from, err) ||
            !trains_codec_city(&to, &t->map, &out[i].to, err)) {
            return false;
        }
    }
    return true;
}

static bool take_pick(struct replay_trains *t, struct replay_seat *seat, const struct json_at *more, struct error *err)
{
    struct trains_destination offered[TRAINS_OFFERED];
    if (!seat->set_up || seat->picked || t->turn > 0) {
        return json_at_fail(more[0].above, err, "this player %s",
                            seat->set_up ? "has chosen already" : "is not set up");
    }
    if (!read_destinations(t, &more[0], TRAINS_OFFERED, offered, err) ||
        !read_destinations(t, &more[1], TRAINS_KEPT, seat->hand.destination, err)) {
        return false;
    }
    seat->picked = true;
    for (int i = 0; i < TRAINS_KEPT; i++) {
        struct trains_destination kept = seat->hand.destination[i];
        struct json_at at = json_at_element(&more[1], (size_t)i);
        int k = 0;
        while (k < TRAINS_OFFERED && (offered[k].from != kept.from || offered[k].to != kept.to)) {
            k++;
        }
        if (k == TRAINS_OFFERED) {
            return json_at_fail(&at, err, "this destination was not offered");
        }
        put(t, kept.from);
        put(t, kept.to);
    }
    return true;
}

static bool take_play(struct replay_trains *t, struct replay_seat *seat, const struct json_at *asked, struct error *err)
{
    static const char *const cards[] = {"more cards", NULL};
    struct trains_action action = {.request = TRAINS_ASK_CARDS, .connection = TRAINS_NONE};
    int word;
    if (!seat->picked) {
        return json_at_fail(asked->above, err, "this player has no destinations");
    }
    if (!t->turn_begins) {
        return json_at_fail(asked->above, err,
                            t->turn ? "nobody has two actions in a turn" : "the member \"turn\" is missing");
    }
    if (json_object_is_type(asked->object, json_type_array)
            ? !trains_codec_acquired(asked, &t->map, t->arena, &action, err)
            : !json_at_word(asked, cards, &word, err)) {
        return false;
    }
    enum trains_ruling ruling = trains_rules_judge(&t->state, &seat->hand, action);
    if (ruling != TRAINS_LEGAL) {
        char why[200];
        trains_rules_explain(ruling, &t->state, &seat->hand, action, why, sizeof why);
        return json_at_fail(asked, err, "%s", why);
    }
    if (action.request == TRAINS_ASK_CONNECTION) {
        const struct trains_connection *c = &t->map.connection[action.connection];
        t->state.owner[action.connection] = number_of(t, seat);
        seat->owned[seat->owns++] = action.connection;
        seat->hand.rails -= c->length;
        seat->hand.cards.count[c->color] -= c->length;
    }
    t->asked = action.request == TRAINS_ASK_CARDS ? number_of(t, seat) : TRAINS_NONE;
    put(t, action.connection);
    return true;
}

static bool take_more(struct replay_trains *t, struct replay_seat *seat, const struct json_at *cards, struct error *err)
{
    if (t->asked != number_of(t, seat)) {
        return json_at_fail(cards->above, err, "this player has not asked for cards");
    }
    t->asked = TRAINS_NONE;
    return take_cards(t, cards, &seat->hand, err);
}

static bool take_score(struct replay_trains *t, struct replay_seat *seat, const struct json_at *more, struct error *err)
{
    enum { MOST = 1000000 };
    int place, segments, destination[TRAINS_KEPT], path, bonus, total;
    if (seat->scored || !seat->picked) {
        return json_at_fail(more[0].above, err, "this player %s",
                            seat->scored ? "has its score already" : "has no destinations");
    }
    if (!json_at_range(&more[0], 1, TRAINS_PLAYERS_MAX, &place, err) ||
        !json_at_range(&more[1], 0, MOST, &segments, err) || !json_at_array(&more[2], TRAINS_KEPT, TRAINS_KEPT, err)) {
        return false;
    }
    for (size_t i = 0; i < TRAINS_KEPT; i++) {
        struct json_at points = json_at_element(&more[2], i);
        if (!json_at_range(&points, -MOST, MOST, &destination[i], err)) {
            return false;
        }
    }
    if (!json_at_range(&more[3], 0, MOST, &path, err) || !json_at_range(&more[4], 0, MOST, &bonus, err)) {
        return false;
    }
    int sum = segments + destination[0] + destination[1] + bonus;
    if (!json_at_range(&more[5], sum, sum, &total, err)) {
        return false;
    }
    seat->scored = true;
    text_format(&t->events, ",%d,%d,%d,%d,%d,%d,%d", place, segments, destination[0], destination[1], path, bonus,
                total);
    return true;
}

static bool take_win(struct replay_trains *t, struct replay_seat *seat, const struct json_at *said, struct error *err)
{
    bool won;
    if (!json_at_boolean(said, &won, err)) {
        return false;
    }
    if (!seat->scored) {
        return json_at_fail(said->above, err, "this player has no score");
    }
    put(t, won);
    return true;
}

/* -- removals -- */

static bool take_kick(struct replay_trains *t, struct replay_seat *seat, const struct json_at *why, struct error *err)
{
    seat->out = true;
    give_back(t, seat);
    return replay_line_kick(&t->events, trains_call_names, why, err);
}

static bool take_kick_outside(struct replay_trains *t, const struct json_at *line, struct error *err)
{
    static const char *const more[] = {"call", "reason", NULL};
    struct replay_line found;
    int player;
    if (!replay_line_find(line, in_game, more, &found, err)) {
        return false;
    }
    if (!found.player.object || found.turn.object) {
        return json_at_fail(line, err, "expected a player and no turn outside of games");
    }
    if (!replay_names_find(&t->names, &found.player, true, &player, err)) {
        return false;
    }
    replay_trains_begin(t, "K");
    put(t, player);
    return replay_line_kick(&t->events, trains_call_names, found.more, err);
}

/* -- all of them -- */

/* Events about a player in a game: how they begin on the page, their own members, and what is done with those. */
static const struct {
    const char *letter, *more[7];
    bool (*take)(struct replay_trains *t, struct replay_seat *seat, const struct json_at *more, struct error *err);
    bool tells_turn;
} kinds[] = {
    [TRAINS_EVENT_SETUP] = {"s", {"rails", "cards"}, take_setup, false},
    [TRAINS_EVENT_PICK] = {"d", {"offered", "kept"}, take_pick, false},
    [TRAINS_EVENT_PLAY] = {"p", {"action"}, take_play, true},
    [TRAINS_EVENT_MORE] = {"m", {"cards"}, take_more, false},
    [TRAINS_EVENT_KICK] = {"k", {"call", "reason"}, take_kick, true},
    [TRAINS_EVENT_SCORE] = {"f", {"place", "segments", "destinations", "path", "bonus", "total"}, take_score, false},
    [TRAINS_EVENT_WIN] = {"w", {"won"}, take_win, false},
};

bool replay_trains_game_event(struct replay_trains *t, int kind, const struct json_at *line, struct error *err)
{
    struct replay_line found;
    struct replay_seat *seat;
    if (kind == TRAINS_EVENT_GAME) {
        return take_game(t, line, err);
    }
    if (kind == TRAINS_EVENT_KICK && !json_object_object_get_ex(line->object, "game", NULL)) {
        return take_kick_outside(t, line, err);
    }
    if (!find_seat(t, line, kinds[kind].more, &found, &seat, err)) {
        return false;
    }
    replay_trains_begin(t, kinds[kind].letter);
    if (kinds[kind].tells_turn) {
        put(t, t->turn);
    }
    put(t, number_of(t, seat));
    return kinds[kind].take(t, seat, found.more, err);
}
