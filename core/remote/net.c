#include "remote/net.h"

#include "base/clock.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

union endpoint {
    struct sockaddr any;
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
};

static bool parse_address(const char *host, union endpoint *out, socklen_t *size)
{
    memset(out, 0, sizeof *out);
    if (inet_pton(AF_INET, host, &out->v4.sin_addr) == 1) {
        out->v4.sin_family = AF_INET;
        *size = sizeof out->v4;
    } else if (inet_pton(AF_INET6, host, &out->v6.sin6_addr) == 1) {
        out->v6.sin6_family = AF_INET6;
        *size = sizeof out->v6;
    } else {
        return false;
    }
    return true;
}

/* Runs a program and returns the first line of its output, or an errno if it could not be run. */
static int ask_program(char *const *argv, char *line, int size)
{
    posix_spawn_file_actions_t actions;
    pid_t child;
    int ends[2];
    line[0] = '\0';
    if (pipe2(ends, O_CLOEXEC) != 0) {
        return errno;
    }
    int problem = posix_spawn_file_actions_init(&actions);
    if (!problem) {
        problem = posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
        problem = problem ? problem : posix_spawnp(&child, argv[0], &actions, NULL, argv, environ);
        posix_spawn_file_actions_destroy(&actions);
    }
    close(ends[1]);
    FILE *answer = problem ? NULL : fdopen(ends[0], "r");
    if (answer && !fgets(line, size, answer)) {
        line[0] = '\0';
    }
    (void)(answer ? fclose(answer) : close(ends[0]));
    while (!problem && waitpid(child, NULL, 0) < 0 && errno == EINTR) {
    }
    return problem;
}

/* Looks a name up with getent(1): a static program cannot load what the C library needs to resolve names. */
static bool look_up(const char *host, union endpoint *out, socklen_t *size, struct error *err)
{
    char name[256], line[128] = "";
    char program[] = "getent", database[] = "ahosts";
    char *argv[] = {program, database, name, NULL};
    snprintf(name, sizeof name, "%s", host);
    int problem = host[0] == '-' || !host[0] ? 0 : ask_program(argv, line, sizeof line);
    if (problem) {
        return error_set(err, ERROR_IO, "cannot look up \"%s\": getent: %s; a numeric address works without it", name,
                         strerror(problem));
    }
    line[strcspn(line, " \t\n")] = '\0';
    return parse_address(line, out, size) || error_set(err, ERROR_IO, "cannot find the host \"%s\"", name);
}

static bool is_loopback(struct net_address address)
{
    return !address.host || strcmp(address.host, "localhost") == 0;
}

static bool find(struct net_address address, union endpoint *out, socklen_t *size, struct error *err)
{
    const char *host = is_loopback(address) ? "127.0.0.1" : address.host;
    if (!parse_address(host, out, size) && !look_up(host, out, size, err)) {
        return false;
    }
    if (out->any.sa_family == AF_INET) {
        out->v4.sin_port = htons(address.port);
    } else {
        out->v6.sin6_port = htons(address.port);
    }
    return true;
}

static const char *shown(struct net_address address)
{
    return address.host ? address.host : "localhost";
}

/* Binds a new socket and listens, on one network device only if device is not NULL. -1 with errno on failure. */
static int listen_at(const union endpoint *at, socklen_t size, const char *device, int backlog)
{
    const int one = 1, zero = 0;
    int fd = socket(at->any.sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0) {
        return -1;
    }
    bool bound = (!device || setsockopt(fd, SOL_SOCKET, SO_BINDTODEVICE, device, (socklen_t)strlen(device)) == 0) &&
                 (at->any.sa_family != AF_INET6 || !device ||
                  setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &zero, sizeof zero) == 0) &&
                 setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one) == 0 && bind(fd, &at->any, size) == 0;
    if (bound && listen(fd, backlog) == 0) {
        return fd;
    }
    int problem = errno;
    close(fd);
    errno = problem;
    return -1;
}

/* Listens on every loopback address and nothing else: a machine's own name may well resolve to 127.0.1.1. A socket
 * binds to one address or to all, so it binds to all, of both families, and to the loopback device, where nothing
 * arrives from outside. Where that is not allowed (before Linux 5.7), falls back to 127.0.0.1. */
