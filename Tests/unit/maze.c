#include "maze/codec.h"
#include "maze/generate.h"
#include "maze/log.h"
#include "maze/prospects_ways.h"
#include "maze/show.h"
#include "unit.h"

/* -- tiles -- */

TEST tiles_turn_counter_clockwise(void)
{
    static const char *const circles[][4] = {
        {"│", "─", "│", "─"}, {"└", "┘", "┐", "┌"}, {"┬", "├", "┴", "┤"}, {"┼", "┼", "┼", "┼"}};
    for (size_t i = 0; i < sizeof circles / sizeof *circles; i++) {
        for (int start = 0; start < 4; start++) {
            uint8_t sides, expected;
            ASSERT(maze_tile_sides(circles[i][start], &sides));
            for (int quarters = 0; quarters < 4; quarters++) {
                ASSERT(maze_tile_sides(circles[i][(start + quarters) % 4], &expected));
                ASSERT_EQ(expected, maze_tile_rotate(sides, quarters));
                ASSERT_STR_EQ(circles[i][(start + quarters) % 4], maze_tile_connector(expected));
            }
        }
    }
    uint8_t sides;
    ASSERT_FALSE(maze_tile_sides("x", &sides));
    ASSERT_FALSE(maze_tile_sides("", &sides));
    PASS();
}

TEST gems_have_names(void)
{
    uint8_t gem;
    for (int i = 0; i < MAZE_GEMS; i++) {
        ASSERT(maze_tile_gem(maze_gem_names[i], &gem));
        ASSERT_EQ(i, gem);
        ASSERT(i == 0 || strcmp(maze_gem_names[i - 1], maze_gem_names[i]) < 0);
    }
    static const char *const others[] = {"pebble", "", "`uby", "{uby", "Ruby", "rub", "rubys", "\xFFuby"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        ASSERT_FALSE(maze_tile_gem(others[i], &gem));
    }
    PASS();
}

/* -- random states -- */

struct fixture {
    struct arena arena;
    struct error error;
    struct random chance;
    struct maze_setup setup;
    struct maze_trial trial;
    struct maze_referee referee;
};

/* A state of a random size, of up to 64 cells or more, with avatars anywhere and perhaps a last slide. */
static bool make_state(struct fixture *f, uint64_t number)
{
    *f = (struct fixture){.chance = random_stream(21, number)};
    int rows = 2 + (int)random_below(&f->chance, 9), columns = 2 + (int)random_below(&f->chance, 9);
    int homes = maze_generate_homes(rows, columns), most = homes < 5 ? homes : 5;
    int players = 1 + (int)random_below(&f->chance, (uint64_t)most);
    if (!maze_generate(&f->setup, rows, columns, players, &f->chance, &f->arena, &f->error) ||
        !maze_trial_init(&f->trial, &f->setup.state.board, &f->arena, &f->error) ||
        !maze_referee_init(&f->referee, &f->setup.state, &f->arena, &f->error)) {
        return false;
    }
    struct maze_state *state = &f->setup.state;
    for (int i = 0; i < players; i++) {
        state->avatar[i].current = (int)random_below(&f->chance, (uint64_t)rows * (uint64_t)columns);
    }
    state->has_last = random_below(&f->chance, 2);
    state->last =
        (struct maze_slide){2 * (int)random_below(&f->chance, 3), (enum maze_direction)random_below(&f->chance, 4)};
    return true;
}

static bool same_tiles(const struct maze_board *a, const struct maze_board *b)
{
    size_t cells = (size_t)a->rows * (size_t)a->columns;
    return memcmp(a->tile, b->tile, cells * sizeof *a->tile) == 0 && memcmp(&a->spare, &b->spare, sizeof a->spare) == 0;
}

