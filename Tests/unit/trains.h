/* Maps and states for the Trains tests, as a codec would have made them. */
#ifndef UNIT_TRAINS_H
#define UNIT_TRAINS_H

#include "trains/codec.h"
#include "unit.h"

/* Cities A B C D; A-B blue 3, red 3, white 4; A-C green 5; B-C white 3. D has no connection. */
#define MAP_ABCD \
    "{\"width\":100,\"height\":100,\"cities\":[[\"C\",[3,3]],[\"A\",[1,1]],[\"D\",[4,4]],[\"B\",[2,2]]]," \
    "\"connections\":{\"A\":{\"C\":{\"green\":5},\"B\":{\"white\":4,\"red\":3,\"blue\":3}},\"B\":{\"C\":{\"white\":3}" \
    "}}}"

/* Reads the map at the start of a text; the rest of the text is in r->at[1] and on. */
static inline bool start_with_map(struct reading *r, const char *text, struct trains_map *map)
{
    return reading_start(r, text) && trains_codec_map(&r->at[0], &r->arena, map, &r->error);
}

#endif
