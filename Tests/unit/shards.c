#include "tournament/shards.h"

#include "unit.h"

#include <stdlib.h>
#include <unistd.h>

static const char series[] = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

/* The games of a series of 10 from `from` up to `to`, all of which Ann has won. */
static void add_part(struct text *out, int64_t from, int64_t to, const char *name)
{
    int64_t games = to - from;
    struct series_totals part = {.seed = UINT64_MAX,
                                 .games = 10,
                                 .from = from,
                                 .to = to,
                                 .players = 2,
                                 .names = {"Ann \"\\", "Ben"},
                                 .player = {{.games = games, .wins = games, .sum = -games, .squares = games},
                                            {.games = games, .kicked = games}}};
    shards_write(out, &part, name);
}

/* Merges the records in a text. */
static bool merge(struct shards *shards, const struct text *records, struct series_totals *whole, struct error *err)
{
    char path[] = "/tmp/shards-XXXXXX";
    int fd = mkstemp(path);
    *shards = (struct shards){0};
    *err = (struct error){0};
    bool ok = fd >= 0 && write(fd, records->bytes, records->length) == (ssize_t)records->length &&
              shards_load(shards, path, err) && shards_merge(shards, whole, err);
    close(fd);
    unlink(path);
    return ok;
}

TEST parts_cover_all_games_once(void)
{
    for (int64_t games = 1; games < 30; games++) {
        for (uint64_t shards = 1; shards <= (uint64_t)games; shards++) {
            int64_t next = 0;
            for (uint64_t index = 0; index < shards; index++) {
                int64_t from, to;
                shards_range(games, &(struct shards_part){index, shards}, &from, &to);
                ASSERT_EQ(next, from);
                ASSERT(to > from && to - from <= games / (int64_t)shards + 1);
                next = to;
            }
            ASSERT_EQ(games, next);
        }
    }
    PASS();
}

TEST parts_add_up_in_any_order_and_count_once(void)
{
    struct text records = {0};
    struct shards shards;
    struct series_totals whole;
    struct error err;
    add_part(&records, 7, 10, series);
    add_part(&records, 0, 3, series);
    text_string(&records, "{\"series\":\"torn\n\n");
    add_part(&records, 7, 10, series);
    add_part(&records, 3, 7, series);
    text_string(&records, "{\"cut off");
    ASSERT(merge(&shards, &records, &whole, &err));
    ASSERT_STR_EQ("Ann \"\\", whole.names[0]);
    ASSERT_EQ(UINT64_MAX, whole.seed);
    ASSERT_EQ(10, whole.games);
    ASSERT_EQ(10, whole.player[0].wins);
    ASSERT_EQ(-10, whole.player[0].sum);
    ASSERT_EQ(10, whole.player[1].kicked);
    ASSERT(strstr(shards.warning, ":3: this line is not a complete record"));
    shards_free(&shards);
    text_free(&records);
    PASS();
}

/* Checks that a part does not go with the one of games 0 to 2, and what the complaint is. */
static bool is_refused(int64_t from, int64_t to, const char *name, const char *complaint)
{
    struct text records = {0};
    struct shards shards;
    struct series_totals whole;
    struct error err;
    add_part(&records, 0, 3, series);
    add_part(&records, from, to, name);
    bool refused = !merge(&shards, &records, &whole, &err) && err.kind == ERROR_INPUT && strstr(err.text, complaint);
    shards_free(&shards);
    text_free(&records);
    return refused;
}

TEST what_does_not_add_up_is_refused(void)
{
    char other[sizeof series];
    memcpy(other, series, sizeof series);
    other[0] = 'f';
    ASSERT(is_refused(4, 10, series, "games 3 to 3 of 10 are missing"));
    ASSERT(is_refused(3, 9, series, "games 9 to 9 of 10 are missing"));
    ASSERT(is_refused(2, 10, series, "game 2 is counted twice"));
    ASSERT(is_refused(3, 10, other, ":2: this is part of another series"));
    PASS();
}

/* Whether two records of the whole series but for the last game and of that are refused. */
static bool refuses(const struct series_totals *most, const struct series_totals *last, const char *complaint)
{
    struct text records = {0};
    struct shards shards;
    struct series_totals whole;
    struct error err;
    shards_write(&records, most, series);
    shards_write(&records, last, series);
    bool refused = !merge(&shards, &records, &whole, &err) && err.kind == ERROR_INPUT && strstr(err.text, complaint);
    shards_free(&shards);
    text_free(&records);
    return refused;
}

TEST records_that_contradict_each_other_are_refused(void)
{
    const struct series_totals most = {.games = 10, .to = 9, .players = 1, .names = {"Ann"}, .player = {{.games = 9}}};
    struct series_totals last = {
        .games = 10, .from = 9, .to = 10, .players = 1, .names = {"Ann"}, .player = {{.games = 1}}};
    ASSERT_FALSE(refuses(&most, &last, ""));
    last.names[0] = "Ben";
    ASSERT(refuses(&most, &last, ":2: this is part of another series"));
    last.players = 0;
    ASSERT(refuses(&most, &last, ":2: this is part of another series"));
    last = (struct series_totals){.games = 11, .from = 9, .to = 11, .players = 1, .names = {"Ann"}};
    last.player[0].games = 2;
    ASSERT(refuses(&most, &last, ":2: this is part of another series"));
    PASS();
}

TEST numbers_that_cannot_be_added_are_refused(void)
{
    struct series_totals most = {.games = 10, .to = 9, .players = 1, .names = {"Ann"}, .player = {{.games = 9}}};
    struct series_totals last = {
        .games = 10, .from = 9, .to = 10, .players = 1, .names = {"Ann"}, .player = {{.games = 1}}};
    most.player[0].squares = INT64_MAX;
    ASSERT_FALSE(refuses(&most, &last, ""));
    last.player[0].squares = 1;
    ASSERT(refuses(&most, &last, "the numbers in the record of game 9 are too large"));
    PASS();
}

SUITE(tournament_shards)
{
    RUN_TEST(records_that_contradict_each_other_are_refused);
    RUN_TEST(numbers_that_cannot_be_added_are_refused);
    RUN_TEST(parts_cover_all_games_once);
    RUN_TEST(parts_add_up_in_any_order_and_count_once);
    RUN_TEST(what_does_not_add_up_is_refused);
}