TEST the_opposite_slide_restores_the_board(void)
{
    for (uint64_t number = 0; number < 300; number++) {
        struct fixture f;
        struct maze_board before;
        ASSERT(make_state(&f, number));
        struct maze_board *board = &f.setup.state.board;
        ASSERT(maze_board_init(&before, board->rows, board->columns, &f.arena, &f.error));
        maze_board_copy(&before, board);
        for (int i = 0; i < board->rows || i < board->columns; i += 2) {
            for (int d = 0; d < MAZE_DIRECTIONS; d++) {
                struct maze_slide slide = {i, (enum maze_direction)d}, back = {i, (enum maze_direction)(d ^ 1)};
                if (!maze_board_can_slide(board, slide)) {
                    continue;
                }
                for (int place = 0; place < board->rows * board->columns; place++) {
                    ASSERT_EQ(place, maze_board_carry(board, back, maze_board_carry(board, slide, place)));
                }
                int turn = (int)random_below(&f.chance, 4);
                maze_board_slide(board, slide, turn);
                ASSERT_FALSE(same_tiles(board, &before));
                maze_board_slide(board, back, 0);
                ASSERT_EQ(maze_tile_rotate(before.spare.sides, turn), board->spare.sides);
                board->spare.sides = before.spare.sides;
                ASSERT(same_tiles(board, &before));
            }
        }
        arena_free(&f.arena);
    }
    PASS();
}

TEST only_even_lines_move(void)
{
    struct maze_board board = {.rows = 4, .columns = 3};
    ASSERT(maze_board_can_slide(&board, (struct maze_slide){0, MAZE_LEFT}));
    ASSERT(maze_board_can_slide(&board, (struct maze_slide){2, MAZE_DOWN}));
    ASSERT_FALSE(maze_board_can_slide(&board, (struct maze_slide){3, MAZE_LEFT}));
    ASSERT_FALSE(maze_board_can_slide(&board, (struct maze_slide){4, MAZE_RIGHT}));
    ASSERT_FALSE(maze_board_can_slide(&board, (struct maze_slide){1, MAZE_UP}));
    ASSERT_FALSE(maze_board_can_slide(&board, (struct maze_slide){-2, MAZE_UP}));
    PASS();
}

/* Whether the tiles at two adjacent places are connected. */
static bool joined(const struct maze_board *board, int a, int b)
{
    uint8_t from = board->tile[a].sides, to = board->tile[b].sides;
    return b == a + 1 ? (from & MAZE_EAST) && (to & MAZE_WEST) : (from & MAZE_SOUTH) && (to & MAZE_NORTH);
}

/* The reachable places, found by sweeping the whole board until nothing changes. */
static void walk_slowly(const struct maze_board *board, int from, bool *reached)
{
    int cells = board->rows * board->columns;
    memset(reached, 0, 100);
    reached[from] = true;
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < cells; i++) {
            for (int k = 0; k < 2; k++) {
                int n = k == 0 ? i + 1 : i + board->columns;
                bool next_row = k == 0 && (i + 1) / board->columns != i / board->columns;
                if (!next_row && n < cells && joined(board, i, n) && reached[i] != reached[n]) {
                    reached[i] = reached[n] = changed = true;
                }
            }
        }
    }
}

TEST paths_are_found_on_small_and_large_boards(void)
{
    for (uint64_t number = 0; number < 300; number++) {
        struct fixture f;
        bool reached[100];
        ASSERT(make_state(&f, number));
        const struct maze_board *board = &f.setup.state.board;
        for (int from = 0; from < board->rows * board->columns; from++) {
            walk_slowly(board, from, reached);
            maze_walk(&f.trial.walker, board, from);
            for (int i = 0; i < board->rows * board->columns; i++) {
                ASSERT_EQ(reached[i], maze_set_has(&f.trial.walker.reached, i));
            }
        }
        arena_free(&f.arena);
    }
    PASS();
}

/* -- strategies -- */

