#include "maze/referee.h"

#include <string.h>

struct maze_seat {
    struct maze_spot goal;
    int treasures;
    bool homebound;
};

bool maze_referee_init(struct maze_referee *referee, const struct maze_state *state, struct arena *arena,
                       struct error *err)
{
    size_t players = (size_t)state->players, cells = (size_t)state->board.rows * (size_t)state->board.columns;
    *referee = (struct maze_referee){.memory_words = 5 + 4 * players + (cells + 15) / 16};
    if (!(referee->seat = arena_array(arena, players, sizeof *referee->seat)) ||
        !(referee->names = arena_array(arena, players, sizeof *referee->names)) ||
        !(referee->memory = arena_array(arena, 2 * referee->memory_words, sizeof *referee->memory))) {
        return error_memory(err);
    }
    return maze_state_init(&referee->state, state->board.rows, state->board.columns, state->players, arena, err) &&
           maze_trial_init(&referee->trial, &state->board, arena, err);
}

const struct maze_state *maze_referee_after(const struct maze_referee *referee)
{
    return &referee->state;
}

/* -- telling the observers -- */

static struct maze_event event(const struct maze_referee *r, enum maze_event_kind kind, int player)
{
    return (struct maze_event){
        .kind = kind, .state = &r->state, .names = r->names, .round = r->round, .player = player};
}

static void tell(const struct maze_referee *r, struct maze_event e)
{
    observer_tell(r->game->observers, &e);
}

static void kick(struct maze_referee *r, int player, enum maze_call call, const char *reason)
{
    const struct maze_player *p = &r->game->player[player];
    r->state.avatar[player].out = true;
    r->left--;
    r->standing[player].place = 0;
    struct maze_event e = event(r, MAZE_EVENT_KICK, player);
    e.call = call;
    e.reason = reason;
    tell(r, e);
    if (p->calls->kicked) {
        p->calls->kicked(p->self, reason);
    }
}

/* Handles a failed call on a player. */
static void call_failed(struct maze_referee *r, int player, enum maze_call call)
{
    if (r->why.kind == ERROR_MEMORY) {
        r->broken_off = true;
    } else {
        kick(r, player, call, r->why.text);
    }
}

/* -- turns -- */

/* Tells a player its goal: with the state at the start of the game, without it later. */
static void set_up(struct maze_referee *r, int player, const struct maze_state *state)
{
    const struct maze_player *p = &r->game->player[player];
    struct maze_event e = event(r, MAZE_EVENT_SETUP, player);
    e.goal = r->seat[player].goal;
    if (!p->calls->set_up(p->self, state, player, e.goal, error_silent(&r->why))) {
        call_failed(r, player, MAZE_CALL_SET_UP);
    } else {
        tell(r, e);
    }
}

/* The player has reached its goal: gives it the next one, or ends the game if it is home. */
static void reach_goal(struct maze_referee *r, int player)
{
    struct maze_seat *s = &r->seat[player];
    struct maze_event e = event(r, MAZE_EVENT_GOAL, player);
    e.goal = s->goal;
    e.ends_game = s->homebound;
    tell(r, e);
    if (s->homebound) {
        r->ender = player;
        return;
    }
    struct maze_spot home = r->state.avatar[player].home;
    s->treasures++;
    s->goal = r->extra_used < r->game->setup->extra_count ? r->game->setup->extra[r->extra_used++] : home;
    s->homebound =
        r->extra_used == r->game->setup->extra_count && s->goal.row == home.row && s->goal.column == home.column;
    set_up(r, player, NULL);
}

