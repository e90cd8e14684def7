/* rogue KIND [PORT]: a program that misbehaves in one way. It may be run through a link named after the kind instead.
 * The right answer to any input is `true`. Anything that could harm the machine is bounded here, too. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    FORKS_MAX = 100, /* at this many, they sleep: enough for any limit, harmless to any machine */
    DEPTH = 100000,
    LITTER_DEPTH = 300,
    LIFE_SECONDS = 60, /* of processes left behind, if nothing ends them */
};
#define MEMORY_MAX ((size_t)4 << 30)

static void put(int fd, const char *text)
{
    (void)!write(fd, text, strlen(text));
}

static void rest(double seconds)
{
    struct timespec time = {.tv_sec = (time_t)seconds, .tv_nsec = (long)((seconds - (double)(time_t)seconds) * 1e9)};
    nanosleep(&time, NULL);
}

static void answer(void)
{
    put(STDOUT_FILENO, "true\n");
}

/* -- those that do not end -- */

static void sleeper(void)
{
    rest(LIFE_SECONDS);
}

static void busy(void)
{
    for (volatile unsigned long i = 0;; i++) {
    }
}

static void stubborn(void)
{
    for (int i = 1; i < NSIG; i++) {
        signal(i, SIG_IGN);
    }
    rest(LIFE_SECONDS);
}

static void half(void)
{
    put(STDOUT_FILENO, "[1, ");
    rest(LIFE_SECONDS);
}

/* -- those that want too much -- */

static void memory(void)
{
    enum { STEP = 1 << 22 };
    for (size_t i = 0; i < MEMORY_MAX / STEP; i++) {
        char *more = malloc(STEP);
        if (!more) {
            abort();
        }
        memset(more, 1, STEP);
        __asm__ volatile("" : : "r"(more) : "memory"); /* or the compiler would optimize the unread memory away */
    }
    rest(LIFE_SECONDS);
}

