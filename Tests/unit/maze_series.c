#include "maze/series.h"

#include "maze/generate.h"
#include "maze/referee.h"

#include "unit.h"

static const struct maze_entry house[] = {{.name = "Ann", .strategy = MAZE_EUCLID},
                                          {.name = "Ben", .strategy = MAZE_RIEMANN}};

/* Plays one game of the series by itself: how many treasures each player collected, and who won. */
static bool play_alone(uint64_t number, int treasures[2], bool won[2])
{
    struct arena arena = {0};
    struct error error;
    struct random chance = random_stream(5, number);
    struct maze_setup setup;
    struct maze_trial trial;
    struct maze_house_player players[2];
    struct maze_player player[2];
    struct maze_standing standing[2];
    bool played = maze_generate(&setup, 5, 7, 2, &chance, &arena, &error) &&
                  maze_trial_init(&trial, &setup.state.board, &arena, &error);
    for (int seat = 0; seat < 2; seat++) {
        const struct maze_entry *entry = &house[(number + (unsigned)seat) % 2];
        players[seat] = maze_house_player(entry, &trial);
        player[seat] = (struct maze_player){entry->name, &maze_house_player_calls, &players[seat]};
    }
    struct maze_game game = {.setup = &setup, .player = player};
    struct maze_referee referee;
    played = played && maze_referee_init(&referee, &setup.state, &arena, &error) &&
             maze_referee_play(&referee, &game, standing, &error);
    for (unsigned seat = 0; played && seat < 2; seat++) {
        treasures[(number + seat) % 2] = standing[seat].treasures;
        won[(number + seat) % 2] = standing[seat].place == 1;
    }
    arena_free(&arena);
    return played;
}

TEST a_series_sums_its_games_up(void)
{
    enum { GAMES = 40 };
    struct maze_series series = {.series = {.players = 2, .seed = 5, .games = GAMES, .to = GAMES, .jobs = 2},
                                 .rows = 5,
                                 .columns = 7,
                                 .entry = house,
                                 .skip = true};
    struct error error = {0};
    struct text summary = {0};
    struct series_totals totals;
    int sum[2] = {0}, wins[2] = {0}, ties = 0;
    for (uint64_t number = 0; number < GAMES; number++) {
        int treasures[2] = {0};
        bool won[2] = {false};
        ASSERT(play_alone(number, treasures, won));
        ties += won[0] && won[1];
        for (int i = 0; i < 2; i++) {
            sum[i] += treasures[i];
            wins[i] += won[i] && !won[1 - i];
        }
    }
    ASSERT(maze_series_play(&series, &totals, &error));
    series_write(&summary, &totals);
    for (int i = 0; i < 2; i++) {
        char expected[200];
        snprintf(expected, sizeof expected,
                 "{\"name\":\"%s\",\"games\":%d,\"wins\":%d,\"ties\":%d,\"kicked\":0,\"mean\":%.3f,", house[i].name,
                 GAMES, wins[i], ties, (double)sum[i] / GAMES);
        ASSERTm(summary.bytes, strstr(summary.bytes, expected));
    }
    ASSERT(sum[0] > 0 && wins[0] + wins[1] > 0);
    text_free(&summary);
    PASS();
}

/* -- players that run out of memory -- */

struct starved {
    enum maze_call call; /* the one that fails */
    bool removed;
};

static bool starved_set_up(void *self, const struct maze_state *state, int player, struct maze_spot goal,
                           struct error *why)
{
    const struct starved *starved = self;
    (void)state, (void)player, (void)goal;
    return starved->call != MAZE_CALL_SET_UP || error_memory(why);
}

static bool starved_take_turn(void *self, const struct maze_state *state, int player, struct maze_choice *choice,
                              struct error *why)
{
    const struct starved *starved = self;
    (void)state, (void)player;
    *choice = (struct maze_choice){.pass = true};
    return starved->call != MAZE_CALL_TAKE_TURN || error_memory(why);
}

static bool starved_win(void *self, bool won, struct error *why)
{
    (void)self, (void)won;
    return error_memory(why);
}

static void starved_kicked(void *self, const char *reason)
{
    struct starved *starved = self;
    (void)reason;
    starved->removed = true;
}

static const struct maze_player_calls starved_calls = {
    .set_up = starved_set_up, .take_turn = starved_take_turn, .win = starved_win, .kicked = starved_kicked};

TEST players_of_random_games_have_colors_of_their_own(void)
{
    struct maze_setup setup;
    struct arena arena = {0};
    struct error error = {0};
    struct random chance = random_stream(1, 0);
    ASSERT(maze_generate(&setup, 7, 7, 4, &chance, &arena, &error));
    for (int i = 0; i < 4; i++) {
        char color[] = "000001"; /* not black */
        color[5] = (char)('1' + i);
        ASSERT_STR_EQ(color, setup.state.avatar[i].color);
    }
    arena_free(&arena);
    PASS();
}

TEST a_series_is_broken_off_when_memory_is_short(void)
{
    for (enum maze_call call = MAZE_CALL_SET_UP; call < MAZE_CALLS; call++) {
        struct starved starved = {.call = call};
        const struct maze_entry entry[] = {house[0], {.name = "Cid", .program = "/starved"}};
        const struct maze_player program[] = {{0}, {"Cid", &starved_calls, &starved}};
        struct maze_series series = {.series = {.players = 2, .games = 1000, .to = 1000, .jobs = 1},
                                     .rows = 3,
                                     .columns = 3,
                                     .entry = entry,
                                     .program = program};
        struct error error = {0};
        struct series_totals totals;
        ASSERT_FALSE(maze_series_play(&series, &totals, &error));
        ASSERT_EQ(ERROR_MEMORY, error.kind);
        ASSERT_FALSE(starved.removed);
    }
    PASS();
}

SUITE(maze_series)
{
    RUN_TEST(a_series_sums_its_games_up);
    RUN_TEST(players_of_random_games_have_colors_of_their_own);
    RUN_TEST(a_series_is_broken_off_when_memory_is_short);
}
