#include "draw/marks.h"

#include <stdio.h>
#include <string.h>

const char *draw_marks_color(const char *color, char out[8])
{
    static const char names[][2][8] = {
        {"purple", "#8e44ad"}, {"orange", "#f28c28"}, {"pink", "#ff8fc7"},  {"red", "#d6303f"},   {"blue", "#2f7de1"},
        {"green", "#2fa56a"},  {"yellow", "#f5d327"}, {"white", "#ffffff"}, {"black", "#23282f"},
    };
    snprintf(out, 8, "#%.6s", color);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(names[i][0], color) == 0) {
            return memcpy(out, names[i][1], 8);
        }
    }
    for (char *c = out; (c = strchr(c, '|'));) { /* the rules count it as a digit */
        *c = '0';
    }
    return out;
}

/* The style of text on a color. */
static enum draw_style style_on(const char *color)
{
    unsigned rgb = draw_shade_number(color), red = rgb >> 16, green = rgb >> 8 & 255, blue = rgb & 255;
    return 3 * red + 6 * green + blue > 1400 ? DRAW_ON_LIGHT : DRAW_ON_DARK;
}

/* Begins a group in its player's color. */
static void begin(struct draw_scene *scene, const struct draw_mark *mark, const char *what)
{
    if (mark->key) {
        draw_scene_group(scene, "key", NULL);
    } else {
        draw_scene_group(scene, what,
                         draw_scene_text(scene, "%s of player %d, %s", what, mark->player + 1, mark->name));
        draw_scene_fact(scene, "player", "%d", mark->player);
    }
    draw_scene_place(scene, mark->at, mark->color);
}

/* Writes the player's number and ends the group. */
static void end(struct draw_scene *scene, const struct draw_mark *mark, struct draw_point at)
{
    if (mark->player != DRAW_NO_PLAYER) {
        draw_scene_write(scene, style_on(mark->color), at, draw_scene_text(scene, "%d", mark->player + 1));
    }
    draw_scene_end(scene);
}

static struct draw_step to(char op, double x, double y)
{
    return draw_step_to(op, (struct draw_point){x, y});
}

void draw_marks_home(struct draw_scene *scene, const struct draw_mark *mark)
{
    double x = -DRAW_CORNER, y = DRAW_CORNER;
    struct draw_step house[] = {to('M', x - 8, y + 9), to('L', x - 8, y - 3), to('L', x, y - 11),
                                to('L', x + 8, y - 3), to('L', x + 8, y + 9), {.op = 'Z'}};
    begin(scene, mark, "home");
    draw_scene_path(scene, DRAW_HOME, house, 6);
    end(scene, mark, (struct draw_point){x, y + 1.5});
}

void draw_marks_goal(struct draw_scene *scene, const struct draw_mark *mark)
{
    struct draw_step star[11];
    double x = DRAW_CORNER - 1, y = 1 - DRAW_CORNER;
    for (int i = 0; i < 10; i++) {
        double angle = M_PI * i / 5 - M_PI / 2, radius = i % 2 ? 7.5 : 13;
        star[i] = to(i ? 'L' : 'M', x + radius * cos(angle), y + radius * sin(angle));
    }
    star[10] = (struct draw_step){.op = 'Z'};
    begin(scene, mark, "goal");
    draw_scene_path(scene, DRAW_HOME, star, 11);
    end(scene, mark, (struct draw_point){x, y + 0.5});
}

void draw_marks_avatar(struct draw_scene *scene, const struct draw_mark *mark)
{
    begin(scene, mark, "avatar");
    draw_scene_add(scene, (struct draw_shape){.kind = DRAW_CIRCLE, .style = DRAW_AVATAR, .size = 12});
    end(scene, mark, (struct draw_point){0, 0});
}
