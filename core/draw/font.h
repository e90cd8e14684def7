/* Estimates the width of text without a font. The widths are those of common sans-serif fonts; drawn text is fitted to
 * them, so that it stays in its box whatever font is used. */
#ifndef DRAW_FONT_H
#define DRAW_FONT_H

/* Font families, in order of preference. */
#define DRAW_FONT_FAMILY "Helvetica,Arial,'Liberation Sans',sans-serif"

/* Distance from the middle of capital letters down to the baseline, at font size 1. */
#define DRAW_FONT_BASE 0.36

/* The width of a line of UTF-8 at a font size. Characters beyond ASCII count as wide. */
double draw_font_width(const char *text, double size);

#endif
