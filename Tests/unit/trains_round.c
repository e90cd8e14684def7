#include "trains/round.h"

#include "trains.h"
#include "trains/log.h"

#include <sched.h>

enum { GAMES = 40, TURNS = 25 };

/* The events seen, in order, and which workers are busy. */
struct witness {
    int seen;
    bool in_order;
    _Atomic int busy[TRAINS_ROUND_JOBS_MAX];
    _Atomic int played[GAMES];
    _Atomic bool shared; /* a worker played two games at once */
    int fails;           /* the game that fails, if not 0 */
};

static bool see(void *self, const void *event, struct error *err)
{
    struct witness *w = self;
    const struct trains_event *e = event;
    (void)err;
    w->in_order = w->in_order && e->game == w->seen / TURNS && e->turn == w->seen % TURNS &&
                  e->card_count == e->turn % 3 && (e->card_count == 0 || e->cards[0] == TRAINS_RED);
    w->seen++;
    return true;
}

/* Games take different times, and what their events point to is freed right after they are reported. */
static bool play(void *context, int worker, int game, struct observer *const *observers, struct error *err)
{
    struct witness *w = context;
    w->shared = w->shared || w->busy[worker]++ > 0;
    w->played[game]++;
    for (int turn = 0; turn < TURNS; turn++) {
        enum trains_color cards[2] = {TRAINS_RED, TRAINS_RED};
        struct trains_event e = {
            .kind = TRAINS_EVENT_MORE, .game = game, .turn = turn, .cards = cards, .card_count = turn % 3};
        observer_tell(observers, &e);
        cards[0] = TRAINS_BLUE;
        for (int i = 0; i < (game * 7 + turn) % 5; i++) {
            sched_yield();
        }
    }
    w->busy[worker]--;
    return w->fails == 0 || w->fails != game || error_memory(err);
}

TEST observers_cannot_tell_how_many_jobs_there_are(int jobs)
{
    struct witness witness = {.in_order = true};
    struct observer observer = {.see = see, .self = &witness}, *observers[] = {&observer, NULL};
    struct trains_round round = {
        .games = GAMES, .jobs = jobs, .observers = observers, .context = &witness, .play = play};
    struct error error = {0};
    ASSERT(trains_round_play(&round, &error));
    ASSERT_EQ(GAMES * TURNS, witness.seen);
    ASSERT(witness.in_order);
    ASSERT_FALSE(witness.shared);
    for (int i = 0; i < GAMES; i++) {
        ASSERT_EQ(1, witness.played[i]);
    }
    PASS();
}

TEST nobody_needs_to_watch(void)
{
    struct witness witness = {.in_order = true};
    struct trains_round round = {.games = GAMES, .jobs = 4, .context = &witness, .play = play};
    struct error error = {0};
    ASSERT(trains_round_play(&round, &error));
    ASSERT_EQ(0, witness.seen);
    PASS();
}

TEST a_game_that_fails_ends_the_round(void)
{
    for (int jobs = 1; jobs < 6; jobs++) {
        struct witness witness = {.in_order = true, .fails = 3};
        struct observer observer = {.see = see, .self = &witness}, *observers[] = {&observer, NULL};
        struct trains_round round = {
            .games = GAMES, .jobs = jobs, .observers = observers, .context = &witness, .play = play};
        struct error error = {0};
        ASSERT_FALSE(trains_round_play(&round, &error));
        ASSERT_EQ(ERROR_MEMORY, error.kind);
        ASSERT(jobs > 1 || witness.played[4] == 0);
    }
    PASS();
}

/* The second game ends before the first begins, and its event is too large to be kept. */
static bool play_too_much(void *context, int worker, int game, struct observer *const *observers, struct error *err)
{
    struct witness *w = context;
    const enum trains_color cards[] = {TRAINS_RED};
    struct trains_event e = {.kind = TRAINS_EVENT_MORE, .cards = cards, .card_count = game ? -1 : 0};
    (void)worker, (void)err;
    while (game == 0 && w->played[1] == 0) {
        sched_yield();
    }
    observer_tell(observers, &e);
    w->played[game]++;
    return true;
}

TEST observers_that_would_miss_something_are_dropped_and_the_games_go_on(void)
{
    struct witness witness = {0};
    struct observer observer = {.see = see, .self = &witness}, *observers[] = {&observer, NULL};
    struct trains_round round = {
        .games = 2, .jobs = 2, .observers = observers, .context = &witness, .play = play_too_much};
    struct error error = {0};
    ASSERT(trains_round_play(&round, &error));
    ASSERT_EQ(1, witness.played[0]);
    ASSERT_EQ(0, witness.seen);
    ASSERT_EQ(ERROR_MEMORY, observer.error.kind);
    PASS();
}

