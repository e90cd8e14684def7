/* Another floor: reads stdin and parses one value after another with json-c, and does nothing else. */
#include <json-c/json_object.h>
#include <json-c/json_tokener.h>
#include <stdlib.h>
#include <unistd.h>

int main(void)
{
    size_t length = 0, room = 65536;
    char *text = malloc(room);
    ssize_t got;
    while (text && (got = read(STDIN_FILENO, text + length, room - length)) > 0) {
        length += (size_t)got;
        if (length == room) {
            char *more = realloc(text, room *= 2);
            if (!more) {
                free(text);
            }
            text = more;
        }
    }
    struct json_tokener *tokener = json_tokener_new();
    for (size_t at = 0; text && tokener && at < length; at += json_tokener_get_parse_end(tokener)) {
        json_object *value = json_tokener_parse_ex(tokener, text + at, (int)(length - at));
        if (json_tokener_get_error(tokener) != json_tokener_success) {
            break;
        }
        json_object_put(value);
    }
    json_tokener_free(tokener);
    free(text);
    return 0;
}
