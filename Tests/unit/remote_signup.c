#include "remote/signup.h"

#include "peer.h"
#include "remote/net.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { CALLERS_MAX = 140 };

/* A sign-up and its callers. Connections are made before it begins, or while a player joins, so nothing depends on
 * which thread is faster. */
struct desk {
    struct signup signup;
    uint16_t port;
    int caller[CALLERS_MAX];
    int callers;
    struct arena arena;
    struct signup_guest *guests;
    int count;
    bool stopped;
    struct error error;
};

static bool open_desk(struct desk *d)
{
    *d = (struct desk){.signup = {.stop = -1,
                                  .wait = LONG,
                                  .least = {1, 1},
                                  .most = 2,
                                  .name_allowed = LONG,
                                  .allowed = LONG,
                                  .name_max = 5,
                                  .rename = true}};
    signal(SIGPIPE, SIG_IGN); /* as the programs do */
    d->signup.listener = net_listen((struct net_address){.port = 0}, CALLERS_MAX, &d->port, &d->error);
    return d->signup.listener >= 0;
}

/* Connects and sends a text, which may be empty. */
static bool call(struct desk *d, const char *text)
{
    bool nobody;
    int fd = net_connect((struct net_address){.port = d->port}, CLOCK_NEVER, &nobody, &d->error);
    d->caller[d->callers++] = fd;
    return fd >= 0 && send(fd, text, strlen(text), MSG_NOSIGNAL) == (ssize_t)strlen(text);
}

static bool run(struct desk *d)
{
    return signup_run(&d->signup, &d->arena, &d->guests, &d->count, &d->stopped, &d->error);
}

/* What a caller received until the connection was closed. */
static const char *told(struct desk *d, int caller, char text[300])
{
    size_t length = 0;
    ssize_t got;
    while (length < 299 && (got = recv(d->caller[caller], text + length, 299 - length, 0)) > 0) {
        length += (size_t)got;
    }
    text[length] = '\0';
    return text;
}

static void close_desk(struct desk *d)
{
    for (int i = 0; i < d->count; i++) {
        wire_close(&d->guests[i].wire);
    }
    for (int i = 0; i < d->callers; i++) {
        close(d->caller[i]);
    }
    close(d->signup.listener);
    arena_free(&d->arena);
}

/* The backlog of a server that accepts nobody is full, so a new connection gets no response. */
TEST a_server_that_does_not_answer_is_not_waited_for_any_longer(void)
{
    struct desk d;
    bool nobody = false;
    ASSERT(open_desk(&d) && listen(d.signup.listener, 0) == 0 && call(&d, ""));
    ASSERT_EQ(-1, net_connect((struct net_address){.port = d.port}, clock_in(SHORT), &nobody, &d.error));
    ASSERT(nobody);
    ASSERT(strstr(d.error.text, "Connection timed out"));
    close_desk(&d);
    PASS();
}

TEST who_calls_first_is_older_and_names_are_told_apart(void)
{
    struct desk d;
    static const char *const names[] = {"Ann", "Ben", "Anna", "Anna", "Annab", "Annaa"};
    ASSERT(open_desk(&d));
    d.signup.most = 6;
    ASSERT(call(&d, "\"Ann\"") && call(&d, " \"Ben\"\n") && call(&d, "\"Anna\"") && call(&d, "\"Ann\"") &&
           call(&d, "\"Annab\"") && call(&d, "\"A\\u006ena\""));
    ASSERT(run(&d));
    ASSERT_EQ(6, d.count);
    ASSERT_STR_EQ(names[0], d.guests[0].name);
    ASSERT_STR_EQ(names[1], d.guests[1].name);
    ASSERT_STR_EQ(names[2], d.guests[2].name);
    ASSERT_STR_EQ("Annb", d.guests[3].name); /* Anna is taken */
    ASSERT_STR_EQ(names[4], d.guests[4].name);
    ASSERT_STR_EQ(names[5], d.guests[5].name);
    ASSERT_EQ(LONG, d.guests[0].wire.allowed);
    close_desk(&d);
    PASS();
}

