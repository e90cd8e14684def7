#include "trains/cards.h"

#include <stddef.h>

const char *const trains_color_names[TRAINS_COLORS + 1] = {"blue", "green", "red", "white", NULL};

int trains_cards_total(const struct trains_cards *cards)
{
    int total = 0;
    for (int color = 0; color < TRAINS_COLORS; color++) {
        total += cards->count[color];
    }
    return total;
}
