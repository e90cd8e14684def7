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

struct trains_deck trains_cards_shuffle(enum trains_color cards[TRAINS_DECK], struct random *chance)
{
    for (int i = 0; i < TRAINS_DECK; i++) {
        int other = (int)random_below(chance, (uint64_t)i + 1);
        cards[i] = cards[other];
        cards[other] = (enum trains_color)(i % TRAINS_COLORS);
    }
    return (struct trains_deck){.cards = cards, .count = TRAINS_DECK};
}
