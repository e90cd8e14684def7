/* xmap: are two cities of a map connected? */
#include "harness.h"
#include "trains/codec.h"

static const char help[] =
    "Reads the names of two cities and a map, and says whether a path leads from one city to the other.\n"
    "\n"
    "    $ ./xmap <<'END'\n"
    "    \"Boston\" \"Seattle\"\n"
    "    {\"width\": 800, \"height\": 800,\n"
    "     \"cities\": [[\"Boston\", [700, 100]], [\"Chicago\", [400, 150]], [\"Seattle\", [50, 80]]],\n"
    "     \"connections\": {\"Boston\": {\"Chicago\": {\"red\": 3}}, \"Chicago\": {\"Seattle\": {\"white\": 5}}}}\n"
    "    END\n"
    "    true\n";

static bool run(struct harness *h)
{
    struct trains_map map;
    const char *name; /* the names come first, and so do errors in them */
    int from, to;
    struct text answer = {0};
    if (!trains_codec_name(&h->value[0], &name, &h->error) || !trains_codec_name(&h->value[1], &name, &h->error) ||
        !trains_codec_map(&h->value[2], &h->arena, &map, &h->error) ||
        !trains_codec_city(&h->value[0], &map, &from, &h->error) ||
        !trains_codec_city(&h->value[1], &map, &to, &h->error)) {
        return false;
    }
    text_boolean(&answer, trains_map_connected(&map, from, to));
    return harness_answer(h, &answer);
}

int main(int argc, char **argv)
{
    const struct harness_input inputs[] = {
        {.what = "the name of a city", .types = HARNESS_STRING},
        {.what = "the name of a city", .types = HARNESS_STRING},
        {.what = "a map", .types = HARNESS_OBJECT, .sign = "cities", .repeats_at = TRAINS_MAP_REPEATS_AT},
        {0},
    };
    struct harness h = {.name = "xmap",
                        .usage = "xmap < INPUT",
                        .summary = "Say whether two cities of a Trains map are connected.",
                        .help = help};
    if (harness_options(&h, argc, argv, NULL) && harness_read(&h, inputs)) {
        run(&h);
    }
    return harness_exit(&h);
}
