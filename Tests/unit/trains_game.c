#include "trains/log.h"
#include "trains/manager.h"

#include "trains.h"

/* -- random games, checked by an auditor -- */

enum { CITIES_MAX = 12, CONNECTIONS_MAX = 40 };

struct random_map {
    struct trains_map map;
    struct trains_city city[CITIES_MAX];
    char name[CITIES_MAX][4];
    struct trains_connection connection[CONNECTIONS_MAX];
};

/* A connected map of 6 to 12 cities. */
static void make_map(struct random_map *m, struct random *chance)
{
    int cities = 6 + (int)random_below(chance, CITIES_MAX - 5);
    int connections = cities - 1 + (int)random_below(chance, CONNECTIONS_MAX + 2 - (uint64_t)cities);
    m->map = (struct trains_map){
        .width = 800, .height = 800, .cities = cities, .city = m->city, .connection = m->connection};
    for (int i = 0; i < cities; i++) {
        snprintf(m->name[i], sizeof m->name[i], "c%c", 'A' + i);
        m->city[i] = (struct trains_city){.name = m->name[i], .x = i, .y = i};
    }
    for (int i = 0; i < connections; i++) {
        int to = i + 1 < cities ? i + 1 : 1 + (int)random_below(chance, (uint64_t)cities - 1);
        m->connection[i] = (struct trains_connection){.from = (int)random_below(chance, (uint64_t)to),
                                                      .to = to,
                                                      .color = (enum trains_color)random_below(chance, TRAINS_COLORS)};
        /* the length depends on cities and color: a map has only one for each */
        m->connection[i].length = 3 + (m->connection[i].from + to + (int)m->connection[i].color) % 3;
    }
    m->map.connections = connections;
    trains_map_sort_connections(&m->map);
}

/* Keeps the books of a game by its events alone. */
struct auditor {
    int players, deck, spent, lost, turns;
    bool out[TRAINS_PLAYERS_MAX];
    int cards[TRAINS_PLAYERS_MAX][TRAINS_COLORS], rails[TRAINS_PLAYERS_MAX];
    int owner[CONNECTIONS_MAX];
    int last; /* who took the last turn */
    int place[TRAINS_PLAYERS_MAX];
    const char *wrong;
};

static void expect(struct auditor *a, bool fact, const char *what)
{
    if (!fact && !a->wrong) {
        a->wrong = what;
    }
}

static void audit_turn(struct auditor *a, const struct trains_event *e)
{
    if (e->turn == a->turns) {
        return;
    }
    expect(a, e->turn == a->turns + 1, "turns are numbered");
    for (int i = (a->last + 1) % a->players; i != e->player; i = (i + 1) % a->players) {
        expect(a, a->out[i], "nobody is skipped");
    }
    a->turns = e->turn;
    a->last = e->player;
}

static void audit_buy(struct auditor *a, const struct trains_event *e)
{
    const struct trains_connection *c = &e->map->connection[e->action.connection];
    expect(a, a->owner[e->action.connection] == TRAINS_NONE, "what is bought was free");
    a->owner[e->action.connection] = e->player;
    a->rails[e->player] -= c->length;
    a->cards[e->player][c->color] -= c->length;
    a->spent += c->length;
    expect(a, a->rails[e->player] >= 0 && a->cards[e->player][c->color] >= 0, "nobody is in debt");
}

static int hand_of(const struct auditor *a, int player)
{
    int total = 0;
    for (int color = 0; color < TRAINS_COLORS; color++) {
        total += a->cards[player][color];
    }
    return total;
}

static void audit_kick(struct auditor *a, const struct trains_event *e)
{
    expect(a, !a->out[e->player], "nobody is kicked twice");
    a->out[e->player] = true;
    a->place[e->player] = 0;
    if (e->call == TRAINS_CALL_SETUP || e->call == TRAINS_CALL_PICK) {
        a->deck += hand_of(a, e->player); /* the next player gets them */
    } else {
        a->lost += hand_of(a, e->player);
    }
    memset(a->cards[e->player], 0, sizeof a->cards[e->player]);
    for (int i = 0; i < e->map->connections; i++) {
        a->owner[i] = a->owner[i] == e->player && e->call != TRAINS_CALL_WIN ? TRAINS_NONE : a->owner[i];
    }
}

static void audit_books(struct auditor *a, const struct trains_event *e)
{
    int cards = a->deck + a->spent + a->lost;
    for (int player = 0; player < a->players; player++) {
        int rails = a->rails[player];
        for (int i = 0; i < e->map->connections; i++) {
            rails += a->owner[i] == player ? e->map->connection[i].length : 0;
        }
        expect(a, a->out[player] || a->rails[player] == 0 || rails == TRAINS_RAILS, "rails and what is owned make 45");
        cards += hand_of(a, player);
    }
    expect(a, cards == TRAINS_DECK, "all cards are somewhere");
}

