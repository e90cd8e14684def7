/* Where the names of cities go: near their city, off all cities and other names, off rails where that can be. */
#ifndef DRAW_LABELS_H
#define DRAW_LABELS_H

#include "base/error.h"
#include "draw/coverage.h"
#include "draw/routes.h"

struct draw_label {
    struct draw_box box;
    bool led; /* it is so far from its city that a line leads to it */
};

/* Places labels; their boxes have the right size already. */
bool draw_labels_place(struct draw_label *label, const struct draw_cities *cities, const struct draw_coverage *rails,
                       struct arena *arena, struct error *err);

#endif
