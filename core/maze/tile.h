/* A tile: the sides where its paths leave it, and its two gems. */
#ifndef MAZE_TILE_H
#define MAZE_TILE_H

#include <stdbool.h>
#include <stdint.h>

/* Clockwise, so that a quarter turn counterclockwise rotates the four bits to the right. */
enum { MAZE_NORTH = 1, MAZE_EAST = 2, MAZE_SOUTH = 4, MAZE_WEST = 8, MAZE_ALL_SIDES = 15 };

enum { MAZE_GEMS = 102 };

/* In byte order. Arrays, because a static position-independent program has to relocate every pointer when it starts. */
extern const char maze_gem_names[MAZE_GEMS][30];

struct maze_tile {
    uint8_t sides;
    uint8_t gem[2]; /* numbers of gems */
};

/* The box-drawing character for a set of sides, and back; not every set has one: NULL. */
const char *maze_tile_connector(uint8_t sides);
bool maze_tile_sides(const char *connector, uint8_t *sides);

/* The sides after 0 to 3 quarter turns counterclockwise. */
uint8_t maze_tile_rotate(uint8_t sides, int quarters);

/* The number of the gem with this name. */
bool maze_tile_gem(const char *name, uint8_t *gem);

#endif