static bool audit(void *self, const void *event, struct error *err)
{
    struct auditor *a = self;
    const struct trains_event *e = event;
    (void)err;
    if (e->turn > 0 && e->kind != TRAINS_EVENT_SCORE && e->kind != TRAINS_EVENT_WIN && e->call != TRAINS_CALL_WIN) {
        audit_turn(a, e);
    }
    switch (e->kind) {
    case TRAINS_EVENT_GAME:
        *a = (struct auditor){.players = e->players, .deck = TRAINS_DECK, .last = e->players - 1};
        for (int i = 0; i < CONNECTIONS_MAX; i++) {
            a->owner[i] = TRAINS_NONE;
        }
        break;
    case TRAINS_EVENT_SETUP:
        a->rails[e->player] = e->rails;
        /* fall through */
    case TRAINS_EVENT_MORE:
        a->deck -= e->card_count;
        for (int i = 0; i < e->card_count; i++) {
            a->cards[e->player][e->cards[i]]++;
        }
        break;
    case TRAINS_EVENT_PLAY:
        if (e->action.request == TRAINS_ASK_CONNECTION) {
            audit_buy(a, e);
        }
        break;
    case TRAINS_EVENT_KICK:
        audit_kick(a, e);
        break;
    case TRAINS_EVENT_SCORE:
        a->place[e->player] = e->place;
        break;
    default:
        break;
    }
    if (e->map) {
        audit_books(a, e);
    }
    return true;
}

/* -- a log tells the whole game -- */

/* The outcome of a game, the places of the players, from its log alone. */
static bool replay(const char *log, const char *const *names, int players, int *place)
{
    for (const char *line = log; *line; line = strchr(line, '\n') + 1) {
        json_object *value, *event;
        struct json_stream stream = {.name = "log"};
        struct json_value read;
        struct error error = {0};
        bool good = json_stream_feed(&stream, line, strcspn(line, "\n") + 1, &error) &&
                    json_stream_next(&stream, 0, &read, &error) == JSON_STREAM_VALUE;
        if (!good) {
            return false;
        }
        json_object_object_get_ex(read.object, "event", &event);
        if (json_object_object_get_ex(read.object, "player", &value)) {
            int player = 0;
            while (player < players && strcmp(names[player], json_object_get_string(value)) != 0) {
                player++;
            }
            if (strcmp(json_object_get_string(event), "score") == 0) {
                json_object_object_get_ex(read.object, "place", &value);
                place[player] = json_object_get_int(value);
            } else if (strcmp(json_object_get_string(event), "kick") == 0) {
                place[player] = 0;
            }
        }
        json_object_put(read.object);
        json_stream_free(&stream);
    }
    return true;
}

struct random_game {
    struct random_map map;
    const char *names[TRAINS_PLAYERS_MAX];
    char name[TRAINS_PLAYERS_MAX][4];
    struct trains_house_player house[TRAINS_PLAYERS_MAX];
    struct trains_player player[TRAINS_PLAYERS_MAX];
    int players;
};

static void make_game(struct random_game *g, struct random *chance)
{
    make_map(&g->map, chance);
    g->players = 2 + (int)random_below(chance, 6);
    for (int i = 0; i < g->players; i++) {
        /* mostly legal ones, so that games go on */
        uint64_t kind = random_below(chance, 20);
        snprintf(g->name[i], sizeof g->name[i], "%c", 'Z' - i);
        g->names[i] = g->name[i];
        g->house[i] = (struct trains_house_player){.strategy = &trains_strategies[kind < 10 ? kind : kind % 2]};
        g->player[i] = (struct trains_player){g->name[i], &trains_house_player_calls, &g->house[i]};
    }
}