/* The rule to the letter: tries all slides and turns for a candidate. */
static bool try_candidate(struct fixture *f, int player, int place, struct maze_choice *choice)
{
    const struct maze_board *board = &f->setup.state.board;
    for (int direction = MAZE_LEFT; direction < MAZE_DIRECTIONS; direction += 2) {
        for (int i = 0; i < (direction < MAZE_UP ? board->rows : board->columns); i += 2) {
            for (int way = 0; way < 2; way++) {
                for (int quarters = 0; quarters < 4; quarters++) {
                    *choice = (struct maze_choice){.slide = {i, (enum maze_direction)(direction + way)},
                                                   .quarters = quarters,
                                                   .to = maze_board_spot(board, place)};
                    if (maze_rules_judge(&f->trial, &f->setup.state, player, *choice) == MAZE_LEGAL) {
                        return true;
                    }
                }
            }
        }
    }
    return false;
}

static struct maze_choice choose_slowly(struct fixture *f, enum maze_strategy strategy, int player,
                                        struct maze_spot target)
{
    const struct maze_board *board = &f->setup.state.board;
    int cells = board->rows * board->columns;
    struct maze_choice choice;
    bool tried[100] = {false};
    if (try_candidate(f, player, maze_board_place(board, target), &choice)) {
        return choice;
    }
    for (int n = 0; n < cells; n++) {
        int next = 0;
        while (tried[next]) {
            next++;
        }
        for (int i = next + 1; i < cells && strategy == MAZE_EUCLID; i++) {
            if (!tried[i] && maze_board_distance(board, i, target) < maze_board_distance(board, next, target)) {
                next = i;
            }
        }
        tried[next] = true;
        if (try_candidate(f, player, next, &choice)) {
            return choice;
        }
    }
    return (struct maze_choice){.pass = true};
}

TEST chooses_by_the_rule(struct fixture *f, enum maze_strategy strategy, struct maze_spot target)
{
    struct maze_choice expected = choose_slowly(f, strategy, 0, target);
    struct maze_choice choice = maze_strategy_choose(strategy, &f->trial, &f->setup.state, 0, target);
    ASSERT_EQ(expected.pass, choice.pass);
    ASSERT_EQ(MAZE_LEGAL, maze_rules_judge(&f->trial, &f->setup.state, 0, choice));
    if (!choice.pass) {
        ASSERT_EQ(expected.slide.index, choice.slide.index);
        ASSERT_EQ(expected.slide.direction, choice.slide.direction);
        ASSERT_EQ(expected.quarters, choice.quarters);
        ASSERT_EQ(expected.to.row, choice.to.row);
        ASSERT_EQ(expected.to.column, choice.to.column);
    }
    PASS();
}

TEST strategies_do_what_the_rule_says(void)
{
    for (uint64_t number = 0; number < 150; number++) {
        struct fixture f;
        ASSERT(make_state(&f, number));
        for (int strategy = 0; strategy < MAZE_STRATEGIES; strategy++) {
            CHECK_CALL(chooses_by_the_rule(&f, (enum maze_strategy)strategy, f.setup.goal[0]));
        }
        arena_free(&f.arena);
    }
    PASS();
}

/* Boards that are never generated: single lines, which may or may not fill a word; crosses, which connect everything.
 */
TEST strategies_choose_on_odd_boards(void)
{
    static const int sizes[][2] = {{1, 1},  {1, 2},  {2, 1},   {1, 64}, {64, 1},
                                   {1, 65}, {65, 1}, {1, 100}, {8, 8},  {10, 10}};
    static const uint8_t shapes[] = {MAZE_ALL_SIDES, MAZE_EAST | MAZE_WEST, MAZE_NORTH | MAZE_SOUTH, 7, 11, 13, 14, 3};
    for (uint64_t number = 0; number < 8 * sizeof sizes / sizeof *sizes; number++) {
        struct fixture f = {.chance = random_stream(22, number)};
        const int *size = sizes[number / 8];
        struct maze_state *state = &f.setup.state;
        struct maze_avatar avatar = {.color = "red"};
        *state = (struct maze_state){.players = 1, .avatar = &avatar};
        ASSERT(maze_board_init(&state->board, size[0], size[1], &f.arena, &f.error));
        ASSERT(maze_trial_init(&f.trial, &state->board, &f.arena, &f.error));
        uint64_t cells = (uint64_t)size[0] * (uint64_t)size[1], kinds = 1 + number % 8;
        for (uint64_t i = 0; i < cells; i++) {
            state->board.tile[i].sides = shapes[random_below(&f.chance, kinds)];
        }
        state->board.spare.sides = shapes[random_below(&f.chance, kinds)];
        avatar.current = (int)random_below(&f.chance, cells);
        for (int strategy = 0; strategy < MAZE_STRATEGIES; strategy++) {
            struct maze_spot target = {(int)random_below(&f.chance, 11), (int)random_below(&f.chance, 11)};
            CHECK_CALL(chooses_by_the_rule(&f, (enum maze_strategy)strategy, target));
        }
        arena_free(&f.arena);
    }
    PASS();
}

