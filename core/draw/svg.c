#include "draw/svg.h"

#include "draw/font.h"

/* -- the style sheet -- */

static void write_shades(struct text *out, bool dark)
{
    text_format(out, ".drawing{color:%s;", dark ? draw_shades[DRAW_OWN].dark : draw_shades[DRAW_OWN].light);
    for (int ink = DRAW_OWN + 1; ink < DRAW_INKS; ink++) {
        text_format(out, "--%s:%s;", draw_shades[ink].name, dark ? draw_shades[ink].dark : draw_shades[ink].light);
    }
    text_string(out, "}");
}

static void write_ink(struct text *out, const char *property, enum draw_ink ink)
{
    if (ink == DRAW_NO_INK) {
        text_format(out, "%s:none;", property);
    } else if (ink == DRAW_OWN) {
        text_format(out, "%s:currentColor;", property);
    } else {
        text_format(out, "%s:var(--%s);", property, draw_shades[ink].name);
    }
}

static void write_property(struct text *out, const char *property, double number, const char *after)
{
    text_string(out, property);
    text_number(out, number, 2);
    text_string(out, after);
}

static void write_look(struct text *out, const struct draw_look *look)
{
    text_format(out, ".drawing %s%s%s.%s{", *look->within ? "." : "", look->within, *look->within ? " " : "",
                look->name);
    write_ink(out, "fill", look->fill);
    write_ink(out, "stroke", look->stroke);
    if (look->stroke) {
        write_property(out, "stroke-width:", look->width, ";");
    }
    if (look->dash[1] > 0) {
        write_property(out, "stroke-dasharray:", look->dash[0], " ");
        write_property(out, "", look->dash[1], ";");
    }
    if (look->round) {
        text_string(out, "stroke-linecap:round;stroke-linejoin:round;");
    }
    if (look->font > 0) {
        write_property(out, "font-size:", look->font, "px;");
        text_format(out, "%s%s", look->stroke ? "paint-order:stroke;" : "", look->bold ? "font-weight:bold;" : "");
    }
    text_string(out, "}\n");
}

void draw_svg_style(struct text *out)
{
    write_shades(out, false);
    text_string(out, "\n@media (prefers-color-scheme:dark){");
    write_shades(out, true);
    text_string(out, "}\n.drawing text{font-family:" DRAW_FONT_FAMILY ";text-anchor:middle;white-space:pre}\n");
    for (int style = DRAW_PLAIN + 1; style < DRAW_STYLES; style++) {
        write_look(out, &draw_looks[style]);
    }
    text_string(out, ".drawing .owned .edge{stroke:var(--owner);stroke-width:10}"
                     ".drawing .owned .track{stroke:var(--owner);stroke-width:3}\n");
}

/* -- shapes -- */

static void write_point(struct text *out, struct draw_point p)
{
    text_number(out, p.x, 1);
    text_string(out, " ");
    text_number(out, p.y, 1);
}

static void write_attribute(struct text *out, const char *name, double value)
{
    text_format(out, " %s=\"", name);
    text_number(out, value, 1);
    text_string(out, "\"");
}

static void write_path(struct text *out, const struct draw_shape *shape)
{
    text_string(out, " d=\"");
    for (int i = 0; i < shape->steps; i++) {
        const struct draw_step *step = &shape->step[i];
        text_add(out, &step->op, 1);
        if (step->op == 'Q') {
            write_point(out, step->control);
            text_string(out, " ");
        }
        if (step->op != 'Z') {
            write_point(out, step->to);
        }
    }
    text_string(out, "\"");
}

static void write_facts(struct text *out, const struct draw_fact *fact)
{
    for (; fact; fact = fact->next) {
        text_format(out, " data-%s=\"", fact->name);
        text_fill(out, TEXT_MARKUP, "%s\"", fact->value);
    }
}

static void write_group(struct text *out, const struct draw_shape *shape)
{
    text_format(out, "<g class=\"%s\"", shape->name);
    write_facts(out, shape->facts);
    if (shape->own) {
        text_format(out, " color=\"%s\"", shape->own);
    }
    if (shape->at.x != 0 || shape->at.y != 0) {
        text_string(out, " transform=\"translate(");
        write_point(out, shape->at);
        text_string(out, ")\"");
    }
    text_string(out, ">");
    if (shape->text) {
        text_fill(out, TEXT_MARKUP, "<title>%s</title>", shape->text);
    }
}

static void write_text(struct text *out, const struct draw_shape *shape)
{
    write_attribute(out, "x", shape->at.x);
    write_attribute(out, "y", shape->at.y + DRAW_FONT_BASE * draw_looks[shape->style].font);
    write_attribute(out, "textLength", shape->size);
    text_fill(out, TEXT_MARKUP, " lengthAdjust=\"spacingAndGlyphs\">%s</text>", shape->text);
}

static void write_shape(struct text *out, const struct draw_shape *shape)
{
    static const char *const elements[] = {
        [DRAW_PATH] = "path", [DRAW_CIRCLE] = "circle", [DRAW_BOX] = "rect", [DRAW_TEXT] = "text"};
    text_format(out, "<%s class=\"%s\"", elements[shape->kind], draw_looks[shape->style].name);
    if (shape->own) {
        text_format(out, " color=\"%s\"", shape->own);
    }
    if (shape->kind == DRAW_TEXT) {
        write_text(out, shape);
        return;
    }
    if (shape->kind == DRAW_PATH) {
        write_path(out, shape);
    } else if (shape->kind == DRAW_CIRCLE) {
        if (shape->at.x != 0 || shape->at.y != 0) {
            write_attribute(out, "cx", shape->at.x);
            write_attribute(out, "cy", shape->at.y);
        }
        write_attribute(out, "r", shape->size);
    } else {
        write_attribute(out, "x", shape->box.left);
        write_attribute(out, "y", shape->box.top);
        write_attribute(out, "width", shape->box.right - shape->box.left);
        write_attribute(out, "height", shape->box.bottom - shape->box.top);
        if (shape->size > 0) {
            write_attribute(out, "rx", shape->size);
        }
    }
    text_string(out, "/>");
}

void draw_svg(struct text *out, const struct draw_scene *scene, bool alone)
{
    text_format(out, "<svg %sclass=\"drawing %s\" viewBox=\"0 0 ", alone ? "xmlns=\"http://www.w3.org/2000/svg\" " : "",
                scene->name);
    write_point(out, (struct draw_point){scene->width, scene->height});
    text_string(out, "\"");
    if (alone) {
        write_attribute(out, "width", scene->width);
        write_attribute(out, "height", scene->height);
    }
    text_fill(out, TEXT_MARKUP, " role=\"img\" aria-label=\"%s\"", scene->title);
    write_facts(out, scene->facts);
    text_string(out, ">\n");
    if (alone) {
        text_string(out, "<style>\n");
        draw_svg_style(out);
        text_string(out, "</style>\n");
    }
    int depth = 0;
    for (int i = 0; i < scene->shapes; i++) {
        const struct draw_shape *shape = &scene->shape[i];
        if (shape->kind == DRAW_GROUP) {
            write_group(out, shape);
            depth++;
        } else if (shape->kind == DRAW_END) {
            text_string(out, "</g>");
            depth--;
        } else {
            write_shape(out, shape);
        }
        if (depth == 0) {
            text_string(out, "\n");
        }
    }
    text_string(out, "</svg>\n");
}
