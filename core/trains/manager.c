#include "trains/manager.h"

#include "trains/round.h"

/* The places in a game that was played. */
struct known_game {
    bool played;
    uint8_t place[TRAINS_PLAYERS_MAX];
};

enum { KNOWN_GAMES = 2 * 6561 }; /* numbers of games: a 1, followed by the habits of up to 8 players, with base 3 */

struct manager {
    const struct trains_tournament *tournament;
    struct trains_outcome *outcome;
    const char **names;
    const struct trains_map **suggested; /* by each player */
    const struct trains_map *map;        /* that games are played on */
    struct trains_referee *referee;      /* one for each worker of a round */
    struct arena *arena;
    struct tournament_game *game;     /* of the round */
    struct trains_played **last_game; /* where the next game of the outcome goes */
    struct known_game *known;         /* games whose outcome is certain; NULL: they are played all the same */
};

static struct trains_event event(const struct manager *m, enum trains_event_kind kind, int player)
{
    return (struct trains_event){
        .kind = kind, .map = m->map, .names = m->names, .players = m->tournament->players, .player = player};
}

static void kick(struct manager *m, int player, enum trains_call call, const char *reason)
{
    const struct trains_player *p = &m->tournament->player[player];
    struct trains_event e = event(m, TRAINS_EVENT_KICK, player);
    e.call = call;
    e.reason = reason;
    m->outcome->fate[player] = TOURNAMENT_MISBEHAVED;
    observer_tell(m->tournament->observers, &e);
    if (p->calls->kicked) {
        p->calls->kicked(p->self, false, reason);
    }
}

/* Handles a failed call on a player. Returns false if out of memory, which is not the player's fault. */
static bool call_failed(struct manager *m, int player, enum trains_call call, const struct error *why,
                        struct error *err)
{
    if (why->kind == ERROR_MEMORY) {
        *err = *why;
        return false;
    }
    kick(m, player, call, why->text);
    return true;
}

/* -- the beginning -- */

/* Calls start on every player and counts those left. */
static bool start(struct manager *m, int *left, struct error *err)
{
    *left = 0;
    for (int i = 0; i < m->tournament->players; i++) {
        const struct trains_player *p = &m->tournament->player[i];
        struct error why;
        m->suggested[i] = p->calls->start(p->self, error_silent(&why));
        if (m->suggested[i]) {
            ++*left;
        } else if (!call_failed(m, i, TRAINS_CALL_START, &why, err)) {
            return false;
        }
    }
    return true;
}

/* Takes the map of the oldest player that suggested one large enough. */
static bool choose_map(struct manager *m, int left, struct error *err)
{
    const struct trains_map *tried = NULL;
    int jobs = m->tournament->jobs > 1 ? m->tournament->jobs : 1;
    int table = left < TRAINS_PLAYERS_MAX ? left : TRAINS_PLAYERS_MAX;
    m->referee = arena_array(m->arena, (size_t)jobs, sizeof *m->referee);
    if (!m->referee) {
        return error_memory(err);
    }
    for (int i = 0; i < m->tournament->players && !m->map; i++) {
        if (!m->suggested[i] || m->suggested[i] == tried) {
            continue;
        }
        tried = m->suggested[i];
        if (!trains_referee_init(&m->referee[0], tried, m->arena, err)) {
            return false;
        }
        m->map = trains_referee_can_play(&m->referee[0], table) ? tried : NULL;
    }
    for (int i = 1; m->map && i < jobs; i++) {
        if (!trains_referee_copy(&m->referee[i], &m->referee[0], m->arena, err)) {
            return false;
        }
    }
    return true;
}

static bool tell_losses(struct manager *m, struct error *err)
{
    for (int i = 0; i < m->tournament->players; i++) {
        const struct trains_player *p = &m->tournament->player[i];
        struct error why;
        if (m->outcome->fate[i] == TOURNAMENT_IN && p->calls->losses &&
            !p->calls->losses(p->self, m->tournament->losses, error_silent(&why)) &&
            !call_failed(m, i, TRAINS_CALL_LOSSES, &why, err)) {
            return false;
        }
    }
    return true;
}

/* -- the games -- */

static bool record(struct manager *m, const struct tournament_game *game, struct error *err)
{
    struct trains_played *played = arena_array(m->arena, 1, sizeof *played);
    if (!played) {
        return error_memory(err);
    }
    played->players = game->players;
    for (int i = 0; i < game->players; i++) {
        played->player[i] = game->player[i];
        played->place[i] = game->place[i];
    }
    *m->last_game = played;
    m->last_game = &played->next;
    return true;
}

static bool play_game(void *context, int worker, int number, struct observer *const *observers, struct error *err)
{
    const struct manager *m = context;
    struct tournament_game *game = &m->game[number];
    struct random chance = random_stream(m->tournament->seed, (uint64_t)game->number);
    enum trains_color shuffled[TRAINS_DECK];
    struct trains_player player[TRAINS_PLAYERS_MAX];
    struct trains_standing standing[TRAINS_PLAYERS_MAX];
    struct trains_game table = {
        .number = game->number, .players = game->players, .player = player, .observers = observers};
    for (int i = 0; i < game->players; i++) {
        player[i] = m->tournament->player[game->player[i]];
    }
    if (m->tournament->deck) {
        table.deck = *m->tournament->deck;
    } else {
        table.deck = trains_cards_shuffle(shuffled, &chance);
        table.chance = &chance;
    }
    if (!trains_referee_play(&m->referee[worker], &table, standing, err)) {
        return false;
    }
    for (int i = 0; i < game->players; i++) {
        game->place[i] = standing[i].place;
    }
    return true;
}