TEST books_are_kept_in_random_games(void)
{
    for (uint64_t number = 0; number < 500; number++) {
        struct random chance = random_stream(11, number);
        struct random_game g;
        struct trains_referee referee;
        struct trains_standing standing[TRAINS_PLAYERS_MAX];
        struct auditor auditor = {0};
        struct arena arena = {0};
        struct error error = {0};
        char *text = NULL;
        size_t size = 0;
        int place[TRAINS_PLAYERS_MAX] = {0};
        make_game(&g, &chance);
        ASSERT(trains_referee_init(&referee, &g.map.map, &arena, &error));
        if (!trains_referee_can_play(&referee, g.players)) {
            arena_free(&arena);
            continue;
        }
        FILE *memory = open_memstream(&text, &size);
        struct observer_logger logger = {memory, trains_log};
        struct observer watch = {.see = audit, .self = &auditor}, log = {.see = observer_log, .self = &logger};
        struct observer *observers[] = {&watch, &log, NULL};
        enum trains_color cards[TRAINS_DECK];
        struct trains_game game = {.number = 1, .players = g.players, .player = g.player, .observers = observers};
        game.deck = trains_cards_shuffle(cards, &chance);
        game.chance = number % 2 ? &chance : NULL;
        ASSERT(trains_referee_play(&referee, &game, standing, &error));
        fclose(memory);
        ASSERTm(auditor.wrong, !auditor.wrong);
        ASSERT(replay(text, g.names, g.players, place));
        for (int i = 0; i < g.players; i++) {
            ASSERT_EQ_FMT(standing[i].place, place[i], "%d");
            ASSERT_EQ_FMT(standing[i].place, auditor.place[i], "%d");
        }
        free(text);
        arena_free(&arena);
    }
    PASS();
}

/* -- players that make one mistake -- */

/* A player that plays like Buy-Now except where the test says otherwise, and records its calls. */
struct actor {
    struct trains_house_player house;
    unsigned returns;         /* what it answers to pick, if not 0 */
    enum trains_request asks; /* what it answers to play, if not TRAINS_ASK_CARDS */
    bool fails_to_update, fails_to_take_losses;
    const char *silent_in; /* the call that it does not answer */
    const char *short_in;  /* the call in which it runs out of memory */
    char calls[400];
};

static void note(struct actor *actor, const char *call)
{
    size_t used = strlen(actor->calls);
    snprintf(actor->calls + used, sizeof actor->calls - used, "%s ", call);
}

/* Records a call; returns whether it succeeds. */
static bool answers(struct actor *actor, const char *call, struct error *why)
{
    note(actor, call);
    if (actor->short_in && strcmp(actor->short_in, call) == 0) {
        return error_memory(why);
    }
    return !actor->silent_in || strcmp(actor->silent_in, call) != 0;
}

static const struct trains_map *actor_start(void *self, struct error *why)
{
    struct actor *actor = self;
    return answers(actor, "start", why) ? actor->house.map : NULL;
}

static bool actor_losses(void *self, int losses, struct error *why)
{
    struct actor *actor = self;
    bool answered = answers(actor, losses == 2 ? "losses2" : "losses", why);
    return actor->fails_to_take_losses ? error_set(why, ERROR_PLAYER, "cannot count") : answered;
}

static bool actor_setup(void *self, const struct trains_map *map, int rails, const enum trains_color *cards, int count,
                        struct error *why)
{
    (void)map, (void)cards;
    return answers(self, rails == TRAINS_RAILS && count == TRAINS_FIRST_CARDS ? "setup" : "?", why);
}

static bool actor_pick(void *self, const struct trains_map *map,
                       const struct trains_destination offered[TRAINS_OFFERED], unsigned *returned, struct error *why)
{
    struct actor *actor = self;
    (void)map, (void)offered;
    *returned = actor->returns ? actor->returns : 7;
    return answers(actor, "pick", why);
}

static bool actor_play(void *self, const struct trains_view *view, struct trains_action *action, struct error *why)
{
    struct actor *actor = self;
    (void)view;
    static const struct trains_named nowhere = {"X", "Y", TRAINS_RED, 3};
    *action = (struct trains_action){.request = actor->asks, .connection = TRAINS_NONE, .asked = &nowhere};
    return answers(actor, "play", why);
}

static bool actor_update(void *self, const struct trains_view *view, struct error *why)
{
    struct actor *actor = self;
    (void)view;
    if (!actor->fails_to_update) {
        return !actor->short_in || strcmp(actor->short_in, "update") != 0 || error_memory(why);
    }
    note(actor, "update");
    return error_set(why, ERROR_PLAYER, "cannot look");
}

static bool actor_end(void *self, bool won, struct error *why)
{
    return answers(self, won ? "end+" : "end-", why);
}

static bool actor_win(void *self, bool won, struct error *why)
{
    return answers(self, won ? "win+" : "win-", why);
}

static void actor_kicked(void *self, bool in_game, const char *reason)
{
    note(self, in_game ? "kicked:" : "out:");
    note(self, reason);
}

static const struct trains_player_calls actor_calls = {
    .start = actor_start,
    .losses = actor_losses,
    .setup = actor_setup,
    .pick = actor_pick,
    .play = actor_play,
    .update = actor_update,
    .win = actor_win,
    .end = actor_end,
    .kicked = actor_kicked,
};

