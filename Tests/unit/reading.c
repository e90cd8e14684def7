#include "unit.h"

bool reading_start(struct reading *r, const char *text)
{
    *r = (struct reading){.stream = {.name = "text"}};
    if (!json_stream_feed(&r->stream, text, strlen(text), &r->error)) {
        return false;
    }
    r->stream.finished = true;
    while (r->values < 4 && json_stream_next(&r->stream, 0, &r->value[r->values], &r->error) == JSON_STREAM_VALUE) {
        r->at[r->values] = json_at_root(&r->value[r->values]);
        r->values++;
    }
    return r->error.kind == ERROR_NONE;
}

void reading_end(struct reading *r)
{
    for (int i = 0; i < r->values; i++) {
        json_object_put(r->value[i].object);
    }
    json_stream_free(&r->stream);
    arena_free(&r->arena);
}