/* What has been shown: prospects, and whether each was the next slide and reached the whole board. */
struct showing {
    const struct maze_board *board;
    int count;
    bool fine;
};

static bool show_next(void *context, const struct maze_prospect *prospect)
{
    struct showing *s = context;
    int in_rows = 2 * ((s->board->rows + 1) / 2), number = s->count < in_rows ? s->count : s->count - in_rows;
    enum maze_direction first = s->count < in_rows ? MAZE_LEFT : MAZE_UP;
    s->fine = s->fine && prospect->slide.index == number / 2 * 2 &&
              (int)prospect->slide.direction == (int)first + number % 2 &&
              prospect->region.cells == s->board->rows * s->board->columns;
    s->count++;
    return true;
}

/* Wherever one way to find prospects gives up and another takes over. */
TEST every_slide_is_shown_once_and_in_order(void)
{
    for (int size = 1; size < 40; size++) {
        struct fixture f = {.chance = random_stream(23, 0)};
        struct maze_avatar avatar = {.color = "red"};
        struct maze_state *state = &f.setup.state;
        *state = (struct maze_state){.players = 1, .avatar = &avatar};
        ASSERT(maze_board_init(&state->board, size, size + size % 3, &f.arena, &f.error));
        ASSERT(maze_trial_init(&f.trial, &state->board, &f.arena, &f.error));
        for (int i = 0; i < state->board.rows * state->board.columns; i++) {
            state->board.tile[i].sides = MAZE_ALL_SIDES;
        }
        state->board.spare.sides = MAZE_ALL_SIDES;
        struct showing showing = {.board = &state->board, .fine = true};
        maze_prospects_show(&f.trial.prospects, state, 0, show_next, &showing);
        ASSERT(showing.fine);
        ASSERT_EQ(2 * ((state->board.rows + 1) / 2) + 2 * ((state->board.columns + 1) / 2), showing.count);
        arena_free(&f.arena);
    }
    PASS();
}

/* What a prospect is compared with: the slide made, and a walk from where the player is then. */
struct trying {
    const struct maze_state *state;
    struct maze_board board;
    struct maze_walker walker;
    const int64_t *rank;
    int count;
    bool fine;
};

static bool try_out(void *context, const struct maze_prospect *prospect)
{
    struct trying *t = context;
    const struct maze_board *board = &t->state->board;
    int from = maze_board_carry(board, prospect->slide, t->state->avatar[0].current), cells = 0, best = MAZE_NOWHERE;
    maze_board_copy(&t->board, board);
    maze_board_slide(&t->board, prospect->slide, prospect->quarters);
    maze_walk(&t->walker, &t->board, from);
    for (int place = 0; place < board->rows * board->columns; place++) {
        if (maze_set_has(&t->walker.reached, place)) {
            cells++;
            if (place != from && (best == MAZE_NOWHERE || t->rank[place] < t->rank[best])) {
                best = place;
            }
        }
    }
    t->fine = t->fine && cells == prospect->region.cells && best == prospect->region.best;
    t->count++;
    return true;
}