TEST names_may_be_shared_where_the_game_says_so(void)
{
    struct desk d;
    ASSERT(open_desk(&d));
    d.signup.rename = false;
    ASSERT(call(&d, "\"Ann\"") && call(&d, "\"Ann\""));
    ASSERT(run(&d));
    ASSERT_EQ(2, d.count);
    ASSERT_STR_EQ("Ann", d.guests[0].name);
    ASSERT_STR_EQ("Ann", d.guests[1].name);
    close_desk(&d);
    PASS();
}

static const struct refusal {
    const char *text, *told;
} refusals[] = {
    {"\"\"", "name:1:1: \\\"\\\" is not a valid player name; expected 1 to 5 letters or digits"},
    {"\"Annabe\"", "name:1:1: \\\"Annabe\\\" is not a valid player name; expected 1 to 5 letters or digits"},
    {"\"A b\"", "name:1:1: \\\"A b\\\" is not a valid player name; expected 1 to 5 letters or digits"},
    {"\"A\\u0000\"", "name:1:1: \\\"A\\\\u0000\\\" is not a valid player name; expected 1 to 5 letters or digits"},
    {"\"\xC3\x84\"", "name:1:1: \\\"\xC3\x84\\\" is not a valid player name; expected 1 to 5 letters or digits"},
    {"7 ", "name:1:1: expected a string, found 7"},
    {"7", "name:1:1: expected a string, found \\\"7\\\""}, /* whatever follows */
    {"\n[", "name:2:1: expected a string, found \\\"[\\\""},
    {"\xEF\xBB\xBF{", "name:1:1: expected a string, found \\\"{\\\""},
    {"[\"Ann\"]", "name:1:1: expected a string, found an array of 1"},
    {"Ann", "name:1:1: expected a value, found \\\"A\\\""},
    {"\x16\x03\x01", "name:1:1: expected a value, found \\\"\\\\u0016\\\""},
};

TEST refuses(const struct refusal *refusal)
{
    struct desk d;
    char text[300], expected[300];
    ASSERT(open_desk(&d));
    d.signup.most = 1;
    ASSERT(call(&d, refusal->text) && call(&d, "\"Ben\""));
    ASSERT(run(&d));
    ASSERT_EQ(1, d.count);
    ASSERT_STR_EQ("Ben", d.guests[0].name);
    snprintf(expected, sizeof expected, "\"refused: %s\"\n", refusal->told);
    ASSERT_STR_EQ(expected, told(&d, 0, text));
    close_desk(&d);
    PASS();
}

TEST a_name_has_no_more_than_1_KiB(size_t blanks)
{
    struct desk d;
    char text[300], name[1100];
    ASSERT(open_desk(&d));
    d.signup.most = 1;
    snprintf(name, sizeof name, "%*s\"Ann\"", (int)blanks, "");
    ASSERT(call(&d, name) && call(&d, "\"Ben\""));
    ASSERT(run(&d));
    ASSERT_EQ(1, d.count);
    ASSERT_STR_EQ(blanks + 5 > 1024 ? "Ben" : "Ann", d.guests[0].name);
    ASSERT_EQ((size_t)WIRE_MESSAGE_MAX, d.guests[0].wire.limit);
    if (blanks + 5 > 1024) {
        ASSERT_STR_EQ("\"refused: name: longer than 1 KiB\"\n", told(&d, 0, text));
    }
    close_desk(&d);
    PASS();
}

/* Sends white space, which is read piece by piece, and then a name. */
static void *drip_blanks(void *argument)
{
    struct desk *d = argument;
    for (int i = 0; i < 1100 && send(d->caller[0], " ", 1, MSG_NOSIGNAL) == 1; i++) {
        clock_sleep(clock_in(CLOCK_SECOND / 100000));
    }
    send(d->caller[0], "\"Ann\"", 5, MSG_NOSIGNAL);
    call(d, "\"Ben\"");
    return NULL;
}

