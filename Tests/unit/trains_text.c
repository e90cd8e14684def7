#include "trains.h"

/* Names that are prefixes of others, which continue with characters that sort before and after a quote. */
#define MAP_PREFIXES \
    "{\"width\":100,\"height\":100,\"cities\":[[\"A\",[1,1]],[\"A " \
    "B\",[2,2]],[\"AB\",[3,3]],[\"A.\",[4,4]],[\"b,\",[5," \
    "5]],[\"9\",[6,6]],[\"far\",[7,7]]],\"connections\":{\"A\":{\"A B\":{\"white\":4,\"red\":3,\"blue\":3},\"AB\":{" \
    "\"green\":5}},\"A.\":{\"A B\":{\"white\":3,\"green\":3},\"b,\":{\"red\":5}},\"9\":{\"b,\":{\"blue\":4}}}}"

enum { TEXT_MAX = 4096 };

/* A state as the reader fills it. */
struct seen {
    struct trains_state state;
    struct trains_hand hand;
};

static bool is_same(const struct seen *a, const struct seen *b)
{
    bool same = a->state.map == b->state.map && a->state.players == b->state.players &&
                a->state.remaining == b->state.remaining && a->state.out == b->state.out &&
                memcmp(&a->hand, &b->hand, sizeof a->hand) == 0;
    for (int i = 0; same && i < a->state.map->connections; i++) {
        same = a->state.owner[i] == b->state.owner[i];
    }
    return same;
}

/* Whether the text is exactly one value that the codec accepts, with the meaning seen. */
static bool codec_agrees(const char *text, const struct trains_map *map, bool taken, const struct seen *seen)
{
    struct reading r;
    struct seen again;
    bool agrees = reading_start(&r, text) && r.values == 1 &&
                  trains_codec_state(&r.at[0], map, taken, true, &r.arena, &again.state, &again.hand, &r.error) &&
                  is_same(seen, &again);
    reading_end(&r);
    return agrees;
}

static int below(struct random *chance, int limit)
{
    return (int)random_below(chance, (uint64_t)limit);
}

/* Writes a random state. */
static void make_text(struct random *chance, const struct trains_map *map, bool taken, char text[TEXT_MAX])
{
    static const int numbers[] = {0, 1, 3, 45, 250, 99999999};
    struct trains_hand hand;
    struct trains_state state = {.map = map, .players = 2 + below(chance, 7)};
    bool out[8] = {false};
    int owner[16];
    for (int i = 0; i < map->connections; i++) {
        owner[i] = below(chance, state.players + 1) - 1;
    }
    for (int i = 2; i < state.players; i++) {
        out[i] = below(chance, 4) == 0;
    }
    state.owner = owner;
    state.out = out;
    hand.rails = numbers[below(chance, 6)];
    for (int i = 0; i < TRAINS_COLORS; i++) {
        hand.cards.count[i] = numbers[below(chance, 6)];
    }
    for (int i = 0; i < TRAINS_KEPT; i++) {
        const struct trains_connection *c = &map->connection[below(chance, map->connections)];
        hand.destination[i] = (struct trains_destination){c->from, c->to};
    }
    struct trains_view view = {&state, 0, &hand};
    struct text written = {0};
    trains_codec_write_state(&written, &view, taken);
    snprintf(text, TEXT_MAX, "%s", written.bytes);
    text_free(&written);
}

TEST states_are_read_as_they_were_written(void)
{
    struct reading r;
    struct trains_map map;
    char text[TEXT_MAX];
    ASSERT(start_with_map(&r, MAP_PREFIXES, &map));
    struct random chance = random_stream(7, 1);
    for (int i = 0; i < 1000; i++) {
        struct arena arena = {0};
        struct seen seen = {0};
        bool taken = i % 2;
        make_text(&chance, &map, taken, text);
        ASSERT_EQ(text + strlen(text), trains_codec_state_text(text, &map, taken, &arena, &seen.state, &seen.hand));
        ASSERT(codec_agrees(text, &map, taken, &seen));
        arena_free(&arena);
    }
    reading_end(&r);
    PASS();
}

