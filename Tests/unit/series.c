#include "tournament/series.h"

#include "unit.h"

/* Player 0 wins two games of four, draws one and loses one; player 2, if there is one, is always kicked. */
static void play(void *context, int worker, int64_t game, int first, struct series_result *results)
{
    int players = *(const int *)context;
    (void)worker;
    if (first != game % players) {
        return;
    }
    results[0] = (struct series_result){game % 4 == 3 ? 2 : 1, (int)(game % 4)};
    results[1] = (struct series_result){game % 4 < 2 ? 2 : 1, 10};
    if (players > 2) {
        results[2] = (struct series_result){0, 1000};
    }
}

static json_object *summary_of(int players, int64_t games, int jobs)
{
    struct series_player totals[3] = {{0}};
    struct series series = {.players = players, .games = games, .jobs = jobs, .play = play, .context = &players};
    struct error error = {0};
    const char *const names[] = {"Ann", "Ben", "Cid"};
    return series_play(&series, totals, &error) ? series_write(&series, 42, totals, names, &error) : NULL;
}

TEST two_players_are_compared(void)
{
    json_object *summary = summary_of(2, 400, 1);
    /* mean (0+1+2+3)/4; variance 1.25 * 400 / 399; a mean result of 0.625 is 88.7 Elo points */
    ASSERT_STR_EQ(
        "{\"games\":400,\"seed\":42,\"players\":["
        "{\"name\":\"Ann\",\"games\":400,\"wins\":200,\"ties\":100,\"kicked\":0,\"mean\":1.500,\"error\":0.056},"
        "{\"name\":\"Ben\",\"games\":400,\"wins\":100,\"ties\":100,\"kicked\":0,\"mean\":10.000,\"error\":0.000}],"
        "\"elo\":{\"difference\":88.739,\"low\":59.194,\"high\":119.601}}",
        json_object_to_json_string_ext(summary, JSON_C_TO_STRING_PLAIN));
    json_object_put(summary);
    PASS();
}

TEST who_is_always_kicked_has_no_mean(void)
{
    json_object *summary = summary_of(3, 40, 2);
    const char *text = json_object_to_json_string_ext(summary, JSON_C_TO_STRING_PLAIN);
    ASSERT(strstr(text,
                  "{\"name\":\"Cid\",\"games\":40,\"wins\":0,\"ties\":0,\"kicked\":40,\"mean\":null,\"error\":null}"));
    ASSERT_EQ(NULL, strstr(text, "elo"));
    json_object_put(summary);
    PASS();
}

TEST the_number_of_jobs_changes_nothing(void)
{
    json_object *one = summary_of(2, 1001, 1);
    for (int jobs = 2; jobs < 9; jobs++) {
        json_object *many = summary_of(2, 1001, jobs);
        ASSERT(json_object_equal(one, many));
        json_object_put(many);
    }
    json_object_put(one);
    PASS();
}

TEST endless_differences_are_null(void)
{
    json_object *summary = summary_of(2, 1, 1);
    ASSERT(strstr(json_object_to_json_string_ext(summary, JSON_C_TO_STRING_PLAIN),
                  "\"elo\":{\"difference\":null,\"low\":null,\"high\":null}"));
    json_object_put(summary);
    PASS();
}

TEST who_is_as_good_as_the_other_is_no_better(void)
{
    struct series_player totals[2] = {{.games = 4, .wins = 2, .sum = 4, .squares = 4},
                                      {.games = 4, .wins = 2, .sum = 4, .squares = 4}};
    struct series series = {.players = 2, .games = 4};
    struct error error = {0};
    json_object *summary = series_write(&series, 1, totals, (const char *const[]){"Ann", "Ben"}, &error);
    ASSERT(strstr(json_object_to_json_string_ext(summary, JSON_C_TO_STRING_PLAIN), "\"difference\":0.000,"));
    json_object_put(summary);
    PASS();
}

SUITE(tournament_series)
{
    RUN_TEST(who_is_as_good_as_the_other_is_no_better);
    RUN_TEST(two_players_are_compared);
    RUN_TEST(who_is_always_kicked_has_no_mean);
    RUN_TEST(the_number_of_jobs_changes_nothing);
    RUN_TEST(endless_differences_are_null);
}
