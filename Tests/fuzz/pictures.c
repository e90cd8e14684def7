/* Pictures of maps and boards, from JSON to SVG. */
#include "draw/board.h"
#include "draw/map.h"
#include "draw/svg.h"
#include "fuzz.h"
#include "maze/codec.h"
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

static void draw_a_board(struct reading *r, struct text *out)
{
    struct maze_setup setup;
    struct draw_scene scene;
    if (maze_codec_any(&r->at[0], &r->arena, &setup, &r->error) &&
        draw_board_scene(&scene, &(struct draw_board_view){.state = &setup.state, .goal = setup.goal}, &r->arena,
                         &r->error)) {
        draw_svg(out, &scene, true);
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
        draw_a_board(&r, &out);
        fuzz_expect(!out.failed);
    }
    text_free(&out);
    reading_end(&r);
    free(text);
    return 0;
}
