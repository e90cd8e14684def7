#include "maze/rules.h"

#include <stdio.h>

bool maze_trial_init(struct maze_trial *trial, const struct maze_board *board, struct arena *arena, struct error *err)
{
    return maze_board_init(&trial->board, board->rows, board->columns, arena, err) &&
           maze_walker_init(&trial->walker, board, arena, err) &&
           maze_prospects_init(&trial->prospects, board, arena, err);
}

enum maze_ruling maze_rules_slide(const struct maze_state *state, struct maze_slide slide)
{
    if (!maze_board_can_slide(&state->board, slide)) {
        return MAZE_CANNOT_SLIDE;
    }
    bool undoes = state->has_last && state->last.index == slide.index &&
                  ((unsigned)state->last.direction ^ 1U) == (unsigned)slide.direction;
    return undoes ? MAZE_UNDOES : MAZE_LEGAL;
}

enum maze_ruling maze_rules_judge(struct maze_trial *trial, const struct maze_state *state, int player,
                                  struct maze_choice choice)
{
    if (choice.pass) {
        return MAZE_LEGAL;
    }
    enum maze_ruling slide = maze_rules_slide(state, choice.slide);
    if (slide != MAZE_LEGAL) {
        return slide;
    }
    if (choice.quarters < 0 || choice.quarters > 3) {
        return MAZE_BAD_TURN;
    }
    int from = maze_board_carry(&state->board, choice.slide, state->avatar[player].current);
    int to = maze_board_place(&state->board, choice.to);
    if (to == MAZE_NOWHERE) {
        return MAZE_OFF_BOARD;
    }
    if (from == to) {
        return MAZE_STAYS;
    }
    maze_board_copy(&trial->board, &state->board);
    maze_board_slide(&trial->board, choice.slide, choice.quarters);
    maze_walk(&trial->walker, &trial->board, from);
    return maze_set_has(&trial->walker.reached, to) ? MAZE_LEGAL : MAZE_UNREACHABLE;
}

void maze_rules_apply(struct maze_state *state, int player, struct maze_choice choice)
{
    if (!choice.pass) {
        maze_state_slide(state, choice.slide, choice.quarters);
        state->avatar[player].current = maze_board_place(&state->board, choice.to);
    }
}

void maze_rules_explain(enum maze_ruling ruling, struct maze_choice choice, char *text, size_t size)
{
    static const char *const faults[] = {
        [MAZE_LEGAL] = "",
        [MAZE_CANNOT_SLIDE] = ": that line does not move",
        [MAZE_BAD_TURN] = ": the spare cannot be turned like that",
        [MAZE_UNDOES] = ": that undoes the last slide",
        [MAZE_OFF_BOARD] = ": that is not on the board",
        [MAZE_STAYS] = ": that is where the slide takes it anyway",
        [MAZE_UNREACHABLE] = ": no path leads there",
    };
    if (choice.pass) {
        snprintf(text, size, "passed");
        return;
    }
    char place[60] = "";
    if (choice.to.row != MAZE_NOWHERE) {
        snprintf(place, sizeof place, " and go to row %d, column %d", choice.to.row, choice.to.column);
    }
    snprintf(text, size, "wanted to slide %s %d %s%s turn the spare by %d%s%s",
             choice.slide.direction < MAZE_UP ? "row" : "column", choice.slide.index,
             choice.slide.direction < MAZE_DIRECTIONS ? maze_direction_names[choice.slide.direction] : "nowhere",
             place[0] ? "," : " and", choice.quarters * 90, place, faults[ruling]);
}
