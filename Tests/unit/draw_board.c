#include "draw/board.h"

#include "draw/marks.h"
#include "draw/svg.h"
#include "maze/codec.h"
#include "maze/generate.h"
#include "unit.h"

/* The bounding box of a shape, without its stroke. */
static struct draw_box box_of(const struct draw_shape *shape)
{
    if (shape->kind == DRAW_BOX) {
        return shape->box;
    }
    if (shape->kind == DRAW_TEXT) {
        return (struct draw_box){shape->at.x - shape->size / 2, shape->at.y, shape->at.x + shape->size / 2,
                                 shape->at.y};
    }
    struct draw_box box = draw_box_around(shape->at, shape->size);
    for (int i = 0; shape->kind == DRAW_PATH && i < shape->steps; i++) {
        struct draw_box step = draw_box_around(shape->step[i].to, 0);
        if (i == 0) {
            box = step;
        } else if (shape->step[i].op != 'Z') {
            draw_box_include(&box, step);
        }
    }
    return box;
}

static int number_of(const struct draw_scene *scene, const char *group)
{
    int found = 0;
    for (int i = 0; i < scene->shapes; i++) {
        const struct draw_shape *shape = &scene->shape[i];
        found += shape->kind == DRAW_GROUP && strncmp(shape->name, group, strlen(group)) == 0;
    }
    return found;
}

TEST everything_is_inside(const struct draw_scene *scene)
{
    struct draw_point at[4] = {{0, 0}};
    int depth = 0;
    for (int i = 0; i < scene->shapes; i++) {
        const struct draw_shape *shape = &scene->shape[i];
        if (shape->kind == DRAW_GROUP) {
            ASSERT(depth < 3);
            at[depth + 1] = draw_add(at[depth], shape->at);
            depth++;
        } else if (shape->kind == DRAW_END) {
            ASSERT(depth > 0);
            depth--;
        } else {
            struct draw_box box = box_of(shape);
            ASSERT(box.left + at[depth].x >= 0 && box.right + at[depth].x <= scene->width);
            ASSERT(box.top + at[depth].y >= 0 && box.bottom + at[depth].y <= scene->height);
        }
    }
    ASSERT_EQ(0, depth);
    PASS();
}

TEST boards_of_all_sizes_are_drawn(void)
{
    for (uint64_t i = 0; i < 300; i++) {
        struct arena arena = {0};
        struct error error = {.kind = ERROR_NONE};
        struct random chance = random_stream(30, i);
        struct draw_scene scene;
        struct maze_setup setup;
        int rows = 2 + (int)random_below(&chance, 13), columns = 2 + (int)random_below(&chance, 13);
        int homes = maze_generate_homes(rows, columns), players = homes < 6 ? homes : 6;
        ASSERT(maze_generate(&setup, rows, columns, players, &chance, &arena, &error));
        for (int p = 0; p < players && i % 3 == 0; p++) {
            setup.state.avatar[p].current = (int)random_below(&chance, 3); /* some share a tile */
        }
        struct draw_board_view view = {.state = &setup.state, .goal = setup.goal, .names_gems = i % 2};
        ASSERT(draw_board_scene(&scene, &view, &arena, &error));
        CHECK_CALL(everything_is_inside(&scene));
        ASSERT_EQ((int)(i % 2), number_of(&scene, "legend gems"));
        ASSERT_EQ(rows * columns + 1, number_of(&scene, "cell"));
        ASSERT_EQ(1, number_of(&scene, "cell spare"));
        ASSERT_EQ(2 * ((rows + 1) / 2 + (columns + 1) / 2), number_of(&scene, "slide"));
        ASSERT_EQ(players, number_of(&scene, "home"));
        ASSERT_EQ(players, number_of(&scene, "goal"));
        ASSERT_EQ(players, number_of(&scene, "avatar"));
        ASSERT_EQ(players + 2, number_of(&scene, "key"));
        arena_free(&arena);
    }
    PASS();
}

static const char state_text[] = "{\"board\":{\"connectors\":[[\"┌\",\"─\"],[\"└\",\"│\"]],\"treasures\":[[[\"ruby\","
                                 "\"beryl\"],[\"ruby\",\"zircon\"]],"
                                 "[[\"beryl\",\"zircon\"],[\"diamond\",\"ruby\"]]]},\"spare\":{\"tilekey\":\"┴\",\"1-"
                                 "image\":\"diamond\",\"2-image\":"
                                 "\"beryl\"},\"plmt\":[{\"current\":{\"row#\":0,\"column#\":0},\"home\":{\"row#\":1,"
                                 "\"column#\":1},\"color\":\"red\"},"
                                 "{\"current\":{\"row#\":0,\"column#\":0},\"home\":{\"row#\":7,\"column#\":1},"
                                 "\"color\":\"A|0F00\"}],\"last\":[0,\"UP\"]}";

