/* How shapes look: one table for the style sheet of SVG and for everybody who draws by hand. */
#ifndef DRAW_STYLE_H
#define DRAW_STYLE_H

/* Colors, each of which is light or dark as its surroundings. In CSS, ink is --ink. */
enum draw_ink {
    DRAW_NO_INK, /* nothing is painted */
    DRAW_PAPER,
    DRAW_INK,   /* text */
    DRAW_FAINT, /* what should not catch the eye */
    DRAW_BLUE,  /* the colors of connections, in the order of trains_color */
    DRAW_GREEN,
    DRAW_RED,
    DRAW_WHITE,
    DRAW_RIM, /* around rails */
    DRAW_INKS,
};

enum draw_style { DRAW_PLAIN, DRAW_STYLES };

#endif
