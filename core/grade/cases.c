#include "grade/cases.h"

#include "base/content.h"
#include "base/json_nodes.h"
#include "base/json_show.h"
#include "base/list.h"
#include "base/order.h"
#include "base/utf8.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char in_suffix[] = "-in.json", out_suffix[] = "-out.json", err_suffix[] = "-err.txt",
                  log_suffix[] = "-log.jsonl", meta_suffix[] = "-meta.json", suite_name[] = "suite.json";

/* A folder being scanned. */
struct folder {
    const char *path, *id;
    struct suite *suite;
    char **names; /* sorted, for binary search */
    size_t count;
};

struct scan {
    struct cases *cases;
    struct arena *arena;
    struct error *err;
};

static int compare_names(const void *left, const void *right)
{
    const char *const *a = left, *const *b = right;
    return order_compare(*a, *b);
}

/* Whether a name contains an escape like \xFF literally. */
static bool looks_escaped(const char *name)
{
    static const char digits[] = "0123456789ABCDEF";
    return name[0] == '\\' && name[1] == 'x' && name[2] && strchr(digits, name[2]) && name[3] &&
           strchr(digits, name[3]);
}

const char *cases_name(struct arena *arena, const char *name)
{
    size_t length = strlen(name), used = 0;
    char *shown = arena_array(arena, 4 * length + 1, 1);
    for (size_t i = 0; shown && i < length;) {
        int size = utf8_size(name + i, length - i);
        if (size > 0 && !looks_escaped(name + i)) {
            memcpy(shown + used, name + i, (size_t)size);
            used += (size_t)size;
            i += (size_t)size;
        } else {
            used += (size_t)sprintf(shown + used, "\\x%02X", (unsigned char)name[i++]);
        }
    }
    return shown;
}

char *cases_trim(struct arena *arena, const char *path)
{
    size_t length = strlen(path);
    while (length > 1 && path[length - 1] == '/') {
        length--;
    }
    return arena_string(arena, path, length);
}

char *cases_folder(struct arena *arena, const char *path)
{
    const char *slash = strrchr(path, '/');
    return arena_string(arena, slash ? path : ".", slash && slash > path ? (size_t)(slash - path) : 1);
}

char *cases_join(struct arena *arena, const char *folder, const char *name)
{
    size_t length = strlen(folder);
    return arena_format(arena, "%s%s%s", folder, length && folder[length - 1] != '/' ? "/" : "", name);
}

bool cases_complain(struct cases *cases, struct arena *arena, struct error *err, const char *format, ...)
{
    char text[1200];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    length = length < (int)sizeof text ? length : (int)sizeof text - 1;
    const char *line = arena_string(arena, text, (size_t)length);
    if (!line || !list_grow(&cases->orphans, &cases->orphan_room, cases->orphan_count + 1, sizeof *cases->orphans)) {
        return error_memory(err);
    }
    cases->orphans[cases->orphan_count++] = line;
    return true;
}

static bool has_suffix(const char *name, const char *suffix, size_t *stem)
{
    size_t length = strlen(name), size = strlen(suffix);
    *stem = length - size;
    return length > size && strcmp(name + *stem, suffix) == 0;
}

/* The name of the file in a folder that has this stem and suffix; NULL if there is none. */
static const char *find(const struct folder *f, const char *name, size_t stem, const char *suffix)
{
    char wanted[NAME_MAX + 32];
    const char *key = wanted;
    snprintf(wanted, sizeof wanted, "%.*s%s", (int)stem, name, suffix);
    char **found = bsearch(&key, f->names, f->count, sizeof *f->names, compare_names);
    return found ? *found : NULL;
}

static const char *find_path(const struct scan *s, const struct folder *f, const char *name, size_t stem,
                             const char *suffix, bool *ok)
{
    const char *found = find(f, name, stem, suffix);
    char *path = found ? cases_join(s->arena, f->path, found) : NULL;
    *ok = *ok && (!found || path);
    return path;
}