TEST white_space_before_a_name_counts_however_it_comes(void)
{
    struct desk d;
    pthread_t thread;
    ASSERT(open_desk(&d));
    d.signup.most = 1;
    ASSERT(call(&d, ""));
    ASSERT_EQ(0, pthread_create(&thread, NULL, drip_blanks, &d));
    ASSERT(run(&d));
    pthread_join(thread, NULL);
    ASSERT_EQ(1, d.count);
    ASSERT_STR_EQ("Ben", d.guests[0].name);
    close_desk(&d);
    PASS();
}

/* How long this thread has been busy, which does not depend on what else the machine does. */
static int64_t processor_time(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return time.tv_sec * CLOCK_SECOND + time.tv_nsec;
}

/* Sixty values of a megabyte that take long to read and are not names. */
TEST nonsense_delays_nobody(void)
{
    struct desk d;
    static char text[1000000];
    for (size_t i = 0; i < sizeof text - 3; i += 3) {
        memcpy(text + i, i > 0 ? "{},{}" : "[{}", 3);
    }
    ASSERT(open_desk(&d));
    d.signup.most = 1;
    for (int i = 0; i < 60; i++) {
        ASSERT(call(&d, ""));
        ASSERT(send(d.caller[i], text, sizeof text, MSG_NOSIGNAL | MSG_DONTWAIT) > 10000);
    }
    ASSERT(call(&d, "\"Ben\""));
    int64_t start = processor_time();
    ASSERT(run(&d));
    ASSERT(processor_time() - start < CLOCK_SECOND); /* to read them all would take 20 s */
    ASSERT_EQ(1, d.count);
    ASSERT_STR_EQ("Ben", d.guests[0].name);
    close_desk(&d);
    PASS();
}

/* Silent connections do not delay later ones; sign-up ends when there are enough players. */
TEST silence_delays_nobody(void)
{
    struct desk d;
    char text[300];
    ASSERT(open_desk(&d));
    ASSERT(call(&d, "") && call(&d, "\"An") && call(&d, "\"Ben\"") && call(&d, "\"Cleo\"") && call(&d, "\"Dora\""));
    ASSERT(run(&d));
    ASSERT_EQ(2, d.count);
    ASSERT_STR_EQ("Ben", d.guests[0].name);
    ASSERT_STR_EQ("Cleo", d.guests[1].name);
    ASSERT_STR_EQ("\"refused: sign-up is over\"\n", told(&d, 0, text));
    ASSERT_STR_EQ("\"refused: sign-up is over\"\n", told(&d, 1, text));
    close_desk(&d);
    PASS();
}

/* Connects after the first two have been rejected. */
static void *come_late(void *argument)
{
    struct desk *d = argument;
    static const char late[] = "\"refused: no name came in time\"\n";
    char text[300];
    bool both = strcmp(told(d, 0, text), late) == 0 && strcmp(told(d, 1, text), late) == 0;
    call(d, both ? "\"Dora\"" : "\"Wrong\"");
    return NULL;
}

TEST a_name_must_come_in_time(void)
{
    struct desk d;
    pthread_t thread;
    ASSERT(open_desk(&d));
    d.signup.name_allowed = SHORT;
    ASSERT(call(&d, "") && call(&d, "\"An") && call(&d, "\"Cleo\""));
    ASSERT_EQ(0, pthread_create(&thread, NULL, come_late, &d));
    ASSERT(run(&d));
    pthread_join(thread, NULL);
    ASSERT_EQ(2, d.count);
    ASSERT_STR_EQ("Cleo", d.guests[0].name);
    ASSERT_STR_EQ("Dora", d.guests[1].name);
    close_desk(&d);
    PASS();
}

TEST who_is_gone_is_not_waited_for(void)
{
    struct desk d;
    ASSERT(open_desk(&d));
    d.signup.most = 1;
    ASSERT(call(&d, "") && call(&d, "\"An") && call(&d, "\"Cleo\""));
    shutdown(d.caller[0], SHUT_WR);
    shutdown(d.caller[1], SHUT_WR);
    ASSERT(run(&d));
    ASSERT_EQ(1, d.count);
    ASSERT_STR_EQ("Cleo", d.guests[0].name);
    close_desk(&d);
    PASS();
}

/* -- events while a player joins -- */

