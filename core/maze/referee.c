#include "maze/referee.h"

#include <string.h>

struct seat {
    struct maze_spot goal;
    int treasures;
    bool homebound;
};

/* A game as it goes. */
struct table {
    const struct maze_game *game;
    struct maze_standing *standing;
    struct maze_state state;
    struct maze_trial trial;
    struct seat *seat;
    const char **names;
    int left;       /* players that are not out */
    int extra_used; /* goals handed out */
    int round;
    int ender;       /* the player that has come home and ended the game, or MAZE_NOBODY */
    bool broken_off; /* for want of memory, which is not the fault of any player */
    struct error why;

    uint64_t *memory; /* the table as it was at the start of an earlier round */
    size_t memory_words;
    int memory_round;
};

/* -- telling the observers -- */

static struct maze_event event(const struct table *t, enum maze_event_kind kind, int player)
{
    return (struct maze_event){
        .kind = kind, .state = &t->state, .names = t->names, .round = t->round, .player = player};
}

static void tell(const struct table *t, struct maze_event e)
{
    observe(t->game->observers, &e);
}

static void kick(struct table *t, int player, enum maze_call call, const char *reason)
{
    const struct maze_player *p = &t->game->player[player];
    t->state.avatar[player].out = true;
    t->left--;
    t->standing[player].place = 0;
    struct maze_event e = event(t, MAZE_EVENT_KICK, player);
    e.call = call;
    e.reason = reason;
    tell(t, e);
    if (p->calls->kicked) {
        p->calls->kicked(p->self, reason);
    }
}

/* A call on a player has failed. */
static void call_failed(struct table *t, int player, enum maze_call call)
{
    if (t->why.kind == ERROR_MEMORY) {
        t->broken_off = true;
    } else {
        kick(t, player, call, t->why.text);
    }
}

/* -- turns -- */

/* Tells a player its goal: with the state at the beginning, without it later. */
static void set_up(struct table *t, int player, const struct maze_state *state)
{
    const struct maze_player *p = &t->game->player[player];
    struct maze_event e = event(t, MAZE_EVENT_SETUP, player);
    e.goal = t->seat[player].goal;
    if (!p->calls->set_up(p->self, state, player, e.goal, error_silent(&t->why))) {
        call_failed(t, player, MAZE_CALL_SET_UP);
    } else {
        tell(t, e);
    }
}

/* The player has moved to its goal: it gets the next one, or has come home and ends the game. */
static void reach_goal(struct table *t, int player)
{
    struct seat *s = &t->seat[player];
    struct maze_event e = event(t, MAZE_EVENT_GOAL, player);
    e.goal = s->goal;
    e.ends_game = s->homebound;
    tell(t, e);
    if (s->homebound) {
        t->ender = player;
        return;
    }
    struct maze_spot home = t->state.avatar[player].home;
    s->treasures++;
    s->goal = t->extra_used < t->game->extra_count ? t->game->extra[t->extra_used++] : home;
    s->homebound = t->extra_used == t->game->extra_count && s->goal.row == home.row && s->goal.column == home.column;
    set_up(t, player, NULL);
}

/* Whether the player is still in the game and did not pass. */
static bool take_turn(struct table *t, int player)
{
    const struct maze_player *p = &t->game->player[player];
    struct maze_choice choice = {.pass = true};
    if (!p->calls->take_turn(p->self, &t->state, player, &choice, error_silent(&t->why))) {
        call_failed(t, player, MAZE_CALL_TAKE_TURN);
        return false;
    }
    enum maze_ruling ruling = maze_rules_judge(&t->trial, &t->state, player, choice);
    if (ruling != MAZE_LEGAL) {
        char reason[200];
        maze_rules_explain(ruling, choice, reason, sizeof reason);
        kick(t, player, MAZE_CALL_TAKE_TURN, reason);
        return false;
    }
    maze_rules_apply(&t->state, player, choice);
    struct maze_event e = event(t, MAZE_EVENT_TURN, player);
    e.choice = choice;
    tell(t, e);
    if (!choice.pass && t->state.avatar[player].current == maze_board_place(&t->state.board, t->seat[player].goal)) {
        reach_goal(t, player);
    }
    return !choice.pass && !t->state.avatar[player].out;
}

/* Whether anybody who is still in the game moved. */
static bool play_round(struct table *t)
{
    bool moved = false;
    tell(t, event(t, MAZE_EVENT_ROUND, MAZE_NOBODY));
    for (int i = 0; i < t->state.players && t->ender == MAZE_NOBODY && !t->broken_off; i++) {
        if (!t->state.avatar[i].out && take_turn(t, i)) {
            moved = true;
        }
    }
    return moved;
}

/* -- skipping what repeats -- */

