/* Scenes as SVG.
 *
 * A drawing in a page is
 *
 *     <svg class="drawing map" viewBox="..." role="img" aria-label="...">
 *
 * with groups inside that draw/map.h and draw/board.h describe: classes and data attributes, no ids, so that one page
 * may hold many. Colors are CSS custom properties of .drawing, light and dark (prefers-color-scheme); a page may set
 * them, too. All text is escaped. */
#ifndef DRAW_SVG_H
#define DRAW_SVG_H

#include "base/text.h"
#include "draw/scene.h"

/* Writes the style sheet that drawings need: once in the <style> of a page. */
void draw_svg_style(struct text *out);

/* Writes the element, for a page that has the style sheet. */
void draw_svg(struct text *out, const struct draw_scene *scene);

/* Writes a file of its own, with the style sheet inside. */
void draw_svg_file(struct text *out, const struct draw_scene *scene);

#endif
