/* trains [PORT NAME [HOST]]: a player of Trains. It buys the first connection that it can, and else asks for cards.
 *
 *     cc -o trains trains.c -ljson-c */
#include "table.h"

/* What it suggests if a tournament asks for a map. */
static const char map[] =
    "{\"width\":800,\"height\":800,\"cities\":[[\"A\",[50,400]],[\"B\",[150,400]],[\"C\",[250,400]],[\"D\",[350,400]],"
    "[\"E\",[450,400]],[\"F\",[550,400]],[\"G\",[650,400]]],\"connections\":{\"A\":{\"B\":{\"red\":3}},"
    "\"B\":{\"C\":{\"blue\":3}},\"C\":{\"D\":{\"green\":3}},\"D\":{\"E\":{\"white\":3}},\"E\":{\"F\":{\"red\":4}},"
    "\"F\":{\"G\":{\"blue\":4}}}}\n";

static json_object *connections; /* those of the map, until the next game */

/* Whether a list has the connection between a and b of this color. */
static int has(json_object *list, const char *a, const char *b, const char *color)
{
    for (int i = 0; i < (int)json_object_array_length(list); i++) {
        json_object *one = at(list, i);
        if (strcmp(json_object_get_string(at(one, 0)), a) == 0 && strcmp(json_object_get_string(at(one, 1)), b) == 0 &&
            strcmp(json_object_get_string(at(one, 2)), color) == 0) {
            return 1;
        }
    }
    return 0;
}

static int is_free(json_object *state, const char *a, const char *b, const char *color)
{
    json_object *others = member(state, "acquired");
    int taken = has(member(member(state, "this"), "acquired"), a, b, color);
    for (int i = 0; i < (int)json_object_array_length(others); i++) {
        taken |= has(at(others, i), a, b, color);
    }
    return !taken;
}

static void take_turn(FILE *out, json_object *state)
{
    json_object *me = member(state, "this"), *cards = member(me, "cards");
    int rails = json_object_get_int(member(me, "rails"));
    json_object_object_foreach(connections, from, targets)
    {
        json_object_object_foreach(targets, to, colors)
        {
            const char *a = strcmp(from, to) < 0 ? from : to, *b = a == from ? to : from;
            json_object_object_foreach(colors, color, length)
            {
                int segments = json_object_get_int(length);
                if (segments <= rails && segments <= json_object_get_int(member(cards, color)) &&
                    is_free(state, a, b, color)) {
                    fprintf(out, "[\"%s\",\"%s\",\"%s\",%d]\n", a, b, color, segments);
                    return;
                }
            }
        }
    }
    fputs("\"more cards\"\n", out);
}

static void answer(FILE *out, const char *call, json_object *arguments)
{
    json_object *first = at(arguments, 0);
    if (strcmp(call, "start") == 0) {
        fputs(map, out);
    } else if (strcmp(call, "pick") == 0) { /* five destinations: say which three are not wanted */
        fprintf(out, "[%s,", json_object_to_json_string(at(first, 2)));
        fprintf(out, "%s,", json_object_to_json_string(at(first, 3)));
        fprintf(out, "%s]\n", json_object_to_json_string(at(first, 4)));
    } else if (strcmp(call, "play") == 0) {
        take_turn(out, first);
    } else {
        if (strcmp(call, "setup") == 0) {
            json_object_put(connections);
            connections = json_object_get(member(first, "connections"));
        }
        fputs("\"void\"\n", out);
    }
}

int main(int argc, char **argv)
{
    return play(argc, argv, answer);
}
