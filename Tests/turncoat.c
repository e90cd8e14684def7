/* KIND-N: a bot for either game (docs/bots.md) that plays along until its N-th call (0: not at all), then misbehaves as
 * its kind says; it is run through a copy of that name. Anything that could harm the machine is bounded. */
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum {
    LIFE_SECONDS = 60, /* of processes left behind, if nothing ends them */
    FORKS_MAX = 100,   /* enough for any limit, harmless to any machine */
    CHATTER = 20000,   /* lines */
};

/* -- behaving: never buys and never moves -- */

/* Returns the first three of the five destinations: everything up to the third "]". */
static void answer_pick(const char *line)
{
    const char *from = strstr(line, "[[") + 1, *to = from;
    for (int i = 0; i < 3; i++) {
        to = strchr(to, ']') + 1;
    }
    printf("%.*s]\n", (int)(to - from), from);
}

static void answer(const char *line)
{
    static const char map[] = "{\"width\":800,\"height\":800,\"cities\":[[\"A\",[1,1]],[\"B\",[2,2]]],\"connections\":{"
                              "\"A\":{\"B\":{\"red\":3}}}}";
    if (strncmp(line, "[\"pick\"", 7) == 0) {
        answer_pick(line);
    } else {
        puts(strncmp(line, "[\"start\"", 8) == 0        ? map
             : strncmp(line, "[\"play\"", 7) == 0       ? "\"more cards\""
             : strncmp(line, "[\"take-turn\"", 12) == 0 ? "\"PASS\""
                                                        : "\"void\"");
    }
    fflush(stdout);
}

/* -- misbehaving; if the function returns, the bot plays on -- */

static void crash(void)
{
    raise(SIGSEGV);
}

static void quit(void)
{
    exit(0);
}

static void hang(void)
{
    sleep(LIFE_SECONDS);
}

static void half(void)
{
    (void)!write(STDOUT_FILENO, "\"vo", 3);
    sleep(LIFE_SECONDS);
}

/* Answers a turn of Trains once too often, or forever. */
static void twice(void)
{
    (void)!write(STDOUT_FILENO, "\"more cards\" \"more cards\"", 25);
}

/* Writes as much at once as arrives in one piece, again and again. */
static void repeat(const char *text)
{
    char block[4096];
    size_t length = strlen(text), used = 0;
    for (; used + length <= sizeof block; used += length) {
        memcpy(block + used, text, length);
    }
    while (write(STDOUT_FILENO, block, used) > 0) {
    }
}

static void flood(void)
{
    repeat("\"more cards\" ");
}

static void endless(void)
{
    repeat("1");
}

/* Closes stdout and lives on. */
static void mute(void)
{
    close(STDOUT_FILENO);
    sleep(LIFE_SECONDS);
}

static void junk(void)
{
    (void)!write(STDOUT_FILENO, "hello\n", 6);
}

static void chatter(void)
{
    for (int i = 0; i < CHATTER; i++) {
        fprintf(stderr, "line %d of what nobody wants to know in such detail\n", i);
    }
}

/* Floods stderr. */
static void errors(void)
{
    while (write(STDERR_FILENO, "more\n", 5) > 0) {
    }
}

/* Children: in its group, in a session of their own, and without a parent. */
static void family(void)
{
    for (int i = 0; i < 3; i++) {
        if (fork() == 0) {
            if (i > 0) {
                setsid();
            }
            if (i == 2 && fork() > 0) {
                _exit(0);
            }
            sleep(LIFE_SECONDS);
            _exit(0);
        }
    }
}

static void orphans(void)
{
    family();
    exit(0);
}

static void bomb(void)
{
    for (int i = 0; i < FORKS_MAX; i++) {
        if (fork() == 0) {
            sleep(LIFE_SECONDS);
            _exit(0);
        }
    }
    sleep(LIFE_SECONDS);
}

/* Ignores all signals, and the end of its input. */
static void stubborn(void)
{
    for (int i = 1; i < NSIG; i++) {
        signal(i, SIG_IGN);
    }
    char *line = NULL;
    size_t room = 0;
    puts("\"void\"");
    fflush(stdout);
    while (getline(&line, &room, stdin) > 0) {
        answer(line);
    }
    sleep(LIFE_SECONDS);
}

static bool can_write(const char *path)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (fd >= 0) {
        close(fd);
    }
    return fd >= 0;
}

/* Says on stderr where it can write, and what it was given. */
static void litter(void)
{
    bool inherited = false;
    for (int fd = 3; fd < 100; fd++) {
        inherited |= fcntl(fd, F_GETFD) >= 0;
    }
    can_write("../outside");
    can_write("/tmp/signalbox-outside");
    fprintf(stderr, "inside %d, more descriptors %d, secret %s\n", can_write("inside"), inherited,
            getenv("SECRET") ? getenv("SECRET") : "none");
}

static const struct {
    const char *name;
    void (*act)(void);
} kinds[] = {
    {"crash", crash},     {"quit", quit},       {"hang", hang},         {"half", half},
    {"flood", flood},     {"endless", endless}, {"mute", mute},         {"junk", junk},
    {"twice", twice},     {"chatter", chatter}, {"errors", errors},     {"family", family},
    {"orphans", orphans}, {"bomb", bomb},       {"stubborn", stubborn}, {"litter", litter},
};

int main(int argc, char **argv)
{
    const char *slash = argc > 0 ? strrchr(argv[0], '/') : NULL;
    const char *kind = slash ? slash + 1 : "", *dash = strchr(kind, '-');
    long when = dash ? strtol(dash + 1, NULL, 10) : 0;
    char *line = NULL;
    size_t room = 0;
    setrlimit(RLIMIT_CORE, &(struct rlimit){0});
    for (long call = 0; call == 0 || getline(&line, &room, stdin) > 0; call++) {
        for (size_t i = 0; i < sizeof kinds / sizeof *kinds && call == when && dash; i++) {
            if (strncmp(kind, kinds[i].name, (size_t)(dash - kind)) == 0 && !kinds[i].name[dash - kind]) {
                kinds[i].act();
            }
        }
        if (call > 0) {
            answer(line);
        }
    }
    fputs("goodbye\n", stderr);
    free(line);
    return EXIT_SUCCESS;
}
