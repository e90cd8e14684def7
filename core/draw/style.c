#include "draw/style.h"

#include <stdlib.h>

const struct draw_shade draw_shades[DRAW_INKS] = {
    [DRAW_OWN] = {"own", "#7b8794", "#7b8794"},
    [DRAW_PAPER] = {"paper", "#fbfaf7", "#15191e"},
    [DRAW_TEXT_INK] = {"ink", "#1f2933", "#e6ebf0"},
    [DRAW_FAINT] = {"faint", "#a9b2bb", "#56616d"},
    [DRAW_RIM] = {"rim", "#3e4c59", "#05070a"},
    [DRAW_BLUE] = {"blue", "#1d6fd1", "#4a9df5"},
    [DRAW_GREEN] = {"green", "#168a55", "#35b67c"},
    [DRAW_RED] = {"red", "#d6303f", "#f0606c"},
    [DRAW_WHITE] = {"white", "#ffffff", "#f4f6f8"},
    [DRAW_INLAY] = {"inlay", "#ffffff", "#0d1014"},
    [DRAW_DARK_INLAY] = {"dark-inlay", "#7b8794", "#616e7c"},
    [DRAW_TILE] = {"tile", "#e9dfc9", "#2b323a"},
    [DRAW_FIXED] = {"fixed", "#dccfb2", "#363f49"},
    [DRAW_WAY] = {"way", "#fffdf7", "#a7b1bc"},
    [DRAW_BANK] = {"bank", "#b29d72", "#14181d"},
    [DRAW_ACCENT] = {"accent", "#c05717", "#f2a65a"},
    [DRAW_BLACK_INK] = {"black-ink", "#14181d", "#14181d"},
    [DRAW_WHITE_INK] = {"white-ink", "#ffffff", "#ffffff"},
};

/* Red rails are plain; the others carry a line, dots or dashes. */
const struct draw_look draw_looks[DRAW_STYLES] = {
    [DRAW_BACKGROUND] = {.name = "paper", .fill = DRAW_PAPER},
    [DRAW_BED] = {.name = "bed", .stroke = DRAW_PAPER, .width = 10.8},
    [DRAW_TRACK] = {"blue", "track", .stroke = DRAW_BLUE, .width = 2},
    [DRAW_TRACK_GREEN] = {"green", "track", .stroke = DRAW_GREEN, .width = 2},
    [DRAW_TRACK_RED] = {"red", "track", .stroke = DRAW_RED, .width = 2},
    [DRAW_TRACK_WHITE] = {"white", "track", .stroke = DRAW_DARK_INLAY, .width = 1.5},
    [DRAW_EDGE] = {.name = "edge", .stroke = DRAW_RIM, .width = 7.6},
    [DRAW_RAIL] = {"blue", "rail", .stroke = DRAW_BLUE, .width = 6},
    [DRAW_RAIL_GREEN] = {"green", "rail", .stroke = DRAW_GREEN, .width = 6},
    [DRAW_RAIL_RED] = {"red", "rail", .stroke = DRAW_RED, .width = 6},
    [DRAW_RAIL_WHITE] = {"white", "rail", .stroke = DRAW_WHITE, .width = 6},
    [DRAW_INLAY_BLUE] = {"blue", "inlay", .stroke = DRAW_INLAY, .width = 1.6},
    [DRAW_INLAY_GREEN] = {"green", "inlay", .stroke = DRAW_INLAY, .width = 2.4, .dash = {0.01, 5}, .round = true},
    [DRAW_INLAY_RED] = {.within = "red", .name = "inlay"},
    [DRAW_INLAY_WHITE] = {"white", "inlay", .stroke = DRAW_DARK_INLAY, .width = 6, .dash = {1.4, 4.2}},
    [DRAW_LENGTH] = {.name = "length",
                     .fill = DRAW_TEXT_INK,
                     .stroke = DRAW_PAPER,
                     .width = 3,
                     .round = true,
                     .font = 10,
                     .bold = true},
    [DRAW_DOT] = {.name = "dot", .fill = DRAW_PAPER, .stroke = DRAW_TEXT_INK, .width = 2.5},
    [DRAW_LEADER] = {.name = "leader", .stroke = DRAW_TEXT_INK, .width = 0.8},
    [DRAW_NAME] =
        {.name = "name", .fill = DRAW_TEXT_INK, .stroke = DRAW_PAPER, .width = 3.5, .round = true, .font = 15},
    [DRAW_NOTE] = {.name = "note", .fill = DRAW_TEXT_INK, .font = 13},
    [DRAW_A_TILE] = {.name = "tile", .fill = DRAW_TILE, .stroke = DRAW_PAPER, .width = 2},
    [DRAW_A_FIXED] = {"fixed", "tile", .fill = DRAW_FIXED, .stroke = DRAW_PAPER, .width = 2},
    [DRAW_REACHED] = {.name = "reached", .stroke = DRAW_ACCENT, .width = 2.5},
    [DRAW_A_BANK] = {.name = "bank", .stroke = DRAW_BANK, .width = 19},
    [DRAW_A_WAY] = {.name = "way", .stroke = DRAW_WAY, .width = 15},
    [DRAW_GEM] = {.name = "gem", .fill = DRAW_OWN, .stroke = DRAW_BANK, .width = 1},
    [DRAW_GEM_NUMBER] = {.name = "gem-number", .fill = DRAW_BLACK_INK, .font = 7.5},
    [DRAW_GEM_NAME] = {.name = "gem-name", .fill = DRAW_TEXT_INK, .font = 11},
    [DRAW_ARROW] = {.name = "arrow", .fill = DRAW_FAINT},
    [DRAW_ARROW_LAST] = {"last", "arrow", .fill = DRAW_ACCENT},
    [DRAW_HOME] = {.name = "house", .fill = DRAW_OWN, .stroke = DRAW_TEXT_INK, .width = 1.5, .round = true},
    [DRAW_AVATAR] = {.name = "body", .fill = DRAW_OWN, .stroke = DRAW_TEXT_INK, .width = 2},
    [DRAW_ON_DARK] = {.name = "on-dark", .fill = DRAW_WHITE_INK, .font = 13, .bold = true},
    [DRAW_ON_LIGHT] = {.name = "on-light", .fill = DRAW_BLACK_INK, .font = 13, .bold = true},
};

unsigned draw_shade_number(const char *shade)
{
    return (unsigned)strtoul(shade + 1, NULL, 16);
}
