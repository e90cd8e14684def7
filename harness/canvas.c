#include "canvas.h"

#include "draw/font.h"

#include <cairo-pdf.h>

enum {
    OWN_DEPTH = 8,   /* how deep groups may be nested */
    PNG_SCALE = 2,   /* pixels of a file per pixel of the scene, for high-resolution screens */
    PNG_SIDE = 8000, /* most pixels of a file */
};

/* -- inks -- */

struct canvas {
    cairo_t *cairo;
    bool dark;
    const char *own[OWN_DEPTH]; /* the color DRAW_OWN of each open group */
    int depth;
    cairo_status_t font; /* of the last font that failed */
};

/* Sets the color. False if there is nothing to paint. */
static bool dip(const struct canvas *canvas, enum draw_ink ink, const char *own)
{
    const char *shade = canvas->dark ? draw_shades[ink].dark : draw_shades[ink].light;
    if (ink == DRAW_OWN) {
        for (int i = canvas->depth - 1; i >= 0 && !own; i--) {
            own = canvas->own[i];
        }
        shade = own ? own : shade;
    }
    if (ink == DRAW_NO_INK) {
        return false;
    }
    unsigned rgb = draw_shade_number(shade);
    cairo_set_source_rgb(canvas->cairo, (rgb >> 16) / 255.0, (rgb >> 8 & 255) / 255.0, (rgb & 255) / 255.0);
    return true;
}

static void stroke(const struct canvas *canvas, const struct draw_look *look, const char *own)
{
    cairo_t *c = canvas->cairo;
    cairo_set_line_width(c, look->width);
    cairo_set_dash(c, look->dash, look->dash[1] > 0 ? 2 : 0, 0);
    cairo_set_line_cap(c, look->round ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT);
    cairo_set_line_join(c, look->round ? CAIRO_LINE_JOIN_ROUND : CAIRO_LINE_JOIN_MITER);
    if (dip(canvas, look->stroke, own)) {
        cairo_stroke_preserve(c);
    }
}

static void fill(const struct canvas *canvas, const struct draw_look *look, const char *own)
{
    if (dip(canvas, look->fill, own)) {
        cairo_fill_preserve(canvas->cairo);
    }
}

/* -- shapes -- */

static void trace_path(cairo_t *c, const struct draw_shape *shape)
{
    for (int i = 0; i < shape->steps; i++) {
        const struct draw_step *step = &shape->step[i];
        if (step->op == 'M') {
            cairo_move_to(c, step->to.x, step->to.y);
        } else if (step->op == 'L') {
            cairo_line_to(c, step->to.x, step->to.y);
        } else if (step->op == 'Q') { /* cairo has only cubic curves */
            struct draw_point from;
            cairo_get_current_point(c, &from.x, &from.y);
            struct draw_point a = draw_between(from, step->control, 2.0 / 3);
            struct draw_point b = draw_between(step->to, step->control, 2.0 / 3);
            cairo_curve_to(c, a.x, a.y, b.x, b.y, step->to.x, step->to.y);
        } else {
            cairo_close_path(c);
        }
    }
}

static void trace_box(cairo_t *c, struct draw_box box, double radius)
{
    cairo_new_sub_path(c);
    cairo_arc(c, box.right - radius, box.top + radius, radius, -M_PI / 2, 0);
    cairo_arc(c, box.right - radius, box.bottom - radius, radius, 0, M_PI / 2);
    cairo_arc(c, box.left + radius, box.bottom - radius, radius, M_PI / 2, M_PI);
    cairo_arc(c, box.left + radius, box.top + radius, radius, M_PI, 3 * M_PI / 2);
    cairo_close_path(c);
}

