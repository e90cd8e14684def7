/* How wide text will be, without asking a font. The widths are those of the common sans-serif fonts; what is written
 * is fitted to them, so that a box that was laid out holds its text whatever font there is. */
#ifndef DRAW_FONT_H
#define DRAW_FONT_H

/* The families to ask for, in this order. */
#define DRAW_FONT_FAMILY "Helvetica,Arial,'Liberation Sans',sans-serif"

/* How far the line on which letters stand is below the middle of capital letters, for letters of the size 1. */
#define DRAW_FONT_BASE 0.36

/* The width of one line of UTF-8 in letters of a size. Characters beyond ASCII count as wide ones. */
double draw_font_width(const char *text, double size);

#endif
