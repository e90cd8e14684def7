/* Draws scenes with cairo: for binary files, and for windows. */
#ifndef CANVAS_H
#define CANVAS_H

#include "base/error.h"
#include "base/text.h"
#include "draw/scene.h"

#include <cairo.h>

/* Draws a scene at its own size. Returns what went wrong, if anything did. */
cairo_status_t canvas_draw(cairo_t *cairo, const struct draw_scene *scene, bool dark);

/* Adds a scene as a PNG or PDF file. False when memory is short or cairo fails. */
bool canvas_png(struct text *out, const struct draw_scene *scene, bool dark, struct error *err);
bool canvas_pdf(struct text *out, const struct draw_scene *scene, bool dark, struct error *err);

#endif
