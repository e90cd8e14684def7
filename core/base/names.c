#include "base/names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool names_valid(const char *name, size_t length, size_t most)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    return length >= 1 && length <= most && strspn(name, letters) == length;
}

/* Orders indices of names by name, then by index. */
static int by_name(const void *left, const void *right)
{
    const char *const *const *a = left, *const *const *b = right;
    int order = strcmp(**a, **b);
    return order ? order : (*a > *b) - (*a < *b);
}

bool names_repeated(const char *const *names, size_t stride, size_t count, struct arena *arena, size_t *index)
{
    const char *const **order = arena_array(arena, count, sizeof *order);
    if (!order) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        order[i] = (const void *)((const char *)names + i * stride);
    }
    qsort(order, count, sizeof *order, by_name);
    *index = count;
    for (size_t i = 1; i < count; i++) {
        size_t here = (size_t)((const char *)order[i] - (const char *)names) / stride;
        if (strcmp(*order[i - 1], *order[i]) == 0 && here < *index) {
            *index = here;
        }
    }
    return true;
}

/* -- names in use -- */

/* Appends `number`, written in `length` letters, to as much of the name as fits. */
static void add_letters(const char *name, int most, int length, int64_t number, char out[NAMES_MAX + 1])
{
    size_t keep = strlen(name), room = (size_t)(most - length);
    keep = keep < room ? keep : room;
    memcpy(out, name, keep);
    out[keep + (size_t)length] = '\0';
    for (int i = length - 1; i >= 0; i--) {
        out[keep + (size_t)i] = (char)('a' + number % 26);
        number /= 26;
    }
}

/* Finds a name that is not in use. Names with the same prefix continue the previous search, so none is tried twice.
 * False if out of memory. */
static bool find_free(struct names_register *r, const char *name, int most, char out[NAMES_MAX + 1])
{
    int64_t numbers = 26;
    for (int length = 1; length < 10 && length <= most; length++, numbers *= 26) {
        char key[NAMES_MAX + 16];
        json_object *next;
        snprintf(key, sizeof key, "%.*s %d", most - length, name, length);
        if (!json_object_object_get_ex(r->next, key, &next)) {
            next = json_object_new_int64(0);
            if (!next || json_object_object_add(r->next, key, next) != 0) {
                json_object_put(next);
                return false;
            }
        }
        for (int64_t number = json_object_get_int64(next); number < numbers; number++) {
            add_letters(name, most, length, number, out);
            if (!json_object_object_get_ex(r->taken, out, NULL)) {
                return json_object_set_int64(next, number + 1) == 1;
            }
        }
        json_object_set_int64(next, numbers);
    }
    return false;
}

const char *names_register_add(struct names_register *r, const char *name, int most, struct arena *arena)
{
    char changed[NAMES_MAX + 1];
    r->taken = r->taken ? r->taken : json_object_new_object();
    r->next = r->next ? r->next : json_object_new_object();
    if (!r->taken || !r->next) {
        return NULL;
    }
    if (json_object_object_get_ex(r->taken, name, NULL)) {
        if (!find_free(r, name, most, changed)) {
            return NULL;
        }
        name = changed;
    }
    const char *kept = arena_string(arena, name, strlen(name));
    return kept && json_object_object_add(r->taken, kept, NULL) == 0 ? kept : NULL;
}

void names_register_free(struct names_register *r)
{
    json_object_put(r->taken);
    json_object_put(r->next);
    *r = (struct names_register){0};
}

/* -- writing -- */

static int compare(const void *left, const void *right)
{
    const char *const *a = left, *const *b = right;
    return strcmp(*a, *b);
}

void names_write(struct text *out, const char *const *names, int count, const int *groups, size_t stride, int wanted,
                 struct arena *arena)
{
    const char *group = (const char *)groups;
    const char **sorted = arena_array(arena, (size_t)count, sizeof *sorted);
    size_t found = 0;
    if (!sorted) {
        out->failed = true;
        return;
    }
    for (int i = 0; i < count; i++) {
        int here;
        memcpy(&here, group + (size_t)i * stride, sizeof here);
        if (here == wanted) {
            sorted[found++] = names[i];
        }
    }
    qsort(sorted, found, sizeof *sorted, compare);
    text_string(out, "[");
    for (size_t i = 0; i < found; i++) {
        text_json_after(out, i ? "," : "", sorted[i]);
    }
    text_string(out, "]");
}