/* On boards of every shape, and with more or fewer paths, for the way that all boards may come to. */
TEST prospects_by_line_are_what_slides_lead_to(void)
{
    static const int shapes[][2] = {{1, 70}, {70, 1}, {2, 33}, {33, 2}, {3, 22}, {22, 3}, {8, 9}, {9, 9}, {11, 7}};
    for (uint64_t number = 0; number < 900; number++) {
        struct fixture f = {.chance = random_stream(31, number)};
        struct maze_avatar avatar = {.color = "red"};
        struct maze_state *state = &f.setup.state;
        const int *shape = shapes[number % (sizeof shapes / sizeof *shapes)];
        *state = (struct maze_state){.players = 1, .avatar = &avatar};
        ASSERT(maze_board_init(&state->board, shape[0], shape[1], &f.arena, &f.error));
        ASSERT(maze_trial_init(&f.trial, &state->board, &f.arena, &f.error));
        int cells = shape[0] * shape[1];
        for (int i = 0; i < cells; i++) { /* three sides of four, or any two, or all */
            uint64_t kind = random_below(&f.chance, 2 + number % 4);
            uint8_t sides = kind == 0 ? MAZE_NORTH | MAZE_SOUTH : kind == 1 ? MAZE_NORTH | MAZE_EAST : MAZE_ALL_SIDES;
            sides = kind == 3 ? MAZE_ALL_SIDES & ~MAZE_EAST : sides;
            state->board.tile[i].sides = maze_tile_rotate(sides, (int)random_below(&f.chance, 4));
            f.trial.prospects.rank[i] = (int64_t)random_below(&f.chance, 20);
        }
        state->board.spare.sides = number % 2 ? MAZE_NORTH | MAZE_EAST : MAZE_EAST | MAZE_WEST;
        avatar.current = (int)random_below(&f.chance, (uint64_t)cells);
        struct trying t = {.state = state, .rank = f.trial.prospects.rank, .fine = true};
        ASSERT(maze_board_init(&t.board, shape[0], shape[1], &f.arena, &f.error));
        ASSERT(maze_walker_init(&t.walker, &t.board, &f.arena, &f.error));
        struct maze_prospects_viewer viewer = {.see = try_out, .context = &t, .shapes = 2, .quarters = {0, 1}};
        viewer.sides[0] = state->board.spare.sides;
        viewer.sides[1] = maze_tile_rotate(state->board.spare.sides, 1);
        maze_prospects_by_line(&f.trial.prospects, state, 0, 0, &viewer);
        ASSERT(t.fine);
        ASSERT_EQ(4 * ((shape[0] + 1) / 2 + (shape[1] + 1) / 2), t.count);
        maze_prospects_show(&f.trial.prospects, state, 0, try_out, &t);
        ASSERT(t.fine);
        arena_free(&f.arena);
    }
    PASS();
}

/* -- rules: a 3x3 board of crosses, the avatar in the top left corner, the last slide was row 0 to the right -- */