/* Makes text as wide as the layout says, whatever the font. */
static void draw_text(struct canvas *canvas, const struct draw_shape *shape, const struct draw_look *look)
{
    cairo_t *c = canvas->cairo;
    cairo_text_extents_t extents;
    cairo_select_font_face(c, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                           look->bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(c, look->font);
    cairo_text_extents(c, shape->text, &extents);
    if (!(extents.x_advance > 0)) {
        return;
    }
    cairo_save(c);
    cairo_translate(c, shape->at.x - shape->size / 2, shape->at.y + DRAW_FONT_BASE * look->font);
    cairo_scale(c, shape->size / extents.x_advance, 1);
    cairo_move_to(c, 0, 0);
    cairo_text_path(c, shape->text);
    cairo_status_t status = cairo_scaled_font_status(cairo_get_scaled_font(c)); /* which cairo_status may not know */
    canvas->font = status == CAIRO_STATUS_SUCCESS ? canvas->font : status;
    cairo_restore(c);
    stroke(canvas, look, shape->own); /* around the letters, not on them */
    fill(canvas, look, shape->own);
}

static void draw_shape(struct canvas *canvas, const struct draw_shape *shape)
{
    const struct draw_look *look = &draw_looks[shape->style];
    cairo_t *c = canvas->cairo;
    cairo_new_path(c);
    if (shape->kind == DRAW_TEXT) {
        draw_text(canvas, shape, look);
        return;
    }
    if (shape->kind == DRAW_PATH) {
        trace_path(c, shape);
    } else if (shape->kind == DRAW_CIRCLE) {
        cairo_arc(c, shape->at.x, shape->at.y, fmax(0, shape->size), 0, 2 * M_PI);
        cairo_close_path(c);
    } else {
        trace_box(c, shape->box, shape->size);
    }
    fill(canvas, look, shape->own);
    stroke(canvas, look, shape->own);
}

cairo_status_t canvas_draw(cairo_t *cairo, const struct draw_scene *scene, bool dark)
{
    struct canvas canvas = {.cairo = cairo, .dark = dark};
    for (int i = 0; i < scene->shapes && canvas.depth < OWN_DEPTH; i++) {
        const struct draw_shape *shape = &scene->shape[i];
        if (shape->kind == DRAW_GROUP) {
            cairo_save(cairo);
            cairo_translate(cairo, shape->at.x, shape->at.y);
            canvas.own[canvas.depth++] = shape->own;
        } else if (shape->kind == DRAW_END) {
            cairo_restore(cairo);
            canvas.depth--;
        } else {
            draw_shape(&canvas, shape);
        }
    }
    return canvas.font == CAIRO_STATUS_SUCCESS ? cairo_status(cairo) : canvas.font;
}

/* -- files -- */

static cairo_status_t keep(void *closure, const unsigned char *data, unsigned length)
{
    struct text *out = closure;
    text_add(out, (const char *)data, length);
    return out->failed ? CAIRO_STATUS_NO_MEMORY : CAIRO_STATUS_SUCCESS;
}

/* Draws on a surface and frees it. png: also writes it as a PNG. */
static bool paint(cairo_surface_t *surface, const struct draw_scene *scene, double scale, bool dark, struct text *png,
                  struct error *err)
{
    cairo_t *cairo = cairo_create(surface);
    cairo_scale(cairo, scale, scale);
    cairo_status_t status = canvas_draw(cairo, scene, dark);
    cairo_destroy(cairo);
    if (status == CAIRO_STATUS_SUCCESS && png) {
        status = cairo_surface_write_to_png_stream(surface, keep, png);
    }
    cairo_surface_finish(surface);
    status = status == CAIRO_STATUS_SUCCESS ? cairo_surface_status(surface) : status;
    cairo_surface_destroy(surface);
    if (status == CAIRO_STATUS_NO_MEMORY) {
        return error_memory(err);
    }
    return status == CAIRO_STATUS_SUCCESS
               ? true
               : error_set(err, ERROR_IO, "cannot draw the picture: %s", cairo_status_to_string(status));
}

bool canvas_png(struct text *out, const struct draw_scene *scene, bool dark, struct error *err)
{
    double scale = fmin(PNG_SCALE, PNG_SIDE / fmax(scene->width, scene->height));
    int width = (int)ceil(scene->width * scale), height = (int)ceil(scene->height * scale);
    return paint(cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height), scene, scale, dark, out, err);
}

bool canvas_pdf(struct text *out, const struct draw_scene *scene, bool dark, struct error *err)
{
    double scale = 0.75; /* points per pixel */
    cairo_surface_t *surface =
        cairo_pdf_surface_create_for_stream(keep, out, scene->width * scale, scene->height * scale);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, scene->title);
    return paint(surface, scene, scale, dark, NULL, err);
}
