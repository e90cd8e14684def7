/* Sign-up: what clients say first, each up to a NUL. */
#include "remote/signup.h"
#include "fuzz.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { NAME_MAX_LETTERS = 50, GUESTS = 4 };

/* A listener with a name that the system has chosen. */
static int listen_anywhere(struct sockaddr_un *address, socklen_t *length)
{
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    *address = (struct sockaddr_un){.sun_family = AF_UNIX};
    *length = sizeof *address;
    fuzz_expect(fd >= 0 && bind(fd, (struct sockaddr *)address, sizeof address->sun_family) == 0 &&
                listen(fd, GUESTS) == 0 && getsockname(fd, (struct sockaddr *)address, length) == 0);
    return fd;
}

static void check_name(const char *name)
{
    size_t length = strlen(name);
    fuzz_expect(length >= 1 && length <= NAME_MAX_LETTERS);
}

/* What those hear who want to know. */
struct heard {
    int joined, refused;
};

static void join(void *context, const char *name, int count)
{
    struct heard *heard = context;
    check_name(name);
    fuzz_expect(++heard->joined == count);
}

static void refuse(void *context, const char *reason)
{
    struct heard *heard = context;
    fuzz_expect(*reason);
    heard->refused++;
}

static void wait(void *context, int64_t left, int count, int needed)
{
    (void)context;
    (void)left;
    fuzz_expect(count <= GUESTS && needed <= GUESTS);
}

/* Sends what each guest says, up to a NUL; the last one has hung up. */
static int connect_all(struct fuzz_input *input, const struct sockaddr_un *address, socklen_t length, int fds[GUESTS])
{
    int count = 0;
    do {
        size_t said;
        char *words = fuzz_part(input, &said);
        fds[count] = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        fuzz_expect(fds[count] >= 0 && connect(fds[count], (const struct sockaddr *)address, length) == 0);
        send(fds[count], words, said, MSG_NOSIGNAL | MSG_DONTWAIT);
        free(words);
    } while (++count < GUESTS && input->left > 0);
    shutdown(fds[count - 1], SHUT_WR);
    return count;
}

/* No two players have the same name. */
static void check_guests(struct signup_guest *guests, int count)
{
    for (int i = 0; i < count; i++) {
        check_name(guests[i].name);
        for (int k = 0; k < i; k++) {
            fuzz_expect(strcmp(guests[i].name, guests[k].name) != 0);
        }
        wire_close(&guests[i].wire);
    }
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
    struct fuzz_input input = {data, size};
    struct heard heard = {0};
    int fds[GUESTS], connected = connect_all(&input, &address, length, fds);
    const struct signup signup = {.listener = listener,
                                  .stop = -1,
                                  .wait = CLOCK_SECOND / 1000,
                                  .least = {connected, size % 2 ? connected : 0},
                                  .most = connected,
                                  .name_allowed = size % 3 ? CLOCK_SECOND : CLOCK_SECOND / 2000,
                                  .allowed = CLOCK_SECOND,
                                  .name_max = NAME_MAX_LETTERS,
                                  .rename = true,
                                  .joined = join,
                                  .refused = refuse,
                                  .waits = wait,
                                  .context = &heard};
    struct arena arena = {0};
    struct error err = {.kind = ERROR_NONE};
    struct signup_guest *guests;
    int count = 0;
    bool stopped = false;
    fuzz_expect(signup_files(connected) > (size_t)connected);
    fuzz_expect(signup_run(&signup, &arena, &guests, &count, &stopped, &err));
    fuzz_expect(heard.joined + heard.refused == connected && count <= heard.joined);
    check_guests(guests, count);
    for (int i = 0; i < connected; i++) {
        close(fds[i]);
    }
    arena_free(&arena);
    return 0;
}
