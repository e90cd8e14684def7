#include "tournament/series.h"

#include "unit.h"

/* Player 0 wins two games of four, draws one and loses one; player 2, if there is one, is always kicked. */
static bool play(void *context, int worker, int64_t game, int first, struct series_result *results, struct error *err)
{
    int players = *(const int *)context;
    (void)worker;
    if (first != game % players) {
        return error_set(err, ERROR_PLAYER, "another player should begin");
    }
    results[0] = (struct series_result){game % 4 == 3 ? 2 : 1, (int)(game % 4)};
    results[1] = (struct series_result){game % 4 < 2 ? 2 : 1, 10};
    if (players > 2) {
        results[2] = (struct series_result){0, 1000};
    }
    return true;
}

static bool sum_up(int players, int64_t games, int jobs, struct text *summary)
{
    struct series series = {
        .players = players, .games = games, .to = games, .jobs = jobs, .play = play, .context = &players};
    struct series_totals totals = {.games = games, .seed = 42, .players = players, .names = {"Ann", "Ben", "Cid"}};
    struct error error = {0};
    *summary = (struct text){0};
    if (!series_play(&series, totals.player, &error)) {
        return false;
    }
    series_write(summary, &totals);
    return !summary->failed;
}

TEST two_players_are_compared(void)
{
    struct text summary;
    ASSERT(sum_up(2, 400, 1, &summary));
    /* mean (0+1+2+3)/4; variance 1.25 * 400 / 399; a mean result of 0.625 is 88.7 Elo points */
    ASSERT_STR_EQ(
        "{\"games\":400,\"seed\":42,\"players\":["
        "{\"name\":\"Ann\",\"games\":400,\"wins\":200,\"ties\":100,\"kicked\":0,\"mean\":1.500,\"error\":0.056},"
        "{\"name\":\"Ben\",\"games\":400,\"wins\":100,\"ties\":100,\"kicked\":0,\"mean\":10.000,\"error\":0.000}],"
        "\"elo\":{\"difference\":88.739,\"low\":59.194,\"high\":119.601}}",
        summary.bytes);
    text_free(&summary);
    PASS();
}

/* Scores of 2, 4 and 9: the mean is 5, the sum of squared deviations 26, so the standard error is sqrt(26 / 2 / 3). */
TEST the_standard_error_is_that_of_a_sample(void)
{
    struct series_totals totals = {.games = 4,
                                   .players = 3,
                                   .names = {"Ann", "Ben", "Cid"},
                                   .player = {{.games = 3, .wins = 3, .sum = 15, .squares = 4 + 16 + 81},
                                              {.games = 4, .kicked = 2, .sum = 3, .squares = 1 + 4},
                                              {.games = 2, .kicked = 1, .sum = 7, .squares = 49}}};
    struct text summary = {0};
    series_write(&summary, &totals);
    ASSERT(strstr(summary.bytes, "\"kicked\":0,\"mean\":5.000,\"error\":2.082}"));
    ASSERT(strstr(summary.bytes, "\"kicked\":2,\"mean\":1.500,\"error\":0.500}"));
    ASSERT(strstr(summary.bytes, "\"kicked\":1,\"mean\":7.000,\"error\":null}"));
    text_free(&summary);
    PASS();
}

TEST who_is_always_kicked_has_no_mean(void)
{
    struct text summary;
    ASSERT(sum_up(3, 40, 2, &summary));
    ASSERT(strstr(summary.bytes,
                  "{\"name\":\"Cid\",\"games\":40,\"wins\":0,\"ties\":0,\"kicked\":40,\"mean\":null,\"error\":null}"));
    ASSERT_EQ(NULL, strstr(summary.bytes, "elo"));
    text_free(&summary);
    PASS();
}

TEST the_number_of_jobs_changes_nothing(void)
{
    struct text one, many;
    ASSERT(sum_up(2, 1001, 1, &one));
    for (int jobs = 2; jobs < 9; jobs++) {
        ASSERT(sum_up(2, 1001, jobs, &many));
        ASSERT_STR_EQ(one.bytes, many.bytes);
        text_free(&many);
    }
    text_free(&one);
    PASS();
}

TEST endless_differences_are_null(void)
{
    struct text summary;
    ASSERT(sum_up(2, 1, 1, &summary));
    ASSERT(strstr(summary.bytes, "\"elo\":{\"difference\":null,\"low\":null,\"high\":null}"));
    text_free(&summary);
    PASS();
}

TEST who_is_as_good_as_the_other_is_no_better(void)
{
    struct series_totals totals = {
        .games = 4,
        .players = 2,
        .names = {"Ann", "Ben"},
        .player = {{.games = 4, .wins = 2, .sum = 4, .squares = 4}, {.games = 4, .wins = 2, .sum = 4, .squares = 4}}};
    struct text summary = {0};
    series_write(&summary, &totals);
    ASSERT(strstr(summary.bytes, "\"difference\":0.000,"));
    text_free(&summary);
    PASS();
}

static bool fail_late(void *context, int worker, int64_t game, int first, struct series_result *results,
                      struct error *err)
{
    (void)context, (void)worker, (void)first, (void)results;
    return game < 20 || error_set(err, ERROR_MEMORY, "game %d", (int)(game < 99 ? game : 99));
}

TEST a_game_that_fails_ends_the_series(void)
{
    for (int jobs = 1; jobs < 4; jobs++) {
        union series_player totals[2] = {{{0}}};
        struct series series = {.players = 2, .games = 1000000, .to = 1000000, .jobs = jobs, .play = fail_late};
        struct error error = {0};
        ASSERT_FALSE(series_play(&series, totals, &error));
        ASSERT_EQ(ERROR_MEMORY, error.kind);
        ASSERT(strncmp(error.text, "game ", 5) == 0);
        ASSERT(totals[0].games < 1000);
    }
    PASS();
}

SUITE(tournament_series)
{
    RUN_TEST(who_is_as_good_as_the_other_is_no_better);
    RUN_TEST(two_players_are_compared);
    RUN_TEST(the_standard_error_is_that_of_a_sample);
    RUN_TEST(who_is_always_kicked_has_no_mean);
    RUN_TEST(the_number_of_jobs_changes_nothing);
    RUN_TEST(endless_differences_are_null);
    RUN_TEST(a_game_that_fails_ends_the_series);
}
