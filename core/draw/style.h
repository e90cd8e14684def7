/* How shapes look: one table for the SVG style sheet and for other renderers. */
#ifndef DRAW_STYLE_H
#define DRAW_STYLE_H

#include <stdbool.h>

/* Colors, each with a shade for light and one for dark mode. */
enum draw_ink {
    DRAW_NO_INK, /* not painted */
    DRAW_OWN,    /* set by the group or shape */
    DRAW_PAPER,
    DRAW_TEXT_INK,
    DRAW_FAINT, /* for unobtrusive things */
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
    DRAW_BLACK_INK, /* this and the next are the same in light and dark mode, for text on a player's color */
    DRAW_WHITE_INK,
    DRAW_INKS,
};

/* Their CSS names, without the dashes, and shades: "#rrggbb". Here and below, texts are arrays, because a static
 * position-independent program has to relocate every pointer in a table whenever it starts. */
struct draw_shade {
    char name[12], light[8], dark[8];
};
extern const struct draw_shade draw_shades[DRAW_INKS];

/* The value 0xrrggbb of a color "#rrggbb". */
unsigned draw_shade_number(const char *shade);

enum draw_style {
    DRAW_PLAIN, /* for groups */
    DRAW_BACKGROUND,
    DRAW_BED,
    DRAW_TRACK, /* this and the next three are in the order of enum trains_color */
    DRAW_TRACK_GREEN,
    DRAW_TRACK_RED,
    DRAW_TRACK_WHITE,
    DRAW_EDGE,
    DRAW_RAIL, /* likewise */
    DRAW_RAIL_GREEN,
    DRAW_RAIL_RED,
    DRAW_RAIL_WHITE,
    DRAW_INLAY_BLUE, /* likewise */
    DRAW_INLAY_GREEN,
    DRAW_INLAY_RED,
    DRAW_INLAY_WHITE,
    DRAW_LENGTH,
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
    DRAW_GEM_NUMBER,
    DRAW_GEM_NAME,
    DRAW_ARROW,
    DRAW_ARROW_LAST,
    DRAW_HOME,
    DRAW_AVATAR,
    DRAW_ON_DARK,
    DRAW_ON_LIGHT,
    DRAW_STYLES,
};

struct draw_look {
    char within[6]; /* class of the enclosing group, if the look depends on it */
    char name[12];  /* its class */
    bool round;     /* round caps and joins */
    bool bold;
    enum draw_ink fill, stroke;
    double width;   /* of the stroke */
    double dash[2]; /* lengths drawn and skipped; 0: solid */
    double font;    /* for text: the font size; the stroke outlines the letters */
};
extern const struct draw_look draw_looks[DRAW_STYLES];

#endif
