#include "draw/scene.h"

#include "draw/font.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void draw_scene_add(struct draw_scene *scene, struct draw_shape shape)
{
    scene->failed =
        scene->failed || !arena_grow(scene->arena, &scene->shape, &scene->room, (size_t)scene->shapes, sizeof shape);
    if (!scene->failed) {
        scene->shape[scene->shapes++] = shape;
    }
}

void draw_scene_group(struct draw_scene *scene, const char *name, const char *text)
{
    draw_scene_add(scene, (struct draw_shape){.kind = DRAW_GROUP, .name = name, .text = text});
}

void draw_scene_end(struct draw_scene *scene)
{
    draw_scene_add(scene, (struct draw_shape){.kind = DRAW_END});
}

__attribute__((format(printf, 2, 0))) static const char *make_text(struct draw_scene *scene, const char *format,
                                                                   va_list args)
{
    char text[256];
    int length = vsnprintf(text, sizeof text, format, args);
    size_t kept = length < 0 ? 0 : (size_t)length < sizeof text ? (size_t)length : sizeof text - 1;
    const char *copy = arena_string(scene->arena, text, kept);
    scene->failed |= !copy;
    return copy ? copy : "";
}

const char *draw_scene_text(struct draw_scene *scene, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *text = make_text(scene, format, args);
    va_end(args);
    return text;
}

void draw_scene_fact(struct draw_scene *scene, const char *name, const char *format, ...)
{
    struct draw_fact *fact = arena_array(scene->arena, 1, sizeof *fact);
    if (!fact) {
        scene->failed = true;
        return;
    }
    va_list args;
    va_start(args, format);
    *fact = (struct draw_fact){.name = name, .value = make_text(scene, format, args)};
    va_end(args);
    struct draw_fact **last = scene->shapes ? &scene->shape[scene->shapes - 1].facts : &scene->facts;
    while (*last) {
        last = &(*last)->next;
    }
    *last = fact;
}

void draw_scene_place(struct draw_scene *scene, struct draw_point at, const char *own)
{
    if (scene->shapes) {
        scene->shape[scene->shapes - 1].at = at;
        scene->shape[scene->shapes - 1].own = own;
    }
}

void draw_scene_path(struct draw_scene *scene, enum draw_style style, const struct draw_step *step, int steps)
{
    struct draw_step *copy = arena_array(scene->arena, (size_t)steps, sizeof *copy);
    if (!copy) {
        scene->failed = true;
        return;
    }
    memcpy(copy, step, (size_t)steps * sizeof *copy);
    draw_scene_add(scene, (struct draw_shape){.kind = DRAW_PATH, .style = style, .step = copy, .steps = steps});
}

void draw_scene_write(struct draw_scene *scene, enum draw_style style, struct draw_point at, const char *text)
{
    double width = draw_font_width(text, draw_looks[style].font);
    draw_scene_add(scene,
                   (struct draw_shape){.kind = DRAW_TEXT, .style = style, .at = at, .size = width, .text = text});
}