/* -- a whole tournament -- */

enum { PLAYERS = 61 };

/* The log of a tournament. */
static char *log_of(const struct trains_map *map, int jobs, struct trains_outcome *outcome, struct arena *arena)
{
    static const char *const strategies[] = {"Buy-Now", "Hold-10", "Buy-Now", "Cheat", "player-bad-win"};
    static char names[PLAYERS][16];
    struct trains_house_player house[PLAYERS];
    struct trains_player player[PLAYERS];
    char *text = NULL;
    size_t size;
    struct error error;
    FILE *stream = open_memstream(&text, &size);
    struct observer_logger logger = {stream, trains_log};
    struct observer observer = {.see = observer_log, .self = &logger}, *observers[] = {&observer, NULL};
    for (int i = 0; i < PLAYERS; i++) {
        snprintf(names[i], sizeof names[i], "p%d", i);
        house[i] = (struct trains_house_player){.strategy = trains_strategy_find(strategies[i % 5]), .map = map};
        player[i] = (struct trains_player){names[i], &trains_house_player_calls, &house[i]};
    }
    struct trains_tournament tournament = {
        .players = PLAYERS, .player = player, .losses = 2, .seed = 11, .observers = observers, .jobs = jobs};
    bool done = trains_manager_run(&tournament, arena, outcome, &error) && observer.error.kind == ERROR_NONE;
    fclose(stream);
    if (!done) {
        free(text);
    }
    return done ? text : NULL;
}

TEST a_tournament_is_the_same_with_any_number_of_jobs(void)
{
    struct reading r;
    struct trains_map map;
    struct trains_outcome outcome[2];
    ASSERT(start_with_map(&r,
                          "{\"width\":100,\"height\":100,\"cities\":[[\"A\",[1,1]],[\"B\",[2,2]],[\"C\",[3,3]],[\"D\",["
                          "4,4]],[\"E\",[5,5]],[\"F\",[6,6]],[\"G\",[7,7]]],\"connections\":{\"A\":{\"B\":{\"red\":3,"
                          "\"blue\":4},\"C\":{\"white\":5}},\"B\":{\"D\":{\"green\":3}},\"C\":{\"E\":{\"blue\":3,"
                          "\"white\":4}},\"D\":{\"F\":{\"red\":5}},\"E\":{\"G\":{\"green\":4}},\"F\":{\"G\":{\"red\":3}"
                          "}}}",
                          &map));
    char *one = log_of(&map, 1, &outcome[0], &r.arena);
    for (int jobs = 2; jobs <= 8; jobs += 3) {
        char *several = log_of(&map, jobs, &outcome[1], &r.arena);
        ASSERT(one && several && strlen(one) > 10000);
        ASSERT_EQ(0, strcmp(one, several));
        ASSERT_EQ(0, memcmp(outcome[0].fate, outcome[1].fate, PLAYERS * sizeof *outcome[0].fate));
        free(several);
    }
    free(one);
    reading_end(&r);
    PASS();
}

/* What comes next in an arena may begin right behind it. */
TEST events_are_kept_whole(void)
{
    struct arena arena = {0};
    const struct trains_score score = {.segments = -1};
    const struct trains_event event = {.kind = TRAINS_EVENT_KICK, .reason = "it has 16 bytes.", .score = &score};
    const struct trains_event *kept = trains_event_keep(&event, &arena);
    ASSERT(kept && kept->reason != event.reason && kept->score != event.score);
    ASSERT_STR_EQ(event.reason, kept->reason);
    ASSERT_EQ(-1, kept->score->segments);
    arena_free(&arena);
    PASS();
}

SUITE(trains_rounds)
{
    for (int jobs = 1; jobs <= 8; jobs++) {
        RUN_TEST1(observers_cannot_tell_how_many_jobs_there_are, jobs);
    }
    RUN_TEST1(observers_cannot_tell_how_many_jobs_there_are, TRAINS_ROUND_JOBS_MAX + 1);
    RUN_TEST(nobody_needs_to_watch);
    RUN_TEST(a_game_that_fails_ends_the_round);
    RUN_TEST(events_are_kept_whole);
    RUN_TEST(observers_that_would_miss_something_are_dropped_and_the_games_go_on);
    RUN_TEST(a_tournament_is_the_same_with_any_number_of_jobs);
}