static bool add_case(const struct scan *s, const struct folder *f, const char *name, size_t stem)
{
    struct cases *c = s->cases;
    bool ok = true;
    char key[NAME_MAX + 1];
    snprintf(key, sizeof key, "%.*s", (int)stem, name);
    const char *shown = cases_name(s->arena, key);
    struct grade_case added = {
        .id = shown ? cases_join(s->arena, f->id, shown) : NULL,
        .group = f->id,
        .in = cases_join(s->arena, f->path, name),
        .out = find_path(s, f, name, stem, out_suffix, &ok),
        .err = find_path(s, f, name, stem, err_suffix, &ok),
        .log = find_path(s, f, name, stem, log_suffix, &ok),
        .milestone = f->suite->milestone,
        .suite = f->suite,
        .points = -1,
    };
    const char *meta = find_path(s, f, name, stem, meta_suffix, &ok);
    if (!ok || !added.id || !added.in || !list_grow(&c->list, &c->room, c->count + 1, sizeof *c->list)) {
        return error_memory(s->err);
    }
    if (meta) {
        struct suite around = *f->suite, *own = arena_array(s->arena, 1, sizeof *own);
        around.points = -1;
        if (!own) {
            return error_memory(s->err);
        }
        if (!suite_read(meta, true, &around, s->arena, own, s->err)) {
            return false;
        }
        added.points = own->points;
        added.suite = own;
    }
    c->list[c->count++] = added;
    return true;
}

/* Complains about a file of a case whose in-file is missing. */
static bool check_orphan(const struct scan *s, const struct folder *f, const char *name)
{
    const char *const suffixes[] = {out_suffix, err_suffix, log_suffix, meta_suffix};
    for (int i = 0; i < 4; i++) {
        size_t stem;
        if (has_suffix(name, suffixes[i], &stem) && !find(f, name, stem, in_suffix)) {
            char missing[NAME_MAX + 32], *path = cases_join(s->arena, f->path, name);
            snprintf(missing, sizeof missing, "%.*s%s", (int)stem, name, in_suffix);
            return path ? cases_complain(s->cases, s->arena, s->err, "%s has no %s", json_show(path, strlen(path)).text,
                                         json_show(missing, strlen(missing)).text)
                        : error_memory(s->err);
        }
    }
    return true;
}

static bool read_suite(const struct scan *s, struct folder *f, const struct suite *around)
{
    f->suite = arena_array(s->arena, 1, sizeof *f->suite);
    if (!f->suite) {
        return error_memory(s->err);
    }
    *f->suite = *around;
    f->suite->points = -1;
    if (!find(f, "", 0, suite_name)) {
        return true;
    }
    char *path = cases_join(s->arena, f->path, suite_name);
    return path ? suite_read(path, false, f->suite, s->arena, f->suite, s->err) : error_memory(s->err);
}

/* The cases from `first` on are below a folder. Those without points share what is left of the folder's points. */
static void share_points(struct cases *c, size_t first, int64_t points)
{
    size_t without = 0, share = 0;
    for (size_t i = first; i < c->count; i++) {
        without += c->list[i].points < 0;
        points -= c->list[i].points < 0 ? 0 : c->list[i].points;
    }
    for (size_t i = first; i < c->count; i++) {
        if (c->list[i].points < 0) {
            c->list[i].points = points_share(points > 0 ? points : 0, share++, without);
        }
    }
}

static bool scan_folder(const struct scan *s, const char *path, const char *id, const struct suite *around);

static bool scan_names(const struct scan *s, const struct folder *f)
{
    bool ok = true;
    for (size_t i = 0; ok && i < f->count; i++) {
        size_t stem;
        ok = has_suffix(f->names[i], in_suffix, &stem) ? add_case(s, f, f->names[i], stem)
                                                       : check_orphan(s, f, f->names[i]);
    }
    for (size_t i = 0; ok && i < f->count; i++) {
        struct stat info;
        size_t stem;
        if (has_suffix(f->names[i], ".json", &stem) || has_suffix(f->names[i], ".txt", &stem)) {
            continue;
        }
        const char *name = cases_name(s->arena, f->names[i]);
        char *path = cases_join(s->arena, f->path, f->names[i]), *id = name ? cases_join(s->arena, f->id, name) : NULL;
        if (!path || !id) {
            return error_memory(s->err);
        }
        /* links to folders could form cycles */
        if (lstat(path, &info) == 0 && S_ISDIR(info.st_mode)) {
            ok = scan_folder(s, path, id, f->suite);
        }
    }
    return ok;
}

