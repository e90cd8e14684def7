/* Sign-up: what a client says first. */
#include "remote/signup.h"
#include "fuzz.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { NAME_MAX_LETTERS = 50 };

/* A listener with a name that the system has chosen. */
static int listen_anywhere(struct sockaddr_un *address, socklen_t *length)
{
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    *address = (struct sockaddr_un){.sun_family = AF_UNIX};
    *length = sizeof *address;
    fuzz_expect(fd >= 0 && bind(fd, (struct sockaddr *)address, sizeof address->sun_family) == 0 &&
                listen(fd, 1) == 0 && getsockname(fd, (struct sockaddr *)address, length) == 0);
    return fd;
}

static void check_name(const char *name)
{
    size_t length = strlen(name);
    fuzz_expect(length >= 1 && length <= NAME_MAX_LETTERS);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct sockaddr_un address;
    static socklen_t length;
    static int listener = -1;
    if (listener < 0) {
        signal(SIGPIPE, SIG_IGN);
        listener = listen_anywhere(&address, &length);
    }
    const struct signup signup = {.listener = listener,
                                  .stop = -1,
                                  .wait = CLOCK_SECOND / 1000,
                                  .most = 1,
                                  .name_allowed = CLOCK_SECOND,
                                  .allowed = CLOCK_SECOND,
                                  .name_max = NAME_MAX_LETTERS,
                                  .rename = true};
    struct arena arena = {0};
    struct error err = {.kind = ERROR_NONE};
    struct signup_guest *guests;
    int count = 0, fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    bool stopped = false;
    fuzz_expect(fd >= 0 && connect(fd, (struct sockaddr *)&address, length) == 0);
    send(fd, data, size, MSG_NOSIGNAL | MSG_DONTWAIT);
    shutdown(fd, SHUT_WR);
    fuzz_expect(signup_run(&signup, &arena, &guests, &count, &stopped, &err));
    for (int i = 0; i < count; i++) {
        check_name(guests[i].name);
        wire_close(&guests[i].wire);
    }
    close(fd);
    arena_free(&arena);
    return 0;
}
