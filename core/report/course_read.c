/* The lines about a course, read. */
#include "report/course.h"

#include "base/json_text.h"
#include "base/moment.h"
#include "report/points.h"

#include <stdlib.h>

struct reader {
    const struct json_nodes *tree;
    struct arena *arena;
    bool memory; /* it ran out */
};

/* A copy of a string or key, given behind its opening quote; NULL if memory ran out. */
static const char *take_string(struct reader *r, const char *string)
{
    const char *copy = json_text_copy(string, r->arena);
    r->memory = r->memory || !copy;
    return copy;
}

/* The same for a node; NULL, too, if it is no string. */
static const char *take_word(struct reader *r, uint32_t node)
{
    bool string = node && r->tree->nodes[node].kind == JSON_STRING;
    return string ? take_string(r, r->tree->text + r->tree->nodes[node].start + 1) : NULL;
}

static const char *member_word(struct reader *r, uint32_t object, const char *name)
{
    return take_word(r, json_nodes_member(r->tree, object, name));
}

/* A number in thousandths; leaves *out alone if it is absent. False if it is something else. */
static bool member_points(const struct reader *r, uint32_t object, const char *name, int64_t *out)
{
    uint32_t node = json_nodes_member(r->tree, object, name);
    if (node && r->tree->nodes[node].kind == JSON_NUMBER) {
        *out = points_of(strtod(r->tree->text + r->tree->nodes[node].start, NULL));
    }
    return !node || r->tree->nodes[node].kind == JSON_NUMBER;
}

static bool member_moment(const struct reader *r, uint32_t object, const char *name, int64_t *out)
{
    char text[40];
    uint32_t node = json_nodes_member(r->tree, object, name);
    if (!node) {
        return true;
    }
    json_nodes_string(r->tree, node, text, sizeof text);
    return moment_parse(text, out);
}

static bool take_milestone(struct reader *r, struct course *course)
{
    struct course_milestone m = {
        .name = member_word(r, 0, "name"), .pass_mark = -1, .line = r->tree->text, .length = r->tree->length};
    uint32_t late = json_nodes_member(r->tree, 0, "late");
    int64_t grace = 0;
    bool ok =
        m.name && member_points(r, 0, "points", &m.points) && member_moment(r, 0, "deadline", &m.deadline) &&
        member_points(r, 0, "grace", &grace) && member_points(r, 0, "pass_mark", &m.pass_mark) &&
        (!late || (r->tree->nodes[late].kind == JSON_OBJECT && member_points(r, late, "per_day", &m.late.per_day) &&
                   member_points(r, late, "most", &m.late.most)));
    m.grace = grace / POINTS_ONE;
    if (ok && !course_set_milestone(course, &m)) {
        r->memory = true;
    }
    return ok;
}

/* The columns of the roster. */
static bool take_fields(struct reader *r, struct course_team *t)
{
    uint32_t roster = json_nodes_member(r->tree, 0, "roster");
    if (!roster) {
        return true;
    }
    if (r->tree->nodes[roster].kind != JSON_OBJECT) {
        return false;
    }
    t->fields = arena_array(r->arena, r->tree->nodes[roster].count, sizeof *t->fields);
    if (!t->fields) {
        r->memory = true;
        return false;
    }
    uint32_t node = roster + 1;
    for (; t->field_count < r->tree->nodes[roster].count; node = r->tree->nodes[node].next) {
        struct course_field *field = &t->fields[t->field_count++];
        field->name = take_string(r, r->tree->text + r->tree->nodes[node].key + 1);
        field->value = take_word(r, node);
        if (!field->name || !field->value) {
            return false;
        }
    }
    return true;
}

static bool take_team(struct reader *r, struct course *course)
{
    struct course_team t = {.name = member_word(r, 0, "name"),
                            .milestone = member_word(r, 0, "milestone"),
                            .commit = member_word(r, 0, "commit"),
                            .line = r->tree->text,
                            .length = r->tree->length};
    t.commit = t.commit ? t.commit : "";
    bool ok = t.name && t.milestone && member_moment(r, 0, "time", &t.time) && take_fields(r, &t);
    if (ok && !course_set_team(course, &t)) {
        r->memory = true;
    }
    return ok;
}

static bool take_adjustments(struct reader *r, struct course *course)
{
    uint32_t list = json_nodes_member(r->tree, 0, "list");
    if (!list || r->tree->nodes[list].kind != JSON_ARRAY) {
        return false;
    }
    course->adjustment_count = 0;
    course->has_adjustments = true;
    course->adjustments_line = r->tree->text;
    course->adjustments_length = r->tree->length;
    uint32_t node = list + 1;
    for (uint32_t i = 0; i < r->tree->nodes[list].count; i++, node = r->tree->nodes[node].next) {
        if (r->tree->nodes[node].kind != JSON_OBJECT) {
            return false;
        }
        struct course_adjustment a = {.team = member_word(r, node, "team"),
                                      .milestone = member_word(r, node, "milestone"),
                                      .reason = member_word(r, node, "reason"),
                                      .sets = json_nodes_member(r->tree, node, "points") != 0};
        if (!a.team || !a.milestone || !a.reason || !member_points(r, node, a.sets ? "points" : "change", &a.points)) {
            return false;
        }
        if (!course_add_adjustment(course, &a)) {
            r->memory = true;
            return false;
        }
    }
    return true;
}

enum course_line course_take(struct course *course, const struct json_nodes *tree, struct arena *arena)
{
    static const struct {
        const char *name;
        bool (*take)(struct reader *r, struct course *course);
    } kinds[] = {{"milestone", take_milestone}, {"team", take_team}, {"adjustments", take_adjustments}};
    struct reader r = {.tree = tree, .arena = arena};
    char kind[32];
    uint32_t node = json_nodes_member(tree, 0, "course");
    if (!node) {
        return COURSE_OTHER;
    }
    json_nodes_string(tree, node, kind, sizeof kind);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(kinds[i].name, kind) == 0) {
            bool ok = kinds[i].take(&r, course);
            return r.memory ? COURSE_MEMORY : ok ? COURSE_TAKEN : COURSE_BROKEN;
        }
    }
    return COURSE_BROKEN;
}
