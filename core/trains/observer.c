#include "trains/observer.h"

#include <string.h>

/* Copies an array to the arena; NULL stays NULL. Sets *whole to false if out of memory. */
static const void *copy(struct arena *arena, const void *from, size_t count, size_t size, bool *whole)
{
    void *to = from ? arena_array(arena, count, size) : NULL;
    if (to) {
        memcpy(to, from, count * size);
    }
    *whole = *whole && (to || !from);
    return to;
}

struct trains_event *trains_event_keep(const struct trains_event *event, struct arena *arena)
{
    bool whole = true;
    struct trains_event *kept = arena_array(arena, 1, sizeof *kept);
    if (!kept) {
        return NULL;
    }
    *kept = *event;
    kept->names = copy(arena, event->names, (size_t)event->players, sizeof *event->names, &whole);
    kept->cards = copy(arena, event->cards, (size_t)event->card_count, sizeof *event->cards, &whole);
    kept->offered = copy(arena, event->offered, TRAINS_OFFERED, sizeof *event->offered, &whole);
    kept->kept = copy(arena, event->kept, TRAINS_KEPT, sizeof *event->kept, &whole);
    kept->reason = copy(arena, event->reason, event->reason ? strlen(event->reason) + 1 : 0, 1, &whole);
    kept->score = copy(arena, event->score, 1, sizeof *event->score, &whole);
    return whole ? kept : NULL;
}
