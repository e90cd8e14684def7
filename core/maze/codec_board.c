#include "maze/codec.h"

#include <string.h>

static bool read_connector(const struct json_at *at, uint8_t *sides, struct error *err)
{
    const char *text;
    size_t length;
    if (!json_at_string(at, &text, &length, err)) {
        return false;
    }
    if (strlen(text) != length || !maze_tile_sides(text, sides)) {
        return json_at_fail(at, err, "%s is not a connector; those are │─┐└┌┘┬├┴┤┼", json_show(text, length).text);
    }
    return true;
}

static bool read_gem(const struct json_at *at, uint8_t *gem, struct error *err)
{
    const char *text;
    size_t length;
    if (!json_at_string(at, &text, &length, err)) {
        return false;
    }
    if (strlen(text) != length || !maze_tile_gem(text, gem)) {
        return json_at_fail(at, err, "%s is not a gem", json_show(text, length).text);
    }
    return true;
}

static bool read_treasure(const struct json_at *at, struct maze_tile *tile, struct error *err)
{
    if (!json_at_array(at, 2, 2, err)) {
        return false;
    }
    struct json_at first = json_at_element(at, 0), second = json_at_element(at, 1);
    return read_gem(&first, &tile->gem[0], err) && read_gem(&second, &tile->gem[1], err);
}

/* Reads a row of both matrices. */
static bool read_row(const struct json_at *connectors, const struct json_at *treasures, struct maze_tile *tiles,
                     struct error *err)
{
    for (size_t i = 0; i < json_at_count(connectors); i++) {
        struct json_at cell = json_at_element(connectors, i);
        if (!read_connector(&cell, &tiles[i].sides, err)) {
            return false;
        }
    }
    for (size_t i = 0; i < json_at_count(treasures); i++) {
        struct json_at cell = json_at_element(treasures, i);
        if (!read_treasure(&cell, &tiles[i], err)) {
            return false;
        }
    }
    return true;
}

static bool check_matrix(const struct json_at *at, size_t rows, size_t columns, struct error *err)
{
    if (!json_at_array(at, rows, rows, err)) {
        return false;
    }
    for (size_t i = 0; i < rows; i++) {
        struct json_at row = json_at_element(at, i);
        if (!json_at_array(&row, columns, columns, err)) {
            return false;
        }
    }
    return true;
}

bool maze_codec_board(const struct json_at *at, struct arena *arena, struct maze_board *board, struct error *err)
{
    static const char *const names[] = {"connectors", "treasures", NULL};
    struct json_at member[2];
    if (!json_at_members(at, names, member, err) || !json_at_array(&member[0], 1, SIZE_MAX, err)) {
        return false;
    }
    struct json_at first = json_at_element(&member[0], 0);
    if (!json_at_array(&first, 1, SIZE_MAX, err)) {
        return false;
    }
    size_t rows = json_at_count(&member[0]), columns = json_at_count(&first);
    if (!check_matrix(&member[0], rows, columns, err) || !check_matrix(&member[1], rows, columns, err) ||
        !maze_board_init(board, (int)rows, (int)columns, arena, err)) {
        return false;
    }
    for (size_t i = 0; i < rows; i++) {
        struct json_at connectors = json_at_element(&member[0], i), treasures = json_at_element(&member[1], i);
        if (!read_row(&connectors, &treasures, board->tile + i * columns, err)) {
            return false;
        }
    }
    return true;
}

bool maze_codec_tile(const struct json_at *at, struct maze_tile *tile, struct error *err)
{
    static const char *const names[] = {"tilekey", "1-image", "2-image", NULL};
    struct json_at member[3];
    return json_at_members(at, names, member, err) && read_connector(&member[0], &tile->sides, err) &&
           read_gem(&member[1], &tile->gem[0], err) && read_gem(&member[2], &tile->gem[1], err);
}

static bool read_coordinate(const struct json_at *at, struct json_at member[2], struct error *err)
{
    static const char *const names[] = {"row#", "column#", NULL};
    return json_at_members(at, names, member, err);
}

bool maze_codec_place(const struct json_at *at, const struct maze_board *board, int *place, struct error *err)
{
    struct json_at member[2];
    struct maze_spot spot = {0, 0};
    bool read = read_coordinate(at, member, err) && json_at_range(&member[0], 0, board->rows - 1, &spot.row, err) &&
                json_at_range(&member[1], 0, board->columns - 1, &spot.column, err);
    *place = maze_board_place(board, spot);
    return read;
}

bool maze_codec_spot(const struct json_at *at, struct maze_spot *spot, struct error *err)
{
    const int far = 1000000000; /* small enough to add squares of it */
    struct json_at member[2];
    return read_coordinate(at, member, err) && json_at_natural(&member[0], far, &spot->row, err) &&
           json_at_natural(&member[1], far, &spot->column, err);
}

bool maze_codec_slide(const struct json_at *index, const struct json_at *direction, const struct maze_board *board,
                      struct maze_slide *slide, struct error *err)
{
    int word;
    if (!json_at_natural(index, INT32_MAX, &slide->index, err) ||
        !json_at_word(direction, maze_direction_names, &word, err)) {
        return false;
    }
    slide->direction = (enum maze_direction)word;
    if (!maze_board_can_slide(board, *slide)) {
        const char *what = slide->direction < MAZE_UP ? "row" : "column";
        int lines = slide->direction < MAZE_UP ? board->rows : board->columns;
        return slide->index < lines
                   ? json_at_fail(index, err, "%s %d does not move; even ones do", what, slide->index)
                   : json_at_fail(index, err, "there is no %s %d; the last one is %d", what, slide->index, lines - 1);
    }
    return true;
}

bool maze_codec_degree(const struct json_at *at, int *quarters, struct error *err)
{
    struct error ignored = {.kind = ERROR_NONE};
    int degree;
    if (!json_at_range(at, 0, 270, &degree, &ignored) || degree % 90 != 0) {
        return json_at_expected(at, err, "0, 90, 180 or 270");
    }
    *quarters = degree / 90;
    return true;
}

/* -- writing -- */

void maze_codec_write_spot(struct text *out, struct maze_spot spot)
{
    text_integer_after(out, "{\"column#\":", spot.column);
    text_integer_after(out, ",\"row#\":", spot.row);
    text_string(out, "}");
}

void maze_codec_write_reached(struct text *out, const struct maze_walker *walker, const struct maze_board *board)
{
    const char *before = "[";
    for (int place = 0; place < board->rows * board->columns; place++) {
        if (maze_set_has(&walker->reached, place)) {
            text_string(out, before);
            maze_codec_write_spot(out, maze_board_spot(board, place));
            before = ",";
        }
    }
    text_string(out, *before == '[' ? "[]" : "]");
}

void maze_codec_write_choice(struct text *out, struct maze_choice choice)
{
    if (choice.pass) {
        text_string(out, "\"PASS\"");
        return;
    }
    text_format(out, "[%d,\"%s\",%d,", choice.slide.index, maze_direction_names[choice.slide.direction],
                choice.quarters * 90);
    maze_codec_write_spot(out, choice.to);
    text_string(out, "]");
}

void maze_codec_write_tile(struct text *out, const struct maze_tile *tile)
{
    text_format(out, "{\"1-image\":\"%s\",\"2-image\":\"%s\",\"tilekey\":\"%s\"}", maze_gem_names[tile->gem[0]],
                maze_gem_names[tile->gem[1]], maze_tile_connector(tile->sides));
}