/* The first caller, which has sent half a name, sends the rest. */
static void finish_name(void *context, const char *name, int count)
{
    struct desk *d = context;
    if (strcmp(name, "Ben") == 0 && count == 1) {
        send(d->caller[0], "n\"", 2, MSG_NOSIGNAL);
    }
}

TEST who_connects_first_is_older_whenever_the_name_comes(void)
{
    struct desk d;
    ASSERT(open_desk(&d));
    d.signup.joined = finish_name;
    d.signup.context = &d;
    ASSERT(call(&d, "\"An") && call(&d, "\"Ben\""));
    ASSERT(run(&d));
    ASSERT_EQ(2, d.count);
    ASSERT_STR_EQ("Ann", d.guests[0].name);
    ASSERT_STR_EQ("Ben", d.guests[1].name);
    close_desk(&d);
    PASS();
}

/* The oldest caller sends its name last, but keeps it. */
static void finish_same_name(void *context, const char *name, int count)
{
    struct desk *d = context;
    if (strcmp(name, "Ann") == 0 && count == 1) {
        send(d->caller[0], "n\"", 2, MSG_NOSIGNAL);
    }
}

TEST the_older_keeps_its_name(void)
{
    struct desk d;
    ASSERT(open_desk(&d));
    d.signup.joined = finish_same_name;
    d.signup.context = &d;
    ASSERT(call(&d, "\"An") && call(&d, "\"Ann\""));
    ASSERT(run(&d));
    ASSERT_EQ(2, d.count);
    ASSERT_STR_EQ("Ann", d.guests[0].name);
    ASSERT_EQ(0, d.guests[0].connection);
    ASSERT_STR_EQ("Anna", d.guests[1].name);
    close_desk(&d);
    PASS();
}

/* So many connect that the oldest waiting one would be dropped, had it not just sent its name. */
static void crowd(void *context, const char *name, int count)
{
    struct desk *d = context;
    finish_name(context, name, count);
    while (count == 1 && d->callers < CALLERS_MAX && call(d, "")) {
    }
}

TEST who_has_said_a_name_is_not_pushed_out(void)
{
    struct desk d;
    ASSERT(open_desk(&d));
    d.signup.joined = crowd;
    d.signup.context = &d;
    ASSERT(call(&d, "\"An") && call(&d, "\"Ben\""));
    ASSERT(run(&d));
    ASSERT_EQ(CALLERS_MAX, d.callers);
    ASSERT_EQ(2, d.count);
    ASSERT_STR_EQ("Ann", d.guests[0].name);
    close_desk(&d);
    PASS();
}

TEST of_too_many_who_wait_the_oldest_has_to_go(void)
{
    struct desk d;
    char text[300];
    ASSERT(open_desk(&d));
    d.signup.most = 1;
    while (d.callers < CALLERS_MAX - 1) {
        ASSERT(call(&d, ""));
    }
    ASSERT(call(&d, "\"Zoe\""));
    ASSERT(run(&d));
    ASSERT_EQ(1, d.count);
    ASSERT_STR_EQ("\"refused: too many have connected and not said a name\"\n", told(&d, 0, text));
    ASSERT_STR_EQ("\"refused: sign-up is over\"\n", told(&d, CALLERS_MAX - 2, text));
    close_desk(&d);
    PASS();
}

/* -- when the system runs out of something -- */

/* Until the limit is restored, no more files can be opened. */
static struct rlimit close_the_gates(void)
{
    struct rlimit before, now;
    int next = dup(STDERR_FILENO);
    close(next);
    getrlimit(RLIMIT_NOFILE, &before);
    now = before;
    now.rlim_cur = (rlim_t)next;
    setrlimit(RLIMIT_NOFILE, &now);
    return before;
}

TEST who_cannot_be_accepted_is_an_error_and_costs_no_time(void)
{
    struct desk d;
    ASSERT(open_desk(&d));
    d.signup.wait = 4 * SHORT;
    ASSERT(call(&d, "\"Ann\""));
    struct rlimit before = close_the_gates();
    clock_t start = clock();
    bool done = run(&d);
    clock_t used = clock() - start;
    setrlimit(RLIMIT_NOFILE, &before);
    ASSERT_FALSE(done);
    ASSERT_FALSE(d.stopped);
    ASSERT_EQ(ERROR_IO, d.error.kind);
    ASSERT_STR_EQ("cannot accept connections: Too many open files", d.error.text);
    ASSERT(used < CLOCKS_PER_SEC / 20); /* of 0.4 s */
    close_desk(&d);
    PASS();
}