static bool scan_folder(const struct scan *s, const char *path, const char *id, const struct suite *around)
{
    struct folder f = {.path = path, .id = id};
    size_t first = s->cases->count;
    f.names = content_names(path, false, s->arena, &f.count, s->err);
    bool ok = f.names && read_suite(s, &f, around) && scan_names(s, &f);
    if (ok && f.suite->points >= 0) {
        share_points(s->cases, first, f.suite->points);
    }
    return ok;
}

/* For one file K-in.json, scans its folder and drops all other cases. */
static bool scan_file(const struct scan *s, const char *path, const char *name)
{
    struct cases *c = s->cases;
    size_t first = c->count, orphans = c->orphan_count, kept = first;
    const char *slash = strrchr(path, '/');
    char *folder = cases_folder(s->arena, path);
    if (!folder) {
        return error_memory(s->err);
    }
    if (!scan_folder(s, folder, slash ? folder : "", &suite_default)) {
        return false;
    }
    for (size_t i = first; i < c->count; i++) {
        const char *file = strrchr(c->list[i].in, '/') + 1;
        if (strcmp(file, slash ? slash + 1 : path) == 0 && kept == first) {
            c->list[kept++] = c->list[i];
        }
    }
    c->count = kept;
    c->orphan_count = orphans;
    return kept > first || error_set(s->err, ERROR_INPUT, "%s is neither a folder nor a file K-in.json",
                                     json_show(name, strlen(name)).text);
}

bool cases_scan(struct cases *cases, const char *path, const char *name, struct arena *arena, struct error *err)
{
    struct scan s = {cases, arena, err};
    struct stat info;
    size_t first = cases->count;
    char *trimmed = cases_trim(arena, name), *folder = cases_trim(arena, path);
    const char *id = trimmed ? cases_name(arena, trimmed) : NULL;
    if (!id || !folder) {
        return error_memory(err);
    }
    if (stat(folder, &info) != 0) {
        return error_set(err, ERROR_INPUT, "cannot read %s: %s", json_show(path, strlen(path)).text, strerror(errno));
    }
    if (!(S_ISDIR(info.st_mode) ? scan_folder(&s, folder, id, &suite_default) : scan_file(&s, folder, name))) {
        return false;
    }
    for (size_t i = first; i < cases->count; i++) {
        cases->list[i].points = cases->list[i].points < 0 ? POINTS_ONE : cases->list[i].points;
    }
    return true;
}

/* Checks that the expected output can be read and, if compared as JSON, is valid. Otherwise err is an ERROR_INPUT. */
static bool check_expected(const struct grade_case *c, const char *compare, struct content *file,
                           struct json_nodes *nodes, struct error *err)
{
    const char *word = compare ? compare : c->suite->compare;
    struct compare_way way = {0};
    if (!c->out || (word && compare_way_parse(word, &way)) || way.kind == COMPARE_PROGRAM) {
        return true;
    }
    if (!content_read(file, c->out, err)) {
        err->kind = err->kind == ERROR_MEMORY ? ERROR_MEMORY : ERROR_INPUT;
        return false;
    }
    if (way.kind == COMPARE_TEXT || json_nodes_parse(nodes, file->bytes, file->length, true)) {
        return true;
    }
    if (nodes->scanner.out_of_memory) {
        return error_memory(err);
    }
    char why[200];
    json_nodes_explain(nodes, why, sizeof why);
    return error_set(err, ERROR_INPUT, "%s:%s", json_show(c->out, strlen(c->out)).text, why);
}

bool cases_check_expected(struct cases *cases, const char *compare, struct arena *arena, size_t *broken,
                          struct error *err)
{
    struct content file = {0};
    struct json_nodes nodes = {0};
    size_t kept = 0;
    bool ok = true;
    for (size_t i = 0; ok && i < cases->count; i++) {
        const struct grade_case *c = &cases->list[i];
        struct error why = {.kind = ERROR_NONE};
        if (check_expected(c, compare, &file, &nodes, &why)) {
            cases->list[kept++] = *c;
        } else if (why.kind == ERROR_INPUT) {
            ok =
                cases_complain(cases, arena, err, "%s; %s is left out", why.text, json_show(c->id, strlen(c->id)).text);
        } else {
            *err = why;
            ok = false;
        }
    }
    *broken = cases->count - kept;
    cases->count = kept;
    content_free(&file);
    json_nodes_free(&nodes);
    return ok;
}

void cases_free(struct cases *cases)
{
    free(cases->list);
    free(cases->orphans);
    *cases = (struct cases){0};
}