static const struct rule {
    const char *name;
    struct maze_choice choice;
    enum maze_ruling ruling;
    const char *why;
} rules[] = {
    {"pass", {.pass = true}, MAZE_LEGAL, "passed"},
    {"good",
     {false, {2, MAZE_LEFT}, 1, {1, 1}},
     MAZE_LEGAL,
     "wanted to slide row 2 LEFT, turn the spare by 90 and go to row 1, column 1"},
    {"fixed",
     {false, {1, MAZE_LEFT}, 0, {1, 1}},
     MAZE_CANNOT_SLIDE,
     "wanted to slide row 1 LEFT, turn the spare by 0 and go to row 1, column 1: that line does not move"},
    {"beyond",
     {false, {4, MAZE_UP}, 0, {1, 1}},
     MAZE_CANNOT_SLIDE,
     "wanted to slide column 4 UP, turn the spare by 0 and go to row 1, column 1: that line does not move"},
    {"undo",
     {false, {0, MAZE_LEFT}, 0, {1, 1}},
     MAZE_UNDOES,
     "wanted to slide row 0 LEFT, turn the spare by 0 and go to row 1, column 1: that undoes the last slide"},
    {"again", {false, {0, MAZE_RIGHT}, 0, {1, 1}}, MAZE_LEGAL, NULL},
    {"off",
     {false, {2, MAZE_LEFT}, 0, {1, 3}},
     MAZE_OFF_BOARD,
     "wanted to slide row 2 LEFT, turn the spare by 0 and go to row 1, column 3: that is not on the board"},
    {"off above", {false, {2, MAZE_LEFT}, 0, {-1, 0}}, MAZE_OFF_BOARD, NULL},
    {"stays", {false, {2, MAZE_LEFT}, 0, {0, 0}}, MAZE_STAYS, NULL},
    {"stays where it is carried", {false, {0, MAZE_DOWN}, 0, {1, 0}}, MAZE_STAYS, NULL},
    {"comes back", {false, {0, MAZE_DOWN}, 0, {0, 0}}, MAZE_LEGAL, NULL},
    {"unreachable",
     {false, {0, MAZE_UP}, 0, {0, 0}},
     MAZE_UNREACHABLE,
     "wanted to slide column 0 UP, turn the spare by 0 and go to row 0, column 0: no path leads there"},
    {"reachable when turned", {false, {0, MAZE_UP}, 1, {0, 0}}, MAZE_LEGAL, NULL},
};

TEST turns_are_judged(const struct rule *rule)
{
    struct arena arena = {0};
    struct error error = {0};
    struct maze_avatar avatar = {.current = 0, .color = "red"};
    struct maze_state state = {.has_last = true, .last = {0, MAZE_RIGHT}, .players = 1, .avatar = &avatar};
    struct maze_trial trial;
    char why[200];
    ASSERT(maze_board_init(&state.board, 3, 3, &arena, &error));
    for (int i = 0; i < 9; i++) {
        state.board.tile[i].sides = MAZE_ALL_SIDES;
    }
    state.board.spare.sides = MAZE_SOUTH | MAZE_WEST; /* at the bottom left it leads nowhere */
    ASSERT(maze_trial_init(&trial, &state.board, &arena, &error));
    ASSERT_EQ(rule->ruling, maze_rules_judge(&trial, &state, 0, rule->choice));
    if (rule->why) {
        maze_rules_explain(rule->ruling, rule->choice, why, sizeof why);
        ASSERT_STR_EQ(rule->why, why);
    }
    arena_free(&arena);
    PASS();
}

/* -- games -- */

/* Plays the game of a fixture; observers may be NULL. */
static bool play(struct fixture *f, bool skip, struct observer *const *observers, struct maze_standing *standing,
                 struct maze_state *after)
{
    static const char *const names[] = {"A", "B", "C", "D", "E"};
    struct maze_house_player house[5];
    struct maze_player player[5];
    for (int i = 0; i < f->setup.state.players; i++) {
        house[i] = (struct maze_house_player){.strategy = (enum maze_strategy)(i % 2), .trial = &f->trial};
        if (i == 3) {
            house[i].fails_at = 4;
            house[i].fails_in = MAZE_CALL_TAKE_TURN;
        }
        if (i == 4) {
            house[i].cheat = MAZE_UNDO;
        }
        player[i] = (struct maze_player){names[i], &maze_house_player_calls, &house[i]};
    }
    struct maze_game game = {.setup = &f->setup, .player = player, .skip = skip, .observers = observers};
    return maze_referee_play(&f->referee, &game, standing, &f->error) &&
           maze_state_copy(after, maze_referee_after(&f->referee), &f->arena, &f->error);
}

