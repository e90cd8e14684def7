#include "tournament/rounds.h"

#include "unit.h"

/* A tournament in which a function of the players' numbers decides games. */
struct fake {
    int (*place)(int player, int game, int seat);
    int games, sizes[64], rounds;
};

static bool fake_play(void *context, struct tournament_game *games, int count, struct error *err)
{
    struct fake *fake = context;
    (void)err;
    for (int i = 0; i < count; i++) {
        fake->sizes[fake->games++] = games[i].players;
        for (int k = 0; k < games[i].players; k++) {
            games[i].place[k] = fake->place(games[i].player[k], games[i].number, k);
        }
    }
    fake->rounds++;
    return true;
}

static void play_fake(struct fake *fake, int players, int losses, enum tournament_fate *fate)
{
    struct tournament t = {.players = players, .game_max = 8, .losses = losses, .context = fake, .play = fake_play};
    struct error error = {0};
    for (int i = 0; i < players; i++) {
        fate[i] = TOURNAMENT_IN;
    }
    tournament_play(&t, fate, &error);
}

static int oldest_wins(int player, int game, int seat)
{
    (void)player, (void)game;
    return seat + 1;
}

static int all_win(int player, int game, int seat)
{
    (void)player, (void)game, (void)seat;
    return 1;
}

static int all_misbehave(int player, int game, int seat)
{
    (void)player, (void)game, (void)seat;
    return 0;
}

static int odd_ones_misbehave_once(int player, int game, int seat)
{
    (void)game, (void)seat;
    return player % 2 ? 0 : 1;
}

static const struct allocation {
    int players, sizes[8];
} allocations[] = {
    {2, {2}},     {7, {7}},        {8, {8}},        {9, {7, 2}},        {10, {8, 2}},          {15, {8, 7}},
    {16, {8, 8}}, {17, {8, 7, 2}}, {18, {8, 8, 2}}, {25, {8, 8, 7, 2}}, {40, {8, 8, 8, 8, 8}}, {41, {8, 8, 8, 8, 7, 2}},
};

TEST allocates(const struct allocation *a)
{
    struct fake fake = {.place = oldest_wins};
    enum tournament_fate fate[64];
    play_fake(&fake, a->players, 1, fate);
    for (int i = 0; i < 8 && a->sizes[i]; i++) {
        ASSERT_EQ_FMT(a->sizes[i], fake.sizes[i], "%d");
    }
    ASSERT_EQ(TOURNAMENT_IN, fate[0]);
    for (int i = 1; i < a->players; i++) {
        ASSERT_EQ(TOURNAMENT_LOST, fate[i]);
    }
    PASS();
}

TEST a_single_game_decides(void)
{
    struct fake fake = {.place = all_win};
    enum tournament_fate fate[8];
    play_fake(&fake, 8, 1, fate);
    ASSERT_EQ(1, fake.games);
    ASSERT_EQ(TOURNAMENT_IN, fate[7]);
    PASS();
}

TEST with_one_life_two_rounds_must_agree(void)
{
    struct fake fake = {.place = all_win};
    enum tournament_fate fate[16];
    play_fake(&fake, 16, 1, fate);
    ASSERT_EQ(2, fake.rounds);
    fake = (struct fake){.place = all_win};
    play_fake(&fake, 16, 2, fate);
    ASSERT_EQ(1, fake.rounds);
    PASS();
}

TEST who_misbehaves_is_out_whatever_its_losses(void)
{
    struct fake fake = {.place = odd_ones_misbehave_once};
    enum tournament_fate fate[20];
    play_fake(&fake, 20, 3, fate);
    for (int i = 0; i < 20; i++) {
        ASSERT_EQ(i % 2 ? TOURNAMENT_MISBEHAVED : TOURNAMENT_IN, fate[i]);
    }
    fake = (struct fake){.place = all_misbehave};
    play_fake(&fake, 20, 3, fate);
    ASSERT_EQ(1, fake.rounds);
    ASSERT_EQ(TOURNAMENT_MISBEHAVED, fate[0]);
    PASS();
}

/* Three players, two lives, the oldest always wins: the others lose in game 1 and 2. */
TEST lives_are_counted(void)
{
    struct fake fake = {.place = oldest_wins};
    enum tournament_fate fate[3];
    play_fake(&fake, 3, 2, fate);
    ASSERT_EQ(2, fake.games);
    ASSERT_EQ(TOURNAMENT_IN, fate[0]);
    ASSERT_EQ(TOURNAMENT_LOST, fate[1]);
    ASSERT_EQ(TOURNAMENT_LOST, fate[2]);
    PASS();
}

TEST fewer_than_two_players_need_no_game(void)
{
    struct fake fake = {.place = oldest_wins};
    struct tournament t = {.players = 3, .game_max = 8, .losses = 1, .context = &fake, .play = fake_play};
    enum tournament_fate fate[] = {TOURNAMENT_MISBEHAVED, TOURNAMENT_IN, TOURNAMENT_MISBEHAVED};
    struct error error = {0};
    ASSERT(tournament_play(&t, fate, &error));
    ASSERT_EQ(0, fake.games);
    ASSERT_EQ(TOURNAMENT_IN, fate[1]);
    PASS();
}

SUITE(tournament_rounds)
{
    for (size_t i = 0; i < sizeof allocations / sizeof *allocations; i++) {
        RUN_TEST1(allocates, &allocations[i]);
    }
    RUN_TEST(a_single_game_decides);
    RUN_TEST(with_one_life_two_rounds_must_agree);
    RUN_TEST(who_misbehaves_is_out_whatever_its_losses);
    RUN_TEST(lives_are_counted);
    RUN_TEST(fewer_than_two_players_need_no_game);
}