/* Returns whether the player is still in the game and did not pass. */
static bool take_turn(struct maze_referee *r, int player)
{
    const struct maze_player *p = &r->game->player[player];
    struct maze_choice choice = {.pass = true};
    if (!p->calls->take_turn(p->self, &r->state, player, &choice, error_silent(&r->why))) {
        call_failed(r, player, MAZE_CALL_TAKE_TURN);
        return false;
    }
    enum maze_ruling ruling = maze_rules_judge(&r->trial, &r->state, player, choice);
    if (ruling != MAZE_LEGAL) {
        char reason[200];
        maze_rules_explain(ruling, choice, reason, sizeof reason);
        kick(r, player, MAZE_CALL_TAKE_TURN, reason);
        return false;
    }
    maze_rules_apply(&r->state, player, choice);
    struct maze_event e = event(r, MAZE_EVENT_TURN, player);
    e.choice = choice;
    tell(r, e);
    if (!choice.pass && r->state.avatar[player].current == maze_board_place(&r->state.board, r->seat[player].goal)) {
        reach_goal(r, player);
    }
    return !choice.pass && !r->state.avatar[player].out;
}

/* Returns whether anybody still in the game moved. */
static bool play_round(struct maze_referee *r)
{
    bool moved = false;
    tell(r, event(r, MAZE_EVENT_ROUND, MAZE_NOBODY));
    for (int i = 0; i < r->state.players && r->ender == MAZE_NOBODY && !r->broken_off; i++) {
        if (!r->state.avatar[i].out && take_turn(r, i)) {
            moved = true;
        }
    }
    return moved;
}

/* -- skipping repetitions -- */

/* Writes everything that the rest of the game depends on, as words. */
static size_t remember(const struct maze_referee *r, uint64_t *words)
{
    const struct maze_board *board = &r->state.board;
    size_t used = 0;
    words[used++] = r->state.has_last;
    words[used++] = (uint64_t)r->state.last.index;
    words[used++] = r->state.last.direction;
    words[used++] = board->spare.sides;
    words[used++] = (uint64_t)r->extra_used;
    for (int i = 0; i < r->state.players; i++) {
        const struct maze_player *p = &r->game->player[i];
        const struct maze_avatar *a = &r->state.avatar[i];
        words[used++] = a->out ? UINT64_MAX : (uint64_t)a->current;
        words[used++] = (uint64_t)r->seat[i].goal.row << 32 | (uint64_t)r->seat[i].goal.column;
        words[used++] = (uint64_t)r->seat[i].treasures << 1 | r->seat[i].homebound;
        words[used++] = a->out ? 0 : p->calls->memory(p->self);
    }
    int cells = board->rows * board->columns;
    for (int i = 0; i < cells; i += 16) {
        uint64_t word = 0;
        for (int k = i; k < i + 16 && k < cells; k++) {
            word = word << 4 | board->tile[k].sides;
        }
        words[used++] = word;
    }
    return used;
}

/* At the start of a round: if the game is in a remembered state, the rounds since then would repeat until the end, so
 * skips as many repetitions as fit. Remembers a new state at rounds 1, 2, 4, 8, ... */
static void skip_repetition(struct maze_referee *r)
{
    uint64_t *now = r->memory + r->memory_words;
    remember(r, now);
    if (r->memory_round > 0 && memcmp(now, r->memory, r->memory_words * sizeof *now) == 0) {
        int period = r->round - r->memory_round;
        r->round += (MAZE_ROUNDS + 1 - r->round) / period * period;
        r->memory_round = MAZE_ROUNDS + 1; /* only once */
    } else if (r->round >= 2 * r->memory_round) {
        memcpy(r->memory, now, r->memory_words * sizeof *now);
        r->memory_round = r->round;
    }
}

static bool can_skip(const struct maze_referee *r)
{
    for (int i = 0; i < r->state.players; i++) {
        if (!r->game->player[i].calls->memory) {
            return false;
        }
    }
    return r->game->skip && !r->game->observers;
}

static void play_rounds(struct maze_referee *r)
{
    bool skip = can_skip(r);
    for (r->round = 1; r->round <= MAZE_ROUNDS && r->left > 0; r->round++) {
        if (skip && r->memory_round <= MAZE_ROUNDS) {
            skip_repetition(r);
            if (r->round > MAZE_ROUNDS) {
                break;
            }
        }
        if (!play_round(r) || r->ender != MAZE_NOBODY || r->broken_off) {
            break;
        }
    }
    r->round = r->round > MAZE_ROUNDS ? MAZE_ROUNDS : r->round; /* events from here on belong to the last round */
}