/* A referee keeps no state from earlier games. */
TEST skipping_changes_nothing(void)
{
    for (uint64_t number = 0; number < 400; number++) {
        struct fixture f;
        struct maze_standing fast[5], slow[5];
        struct maze_state fast_end, slow_end;
        ASSERT(make_state(&f, number));
        ASSERT(play(&f, true, NULL, fast, &fast_end));
        ASSERT(play(&f, false, NULL, slow, &slow_end));
        for (int i = 0; i < fast_end.board.rows * fast_end.board.columns; i++) {
            ASSERT_EQ(slow_end.board.tile[i].sides, fast_end.board.tile[i].sides); /* gems may lie elsewhere */
        }
        for (int i = 0; i < f.setup.state.players; i++) {
            ASSERT_EQ(slow[i].place, fast[i].place);
            ASSERT_EQ(slow[i].treasures, fast[i].treasures);
            ASSERT_EQ(slow_end.avatar[i].current, fast_end.avatar[i].current);
        }
        arena_free(&f.arena);
    }
    PASS();
}

/* Follows a game by its events alone, without knowing the rules. */
struct follower {
    struct maze_setup start;
    int current[5], treasures[5];
    bool out[5], won[5];
    int tiles; /* a checksum of the connectors: the number of each kind must not change */
    bool wrong;
};

static int weigh(const struct maze_board *board)
{
    static const int weights[] = {0, 1, 1, 7, 1, 49, 7, 343, 1, 7, 49, 343, 7, 343, 343, 2401};
    int sum = weights[board->spare.sides];
    for (int i = 0; i < board->rows * board->columns; i++) {
        sum += weights[board->tile[i].sides];
    }
    return sum;
}

static bool follow(void *self, const void *event, struct error *err)
{
    struct follower *f = self;
    const struct maze_event *e = event;
    (void)err;
    if (e->kind == MAZE_EVENT_GAME) {
        f->tiles = weigh(&e->state->board);
    } else if (e->kind == MAZE_EVENT_TURN) {
        for (int i = 0; i < e->state->players; i++) {
            f->current[i] = e->state->avatar[i].current;
        }
        f->wrong = f->wrong || weigh(&e->state->board) != f->tiles;
    } else if (e->kind == MAZE_EVENT_KICK) {
        f->wrong = f->wrong || f->out[e->player];
        f->out[e->player] = true;
    } else if (e->kind == MAZE_EVENT_GOAL) {
        f->treasures[e->player] += !e->ends_game;
    } else if (e->kind == MAZE_EVENT_WIN) {
        f->won[e->player] = e->won;
    }
    return true;
}

TEST who_watches_knows_the_outcome(void)
{
    for (uint64_t number = 0; number < 100; number++) {
        struct fixture f;
        struct follower follower = {.wrong = false};
        struct maze_standing standing[5];
        struct maze_state after;
        struct observer watch = {.see = follow, .self = &follower}, *observers[] = {&watch, NULL};
        ASSERT(make_state(&f, number));
        ASSERT(play(&f, true, observers, standing, &after));
        ASSERT_FALSE(follower.wrong);
        for (int i = 0; i < f.setup.state.players; i++) {
            ASSERT_EQ(standing[i].place == 0, follower.out[i]);
            ASSERT_EQ(standing[i].place == 1, follower.won[i]);
            ASSERT_EQ(standing[i].treasures, follower.treasures[i]);
        }
        arena_free(&f.arena);
    }
    PASS();
}

TEST logs_are_lines_of_json(void)
{
    struct fixture f;
    struct maze_standing standing[5];
    struct maze_state after;
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    struct observer_logger logger = {stream, maze_log};
    struct observer log = {.see = observer_log, .self = &logger}, *observers[] = {&log, NULL};
    ASSERT(make_state(&f, 3));
    ASSERT(play(&f, true, observers, standing, &after));
    fclose(stream);
    int games = 0, wins = 0;
    for (const char *line = text; *line; line = strchr(line, '\n') + 1) {
        struct json_stream one = {.name = "log"};
        struct json_value value;
        ASSERT(json_stream_feed(&one, line, strcspn(line, "\n") + 1, &f.error));
        ASSERT_EQ(JSON_STREAM_VALUE, json_stream_next(&one, 0, &value, &f.error));
        games += strncmp(line, "{\"event\":\"game\",", 16) == 0;
        wins += strncmp(line, "{\"event\":\"win\",", 15) == 0;
        json_object_put(value.object);
        json_stream_free(&one);
    }
    ASSERT_EQ(1, games);
    ASSERT(wins > 0);
    free(text);
    arena_free(&f.arena);
    PASS();
}