static struct rlimit gates;

static void *open_the_gates(void *argument)
{
    (void)argument;
    clock_sleep(clock_in(SHORT));
    setrlimit(RLIMIT_NOFILE, &gates);
    return NULL;
}

TEST a_shortage_that_passes_does_no_harm(void)
{
    struct desk d;
    pthread_t thread;
    ASSERT(open_desk(&d));
    d.signup.most = 1;
    ASSERT(call(&d, "\"Ann\""));
    gates = close_the_gates();
    ASSERT_EQ(0, pthread_create(&thread, NULL, open_the_gates, NULL));
    ASSERT(run(&d));
    pthread_join(thread, NULL);
    ASSERT_EQ(1, d.count);
    close_desk(&d);
    PASS();
}

/* -- periods -- */

TEST periods(const int *least)
{
    struct desk d;
    char text[300];
    ASSERT(open_desk(&d));
    d.signup.wait = SHORT;
    d.signup.least[0] = least[0];
    d.signup.least[1] = least[1];
    ASSERT(call(&d, "\"Ann\""));
    int64_t start = clock_now();
    ASSERT(run(&d));
    ASSERT(clock_now() - start >= (least[0] > 1 ? 2 : 1) * SHORT);
    ASSERT_EQ(least[1] > 1 ? 0 : 1, d.count);
    if (d.count == 0) {
        ASSERT_STR_EQ("\"refused: too few players have signed up\"\n", told(&d, 0, text));
    }
    close_desk(&d);
    PASS();
}

TEST it_can_be_stopped(void)
{
    struct desk d;
    int stop[2];
    char text[300];
    ASSERT(open_desk(&d));
    ASSERT_EQ(0, pipe(stop));
    ASSERT_EQ(1, write(stop[1], "!", 1));
    d.signup.stop = stop[0];
    ASSERT(call(&d, "\"Ann\"") && call(&d, ""));
    ASSERT_FALSE(run(&d));
    ASSERT(d.stopped);
    ASSERT_EQ(0, d.count);
    told(&d, 0, text);
    told(&d, 1, text);
    close(stop[0]);
    close(stop[1]);
    close_desk(&d);
    PASS();
}

SUITE(remote_signup)
{
    static const int least[][SIGNUP_PERIODS] = {{1, 1}, {2, 1}, {2, 2}};
    RUN_TEST(a_server_that_does_not_answer_is_not_waited_for_any_longer);
    RUN_TEST(who_calls_first_is_older_and_names_are_told_apart);
    RUN_TEST(names_may_be_shared_where_the_game_says_so);
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        greatest_set_test_suffix(refusals[i].text);
        RUN_TEST1(refuses, &refusals[i]);
    }
    RUN_TEST1(a_name_has_no_more_than_1_KiB, 1019);
    RUN_TEST1(a_name_has_no_more_than_1_KiB, 1020);
    RUN_TEST(white_space_before_a_name_counts_however_it_comes);
    RUN_TEST(nonsense_delays_nobody);
    RUN_TEST(silence_delays_nobody);
    RUN_TEST(a_name_must_come_in_time);
    RUN_TEST(who_is_gone_is_not_waited_for);
    RUN_TEST(who_connects_first_is_older_whenever_the_name_comes);
    RUN_TEST(the_older_keeps_its_name);
    RUN_TEST(who_has_said_a_name_is_not_pushed_out);
    RUN_TEST(of_too_many_who_wait_the_oldest_has_to_go);
    RUN_TEST(who_cannot_be_accepted_is_an_error_and_costs_no_time);
    RUN_TEST(a_shortage_that_passes_does_no_harm);
    for (size_t i = 0; i < sizeof least / sizeof *least; i++) {
        RUN_TEST1(periods, least[i]);
    }
    RUN_TEST(it_can_be_stopped);
}
