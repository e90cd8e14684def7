#include "maze/strategy.h"

const char *const maze_strategy_names[MAZE_STRATEGIES + 1] = {"Riemann", "Euclid", NULL};
const char *const maze_cheat_names[MAZE_CHEATS] = {
    [MAZE_TO_UNREACHABLE - 1] = "unreachable",
    [MAZE_OFF_COORDINATES - 1] = "coordinate",
    [MAZE_FIXED_ROW - 1] = "row",
    [MAZE_FIXED_COLUMN - 1] = "column",
    [MAZE_UNDO - 1] = "undo",
    [MAZE_STAY - 1] = "stay",
};

/* -- choosing -- */

/* One way to begin a turn; they are tried in the order of their numbers. */
struct attempt {
    struct maze_slide slide;
    int quarters;
};

/* The attempt with that number: rows before columns, each slide with four turns of the spare. */
static struct attempt attempt_of(const struct maze_board *board, int number)
{
    int slide = number / 4, row_slides = (board->rows + 1) / 2 * 2;
    bool row = slide < row_slides;
    int which = row ? slide : slide - row_slides;
    enum maze_direction first = row ? MAZE_LEFT : MAZE_UP;
    return (struct attempt){{which / 2 * 2, (enum maze_direction)((int)first + which % 2)}, number % 4};
}

static int attempts_on(const struct maze_board *board)
{
    return 4 * ((board->rows + 1) / 2 * 2 + (board->columns + 1) / 2 * 2);
}

/* Whether turning the spare so far gives a shape that a smaller turn gave already. */
static bool looks_the_same(uint8_t sides, int quarters)
{
    for (int fewer = 0; fewer < quarters; fewer++) {
        if (maze_tile_rotate(sides, fewer) == maze_tile_rotate(sides, quarters)) {
            return true;
        }
    }
    return false;
}

enum { NOT_REACHED = -1 };

/* Notes the attempt for every place that it is the first to reach. */
static void note_reached(struct maze_trial *trial, int from, int number)
{
    for (int w = 0; w < trial->walker.reached.words; w++) {
        for (uint64_t left = trial->walker.reached.word[w]; left; left &= left - 1) {
            int place = 64 * w + __builtin_ctzll(left);
            if (place != from && trial->first[place] == NOT_REACHED) {
                trial->first[place] = number;
            }
        }
    }
}

/* Tries a slide with every turn of the spare that looks different. The first attempt that reaches the target, or
 * NOT_REACHED. */
static int try_slide(struct maze_trial *trial, const struct maze_state *state, int from, int target, int number)
{
    struct maze_board *board = &trial->board;
    struct maze_slide slide = attempt_of(board, number).slide;
    int inserted = maze_board_insertion(board, slide);
    uint8_t spare = state->board.spare.sides;
    maze_board_copy(board, &state->board);
    maze_board_slide(board, slide, 0);
    for (int quarters = 0; quarters < 4; quarters++) {
        if (looks_the_same(spare, quarters)) {
            continue;
        }
        board->tile[inserted].sides = maze_tile_rotate(spare, quarters);
        if (quarters == 0) {
            maze_walk(&trial->walker, board, from);
        } else {
            maze_walk_again(&trial->walker, board, inserted, from);
        }
        if (target != from && target != MAZE_NOWHERE && maze_set_has(&trial->walker.reached, target)) {
            return number + quarters;
        }
        note_reached(trial, from, number + quarters);
    }
    return NOT_REACHED;
}

/* Finds for every place the first attempt that makes it a destination. Stops at the one that makes it the target, which
 * comes before all others; its number, or NOT_REACHED. */
static int try_all(struct maze_trial *trial, const struct maze_state *state, int player, int target)
{
    const struct maze_board *board = &state->board;
    int cells = board->rows * board->columns, attempts = attempts_on(board), found = NOT_REACHED;
    for (int i = 0; i < cells; i++) {
        trial->first[i] = NOT_REACHED;
    }
    for (int number = 0; number < attempts && found == NOT_REACHED; number += 4) {
        struct maze_slide slide = attempt_of(board, number).slide;
        if (maze_rules_slide(state, slide) == MAZE_LEGAL) {
            int from = maze_board_carry(board, slide, state->avatar[player].current);
            found = try_slide(trial, state, from, target, number);
        }
    }
    return found;
}

/* The place to go to when the target is out of reach, or MAZE_NOWHERE. */
static int second_best(enum maze_strategy strategy, const struct maze_trial *trial, const struct maze_board *board,
                       struct maze_spot target)
{
    int best = MAZE_NOWHERE;
    for (int i = 0; i < board->rows * board->columns; i++) {
        if (trial->first[i] == NOT_REACHED) {
            continue;
        }
        if (strategy == MAZE_RIEMANN) {
            return i;
        }
        if (best == MAZE_NOWHERE || maze_board_distance(board, i, target) < maze_board_distance(board, best, target)) {
            best = i;
        }
    }
    return best;
}