static const struct scene {
    const char *name;
    struct actor actor;
    int losses;
    const char *calls;
} scenes[] = {
    {"returns too few", {.returns = 3}, 1, "start setup pick kicked: did not return three of the five destinations "},
    {"returns too many", {.returns = 15}, 1, "start setup pick kicked: did not return three of the five destinations "},
    {"returns a sixth", {.returns = 38}, 1, "start setup pick kicked: did not return three of the five destinations "},
    {"asks for nothing", {.asks = TRAINS_NOTHING}, 1, "start setup pick play kicked: asked for nothing "},
    {"asks for the impossible",
     {.asks = TRAINS_ASK_CONNECTION},
     1,
     "start setup pick play kicked: asked for \"X - Y, red, 3\", which is not on the map "},
    {"cannot look",
     {.asks = TRAINS_ASK_CARDS, .fails_to_update = true},
     1,
     "start setup pick play update kicked: cannot look "},
    {"cannot count", {.fails_to_take_losses = true}, 2, "start losses2 out: cannot count "},
    {"fails without a word", {.silent_in = "start"}, 1, "start out: failed "},
    {"counts without a word", {.silent_in = "losses2"}, 2, "start losses2 out: failed "},
    {"sets up without a word", {.silent_in = "setup"}, 1, "start setup kicked: failed "},
};

/* Makes an actor play a tournament against a well-behaved player. */
static bool act(struct actor *actor, int losses, struct trains_outcome *outcome, struct arena *arena, struct error *err)
{
    struct random chance = random_stream(2, 0);
    struct random_map map;
    do {
        make_map(&map, &chance);
    } while (map.map.cities < 8);
    actor->house.map = &map.map;
    struct trains_house_player good = {.strategy = trains_strategy_find("Hold-10"), .map = &map.map};
    struct trains_player player[] = {{"Bad", &actor_calls, actor}, {"Good", &trains_house_player_calls, &good}};
    struct trains_tournament tournament = {.players = 2, .player = player, .losses = losses, .seed = 9};
    return trains_manager_run(&tournament, arena, outcome, err);
}

TEST a_player_that_fails_is_told_and_not_called_again(const struct scene *scene)
{
    struct arena arena = {0};
    struct error error = {0};
    struct trains_outcome outcome;
    struct actor actor = scene->actor;
    ASSERT(act(&actor, scene->losses, &outcome, &arena, &error));
    ASSERT_STR_EQ(scene->calls, actor.calls);
    ASSERT_EQ(TOURNAMENT_MISBEHAVED, outcome.fate[0]);
    ASSERT_EQ(TOURNAMENT_IN, outcome.fate[1]);
    arena_free(&arena);
    PASS();
}

/* No player is removed, and no further calls are made. */
TEST a_tournament_is_broken_off_when_memory_is_short(const char *call)
{
    struct arena arena = {0};
    struct error error = {0};
    struct trains_outcome outcome;
    struct actor actor = {.asks = TRAINS_ASK_CARDS, .short_in = call};
    ASSERT_FALSE(act(&actor, 2, &outcome, &arena, &error));
    ASSERT_EQ(ERROR_MEMORY, error.kind);
    ASSERT_EQ(NULL, strstr(actor.calls, "kicked"));
    ASSERT_EQ(NULL, strstr(actor.calls, "out:"));
    ASSERT_EQ(TOURNAMENT_IN, outcome.fate[1]);
    arena_free(&arena);
    PASS();
}

TEST a_shuffled_deck_has_all_cards(void)
{
    struct random chance = random_stream(3, 3);
    enum trains_color cards[TRAINS_DECK];
    int count[TRAINS_COLORS] = {0}, changes = 0;
    struct trains_deck deck = trains_cards_shuffle(cards, &chance);
    ASSERT_EQ(TRAINS_DECK, deck.count);
    for (int i = 0; i < TRAINS_DECK; i++) {
        count[deck.cards[i]]++;
        changes += i > 0 && deck.cards[i] != deck.cards[i - 1];
    }
    ASSERT_EQ(63, count[TRAINS_BLUE]);
    ASSERT_EQ(63, count[TRAINS_GREEN]);
    ASSERT_EQ(62, count[TRAINS_RED]);
    ASSERT_EQ(62, count[TRAINS_WHITE]);
    ASSERT(changes > 150 && changes < 225);
    PASS();
}

SUITE(trains_games)
{
    RUN_TEST(books_are_kept_in_random_games);
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++) {
        greatest_set_test_suffix(scenes[i].name);
        RUN_TEST1(a_player_that_fails_is_told_and_not_called_again, &scenes[i]);
    }
    static const char *const calls[] = {"start", "losses2", "setup", "pick", "play", "update", "win-", "end-"};
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        greatest_set_test_suffix(calls[i]);
        RUN_TEST1(a_tournament_is_broken_off_when_memory_is_short, calls[i]);
    }
    RUN_TEST(a_shuffled_deck_has_all_cards);
}