/* Copies a piece of the text to another place in it, or changes a byte. */
static void spoil(struct random *chance, char text[TEXT_MAX])
{
    static const char bytes[] = "0123456789.-+eE \",:[]{}\\Ab\n\x01\xC3";
    char piece[16];
    int length = (int)strlen(text), to = below(chance, length), from = below(chance, length);
    int size = below(chance, (int)sizeof piece), dropped = below(chance, 3) ? size : below(chance, 16);
    if (below(chance, 2)) {
        text[to] = bytes[below(chance, (int)sizeof bytes - 1)];
        return;
    }
    size = size < length - from ? size : length - from;
    dropped = dropped < length - to ? dropped : length - to;
    memcpy(piece, text + from, (size_t)size);
    memmove(text + to + size, text + to + dropped, strlen(text + to + dropped) + 1);
    memcpy(text + to, piece, (size_t)size);
}

TEST spoiled_states_are_read_only_if_the_codec_agrees(void)
{
    struct reading r;
    struct trains_map map;
    char text[TEXT_MAX];
    ASSERT(start_with_map(&r, MAP_PREFIXES, &map));
    int read = 0;
    struct random chance = random_stream(7, 2);
    for (int i = 0; i < 20000; i++) {
        struct arena arena = {0};
        struct seen seen = {0};
        bool taken = i % 2;
        make_text(&chance, &map, taken, text);
        for (int k = below(&chance, 3); k >= 0; k--) {
            spoil(&chance, text);
        }
        char *end = text + strlen(text);
        const char *stop = trains_codec_state_text(text, &map, taken, &arena, &seen.state, &seen.hand);
        if (stop) {
            ASSERT(stop <= end);
            text[stop - text] = '\0';
            ASSERT(codec_agrees(text, &map, taken, &seen));
            read++;
        }
        arena_free(&arena);
    }
    ASSERT(read > 100);
    reading_end(&r);
    PASS();
}

#define THIS \
    "{\"this\":{\"destination1\":[\"A\",\"A B\"],\"destination2\":[\"A\",\"AB\"],\"rails\":45,\"cards\":{\"blue\":0," \
    "\"green\":1,\"red\":2,\"white\":3},\"acquired\":[]}"

/* The reader takes no truncated text, none about things not on the map, and none written in another way. */
TEST others_are_left_to_the_codec(void)
{
    struct reading r;
    struct trains_map map;
    static const char *const others[] = {
        THIS ",\"acquired\":[]}",
        THIS ",\"acquired\":[[],[],[],[],[],[],[],[]]}",
        THIS ", \"acquired\":[[]]}",
        THIS ",\"acquired\":[[[\"A\",\"A B\",\"green\",3]]]}",
        THIS ",\"acquired\":[[[\"A\",\"Rome\",\"green\",3]]]}",
        THIS ",\"acquired\":[[[\"A B\",\"A\",\"blue\",3]]]}",
        THIS ",\"acquired\":[[[\"A\",\"A B\",\"blue\",3.0]]]}",
    };
    char text[] = THIS ",\"acquired\":[[[\"A\",\"A B\",\"blue\",3]]]}";
    struct arena arena = {0};
    struct seen seen = {0};
    ASSERT(start_with_map(&r, MAP_PREFIXES, &map));
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        ASSERT_EQ(NULL, trains_codec_state_text(others[i], &map, false, &arena, &seen.state, &seen.hand));
    }
    ASSERT_EQ(text + strlen(text), trains_codec_state_text(text, &map, false, &arena, &seen.state, &seen.hand));
    for (size_t i = sizeof text - 1; i-- > 0;) {
        text[i] = '\0';
        ASSERT_EQ(NULL, trains_codec_state_text(text, &map, false, &arena, &seen.state, &seen.hand));
    }
    arena_free(&arena);
    reading_end(&r);
    PASS();
}

SUITE(trains_text)
{
    RUN_TEST(states_are_read_as_they_were_written);
    RUN_TEST(spoiled_states_are_read_only_if_the_codec_agrees);
    RUN_TEST(others_are_left_to_the_codec);
}