struct maze_choice maze_strategy_choose(enum maze_strategy strategy, struct maze_trial *trial,
                                        const struct maze_state *state, int player, struct maze_spot target)
{
    const struct maze_board *board = &state->board;
    int to = maze_board_place(board, target), number = try_all(trial, state, player, to);
    if (number == NOT_REACHED) {
        to = second_best(strategy, trial, board, target);
        if (to == MAZE_NOWHERE) {
            return (struct maze_choice){.pass = true};
        }
        number = trial->first[to];
    }
    struct attempt a = attempt_of(board, number);
    return (struct maze_choice){.slide = a.slide, .quarters = a.quarters, .to = maze_board_spot(board, to)};
}

/* -- cheating -- */

/* A place that the player could go to if only a path led there. */
static bool find_unreachable(struct maze_trial *trial, const struct maze_state *state, int player,
                             struct maze_choice *choice)
{
    const struct maze_board *board = &state->board;
    for (int number = 0; number < attempts_on(board); number++) {
        struct attempt a = attempt_of(board, number);
        if (maze_rules_slide(state, a.slide) != MAZE_LEGAL) {
            continue;
        }
        maze_board_copy(&trial->board, board);
        maze_board_slide(&trial->board, a.slide, a.quarters);
        maze_walk(&trial->walker, &trial->board, maze_board_carry(board, a.slide, state->avatar[player].current));
        for (int place = 0; place < board->rows * board->columns; place++) {
            if (!maze_set_has(&trial->walker.reached, place)) {
                *choice =
                    (struct maze_choice){.slide = a.slide, .quarters = a.quarters, .to = maze_board_spot(board, place)};
                return true;
            }
        }
    }
    return false;
}

/* Breaks the rules in the way that the player is known for; false if that is not possible now. */
static bool cheat(const struct maze_house_player *house, const struct maze_state *state, int player,
                  struct maze_choice *choice)
{
    const struct maze_board *board = &state->board;
    *choice = (struct maze_choice){.slide = {.index = 0, .direction = MAZE_LEFT}};
    if (maze_rules_slide(state, choice->slide) == MAZE_UNDOES) {
        choice->slide.direction = MAZE_RIGHT;
    }
    switch (house->cheat) {
    case MAZE_TO_UNREACHABLE:
        return find_unreachable(house->trial, state, player, choice);
    case MAZE_OFF_COORDINATES:
        choice->to = (struct maze_spot){board->rows, board->columns};
        return true;
    case MAZE_FIXED_ROW:
    case MAZE_FIXED_COLUMN:
        choice->slide = (struct maze_slide){1, house->cheat == MAZE_FIXED_ROW ? MAZE_LEFT : MAZE_UP};
        return true;
    case MAZE_UNDO:
        choice->slide =
            (struct maze_slide){state->last.index, (enum maze_direction)((unsigned)state->last.direction ^ 1U)};
        return maze_rules_slide(state, choice->slide) == MAZE_UNDOES;
    case MAZE_STAY:
        choice->to = maze_board_spot(board, maze_board_carry(board, choice->slide, state->avatar[player].current));
        return true;
    default:
        return false;
    }
}

/* -- house players -- */

/* Whether the player answers this call. A call from which it never returns fails at once here. */
static bool answers(struct maze_house_player *player, enum maze_call call, struct error *why)
{
    if (player->fails_at == 0 || player->fails_in != call || ++player->called < player->fails_at) {
        return true;
    }
    return error_set(why, ERROR_PLAYER, "did not answer \"%s\"", maze_call_names[call]);
}

static bool house_set_up(void *self, const struct maze_state *state, int player, struct maze_spot goal,
                         struct error *why)
{
    struct maze_house_player *house = self;
    (void)state, (void)player;
    house->goal = goal;
    return answers(house, MAZE_CALL_SET_UP, why);
}

static bool house_take_turn(void *self, const struct maze_state *state, int player, struct maze_choice *choice,
                            struct error *why)
{
    struct maze_house_player *house = self;
    if (!answers(house, MAZE_CALL_TAKE_TURN, why)) {
        return false;
    }
    if (!cheat(house, state, player, choice)) {
        *choice = maze_strategy_choose(house->strategy, house->trial, state, player, house->goal);
    }
    return true;
}

static bool house_win(void *self, bool won, struct error *why)
{
    (void)won;
    return answers(self, MAZE_CALL_WIN, why);
}

static uint64_t house_memory(const void *self)
{
    const struct maze_house_player *house = self;
    return (uint64_t)house->called;
}

const struct maze_player_calls maze_house_player_calls = {
    .set_up = house_set_up,
    .take_turn = house_take_turn,
    .win = house_win,
    .memory = house_memory,
};

struct maze_house_player maze_house_player(const struct maze_entry *entry, struct maze_trial *trial)
{
    return (struct maze_house_player){.strategy = entry->strategy,
                                      .fails_at = entry->fails_at,
                                      .fails_in = entry->fails_in,
                                      .cheat = entry->cheat,
                                      .trial = trial};
}