static int listen_on_loopback(uint16_t port, int backlog)
{
    const union endpoint v6 = {.v6 = {.sin6_family = AF_INET6, .sin6_addr = in6addr_any, .sin6_port = htons(port)}};
    const union endpoint v4 = {.v4 = {.sin_family = AF_INET, .sin_port = htons(port)}};
    union endpoint one = v4;
    int fd = listen_at(&v6, sizeof v6.v6, "lo", backlog);
    if (fd < 0 && errno != EADDRINUSE) {
        fd = listen_at(&v4, sizeof v4.v4, "lo", backlog);
    }
    if (fd < 0 && errno != EADDRINUSE) {
        one.v4.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        fd = listen_at(&one, sizeof one.v4, NULL, backlog);
    }
    return fd;
}

int net_listen(struct net_address address, int backlog, uint16_t *port, struct error *err)
{
    union endpoint at = {.v4 = {.sin_family = AF_UNSPEC}};
    socklen_t size = sizeof at;
    if (!is_loopback(address) && !find(address, &at, &size, err)) {
        return -1;
    }
    int fd = is_loopback(address) ? listen_on_loopback(address.port, backlog) : listen_at(&at, size, NULL, backlog);
    size = sizeof at;
    if (fd < 0 || getsockname(fd, &at.any, &size) != 0) {
        error_set(err, ERROR_IO, "cannot listen on %s, port %u: %s", shown(address), address.port, strerror(errno));
        return -1;
    }
    *port = ntohs(at.any.sa_family == AF_INET ? at.v4.sin_port : at.v6.sin6_port);
    return fd;
}

/* While nobody listens, a connection within one machine may be assigned its own destination port and so connect to
 * itself. */
static bool is_own_peer(int fd)
{
    union endpoint own = {0}, peer = {0};
    socklen_t own_size = sizeof own, peer_size = sizeof peer;
    return getsockname(fd, &own.any, &own_size) == 0 && getpeername(fd, &peer.any, &peer_size) == 0 &&
           own_size == peer_size && memcmp(&own, &peer, own_size) == 0;
}

/* Connects without blocking: if the machine does not answer, connect(2) would take minutes. */
static bool connect_until(int fd, const union endpoint *at, socklen_t size, int64_t until)
{
    int problem = 0;
    socklen_t problem_size = sizeof problem;
    if (connect(fd, &at->any, size) == 0) {
        return true;
    }
    if (errno != EINPROGRESS) {
        return false;
    }
    int ready = clock_poll(&(struct pollfd){.fd = fd, .events = POLLOUT}, 1, until);
    if (ready <= 0) {
        errno = ready < 0 ? errno : ETIMEDOUT;
        return false;
    }
    getsockopt(fd, SOL_SOCKET, SO_ERROR, &problem, &problem_size);
    errno = problem;
    return !problem;
}

int net_connect(struct net_address address, int64_t until, bool *nobody, struct error *err)
{
    union endpoint at;
    socklen_t size = 0;
    *nobody = false;
    if (!find(address, &at, &size, err)) {
        return -1;
    }
    int fd = socket(at.any.sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd >= 0 && connect_until(fd, &at, size, until)) {
        if (!is_own_peer(fd)) {
            fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) & ~O_NONBLOCK);
            return fd;
        }
        const struct linger at_once = {.l_onoff = 1}; /* the port must be free for the server */
        setsockopt(fd, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
        errno = ECONNREFUSED;
    }
    *nobody = errno == ECONNREFUSED || errno == ETIMEDOUT || errno == ECONNRESET;
    error_set(err, error_is_shortage(errno) ? ERROR_MEMORY : ERROR_IO, "cannot connect to %s, port %u: %s",
              shown(address), address.port, strerror(errno));
    if (fd >= 0) {
        close(fd);
    }
    return -1;
}

size_t net_files(size_t wanted)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= wanted) {
        return wanted;
    }
    rlim_t before = limit.rlim_cur;
    limit.rlim_cur = limit.rlim_max < wanted ? limit.rlim_max : wanted;
    return setrlimit(RLIMIT_NOFILE, &limit) == 0 ? limit.rlim_cur : before;
}

bool net_allow_files(size_t files, struct error *err)
{
    size_t allowed = net_files(files);
    return allowed >= files ? true
                            : error_set(err, ERROR_IO,
                                        "this needs %zu open files, but no more than %zu are allowed here; raise that "
                                        "with ulimit -n",
                                        files, allowed);
}
