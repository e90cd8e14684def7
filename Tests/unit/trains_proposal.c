#include "trains.h"

#define STATE(map, owned, remaining, action) \
    "{\"map\":" map ",\"owned\":" owned ",\"remaining\":" remaining ",\"action\":" action "}"
#define OWNED "{\"Ben\":[[\"A\",\"B\",\"red\",3],[\"B\",\"C\",\"white\",3]],\"Ann\":[]}"
#define LAST STATE(MAP_ABCD, OWNED, "20", "null")
#define HANDS \
    "{\"turn\":\"Ann\",\"rails\":{\"Ann\":4,\"Ben\":9},\"cards\":{\"Ben\":{},\"Ann\":{\"blue\":3,\"green\":5}}}"
#define ASKS(acquired) "{\"player\":\"Ann\",\"request\":\"connection\",\"connection\":" acquired "}"
#define CARDS "{\"player\":\"Ann\",\"request\":\"cards\"}"

/* What Ann proposes after LAST, and how it is judged; legal unless that begins with "!". */
static const struct row {
    const char *proposed, *why;
} rows[] = {
    {STATE(MAP_ABCD, OWNED, "20", CARDS), "asked for cards"},
    {STATE(MAP_ABCD, OWNED, "20", ASKS("[\"A\",\"B\",\"blue\",3]")), "asked for \"A - B, blue, 3\""},
    {STATE(MAP_ABCD,
           "{\"Ann\":[],\"Ben\":[[\"B\",\"C\",\"white\",3],[\"A\",\"B\",\"red\",3],[\"B\",\"C\",\"white\",3]]}", "20",
           CARDS),
     "asked for cards"},
    {STATE(MAP_ABCD, OWNED, "20", ASKS("[\"A\",\"B\",\"red\",3]")), "!asked for \"A - B, red, 3\", which Ben owns"},
    {STATE(MAP_ABCD, OWNED, "20", ASKS("[\"A\",\"C\",\"green\",5]")), "!asked for \"A - C, green, 5\" with 4 rails"},
    {STATE(MAP_ABCD, OWNED, "20", ASKS("[\"A\",\"B\",\"white\",4]")),
     "!asked for \"A - B, white, 4\" with 0 white cards"},
    {STATE(MAP_ABCD, OWNED, "20", ASKS("[\"A\",\"Z\",\"blue\",3]")),
     "!asked for \"A - Z, blue, 3\", which is not on the map"},
    {STATE(MAP_ABCD, OWNED, "20", "null"), "!asked for nothing"},
    {STATE(MAP_ABCD, OWNED, "20", "{\"player\":\"Ben\",\"request\":\"cards\"}"), "!it is Ann's turn, not Ben's"},
    {STATE(MAP_ABCD, OWNED, "19", CARDS), "!changed the number of cards that remain"},
    {STATE(MAP_ABCD, "{\"Ann\":[],\"Ben\":[[\"B\",\"C\",\"white\",3]]}", "20", CARDS), "!changed who owns what"},
    {STATE(MAP_ABCD, "{\"Ben\":[],\"Ann\":[[\"A\",\"B\",\"red\",3],[\"B\",\"C\",\"white\",3]]}", "20", CARDS),
     "!changed who owns what"},
    {STATE(MAP_ABCD, "{\"Ann\":[],\"Ben\":[[\"A\",\"B\",\"red\",3],[\"B\",\"C\",\"white\",4]]}", "20", CARDS),
     "!changed who owns what"},
    {STATE(MAP_ABCD, "{\"Ben\":[[\"A\",\"B\",\"red\",3],[\"B\",\"C\",\"white\",3]]}", "20", CARDS),
     "!changed the players"},
    {STATE(MAP_ABCD, "{\"Ben\":[[\"A\",\"B\",\"red\",3],[\"B\",\"C\",\"white\",3]],\"Anna\":[]}", "20", CARDS),
     "!changed the players"},
    {STATE("{\"width\":100,\"height\":100,\"cities\":[],\"connections\":{}}", "{}", "20", CARDS), "!changed the map"},
};

TEST proposes(const struct row *row)
{
    char text[4000], why[200];
    struct reading r;
    struct trains_proposal last, proposed;
    const char *turn;
    struct trains_hand hand;
    snprintf(text, sizeof text, "%s\n%s\n%s", LAST, HANDS, row->proposed);
    ASSERT(reading_start(&r, text));
    ASSERT(trains_codec_game_state(&r.at[0], true, &r.arena, &last, &r.error));
    ASSERT(trains_codec_hands(&r.at[1], &r.arena, &turn, &hand, &r.error));
    ASSERT(trains_codec_game_state(&r.at[2], false, &r.arena, &proposed, &r.error));
    bool legal = trains_proposal_judge(&last, turn, &hand, &proposed, &r.arena, why, sizeof why, &r.error);
    ASSERT_EQ(row->why[0] != '!', legal);
    ASSERT_STR_EQ(row->why + (row->why[0] == '!'), why);
    reading_end(&r);
    PASS();
}