TEST a_page_finds_what_it_looks_for(void)
{
    static const char *const wanted[] = {
        "<svg class=\"drawing board\" viewBox=\"0 0 ",
        " data-rows=\"2\" data-columns=\"2\" data-cell=\"64\" data-origin=\"46 46\" data-spare=\"78 252\"",
        "<g class=\"slide last\" data-index=\"0\" data-direction=\"UP\"><title>column 0 moves UP: the last "
        "action</title>",
        "<g class=\"cell\" data-tile=\"1\" data-sides=\"10\" transform=\"translate(142 78)\">"
        "<title>row 0, column 1: ruby, zircon</title>",
        "<g class=\"cell fixed\" data-tile=\"3\" data-sides=\"5\"",
        "<g class=\"cell spare\" data-tile=\"4\" data-sides=\"11\" transform=\"translate(78 252)\">"
        "<title>spare tile: diamond, beryl</title>",
        "<g class=\"home\" data-player=\"0\" color=\"#d6303f\" transform=\"translate(142 142)\">"
        "<title>home of player 1, &lt;Ann&gt;</title>",
        "<g class=\"avatar\" data-player=\"1\" color=\"#A00F00\" transform=\"translate(93.4 78)\">",
    };
    struct reading r;
    struct maze_state state;
    struct draw_scene scene;
    struct text out = {.bytes = NULL};
    const char *const names[] = {"<Ann>", "Ben"};
    ASSERT(reading_start(&r, state_text));
    ASSERT(maze_codec_state(&r.at[0], &r.arena, &state, &r.error));
    struct draw_board_view view = {.state = &state, .names = names};
    ASSERT(draw_board_scene(&scene, &view, &r.arena, &r.error));
    draw_svg(&out, &scene, false);
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        ASSERTm(wanted[i], strstr(out.bytes, wanted[i]));
    }
    ASSERT_EQ(1, number_of(&scene, "home")); /* the other one is not on the board */
    ASSERT_EQ(0, number_of(&scene, "goal"));
    state.avatar[0].out = true;
    ASSERT(draw_board_scene(&scene, &view, &r.arena, &r.error));
    ASSERT_EQ(0, number_of(&scene, "home"));
    text_free(&out);
    reading_end(&r);
    PASS();
}

/* The marks of a kind must be far enough apart that the number on each can be read. */
TEST marks_lie_apart(const struct draw_scene *scene, const char *group)
{
    for (int i = 0; i < scene->shapes; i++) {
        for (int k = 0; k < i; k++) {
            const struct draw_shape *a = &scene->shape[i], *b = &scene->shape[k];
            if (a->kind == DRAW_GROUP && b->kind == DRAW_GROUP && strcmp(a->name, group) == 0 &&
                strcmp(b->name, group) == 0) {
                ASSERT(draw_distance(a->at, b->at) > 14);
            }
        }
    }
    PASS();
}

TEST marks_on_one_tile_can_be_told_apart(void)
{
    struct arena arena = {0};
    struct error error = {.kind = ERROR_NONE};
    struct random chance = random_stream(31, 0);
    struct draw_scene scene;
    struct maze_setup setup;
    ASSERT(maze_generate(&setup, 7, 7, 6, &chance, &arena, &error));
    for (int p = 0; p < 6; p++) {
        setup.state.avatar[p].current = 0;
        setup.state.avatar[p].home = setup.goal[p] = (struct maze_spot){1, 1};
    }
    ASSERT(
        draw_board_scene(&scene, &(struct draw_board_view){.state = &setup.state, .goal = setup.goal}, &arena, &error));
    CHECK_CALL(marks_lie_apart(&scene, "avatar"));
    CHECK_CALL(marks_lie_apart(&scene, "goal"));
    CHECK_CALL(marks_lie_apart(&scene, "home"));
    arena_free(&arena);
    PASS();
}

TEST a_board_may_be_alone_but_not_too_large(void)
{
    struct arena arena = {0};
    struct error error = {.kind = ERROR_NONE};
    struct maze_state state = {.players = 0};
    struct draw_board_view view = {.state = &state};
    struct draw_scene scene;
    ASSERT(maze_board_init(&state.board, 1, 1, &arena, &error));
    ASSERT(draw_board_scene(&scene, &view, &arena, &error));
    CHECK_CALL(everything_is_inside(&scene));
    ASSERT_EQ(1, number_of(&scene, "cell"));
    state.board.rows = 2;
    state.board.columns = DRAW_CELLS_MAX;
    ASSERT_FALSE(draw_board_scene(&scene, &view, &arena, &error));
    ASSERT_STR_EQ("a board of 2 rows and 65536 columns is too large for a picture, which has room for 65536 tiles",
                  error.text);
    arena_free(&arena);
    PASS();
}

SUITE(draw_boards)
{
    RUN_TEST(boards_of_all_sizes_are_drawn);
    RUN_TEST(marks_on_one_tile_can_be_told_apart);
    RUN_TEST(a_page_finds_what_it_looks_for);
    RUN_TEST(a_board_may_be_alone_but_not_too_large);
}
