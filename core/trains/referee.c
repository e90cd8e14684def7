#include "trains/referee.h"

#include "trains/rules.h"

struct seat {
    struct trains_hand hand;
    int owned[TRAINS_OWNED_MAX], owns;
};

/* A game in progress. */
struct table {
    struct trains_referee *referee;
    const struct trains_game *game;
    struct trains_standing *standing;
    struct trains_state state;
    const char *names[TRAINS_PLAYERS_MAX];
    bool out[TRAINS_PLAYERS_MAX];
    struct seat seat[TRAINS_PLAYERS_MAX];
    struct trains_destination taken[TRAINS_KEPT * TRAINS_PLAYERS_MAX];
    int taken_count;
    int left;         /* players still in the game */
    int turn;         /* number of the current turn */
    int unchanged;    /* consecutive turns that changed nothing */
    bool broken_off;  /* out of memory, which is no player's fault */
    struct error why; /* why the last call failed; kept here because it is large */
};

bool trains_referee_init(struct trains_referee *referee, const struct trains_map *map, struct arena *arena,
                         struct error *err)
{
    return trains_destinations_init(&referee->destinations, map, arena, err) &&
           trains_referee_copy(referee, referee, arena, err);
}

bool trains_referee_copy(struct trains_referee *copy, const struct trains_referee *referee, struct arena *arena,
                         struct error *err)
{
    int connections = referee->destinations.map->connections;
    copy->destinations = referee->destinations;
    copy->owner = arena_array(arena, (size_t)connections, sizeof *copy->owner);
    if (!copy->owner) {
        return error_memory(err);
    }
    for (int i = 0; i < connections; i++) {
        copy->owner[i] = TRAINS_NONE;
    }
    return true;
}

bool trains_referee_can_play(const struct trains_referee *referee, int players)
{
    return referee->destinations.total >= trains_destinations_needed(players);
}

/* -- telling the observers -- */

static struct trains_event event(const struct table *t, enum trains_event_kind kind, int seat)
{
    return (struct trains_event){.kind = kind,
                                 .map = t->state.map,
                                 .game = t->game->number,
                                 .turn = t->turn,
                                 .names = t->names,
                                 .players = t->game->players,
                                 .player = seat};
}

static void tell(const struct table *t, struct trains_event e)
{
    observer_tell(t->game->observers, &e);
}

/* -- removing a player -- */

/* Makes the player's connections available again. */
static void give_back(const struct table *t, int seat)
{
    const struct seat *s = &t->seat[seat];
    for (int i = 0; i < s->owns; i++) {
        t->state.owner[s->owned[i]] = TRAINS_NONE;
    }
}

static void kick(struct table *t, int seat, enum trains_call call, const char *reason)
{
    const struct trains_player *player = &t->game->player[seat];
    t->out[seat] = true;
    t->left--;
    t->unchanged = 0;
    t->standing[seat].place = 0;
    give_back(t, seat);
    if (t->game->observers) {
        struct trains_event e = event(t, TRAINS_EVENT_KICK, seat);
        e.call = call;
        e.reason = reason;
        tell(t, e);
    }
    if (player->calls->kicked) {
        player->calls->kicked(player->self, true, reason);
    }
}

/* Handles a failed call on a player. */
static void call_failed(struct table *t, int seat, enum trains_call call)
{
    if (t->why.kind == ERROR_MEMORY) {
        t->broken_off = true;
    } else {
        kick(t, seat, call, t->why.text);
    }
}

/* -- setup -- */

/* Deals the first cards from the top of the deck and lets the player choose its destinations. If the player fails, its
 * cards and destinations go to the next one. */