/* The number of a game among those of players of known habits, or TRAINS_NONE. */
static int number_of(const struct manager *m, const struct tournament_game *game)
{
    int number = 1;
    for (int i = 0; i < game->players && number != TRAINS_NONE; i++) {
        const struct trains_player *p = &m->tournament->player[game->player[i]];
        int habit = p->calls->habit ? p->calls->habit(p->self) : TRAINS_NONE;
        number = habit == TRAINS_NONE ? TRAINS_NONE : number * TRAINS_HABITS + habit;
    }
    return number;
}

/* Plays a game, unless one like it was played before: a tournament in which few lose has very many. */
static bool play_or_recall(struct manager *m, int i, struct error *err)
{
    struct tournament_game *game = &m->game[i];
    int number = m->known ? number_of(m, game) : TRAINS_NONE;
    struct known_game *known = number == TRAINS_NONE ? NULL : &m->known[number];
    if (!known || !known->played) {
        if (!play_game(m, 0, i, m->tournament->observers, err)) {
            return false;
        }
        for (int k = 0; known && k < game->players; k++) {
            known->place[k] = (uint8_t)game->place[k];
        }
    } else {
        for (int k = 0; k < game->players; k++) {
            game->place[k] = known->place[k];
        }
    }
    if (known) {
        known->played = true;
    }
    return true;
}

static bool play_round(void *context, struct tournament_game *games, int count, struct error *err)
{
    struct manager *m = context;
    const struct trains_tournament *t = m->tournament;
    struct trains_round round = {
        .games = count, .jobs = t->jobs, .observers = t->observers, .context = m, .play = play_game};
    m->game = games;
    if (t->jobs > 1 && count > 1) {
        if (!trains_round_play(&round, err)) {
            return false;
        }
    } else {
        for (int i = 0; i < count; i++) {
            if (!play_or_recall(m, i, err)) {
                return false;
            }
        }
    }
    for (int i = 0; i < count && t->keeps_games; i++) {
        if (!record(m, &games[i], err)) {
            return false;
        }
    }
    return true;
}

static void begin_round(void *context, int round, const struct tournament_game *games, int count)
{
    const struct manager *m = context;
    struct trains_event e = event(m, TRAINS_EVENT_ROUND, TRAINS_NONE);
    e.round = round;
    e.tables = count;
    e.table = games;
    observer_tell(m->tournament->observers, &e);
}

/* -- the end -- */

/* Tells the losers, then the winners. A winner that fails here does not win. */
static bool end(struct manager *m, struct error *err)
{
    for (int winners = 0; winners < 2; winners++) {
        for (int i = 0; i < m->tournament->players; i++) {
            const struct trains_player *p = &m->tournament->player[i];
            struct error why;
            if (m->outcome->fate[i] == (winners ? TOURNAMENT_IN : TOURNAMENT_LOST) && p->calls->end &&
                !p->calls->end(p->self, winners, error_silent(&why)) &&
                !call_failed(m, i, TRAINS_CALL_END, &why, err)) {
                return false;
            }
        }
    }
    struct trains_event e = event(m, TRAINS_EVENT_END, TRAINS_NONE);
    e.fate = m->outcome->fate;
    observer_tell(m->tournament->observers, &e);
    return true;
}

bool trains_manager_run(const struct trains_tournament *tournament, struct arena *arena, struct trains_outcome *outcome,
                        struct error *err)
{
    size_t players = (size_t)tournament->players;
    *outcome = (struct trains_outcome){.fate = arena_array(arena, players, sizeof *outcome->fate)};
    struct manager m = {.tournament = tournament,
                        .outcome = outcome,
                        .names = arena_array(arena, players, sizeof *m.names),
                        .suggested = arena_array(arena, players, sizeof *m.suggested),
                        .arena = arena,
                        .last_game = &outcome->games};
    bool certain = tournament->deck && !tournament->observers;
    m.known = certain ? arena_array(arena, KNOWN_GAMES, sizeof *m.known) : NULL;
    if (!outcome->fate || !m.names || !m.suggested || (certain && !m.known)) {
        return error_memory(err);
    }
    for (size_t i = 0; i < players; i++) {
        m.names[i] = tournament->player[i].name;
    }
    int left;
    if (!start(&m, &left, err) || !choose_map(&m, left, err)) {
        return false;
    }
    outcome->enough = m.map;
    if (!m.map) {
        return true;
    }
    struct trains_event map = event(&m, TRAINS_EVENT_MAP, TRAINS_NONE);
    observer_tell(tournament->observers, &map);
    if (tournament->losses > 1 && !tell_losses(&m, err)) {
        return false;
    }
    struct tournament rounds = {.players = tournament->players,
                                .game_max = TRAINS_PLAYERS_MAX,
                                .losses = tournament->losses,
                                .context = &m,
                                .begin_round = tournament->observers ? begin_round : NULL,
                                .play = play_round};
    return tournament_play(&rounds, outcome->fate, err) && end(&m, err);
}
