/* Writes scenes as SVG.
 *
 * A drawing in a page is
 *
 *     <svg class="drawing map" viewBox="..." role="img" aria-label="...">
 *
 * containing the groups that draw/map.h and draw/board.h describe. They have classes and data attributes but no ids, so
 * that a page can hold several drawings. Colors are CSS custom properties of .drawing, for light and dark mode
 * (prefers-color-scheme); a page can override them. All text is escaped. */
#ifndef DRAW_SVG_H
#define DRAW_SVG_H

#include "base/text.h"
#include "draw/scene.h"

/* Writes the style sheet that drawings need, once for the <style> of a page. */
void draw_svg_style(struct text *out);

/* Writes the <svg> element: for a page that has the style sheet or, if `alone`, a file that includes it. */
void draw_svg(struct text *out, const struct draw_scene *scene, bool alone);

#endif
