/* Pictures of maps and boards, from JSON to SVG, and boards on a terminal. */
#include "draw/board.h"
#include "draw/map.h"
#include "draw/svg.h"
#include "fuzz.h"
#include "maze/codec.h"
#include "maze/show.h"
#include "trains/codec.h"
#include "unit.h"

static void draw_a_map(struct reading *r, struct text *out)
{
    struct trains_map map;
    struct draw_map picture;
    struct draw_scene scene;
    if (trains_codec_map(&r->at[0], &r->arena, &map, &r->error) &&
        draw_map_layout(&picture, &map, DRAW_NARROW, &r->arena, &r->error) &&
        draw_map_scene(&scene, &picture, &r->arena, &r->error)) {
        draw_svg(out, &scene, true);
    }
}

static void show(const struct maze_setup *setup)
{
    static FILE *nowhere;
    nowhere = nowhere ? nowhere : fopen("/dev/null", "w");
    fuzz_expect(nowhere && maze_show(nowhere, &setup->state, setup->goal, NULL, true));
}

static void draw_a_board(struct reading *r, bool names_gems, struct text *out)
{
    struct maze_setup setup;
    struct draw_scene scene;
    if (maze_codec_any(&r->at[0], &r->arena, &setup, &r->error)) {
        const struct draw_board_view view = {.state = &setup.state, .goal = setup.goal, .names_gems = names_gems};
        if (draw_board_scene(&scene, &view, &r->arena, &r->error)) {
            draw_svg(out, &scene, true);
        }
        show(&setup);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input input = {data, size};
    struct text out = {0};
    struct reading r;
    size_t length;
    char *text = fuzz_part(&input, &length);
    if (reading_start(&r, text) && r.values > 0) {
        draw_a_map(&r, &out);
        draw_a_board(&r, length % 2, &out);
        fuzz_expect(!out.failed);
        if (out.length) {
            fuzz_expect_xml(&out);
        }
    }
    text_free(&out);
    reading_end(&r);
    free(text);
    return 0;
}
