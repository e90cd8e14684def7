#include "base/names.h"

#include <stdlib.h>
#include <string.h>

bool names_valid(const char *name, size_t length, size_t most)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    return length >= 1 && length <= most && strspn(name, letters) == length;
}

/* Orders places of names by the name, then by the place. */
static int by_name(const void *left, const void *right)
{
    const char *const *const *a = left, *const *const *b = right;
    int order = strcmp(**a, **b);
    return order ? order : (*a > *b) - (*a < *b);
}

bool names_repeated(const char *const *names, size_t count, struct arena *arena, size_t *index)
{
    const char *const **order = arena_array(arena, count, sizeof *order);
    if (!order) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        order[i] = &names[i];
    }
    qsort(order, count, sizeof *order, by_name);
    *index = count;
    for (size_t i = 1; i < count; i++) {
        size_t here = (size_t)(order[i] - names);
        if (strcmp(*order[i - 1], *order[i]) == 0 && here < *index) {
            *index = here;
        }
    }
    return true;
}

static int compare(const void *left, const void *right)
{
    const char *const *a = left, *const *b = right;
    return strcmp(*a, *b);
}

json_object *names_write(const char *const *names, int count, const int *groups, size_t stride, int wanted,
                         struct arena *arena)
{
    const char *group = (const char *)groups;
    json_object *written = json_object_new_array();
    const char **sorted = arena_array(arena, (size_t)count, sizeof *sorted);
    size_t found = 0;
    if (!written || !sorted) {
        json_object_put(written);
        return NULL;
    }
    for (int i = 0; i < count; i++) {
        int here;
        memcpy(&here, group + (size_t)i * stride, sizeof here);
        if (here == wanted) {
            sorted[found++] = names[i];
        }
    }
    qsort(sorted, found, sizeof *sorted, compare);
    for (size_t i = 0; i < found; i++) {
        json_object_array_add(written, json_object_new_string(sorted[i]));
    }
    return written;
}
