/* Putting JSON together when memory may be short: what cannot be made is left out, and nothing is lost. */
#ifndef BASE_JSON_MAKE_H
#define BASE_JSON_MAKE_H

#include <json-c/json_object.h>

/* Both take over the value; the container may be NULL because it could not be made. */
static inline void json_make_member(json_object *object, const char *key, json_object *value)
{
    if (!object || json_object_object_add(object, key, value) != 0) {
        json_object_put(value);
    }
}

static inline void json_make_element(json_object *array, json_object *value)
{
    if (!array || json_object_array_add(array, value) != 0) {
        json_object_put(value);
    }
}

#endif
