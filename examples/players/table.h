/* Connects a player to the referee, which calls it and waits for an answer to every call.
 *
 * Without arguments, calls come from stdin and answers go to stdout: the player is a program in an input of xref or
 * xgames (docs/bots.md). With PORT NAME [HOST] it joins an xserver there, in the dialect `call` (docs/protocol.md). */
#include <json-c/json.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* Prints the answer to a call to `out`. */
typedef void answer_function(FILE *out, const char *call, json_object *arguments);

static json_object *at(json_object *array, int index)
{
    return json_object_array_get_idx(array, (size_t)index);
}

static json_object *member(json_object *object, const char *key)
{
    return json_object_object_get(object, key);
}

/* Connects, or explains why that is impossible and exits. */
static int join(const char *program, const char *port, const char *name, const char *host)
{
    struct addrinfo *list = NULL, wish = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM};
    int fd = -1;
    getaddrinfo(host, port, &wish, &list);
    for (struct addrinfo *a = list; a && fd < 0; a = a->ai_next) {
        fd = socket(a->ai_family, a->ai_socktype, a->ai_protocol);
        if (fd >= 0 && connect(fd, a->ai_addr, a->ai_addrlen) != 0) {
            close(fd);
            fd = -1;
        }
    }
    if (fd < 0) {
        fprintf(stderr, "%s: cannot reach a server on %s, port %s; xserver %s starts one\n", program, host, port, port);
        exit(1);
    }
    freeaddrinfo(list);
    dprintf(fd, "\"%s\"", name);
    return fd;
}

/* Answers the calls in a piece of the input, of which the last may be incomplete. */
static void answer_calls(json_tokener *tokener, const char *piece, int length, FILE *out, answer_function *answer)
{
    while (length > 0) {
        json_object *message = json_tokener_parse_ex(tokener, piece, length);
        if (!message) {
            return; /* not all of it is here yet */
        }
        if (json_object_is_type(message, json_type_string)) { /* "refused: ..." */
            fprintf(stderr, "%s\n", json_object_get_string(message));
            exit(1);
        }
        answer(out, json_object_get_string(at(message, 0)), at(message, 1));
        fflush(out);
        json_object_put(message);
        int used = (int)json_tokener_get_parse_end(tokener);
        used += (int)strspn(piece + used, " \r\n\t");
        piece += used;
        length -= used;
    }
}

/* Answers all calls. */
static int play(int argc, char **argv, answer_function *answer)
{
    char piece[65536];
    json_tokener *tokener = json_tokener_new();
    if ((argc != 1 && argc != 3 && argc != 4) || (argc == 1 && isatty(STDIN_FILENO))) {
        fprintf(stderr, "usage: %s PORT NAME [HOST]; or as a player in an input of xref or xgames\n", argv[0]);
        return 2;
    }
    int fd = argc > 1 ? join(argv[0], argv[1], argv[2], argc > 3 ? argv[3] : "127.0.0.1") : STDIN_FILENO;
    FILE *out = argc > 1 ? fdopen(fd, "w") : stdout;
    for (ssize_t length; (length = read(fd, piece, sizeof piece - 1)) > 0;) {
        piece[length] = 0;
        answer_calls(tokener, piece, (int)length, out, answer);
    }
    json_tokener_free(tokener);
    return 0;
}