/* Everything that the rest of the game depends on, word by word. */
static size_t remember(const struct table *t, uint64_t *words)
{
    const struct maze_board *board = &t->state.board;
    size_t used = 0;
    uint64_t last = t->state.has_last ? 1 + (uint64_t)t->state.last.index * 4 + t->state.last.direction : 0;
    words[used++] = last << 8 | board->spare.sides;
    words[used++] = (uint64_t)t->extra_used;
    for (int i = 0; i < t->state.players; i++) {
        const struct maze_player *p = &t->game->player[i];
        const struct maze_avatar *a = &t->state.avatar[i];
        words[used++] = a->out ? UINT64_MAX : (uint64_t)a->current;
        words[used++] = (uint64_t)t->seat[i].goal.row << 32 | (uint64_t)t->seat[i].goal.column;
        words[used++] = (uint64_t)t->seat[i].treasures << 1 | t->seat[i].homebound;
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

static bool start_memory(struct table *t, struct arena *arena, struct error *err)
{
    size_t cells = (size_t)t->state.board.rows * (size_t)t->state.board.columns;
    t->memory_words = 2 + 4 * (size_t)t->state.players + (cells + 15) / 16;
    t->memory = arena_array(arena, 2 * t->memory_words, sizeof *t->memory);
    return t->memory ? true : error_memory(err);
}

/* At the start of a round: if the table is as it was before, the rounds in between would repeat to the end, so as many
 * of them as fit are left out. What is remembered is renewed at rounds 1, 2, 4, 8, ... */
static void skip_repetition(struct table *t)
{
    uint64_t *now = t->memory + t->memory_words;
    remember(t, now);
    if (t->memory_round > 0 && memcmp(now, t->memory, t->memory_words * sizeof *now) == 0) {
        int period = t->round - t->memory_round;
        t->round += (MAZE_ROUNDS + 1 - t->round) / period * period;
        t->memory_round = MAZE_ROUNDS + 1; /* this happens once */
    } else if (t->round >= 2 * t->memory_round) {
        memcpy(t->memory, now, t->memory_words * sizeof *now);
        t->memory_round = t->round;
    }
}

static bool can_skip(const struct table *t)
{
    for (int i = 0; i < t->state.players; i++) {
        if (!t->game->player[i].calls->memory) {
            return false;
        }
    }
    return t->game->skip && !t->game->observers;
}

static void play_rounds(struct table *t)
{
    bool skip = can_skip(t);
    for (t->round = 1; t->round <= MAZE_ROUNDS && t->left > 0; t->round++) {
        if (skip && t->memory_round <= MAZE_ROUNDS) {
            skip_repetition(t);
            if (t->round > MAZE_ROUNDS) {
                break;
            }
        }
        if (!play_round(t) || t->ender != MAZE_NOBODY || t->broken_off) {
            break;
        }
    }
    t->round = t->round > MAZE_ROUNDS ? MAZE_ROUNDS : t->round; /* what is told from here on is about the last round */
}

/* -- the end -- */

static int64_t distance(const struct table *t, int player)
{
    return maze_board_distance(&t->state.board, t->state.avatar[player].current, t->seat[player].goal);
}

/* The player that ended the game wins alone if nobody has more treasures; otherwise the nearest of those with the most.
 */
static void find_winners(struct table *t)
{
    int most = 0;
    int64_t nearest = INT64_MAX;
    for (int i = 0; i < t->state.players; i++) {
        if (!t->state.avatar[i].out && t->seat[i].treasures > most) {
            most = t->seat[i].treasures;
        }
    }
    for (int i = 0; i < t->state.players; i++) {
        if (!t->state.avatar[i].out && t->seat[i].treasures == most && distance(t, i) < nearest) {
            nearest = distance(t, i);
        }
    }
    bool alone = t->ender != MAZE_NOBODY && t->seat[t->ender].treasures == most;
    for (int i = 0; i < t->state.players; i++) {
        bool won = alone ? i == t->ender : t->seat[i].treasures == most && distance(t, i) == nearest;
        t->standing[i].place = t->state.avatar[i].out ? 0 : won ? 1 : 2;
        t->standing[i].treasures = t->seat[i].treasures;
    }
}

static void tell_scores(const struct table *t)
{
    for (int i = 0; i < t->state.players; i++) {
        if (!t->state.avatar[i].out) {
            struct maze_event e = event(t, MAZE_EVENT_SCORE, i);
            e.goal = t->seat[i].goal;
            e.treasures = t->seat[i].treasures;
            e.distance = distance(t, i);
            e.won = t->standing[i].place == 1;
            tell(t, e);
        }
    }
}

static void call_win(struct table *t)
{
    for (int i = 0; i < t->state.players && !t->broken_off; i++) {
        const struct maze_player *p = &t->game->player[i];
        bool won = t->standing[i].place == 1;
        if (t->state.avatar[i].out) {
            continue;
        }
        if (!p->calls->win(p->self, won, error_silent(&t->why))) {
            call_failed(t, i, MAZE_CALL_WIN);
        } else {
            struct maze_event e = event(t, MAZE_EVENT_WIN, i);
            e.won = won;
            tell(t, e);
        }
    }
}

bool maze_referee_play(const struct maze_game *game, struct maze_standing *standing, struct maze_state *after,
                       struct arena *arena, struct error *err)
{
    size_t players = (size_t)game->state->players;
    struct table t = {.game = game, .standing = standing, .ender = MAZE_NOBODY, .left = game->state->players};
    t.seat = arena_array(arena, players, sizeof *t.seat);
    t.names = arena_array(arena, players, sizeof *t.names);
    if (!t.seat || !t.names) {
        return error_memory(err);
    }
    if (!maze_state_copy(&t.state, game->state, arena, err) || !maze_trial_init(&t.trial, &t.state.board, arena, err) ||
        !start_memory(&t, arena, err)) {
        return false;
    }
    for (size_t i = 0; i < players; i++) {
        t.seat[i].goal = game->goal[i];
        t.names[i] = game->player[i].name;
    }
    struct maze_event e = event(&t, MAZE_EVENT_GAME, MAZE_NOBODY);
    e.goals = game->goal;
    e.extra = game->extra;
    e.extra_count = game->extra_count;
    tell(&t, e);
    for (int i = 0; i < t.state.players && !t.broken_off; i++) {
        set_up(&t, i, &t.state);
    }
    if (!t.broken_off) {
        play_rounds(&t);
    }
    if (!t.broken_off) {
        find_winners(&t);
        tell_scores(&t);
        call_win(&t);
    }
    *after = t.state;
    if (t.broken_off) {
        *err = t.why;
    }
    return !t.broken_off;
}
