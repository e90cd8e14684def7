#include "maze/tile.h"

#include <string.h>

const char maze_gem_names[MAZE_GEMS][30] = {
    "alexandrite",
    "alexandrite-pear-shape",
    "almandine-garnet",
    "amethyst",
    "ametrine",
    "ammolite",
    "apatite",
    "aplite",
    "apricot-square-radiant",
    "aquamarine",
    "australian-marquise",
    "aventurine",
    "azurite",
    "beryl",
    "black-obsidian",
    "black-onyx",
    "black-spinel-cushion",
    "blue-ceylon-sapphire",
    "blue-cushion",
    "blue-pear-shape",
    "blue-spinel-heart",
    "bulls-eye",
    "carnelian",
    "chrome-diopside",
    "chrysoberyl-cushion",
    "chrysolite",
    "citrine",
    "citrine-checkerboard",
    "clinohumite",
    "color-change-oval",
    "cordierite",
    "diamond",
    "dumortierite",
    "emerald",
    "fancy-spinel-marquise",
    "garnet",
    "golden-diamond-cut",
    "goldstone",
    "grandidierite",
    "gray-agate",
    "green-aventurine",
    "green-beryl",
    "green-beryl-antique",
    "green-princess-cut",
    "grossular-garnet",
    "hackmanite",
    "heliotrope",
    "hematite",
    "iolite-emerald-cut",
    "jasper",
    "jaspilite",
    "kunzite",
    "kunzite-oval",
    "labradorite",
    "lapis-lazuli",
    "lemon-quartz-briolette",
    "magnesite",
    "mexican-opal",
    "moonstone",
    "morganite-oval",
    "moss-agate",
    "orange-radiant",
    "padparadscha-oval",
    "padparadscha-sapphire",
    "peridot",
    "pink-emerald-cut",
    "pink-opal",
    "pink-round",
    "pink-spinel-cushion",
    "prasiolite",
    "prehnite",
    "purple-cabochon",
    "purple-oval",
    "purple-spinel-trillion",
    "purple-square-cushion",
    "raw-beryl",
    "raw-citrine",
    "red-diamond",
    "red-spinel-square-emerald-cut",
    "rhodonite",
    "rock-quartz",
    "rose-quartz",
    "ruby",
    "ruby-diamond-profile",
    "sphalerite",
    "spinel",
    "star-cabochon",
    "stilbite",
    "sunstone",
    "super-seven",
    "tanzanite-trillion",
    "tigers-eye",
    "tourmaline",
    "tourmaline-laser-cut",
    "unakite",
    "white-square",
    "yellow-baguette",
    "yellow-beryl-oval",
    "yellow-heart",
    "yellow-jasper",
    "zircon",
    "zoisite",
};

enum { LETTERS = 26 };

/* Where the names with each first letter begin, and where the last ones end. */
static const uint8_t first_gem[LETTERS + 1] = {0,  13, 22, 31, 33, 34, 35, 45, 48, 49, 51, 53,  56, 61,
                                               61, 62, 75, 75, 84, 90, 94, 95, 95, 96, 96, 100, 102};

/* Indexed by set of sides; "" where no tile has them. */
static const char connectors[MAZE_ALL_SIDES + 1][4] = {
    [MAZE_NORTH | MAZE_SOUTH] = "│",
    [MAZE_EAST | MAZE_WEST] = "─",
    [MAZE_SOUTH | MAZE_WEST] = "┐",
    [MAZE_NORTH | MAZE_EAST] = "└",
    [MAZE_EAST | MAZE_SOUTH] = "┌",
    [MAZE_NORTH | MAZE_WEST] = "┘",
    [MAZE_EAST | MAZE_SOUTH | MAZE_WEST] = "┬",
    [MAZE_NORTH | MAZE_EAST | MAZE_SOUTH] = "├",
    [MAZE_NORTH | MAZE_EAST | MAZE_WEST] = "┴",
    [MAZE_NORTH | MAZE_SOUTH | MAZE_WEST] = "┤",
    [MAZE_ALL_SIDES] = "┼",
};

const char *maze_tile_connector(uint8_t sides)
{
    return *connectors[sides] ? connectors[sides] : NULL;
}

bool maze_tile_sides(const char *connector, uint8_t *sides)
{
    if (strlen(connector) != sizeof *connectors - 1) {
        return false;
    }
    for (int s = 0; s <= MAZE_ALL_SIDES; s++) {
        if (memcmp(connectors[s], connector, sizeof *connectors) == 0) {
            *sides = (uint8_t)s;
            return true;
        }
    }
    return false;
}

uint8_t maze_tile_rotate(uint8_t sides, int quarters)
{
    unsigned twice = (unsigned)sides << 4 | sides; /* doubled, so that bits shifted out come back in on the left */
    return (uint8_t)(twice >> quarters & MAZE_ALL_SIDES);
}

/* Every tile has two gems, so a binary search among all names would be noticed in the time that a board takes. */
bool maze_tile_gem(const char *name, uint8_t *gem)
{
    int letter = (unsigned char)*name - 'a';
    if (letter < 0 || letter >= LETTERS) {
        return false;
    }
    for (int i = first_gem[letter]; i < first_gem[letter + 1]; i++) {
        if (name[1] == maze_gem_names[i][1] && strcmp(name, maze_gem_names[i]) == 0) {
            *gem = (uint8_t)i;
            return true;
        }
    }
    return false;
}
