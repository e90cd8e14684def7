#include "base/list.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_BYTES = 256 };

bool list_extend(void *items, size_t *room, size_t needed, size_t size)
{
    size_t wanted = *room > needed / 2 ? 2 * *room : needed;
    wanted = wanted > FIRST_BYTES / size ? wanted : FIRST_BYTES / size;
    void *old, *grown;
    memcpy(&old, items, sizeof old); /* a pointer of any type */
    if (wanted > SIZE_MAX / 2 / size || !(grown = realloc(old, wanted * size))) {
        return false;
    }
    memcpy(items, &grown, sizeof grown);
    *room = wanted;
    return true;
}
