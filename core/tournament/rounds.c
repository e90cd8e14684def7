#include "tournament/rounds.h"

/* The state of a tournament between two rounds. */
struct standings {
    int *in; /* players still in, oldest first */
    int count;
    int *lost; /* games lost by each player */
    int *place;
    struct tournament_game *game;
    int games, played;
};

/* Fills games of the maximum size in order of age. If one player is left over, one from the previous game joins it. */
static void allocate(const struct tournament *t, struct standings *s)
{
    s->games = 0;
    for (int from = 0; from < s->count;) {
        int left = s->count - from, size = left < t->game_max ? left : t->game_max;
        if (left - size == 1) {
            size--;
        }
        s->game[s->games++] = (struct tournament_game){
            .number = ++s->played, .players = size, .player = s->in + from, .place = s->place + from};
        from += size;
    }
}

/* Charges losses and drops players that are out. Returns whether anything changed. */
static bool settle(const struct tournament *t, struct standings *s, enum tournament_fate *fate)
{
    int kept = 0, charged = 0;
    for (int i = 0; i < s->count; i++) {
        int player = s->in[i];
        if (s->place[i] != 1) {
            charged++;
            s->lost[player]++;
        }
        if (s->place[i] == 0) {
            fate[player] = TOURNAMENT_MISBEHAVED;
        } else if (s->lost[player] >= t->losses) {
            fate[player] = TOURNAMENT_LOST;
        } else {
            s->in[kept++] = player;
        }
    }
    s->count = kept;
    return charged > 0;
}

/* Whether the round was a single game, and everybody still in was in its first rank. */
static bool all_first(const struct standings *s)
{
    int first = 0;
    for (int i = 0; i < s->game[0].players; i++) {
        first += s->place[i] == 1;
    }
    return s->games == 1 && first == s->count;
}

static bool run(const struct tournament *t, struct standings *s, enum tournament_fate *fate, struct error *err)
{
    for (int round = 1; s->count > 1; round++) {
        allocate(t, s);
        if (t->begin_round) {
            t->begin_round(t->context, round, s->game, s->games);
        }
        if (!t->play(t->context, s->game, s->games, err)) {
            return false;
        }
        bool changed = settle(t, s, fate);
        /* With one life, two rounds must agree, so a first round without losers is repeated. */
        if (all_first(s) || (!changed && (t->losses > 1 || round > 1))) {
            return true;
        }
    }
    return true;
}

bool tournament_play(const struct tournament *t, enum tournament_fate *fate, struct error *err)
{
    size_t players = (size_t)t->players;
    struct arena arena = {0};
    struct standings s = {.in = arena_array(&arena, players, sizeof *s.in),
                          .lost = arena_array(&arena, players, sizeof *s.lost),
                          .place = arena_array(&arena, players, sizeof *s.place),
                          .game = arena_array(&arena, players / 2 + 1, sizeof *s.game)};
    bool done = false;
    if (!s.in || !s.lost || !s.place || !s.game) {
        error_memory(err);
    } else {
        for (int i = 0; i < t->players; i++) {
            if (fate[i] == TOURNAMENT_IN) {
                s.in[s.count++] = i;
            }
        }
        done = run(t, &s, fate, err);
    }
    arena_free(&arena);
    return done;
}
