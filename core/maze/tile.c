#include "maze/tile.h"

#include <stdlib.h>
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

/* Most names differ in their first letters. */
static int compare(const void *name, const void *element)
{
    const char *a = name, *b = element;
    return *a == *b ? strcmp(a, b) : (unsigned char)*a - (unsigned char)*b;
}

bool maze_tile_gem(const char *name, uint8_t *gem)
{
    const char(*found)[sizeof *maze_gem_names] =
        bsearch(name, maze_gem_names, MAZE_GEMS, sizeof *maze_gem_names, compare);
    if (found) {
        *gem = (uint8_t)(found - maze_gem_names);
    }
    return found;
}
