/* Colored cards. */
#ifndef TRAINS_CARDS_H
#define TRAINS_CARDS_H

#include <limits.h>

/* In the order of their names, which is how the rules compare them. */
enum trains_color { TRAINS_BLUE, TRAINS_GREEN, TRAINS_RED, TRAINS_WHITE, TRAINS_COLORS };

/* Their names, and a NULL behind the last. */
extern const char *const trains_color_names[TRAINS_COLORS + 1];

/* Counts saturate here, so that the four of a hand still add up in an int. */
enum { TRAINS_MANY = INT_MAX / TRAINS_COLORS };

struct trains_cards {
    int count[TRAINS_COLORS];
};

int trains_cards_total(const struct trains_cards *cards);

#endif
