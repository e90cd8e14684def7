/* same FILE1 FILE2: exits with 0 if both hold the same JSON values, white space and the order of keys aside. */
#include "base/json_stream.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

/* The next value of a file; false at its end or if there is none. */
static bool next(struct json_stream *stream, int fd, struct json_value *value, struct error *err)
{
    enum json_stream_result result;
    while ((result = json_stream_next(stream, 0, value, err)) == JSON_STREAM_MORE) {
        if (!json_stream_read(stream, fd, err)) {
            return false;
        }
    }
    return result == JSON_STREAM_VALUE;
}

int main(int argc, char **argv)
{
    struct json_stream stream[2] = {{.name = argc > 1 ? argv[1] : ""}, {.name = argc > 2 ? argv[2] : ""}};
    struct error error = {0};
    int fd[2];
    bool same = true, more = true;
    if (argc != 3) {
        fputs("Usage: same FILE1 FILE2\n", stderr);
        return 2;
    }
    for (int i = 0; i < 2; i++) {
        fd[i] = open(argv[i + 1], O_RDONLY | O_CLOEXEC);
    }
    while (same && more) {
        struct json_value value[2] = {{0}, {0}};
        bool found[2] = {next(&stream[0], fd[0], &value[0], &error), next(&stream[1], fd[1], &value[1], &error)};
        more = found[0] && found[1];
        same = found[0] == found[1] && error.kind == ERROR_NONE && json_object_equal(value[0].object, value[1].object);
        json_object_put(value[0].object);
        json_object_put(value[1].object);
    }
    for (int i = 0; i < 2; i++) {
        json_stream_free(&stream[i]);
        close(fd[i]);
    }
    return !same;
}