static void set_up(struct table *t, int seat)
{
    const struct trains_player *player = &t->game->player[seat];
    const struct trains_map *map = t->state.map;
    const enum trains_color *cards = t->game->deck.cards + (t->game->deck.count - t->state.remaining);
    struct trains_hand *hand = &t->seat[seat].hand;
    struct trains_destination offered[TRAINS_OFFERED];
    unsigned returned = 0;

    if (player->calls->setup &&
        !player->calls->setup(player->self, map, TRAINS_RAILS, cards, TRAINS_FIRST_CARDS, error_silent(&t->why))) {
        call_failed(t, seat, TRAINS_CALL_SETUP);
        return;
    }
    hand->rails = TRAINS_RAILS;
    for (int i = 0; i < TRAINS_FIRST_CARDS; i++) {
        hand->cards.count[cards[i]]++;
    }
    if (t->game->observers) {
        struct trains_event e = event(t, TRAINS_EVENT_SETUP, seat);
        e.cards = cards;
        e.card_count = TRAINS_FIRST_CARDS;
        e.rails = TRAINS_RAILS;
        tell(t, e);
    }

    trains_destinations_offer(&t->referee->destinations, t->taken, t->taken_count, t->game->chance, offered);
    if (!player->calls->pick(player->self, map, offered, &returned, error_silent(&t->why))) {
        call_failed(t, seat, TRAINS_CALL_PICK);
        return;
    }
    if (returned >> TRAINS_OFFERED || __builtin_popcount(returned) != TRAINS_OFFERED - TRAINS_KEPT) {
        kick(t, seat, TRAINS_CALL_PICK, "did not return three of the five destinations");
        return;
    }
    for (int i = 0, kept = 0; i < TRAINS_OFFERED; i++) {
        if (!(returned >> i & 1)) {
            hand->destination[kept++] = t->taken[t->taken_count++] = offered[i];
        }
    }
    t->state.remaining -= TRAINS_FIRST_CARDS;
    if (t->game->observers) {
        struct trains_event e = event(t, TRAINS_EVENT_PICK, seat);
        e.offered = offered;
        e.kept = hand->destination;
        tell(t, e);
    }
}

/* -- turns -- */

static void tell_play(const struct table *t, int seat, struct trains_action action)
{
    if (t->game->observers) {
        struct trains_event e = event(t, TRAINS_EVENT_PLAY, seat);
        e.action = action;
        tell(t, e);
    }
}

/* Gives the player cards, if any are left. */
static void give_cards(struct table *t, int seat)
{
    const struct trains_player *player = &t->game->player[seat];
    const enum trains_color *cards = t->game->deck.cards + (t->game->deck.count - t->state.remaining);
    if (t->state.remaining < TRAINS_MORE_CARDS) {
        t->unchanged++;
        return;
    }
    if (player->calls->more && !player->calls->more(player->self, cards, TRAINS_MORE_CARDS, error_silent(&t->why))) {
        call_failed(t, seat, TRAINS_CALL_MORE);
        return;
    }
    t->unchanged = 0;
    t->state.remaining -= TRAINS_MORE_CARDS;
    for (int i = 0; i < TRAINS_MORE_CARDS; i++) {
        t->seat[seat].hand.cards.count[cards[i]]++;
    }
    if (t->game->observers) {
        struct trains_event e = event(t, TRAINS_EVENT_MORE, seat);
        e.cards = cards;
        e.card_count = TRAINS_MORE_CARDS;
        tell(t, e);
    }
}

static void sell(struct table *t, int seat, int connection)
{
    const struct trains_connection *c = &t->state.map->connection[connection];
    struct seat *s = &t->seat[seat];
    s->hand.rails -= c->length;
    s->hand.cards.count[c->color] -= c->length;
    s->owned[s->owns++] = connection;
    t->state.owner[connection] = seat;
    t->unchanged = 0;
}

static void take_turn(struct table *t, int seat)
{
    const struct trains_player *player = &t->game->player[seat];
    const struct trains_hand *hand = &t->seat[seat].hand;
    struct trains_view view = {&t->state, seat, hand};
    struct trains_action action = {.request = TRAINS_NOTHING};
    t->turn++;
    if (!player->calls->play(player->self, &view, &action, error_silent(&t->why))) {
        call_failed(t, seat, TRAINS_CALL_PLAY);
        return;
    }
    enum trains_ruling ruling = trains_rules_judge(&t->state, hand, action);
    if (ruling != TRAINS_LEGAL) {
        char reason[200];
        trains_rules_explain(ruling, &t->state, hand, action, reason, sizeof reason);
        kick(t, seat, TRAINS_CALL_PLAY, reason);
        return;
    }
    tell_play(t, seat, action);
    if (action.request == TRAINS_ASK_CARDS) {
        give_cards(t, seat);
    } else {
        sell(t, seat, action.connection);
    }
}

/* Shows the table, after a turn, to all players that want to see it. */
static void show_table(struct table *t)
{
    for (int i = 0; i < t->game->players && !t->broken_off; i++) {
        const struct trains_player *player = &t->game->player[i];
        struct trains_view view = {&t->state, i, &t->seat[i].hand};
        if (!t->out[i] && player->calls->update && !player->calls->update(player->self, &view, error_silent(&t->why))) {
            call_failed(t, i, TRAINS_CALL_UPDATE);
        }
    }
}

static int next_seat(const struct table *t, int seat)
{
    do {
        seat = (seat + 1) % t->game->players;
    } while (t->out[seat]);
    return seat;
}