/* Invalid states and hands. */
static const char *const bad_states[] = {
    STATE(MAP_ABCD, OWNED, "251", "null"),
    STATE(MAP_ABCD, OWNED, "20", CARDS),
    STATE(MAP_ABCD, "{\"A b\":[]}", "20", "null"),
    STATE(MAP_ABCD, "{\"Ann\":{}}", "20", "null"),
    STATE(MAP_ABCD, "[]", "20", "null"),
    STATE(MAP_ABCD, "{\"Ann\":[[\"A\",\"B\",\"red\",4]]}", "20", "null"),
    STATE(MAP_ABCD, "{\"Ann\":[[\"A\",\"B\",\"red\",3]],\"Ben\":[[\"A\",\"B\",\"red\",3]]}", "20", "null"),
};

TEST rejects_last_state(const char *text)
{
    struct reading r;
    struct trains_proposal last;
    ASSERT(reading_start(&r, text));
    ASSERT_FALSE(trains_codec_game_state(&r.at[0], true, &r.arena, &last, &r.error));
    ASSERT_EQ(ERROR_INPUT, r.error.kind);
    reading_end(&r);
    PASS();
}

static const char *const bad_requests[] = {
    "{}",
    "[]",
    "{\"player\":\"Ann\",\"request\":\"connection\"}",
    "{\"player\":\"Ann\",\"request\":\"cards\",\"connection\":[\"A\",\"B\",\"red\",3]}",
    "{\"player\":\"\",\"request\":\"cards\"}",
    "{\"player\":7,\"request\":\"cards\"}",
    "{\"player\":\"Ann\",\"request\":\"rails\"}",
    "{\"player\":\"Ann\",\"request\":\"connection\",\"connection\":null}",
};

TEST rejects_request(const char *request)
{
    char text[2000];
    struct reading r;
    struct trains_proposal proposed;
    snprintf(text, sizeof text, STATE("%s", OWNED, "20", "%s"), MAP_ABCD, request);
    ASSERT(reading_start(&r, text));
    ASSERT_FALSE(trains_codec_game_state(&r.at[0], false, &r.arena, &proposed, &r.error));
    ASSERT_EQ(ERROR_INPUT, r.error.kind);
    reading_end(&r);
    PASS();
}

static const char *const bad_hands[] = {
    "{\"turn\":\"Ann\",\"rails\":{},\"cards\":{}}",
    "{\"turn\":\"Ann\",\"rails\":{\"Ann\":1},\"cards\":{}}",
    "{\"turn\":\"Ann\",\"rails\":{\"Ann\":1},\"cards\":{\"Ann\":{},\"Ben\":{}}}",
    "{\"turn\":\"Ann\",\"rails\":{\"Ann\":-1},\"cards\":{\"Ann\":{}}}",
    "{\"turn\":\"Ann\",\"rails\":{\"Ann\":1},\"cards\":{\"Ann\":{\"red\":0.5}}}",
    "{\"turn\":\"Ann\",\"rails\":{\"Ann\":1,\"!\":1},\"cards\":{\"Ann\":{},\"!\":{}}}",
    "{\"turn\":\"Ann\",\"rails\":[],\"cards\":{\"Ann\":{}}}",
    "{\"turn\":[],\"rails\":{},\"cards\":{}}",
};

TEST rejects_hands(const char *text)
{
    struct reading r;
    const char *turn;
    struct trains_hand hand;
    ASSERT(reading_start(&r, text));
    ASSERT_FALSE(trains_codec_hands(&r.at[0], &r.arena, &turn, &hand, &r.error));
    ASSERT_EQ(ERROR_INPUT, r.error.kind);
    reading_end(&r);
    PASS();
}

SUITE(trains_proposal)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        greatest_set_test_suffix(rows[i].why);
        RUN_TEST1(proposes, &rows[i]);
    }
    for (size_t i = 0; i < sizeof bad_states / sizeof *bad_states; i++) {
        RUN_TEST1(rejects_last_state, bad_states[i]);
    }
    for (size_t i = 0; i < sizeof bad_requests / sizeof *bad_requests; i++) {
        RUN_TEST1(rejects_request, bad_requests[i]);
    }
    for (size_t i = 0; i < sizeof bad_hands / sizeof *bad_hands; i++) {
        RUN_TEST1(rejects_hands, bad_hands[i]);
    }
}
