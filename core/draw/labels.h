/* Places the names of cities: near their city, clear of all cities and other names, and of rails if possible. */
#ifndef DRAW_LABELS_H
#define DRAW_LABELS_H

#include "base/error.h"
#include "draw/coverage.h"
#include "draw/routes.h"

struct draw_label {
    struct draw_box box;
    bool led; /* far enough from its city to need a leader line */
};

/* Places labels; their boxes must have the right size. */
bool draw_labels_place(struct draw_label *label, const struct draw_cities *cities, const struct draw_coverage *rails,
                       struct arena *arena, struct error *err);

#endif