/* -- the end -- */

static int64_t distance(const struct maze_referee *r, int player)
{
    return maze_board_distance(&r->state.board, r->state.avatar[player].current, r->seat[player].goal);
}

/* The player that ended the game wins alone if nobody has more treasures; otherwise, among those with the most, the
 * nearest to their goals win. */
static void find_winners(struct maze_referee *r)
{
    int most = 0;
    int64_t nearest = INT64_MAX;
    for (int i = 0; i < r->state.players; i++) {
        if (!r->state.avatar[i].out && r->seat[i].treasures > most) {
            most = r->seat[i].treasures;
        }
    }
    for (int i = 0; i < r->state.players; i++) {
        if (!r->state.avatar[i].out && r->seat[i].treasures == most && distance(r, i) < nearest) {
            nearest = distance(r, i);
        }
    }
    bool alone = r->ender != MAZE_NOBODY && r->seat[r->ender].treasures == most;
    for (int i = 0; i < r->state.players; i++) {
        bool won = alone ? i == r->ender : r->seat[i].treasures == most && distance(r, i) == nearest;
        r->standing[i].place = r->state.avatar[i].out ? 0 : won ? 1 : 2;
        r->standing[i].treasures = r->seat[i].treasures;
    }
}

static void tell_scores(const struct maze_referee *r)
{
    for (int i = 0; i < r->state.players; i++) {
        if (!r->state.avatar[i].out) {
            struct maze_event e = event(r, MAZE_EVENT_SCORE, i);
            e.goal = r->seat[i].goal;
            e.treasures = r->seat[i].treasures;
            e.distance = distance(r, i);
            e.won = r->standing[i].place == 1;
            tell(r, e);
        }
    }
}

static void call_win(struct maze_referee *r)
{
    for (int i = 0; i < r->state.players && !r->broken_off; i++) {
        const struct maze_player *p = &r->game->player[i];
        bool won = r->standing[i].place == 1;
        if (r->state.avatar[i].out) {
            continue;
        }
        if (!p->calls->win(p->self, won, error_silent(&r->why))) {
            call_failed(r, i, MAZE_CALL_WIN);
        } else {
            struct maze_event e = event(r, MAZE_EVENT_WIN, i);
            e.won = won;
            tell(r, e);
        }
    }
}

/* Resets everything to the state before the first call. */
static void reset(struct maze_referee *r, const struct maze_game *game, struct maze_standing *standing)
{
    r->game = game;
    r->standing = standing;
    r->left = game->setup->state.players;
    r->extra_used = r->round = r->memory_round = 0;
    r->ender = MAZE_NOBODY;
    r->broken_off = false;
    maze_state_assign(&r->state, &game->setup->state);
    for (int i = 0; i < r->left; i++) {
        r->seat[i] = (struct maze_seat){.goal = game->setup->goal[i]};
        r->names[i] = game->player[i].name;
    }
}

bool maze_referee_play(struct maze_referee *r, const struct maze_game *game, struct maze_standing *standing,
                       struct error *err)
{
    reset(r, game, standing);
    struct maze_event e = event(r, MAZE_EVENT_GAME, MAZE_NOBODY);
    e.goals = game->setup->goal;
    e.extra = game->setup->extra;
    e.extra_count = game->setup->extra_count;
    tell(r, e);
    for (int i = 0; i < r->state.players && !r->broken_off; i++) {
        set_up(r, i, &r->state);
    }
    if (!r->broken_off) {
        play_rounds(r);
    }
    if (!r->broken_off) {
        find_winners(r);
        tell_scores(r);
        call_win(r);
    }
    if (r->broken_off) {
        *err = r->why;
    }
    return !r->broken_off;
}