/* Every process forks, up to FORKS_MAX. */
static void fork_on(bool apart)
{
    int fd = open("count", O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    int *count = ftruncate(fd, sizeof *count) < 0
                     ? MAP_FAILED
                     : mmap(NULL, sizeof *count, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    while (count != MAP_FAILED && __atomic_add_fetch(count, 1, __ATOMIC_RELAXED) <= FORKS_MAX) {
        if (fork() == 0 && apart) {
            setsid();
        }
    }
    rest(LIFE_SECONDS);
}

static void forks(void)
{
    fork_on(false);
}

static void forks_apart(void)
{
    fork_on(true);
}

/* Each process forks and exits, so that there are only orphans. */
static void runner(void)
{
    for (int i = 0; i < FORKS_MAX; i++) {
        pid_t pid = fork();
        if (pid > 0) {
            _exit(0);
        }
        if (i % 2) {
            setsid();
        }
    }
    rest(LIFE_SECONDS);
}

static void output(void)
{
    static char line[4096];
    memset(line, '1', sizeof line);
    while (write(STDOUT_FILENO, line, sizeof line) > 0) {
    }
}

static void errors(void)
{
    static char line[4096];
    memset(line, '1', sizeof line);
    line[0] = 'a';
    while (write(STDERR_FILENO, line, sizeof line) > 0) {
    }
}

static void file(void)
{
    static char block[1 << 20];
    int fd = open("large", O_WRONLY | O_CREAT, 0600);
    while (write(fd, block, sizeof block) > 0) {
    }
}

/* -- those that leave something behind -- */

static void leave(bool session, bool twice)
{
    if (fork() == 0) {
        if (session) {
            setsid();
        }
        if (!twice || fork() == 0) {
            rest(LIFE_SECONDS);
        }
        _exit(0);
    }
    rest(0.02); /* until it has really started */
    answer();
}

static void pipes(void)
{
    leave(false, false);
}

static void session(void)
{
    leave(true, false);
}

static void twice(void)
{
    leave(true, true);
}

static void litter(void)
{
    for (int i = 0; i < LITTER_DEPTH; i++) {
        if (mkdir("down", 0700) < 0 || chdir("down") < 0 || close(creat("file", 0400)) < 0) {
            return;
        }
    }
    mkdir("closed", 0700);
    close(creat("closed/file", 0400));
    chmod("closed", 0);
    symlink("/", "link");
    answer();
}

/* -- those that exit too early or read too little -- */

static void crash(void)
{
    raise(SIGSEGV);
}

static void fails(void)
{
    answer();
    exit(7);
}

static void unread(void)
{
    rest(0.1);
    answer();
}

/* -- those that go where they should not -- */

static bool can_write(const char *path)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (fd < 0) {
        return false;
    }
    close(fd);
    unlink(path);
    return true;
}

/* It may succeed, but nothing of it may be visible outside or persist. */
static void outside(void)
{
    bool first = access("inside", F_OK) < 0 && access("/tmp/signalbox-outside", F_OK) < 0 &&
                 access("/dev/shm/signalbox-outside", F_OK) < 0;
    bool wrote = can_write("inside");
    can_write("../outside");
    can_write("/tmp/signalbox-outside");
    can_write("/dev/shm/signalbox-outside");
    puts(first && wrote ? "true" : "false");
}

/* The path of a file in the folder next to that of the program. */
static void find_secret(const char *self, char path[4096])
{
    const char *slash = strrchr(self, '/');
    snprintf(path, 4096, "%.*s/../other/secret", (int)(slash ? slash - self : 0), slash ? self : "");
}

static void sibling(const char *self)
{
    char path[4096];
    find_secret(self, path);
    puts(open(path, O_RDONLY) < 0 ? "true" : "\"I know the secret\"");
}

/* Takes away the permissions that others need to read their files and run in their folders. */
static void permissions(const char *self)
{
    char path[4096];
    find_secret(self, path);
    bool could = chmod(path, 0) == 0;
    could |= utimensat(AT_FDCWD, path, NULL, 0) == 0;
    puts(!could && chmod(".", 0) == 0 ? "true" : "\"nobody else can read it now\"");
}

/* Tries to leave behind objects that outlive all processes. */
static void shared(void)
{
    enum { KEY = 0x51676e6c, FLAGS = IPC_CREAT | 0600 };
    puts(shmget(KEY, 4096, FLAGS) < 0 && msgget(KEY, FLAGS) < 0 && semget(KEY, 1, FLAGS) < 0 ? "true" : "false");
}

static void killer(void)
{
    kill(getppid(), SIGKILL);
    rest(0.05);
    answer();
}

/* Stops whoever runs it. */
static void stops_parent(void)
{
    kill(getppid(), SIGSTOP);
    answer();
}

static void environment(void)
{
    bool plain = true;
    for (char **word = environ; *word; word++) {
        static const char *const known[] = {"PATH=", "PWD=", "LANG=", "TZ=", "HOME=", "TMPDIR=", "ASAN_OPTIONS="};
        bool fine = false;
        for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
            fine |= strncmp(*word, known[i], strlen(known[i])) == 0;
        }
        plain &= fine;
    }
    for (int fd = 3; fd < 100; fd++) {
        plain &= fcntl(fd, F_GETFD) < 0;
    }
    const char *home = getenv("HOME"), *tmp = getenv("TMPDIR");
    plain &= home && access(home, R_OK | W_OK | X_OK) == 0 && tmp && access(tmp, R_OK | W_OK | X_OK) == 0;
    puts(plain ? "true" : "false");
}

/* -- those that write what reports must survive -- */

static void latin(void)
{
    put(STDOUT_FILENO, "\"caf\xe9 \xc0\xaf \xed\xa0\x80\"\n");
    put(STDERR_FILENO, "caf\xe9\n");
}

static void nul(void)
{
    static const char text[] = "tr\0ue\n\0";
    (void)!write(STDOUT_FILENO, text, sizeof text);
    (void)!write(STDERR_FILENO, text, sizeof text);
}

static void deep(void)
{
    for (int i = 0; i < DEPTH; i++) {
        putchar('[');
    }
    for (int i = 0; i < DEPTH; i++) {
        putchar(']');
    }
}

static void huge(void)
{
    puts("1e400");
}

static void markup(void)
{
    puts("\"]]> <script>document.title = 'owned'</script> &amp; \\u0007\"");
    put(STDERR_FILENO, "]]> <script>document.title = 'owned'</script> \x1b[31m\n");
}

/* -- those that are asked one value at a time, or speak TCP: they echo what they get -- */

static void give_back(int in, int out, double pause)
{
    char text[4096];
    for (ssize_t length; (length = read(in, text, sizeof text)) > 0;) {
        rest(pause);
        if (write(out, text, (size_t)length) != length) {
            return;
        }
    }
}

