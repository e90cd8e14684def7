/* How shapes look: one table for the style sheet of SVG and for everybody who draws by hand. */
#ifndef DRAW_STYLE_H
#define DRAW_STYLE_H

#include <stdbool.h>

/* Colors, each of which has a shade for light and one for dark surroundings. */
enum draw_ink {
    DRAW_NO_INK, /* nothing is painted */
    DRAW_OWN,    /* what the group or the shape says */
    DRAW_PAPER,
    DRAW_TEXT_INK,
    DRAW_FAINT, /* what should not catch the eye */
    DRAW_RIM,   /* around rails */
    DRAW_BLUE,  /* the colors of connections, in the order of enum trains_color */
    DRAW_GREEN,
    DRAW_RED,
    DRAW_WHITE,
    DRAW_INLAY,      /* on blue, green and red */
    DRAW_DARK_INLAY, /* on white */
    DRAW_TILE,
    DRAW_FIXED, /* a tile that never moves */
    DRAW_WAY,
    DRAW_BANK, /* beside a way */
    DRAW_ACCENT,
    DRAW_BLACK_INK, /* these two are the same in light and dark, for text on a player's color */
    DRAW_WHITE_INK,
    DRAW_INKS,
};

/* Their names in CSS, without the dashes, and their shades: "#rrggbb". */
struct draw_shade {
    const char *name, *light, *dark;
};
extern const struct draw_shade draw_shades[DRAW_INKS];

/* The number 0xrrggbb of a color "#rrggbb". */
unsigned draw_shade_number(const char *shade);

enum draw_style {
    DRAW_PLAIN, /* of groups */
    DRAW_BACKGROUND,
    DRAW_TRACK,
    DRAW_EDGE,
    DRAW_RAIL, /* this one and the next three, in the order of enum trains_color */
    DRAW_RAIL_GREEN,
    DRAW_RAIL_RED,
    DRAW_RAIL_WHITE,
    DRAW_INLAY_BLUE, /* the same */
    DRAW_INLAY_GREEN,
    DRAW_INLAY_RED,
    DRAW_INLAY_WHITE,
    DRAW_DOT,
    DRAW_LEADER,
    DRAW_NAME,
    DRAW_NOTE,
    DRAW_A_TILE,
    DRAW_A_FIXED,
    DRAW_REACHED,
    DRAW_A_BANK,
    DRAW_A_WAY,
    DRAW_GEM,
    DRAW_ARROW,
    DRAW_ARROW_LAST,
    DRAW_HOME,
    DRAW_AVATAR,
    DRAW_ON_DARK,
    DRAW_ON_LIGHT,
    DRAW_STYLES,
};

struct draw_look {
    const char *within; /* the class of the group that it is in, if it depends on that */
    const char *name;   /* its class */
    enum draw_ink fill, stroke;
    double width;   /* of the stroke */
    double dash[2]; /* drawn and left out; 0: all is drawn */
    double font;    /* of text: the size of its letters; its stroke is around them */
    bool round;     /* ends and corners are */
    bool bold;
};
extern const struct draw_look draw_looks[DRAW_STYLES];

#endif
