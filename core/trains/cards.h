/* Colored cards. */
#ifndef TRAINS_CARDS_H
#define TRAINS_CARDS_H

#include "base/random.h"

#include <limits.h>

/* In alphabetical order, which is how the rules compare them. */
enum trains_color { TRAINS_BLUE, TRAINS_GREEN, TRAINS_RED, TRAINS_WHITE, TRAINS_COLORS };

/* NULL-terminated. */
extern const char *const trains_color_names[TRAINS_COLORS + 1];

enum { TRAINS_DECK = 250, TRAINS_DECK_MAX = 1000 }; /* number of cards: by the rules, and the maximum in an input */

/* Cards are dealt from the front. */
struct trains_deck {
    const enum trains_color *cards;
    int count;
};

/* Counts saturate here, so that the sum over a hand's four colors fits in an int. */
enum { TRAINS_MANY = INT_MAX / TRAINS_COLORS };

struct trains_cards {
    int count[TRAINS_COLORS];
};

int trains_cards_total(const struct trains_cards *cards);

/* Shuffles a deck of 63 blue, 63 green, 62 red and 62 white cards, stored in `cards`. */
struct trains_deck trains_cards_shuffle(enum trains_color cards[TRAINS_DECK], struct random *chance);

#endif