static void echo(void)
{
    give_back(STDIN_FILENO, STDOUT_FILENO, 0);
}

static void late(void)
{
    give_back(STDIN_FILENO, STDOUT_FILENO, 0.5);
}

static int open_socket(const char *port, bool listens)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    at.sin_port = htons((uint16_t)strtoul(port, NULL, 10));
    int fd = socket(AF_INET, SOCK_STREAM, 0), one = 1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    for (int i = 0; i < 500 && !listens; i++) {
        if (connect(fd, (const struct sockaddr *)&at, sizeof at) == 0) {
            return fd;
        }
        rest(0.01);
    }
    if (!listens || bind(fd, (const struct sockaddr *)&at, sizeof at) < 0 || listen(fd, 5) < 0) {
        exit(9);
    }
    return fd;
}

/* Serves one client, or goes on serving. Copies what it receives to stdout. */
static void server(const char *port, bool goes_on)
{
    rest(0.05); /* the client has to try more than once */
    int listener = open_socket(port, true);
    do {
        int client = accept(listener, NULL, NULL);
        char text[4096];
        for (ssize_t length; (length = read(client, text, sizeof text)) > 0;) {
            if (write(client, text, (size_t)length) != length || write(STDOUT_FILENO, text, (size_t)length) != length) {
                break;
            }
        }
        close(client);
    } while (goes_on);
}

/* Listens, but fills its own backlog and accepts nobody, so clients get no response. */
static void full(const char *port)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    at.sin_port = htons((uint16_t)strtoul(port, NULL, 10));
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    if (bind(listener, (const struct sockaddr *)&at, sizeof at) < 0 || listen(listener, 0) < 0) {
        exit(9);
    }
    for (int i = 0; i < 4; i++) {
        int own = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
        (void)!connect(own, (const struct sockaddr *)&at, sizeof at); /* until the backlog is full */
    }
    sleeper();
}

static void client(const char *port)
{
    int fd = open_socket(port, false);
    give_back(fd, fd, 0);
}

/* Sends its input to a server, and the answer to stdout. */
static void sender(const char *port)
{
    int fd = open_socket(port, false);
    give_back(STDIN_FILENO, fd, 0);
    shutdown(fd, SHUT_WR);
    give_back(fd, STDOUT_FILENO, 0);
}

static const struct {
    const char *name;
    void (*act)(void);
} kinds[] = {
    {"sleeper", sleeper},
    {"busy", busy},
    {"stubborn", stubborn},
    {"half", half},
    {"memory", memory},
    {"forks", forks},
    {"forks-apart", forks_apart},
    {"runner", runner},
    {"output", output},
    {"errors", errors},
    {"file", file},
    {"pipes", pipes},
    {"session", session},
    {"twice", twice},
    {"litter", litter},
    {"crash", crash},
    {"fails", fails},
    {"early", answer},
    {"unread", unread},
    {"outside", outside},
    {"shared", shared},
    {"killer", killer},
    {"stops-parent", stops_parent},
    {"environment", environment},
    {"latin", latin},
    {"nul", nul},
    {"deep", deep},
    {"huge", huge},
    {"markup", markup},
    {"echo", echo},
    {"late", late},
};

int main(int argc, char **argv)
{
    const char *slash = strrchr(argv[0], '/');
    const char *kind = slash ? slash + 1 : argv[0];
    const char *port = argc > 1 ? argv[argc - 1] : "0";
    if (strcmp(kind, "rogue") == 0) {
        kind = argc > 1 ? argv[1] : "";
    }
    setrlimit(RLIMIT_CORE, &(struct rlimit){0});
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(kind, kinds[i].name) == 0) {
            kinds[i].act();
            return EXIT_SUCCESS;
        }
    }
    if (strcmp(kind, "sibling") == 0) {
        sibling(argv[0]);
    } else if (strcmp(kind, "permissions") == 0) {
        permissions(argv[0]);
    } else if (strcmp(kind, "server") == 0 || strcmp(kind, "servers") == 0) {
        server(port, kind[6] == 's');
    } else if (strcmp(kind, "full") == 0) {
        full(port);
    } else if (strcmp(kind, "client") == 0) {
        client(port);
    } else if (strcmp(kind, "sender") == 0) {
        sender(port);
    } else {
        fputs("Usage: rogue KIND [PORT]\n", stderr);
        return 2;
    }
    return EXIT_SUCCESS;
}
