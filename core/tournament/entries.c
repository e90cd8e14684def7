#include "tournament/entries.h"

#include "base/names.h"

#include <string.h>

#define NO_NAME "%s is not a valid player name; expected 1 to %d letters or digits"

static bool copy(const char *text, size_t length, struct arena *arena, const char **out, struct error *err)
{
    *out = arena_string(arena, text, length);
    return *out ? true : error_memory(err);
}

bool entries_name(const struct json_at *at, int most, struct arena *arena, const char **name, struct error *err)
{
    const char *text;
    size_t length;
    return json_at_string(at, &text, &length, err) &&
           (most == 0 || names_valid(text, length, (size_t)most) ||
            json_at_fail(at, err, NO_NAME, json_show(text, length).text, most)) &&
           copy(text, length, arena, name, err);
}

bool entries_key(const struct json_at *at, int most, struct error *err)
{
    size_t length = strlen(at->key);
    return names_valid(at->key, length, (size_t)most) ||
           json_at_fail_key(at, err, NO_NAME, json_show(at->key, length).text, most);
}

bool entries_program(const struct json_at *at, struct arena *arena, const char **program, struct error *err)
{
    const char *text;
    size_t length;
    struct error ignored;
    *program = NULL;
    if (!json_at_string(at, &text, &length, &ignored) || !strchr(text, '/') || strlen(text) != length) {
        return true;
    }
    return copy(text, length, arena, program, err);
}

bool entries_differ(const struct json_at *at, const char *const *names, size_t stride, struct arena *arena,
                    struct error *err)
{
    size_t again, count = json_at_count(at);
    if (!names_repeated(names, stride, count, arena, &again)) {
        return error_memory(err);
    }
    if (again == count) {
        return true;
    }
    struct json_at entry = json_at_element(at, again), name = json_at_element(&entry, 0);
    return json_at_fail(&name, err, "there is a player \"%s\" already", json_object_get_string(name.object));
}