/* -- generated games, and pictures -- */

TEST generated_games_are_valid(void)
{
    for (uint64_t number = 0; number < 100; number++) {
        struct fixture f;
        ASSERT(make_state(&f, number));
        struct maze_state *state = &f.setup.state;
        struct text written = {0};
        maze_codec_write_state(&written, state, f.setup.goal, f.setup.extra, f.setup.extra_count);
        struct reading r;
        struct maze_setup again;
        ASSERT(reading_start(&r, written.bytes));
        ASSERT(maze_codec_setup(&r.at[0], &r.arena, &again, &r.error));
        ASSERT(same_tiles(&state->board, &again.state.board));
        for (int i = 0; i < state->players; i++) {
            ASSERT(f.setup.goal[i].row % 2 == 1 && f.setup.goal[i].column % 2 == 1);
            for (int k = 0; k < i; k++) {
                ASSERT(state->avatar[i].home.row != state->avatar[k].home.row ||
                       state->avatar[i].home.column != state->avatar[k].home.column);
            }
        }
        text_free(&written);
        reading_end(&r);
        arena_free(&f.arena);
    }
    PASS();
}

TEST boards_are_drawn(void)
{
    struct arena arena = {0};
    struct error error = {0};
    struct maze_avatar avatar = {.current = 0, .home = {1, 1}, .color = "00FF00"};
    struct maze_state state = {.players = 1, .avatar = &avatar};
    struct maze_spot goal = {0, 1};
    char *text = NULL;
    size_t size = 0;
    ASSERT(maze_board_init(&state.board, 2, 2, &arena, &error));
    for (int i = 0; i < 4; i++) {
        state.board.tile[i].sides = MAZE_EAST | MAZE_WEST;
    }
    state.board.spare.sides = MAZE_ALL_SIDES;
    FILE *stream = open_memstream(&text, &size);
    ASSERT(maze_show(stream, &state, &goal, NULL, false));
    fclose(stream);
    ASSERT_STR_EQ("      0↕ 1    spare ┼\n"
                  "  0↔ ─1───◎\n"
                  "  1  ───⌂──\n"
                  "   1 00FF00  at 0,0  ⌂ 1,1  ◎ 0,1\n",
                  text);
    free(text);
    stream = open_memstream(&text, &size);
    ASSERT(maze_show(stream, &state, &goal, NULL, true));
    fclose(stream);
    ASSERT(strstr(text, "\033[1;38;2;0;255;0m1\033[0m"));
    free(text);
    arena_free(&arena);
    PASS();
}

SUITE(maze_games)
{
    RUN_TEST(tiles_turn_counter_clockwise);
    RUN_TEST(gems_have_names);
    RUN_TEST(the_opposite_slide_restores_the_board);
    RUN_TEST(only_even_lines_move);
    RUN_TEST(paths_are_found_on_small_and_large_boards);
    RUN_TEST(strategies_do_what_the_rule_says);
    RUN_TEST(strategies_choose_on_odd_boards);
    RUN_TEST(every_slide_is_shown_once_and_in_order);
    RUN_TEST(prospects_by_line_are_what_slides_lead_to);
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        greatest_set_test_suffix(rules[i].name);
        RUN_TEST1(turns_are_judged, &rules[i]);
    }
    RUN_TEST(skipping_changes_nothing);
    RUN_TEST(who_watches_knows_the_outcome);
    RUN_TEST(logs_are_lines_of_json);
    RUN_TEST(generated_games_are_valid);
    RUN_TEST(boards_are_drawn);
}