/* Plays a turn and applies its effects. Returns whether the player is now short of rails. */
static bool play_turn(struct table *t, int seat)
{
    take_turn(t, seat);
    bool short_of_rails = !t->out[seat] && t->seat[seat].hand.rails <= TRAINS_LAST_RAILS;
    show_table(t);
    return short_of_rails;
}

/* Plays turns until somebody is short of rails and all others have had one more, or until nobody changes anything. */
static void play_turns(struct table *t)
{
    int players = t->game->players, seat = players - 1;
    bool last_round = false;
    while (!last_round && t->left > 0 && t->unchanged < t->left && !t->broken_off) {
        seat = next_seat(t, seat);
        last_round = play_turn(t, seat);
    }
    for (int i = 1; last_round && i < players && !t->broken_off; i++) {
        int other = (seat + i) % players;
        if (!t->out[other]) {
            play_turn(t, other);
        }
    }
}

/* -- the end -- */

static void find_scores(struct table *t)
{
    int longest = 1; /* a player that owns nothing has no path */
    for (int i = 0; i < t->game->players; i++) {
        const struct seat *s = &t->seat[i];
        if (!t->out[i]) {
            t->standing[i].score = trains_score(t->state.map, s->owned, s->owns, s->hand.destination);
            longest = t->standing[i].score.path > longest ? t->standing[i].score.path : longest;
        }
    }
    for (int i = 0; i < t->game->players; i++) {
        struct trains_score *score = &t->standing[i].score;
        if (!t->out[i] && score->path == longest) {
            score->bonus = TRAINS_PATH_POINTS;
            score->total += TRAINS_PATH_POINTS;
        }
    }
}

/* Numbers the ranks from 1; players with equal scores share one. */
static int find_places(struct table *t)
{
    int last = 0;
    for (int i = 0; i < t->game->players; i++) {
        int place = 1;
        for (int k = 0; k < t->game->players; k++) {
            bool first_of_its_score = !t->out[k];
            for (int j = 0; j < k && first_of_its_score; j++) {
                first_of_its_score = t->out[j] || t->standing[j].score.total != t->standing[k].score.total;
            }
            place += first_of_its_score && t->standing[k].score.total > t->standing[i].score.total;
        }
        t->standing[i].place = t->standing[i].rank = t->out[i] ? 0 : place;
        last = t->standing[i].rank > last ? t->standing[i].rank : last;
    }
    return last;
}

static void tell_scores(const struct table *t, int last)
{
    for (int rank = 1; rank <= last; rank++) {
        for (int i = 0; i < t->game->players; i++) {
            if (t->standing[i].rank == rank) {
                struct trains_event e = event(t, TRAINS_EVENT_SCORE, i);
                e.score = &t->standing[i].score;
                e.place = rank;
                tell(t, e);
            }
        }
    }
}

/* Tells the players, rank by rank, whether they have won. If one fails here, nobody moves up. */
static void call_win(struct table *t, int last)
{
    for (int rank = 1; rank <= last; rank++) {
        for (int i = 0; i < t->game->players && !t->broken_off; i++) {
            const struct trains_player *player = &t->game->player[i];
            if (t->standing[i].rank != rank) {
                continue;
            }
            if (player->calls->win && !player->calls->win(player->self, rank == 1, error_silent(&t->why))) {
                call_failed(t, i, TRAINS_CALL_WIN);
            } else if (t->game->observers) {
                struct trains_event e = event(t, TRAINS_EVENT_WIN, i);
                e.won = rank == 1;
                tell(t, e);
            }
        }
    }
}

bool trains_referee_play(struct trains_referee *referee, const struct trains_game *game,
                         struct trains_standing *standing, struct error *err)
{
    const struct trains_map *map = referee->destinations.map;
    struct table t = {.referee = referee, .game = game, .standing = standing, .left = game->players};
    for (int i = 0; i < game->players; i++) {
        t.names[i] = game->player[i].name;
        standing[i] = (struct trains_standing){.place = 0};
    }
    t.state = (struct trains_state){.map = map,
                                    .players = game->players,
                                    .names = t.names,
                                    .out = t.out,
                                    .owner = referee->owner,
                                    .remaining = game->deck.count};
    if (game->observers) {
        tell(&t, event(&t, TRAINS_EVENT_GAME, TRAINS_NONE));
    }
    for (int i = 0; i < game->players && !t.broken_off; i++) {
        set_up(&t, i);
    }
    play_turns(&t);
    if (!t.broken_off) {
        find_scores(&t);
        int last = find_places(&t);
        if (game->observers) {
            tell_scores(&t, last);
        }
        call_win(&t, last);
    }
    for (int i = 0; i < game->players; i++) {
        give_back(&t, i);
    }
    if (t.broken_off) {
        *err = t.why;
    }
    return !t.broken_off;
}
