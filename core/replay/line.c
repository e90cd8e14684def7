#include "replay/line.h"

#include "base/utf8.h"

#include <string.h>

bool replay_line_event(const struct json_at *at, struct json_at *event, struct error *err)
{
    *event = (struct json_at){.above = at, .root = at->root, .key = "event"};
    if (!json_at_object(at, err)) {
        return false;
    }
    return json_object_object_get_ex(at->object, "event", &event->object)
               ? true
               : json_at_fail(at, err, "the member \"event\" is missing");
}

bool replay_line_find(const struct json_at *at, const char *const *common, const char *const *more,
                      struct replay_line *line, struct error *err)
{
    const char *names[REPLAY_MEMBERS_MAX + 1] = {"event"};
    struct json_at found[REPLAY_MEMBERS_MAX];
    size_t count = 1;
    if (!json_at_object(at, err)) {
        return false;
    }
    for (; *common; common++) {
        if (json_object_object_get_ex(at->object, *common, NULL)) {
            names[count++] = *common;
        }
    }
    size_t shared = count;
    while (*more) {
        names[count++] = *more++;
    }
    names[count] = NULL;
    if (!json_at_members(at, names, found, err)) {
        return false;
    }
    *line = (struct replay_line){.event = found[0]};
    for (size_t i = 1; i < shared; i++) {
        struct json_at *where = strcmp(names[i], "game") == 0     ? &line->game
                                : strcmp(names[i], "player") == 0 ? &line->player
                                                                  : &line->turn;
        *where = found[i];
    }
    memcpy(line->more, found + shared, (count - shared) * sizeof *found);
    return true;
}

bool replay_line_has(const struct json_at *line, const struct json_at *member, const char *name, struct error *err)
{
    return member->object ? true : json_at_fail(line, err, "the member \"%s\" is missing", name);
}

bool replay_names_init(struct replay_names *names)
{
    *names = (struct replay_names){.number = json_object_new_object()};
    return names->number;
}

void replay_names_free(struct replay_names *names)
{
    json_object_put(names->number);
    text_free(&names->list);
}

int replay_names_known(const struct replay_names *names, const char *name)
{
    json_object *number;
    return json_object_object_get_ex(names->number, name, &number) ? json_object_get_int(number) : -1;
}

/* People read logs, so a name must be one line of limited length. Otherwise it can be anything. */
static bool is_name(const char *name, size_t length)
{
    size_t characters = 0;
    for (size_t i = 0; i < length; i++) {
        if ((unsigned char)name[i] < ' ' || name[i] == 0x7F) {
            return false;
        }
        characters += !utf8_continues(name[i]);
    }
    return characters >= 1 && characters <= REPLAY_NAME_MAX;
}

bool replay_names_find(struct replay_names *names, const struct json_at *at, bool may_be_new, int *number,
                       struct error *err)
{
    const char *name;
    size_t length;
    if (!json_at_string(at, &name, &length, err)) {
        return false;
    }
    if (!is_name(name, length)) {
        return json_at_fail(at, err, "%s is not a valid player name; expected 1 to %d characters",
                            json_show(name, length).text, REPLAY_NAME_MAX);
    }
    *number = replay_names_known(names, name);
    if (*number >= 0) {
        return true;
    }
    if (!may_be_new) {
        return json_at_fail(at, err, "there is no player %s", json_show(name, length).text);
    }
    *number = names->count++;
    text_string(&names->list, *number ? "," : "");
    replay_line_string(&names->list, name, length);
    json_object *value = json_object_new_int(*number);
    if (!value || json_object_object_add(names->number, name, value) != 0) {
        json_object_put(value);
        return error_memory(err);
    }
    return true;
}

bool replay_names_copy(const struct json_at *at, struct arena *arena, const char **name, struct error *err)
{
    const char *text;
    size_t length;
    *name = json_at_string(at, &text, &length, err) ? arena_string(arena, text, length) : NULL;
    return *name ? true : error_memory(err);
}

void replay_line_string(struct text *out, const char *bytes, size_t length)
{
    text_string(out, "\"");
    text_escape(out, TEXT_SCRIPT, bytes, length);
    text_string(out, "\"");
}

bool replay_line_kick(struct text *out, const char *const *calls, const struct json_at why[2], struct error *err)
{
    const char *reason;
    size_t length;
    int call;
    if (!json_at_word(&why[0], calls, &call, err) || !json_at_string(&why[1], &reason, &length, err)) {
        return false;
    }
    text_format(out, ",\"%s\",", calls[call]);
    replay_line_string(out, reason, length);
    return true;
}
