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

enum { TARGET_RANK = -1 };

/* The state of a search. */
struct search {
    const int64_t *rank; /* of the places */
    int cells;           /* of the board */
    struct maze_prospect best;
};

/* Keeps the best place, and the first way to get there. */
static bool consider(void *context, const struct maze_prospect *prospect)
{
    struct search *search = context;
    const int64_t *rank = search->rank;
    int place = prospect->region.best, best = search->best.region.best;
    if (place == MAZE_NOWHERE) {
        return true;
    }
    bool first = best == MAZE_NOWHERE, tied = !first && rank[place] == rank[best];
    if (first || rank[place] < rank[best] || (tied && place < best)) {
        search->best = *prospect;
    }
    return rank[place] != TARGET_RANK;
}

/* Ranks the places: the target first, then the others in the strategy's order. */
static void rank_places(enum maze_strategy strategy, const struct maze_board *board, struct maze_spot target,
                        int64_t *rank)
{
    int place = 0, to = maze_board_place(board, target);
    for (int row = 0; row < board->rows; row++) {
        int64_t down = row - (int64_t)target.row;
        for (int column = 0; column < board->columns; column++, place++) {
            int64_t right = column - (int64_t)target.column;
            rank[place] = strategy == MAZE_RIEMANN ? place : down * down + right * right;
        }
    }
    if (to != MAZE_NOWHERE) {
        rank[to] = TARGET_RANK;
    }
}

struct maze_choice maze_strategy_choose(enum maze_strategy strategy, struct maze_trial *trial,
                                        const struct maze_state *state, int player, struct maze_spot target)
{
    struct search search = {.rank = trial->prospects.rank, .best = {.region = {.best = MAZE_NOWHERE}}};
    rank_places(strategy, &state->board, target, trial->prospects.rank);
    maze_prospects_show(&trial->prospects, state, player, consider, &search);
    if (search.best.region.best == MAZE_NOWHERE) {
        return (struct maze_choice){.pass = true};
    }
    return (struct maze_choice){.slide = search.best.slide,
                                .quarters = search.best.quarters,
                                .to = maze_board_spot(&state->board, search.best.region.best)};
}

/* -- cheating -- */

/* Continues until a prospect leaves some places out of reach. */
static bool is_partial(void *context, const struct maze_prospect *prospect)
{
    struct search *search = context;
    search->best = *prospect;
    return prospect->region.cells == search->cells;
}

/* Finds a place that the player could go to, were there a path. */
static bool find_unreachable(struct maze_trial *trial, const struct maze_state *state, int player,
                             struct maze_choice *choice)
{
    const struct maze_board *board = &state->board;
    struct search search = {.cells = board->rows * board->columns};
    maze_prospects_show(&trial->prospects, state, player, is_partial, &search);
    const struct maze_prospect *found = &search.best;
    if (found->region.cells == 0 || found->region.cells == search.cells) {
        return false;
    }
    maze_board_copy(&trial->board, board);
    maze_board_slide(&trial->board, found->slide, found->quarters);
    maze_walk(&trial->walker, &trial->board, maze_board_carry(board, found->slide, state->avatar[player].current));
    int place = 0;
    while (maze_set_has(&trial->walker.reached, place)) {
        place++;
    }
    *choice =
        (struct maze_choice){.slide = found->slide, .quarters = found->quarters, .to = maze_board_spot(board, place)};
    return true;
}

/* Breaks the rules in the player's way; false if that is not possible now. */
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

/* Whether the player answers this call. A call that it would never return from fails at once here. */
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
