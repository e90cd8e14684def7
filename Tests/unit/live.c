#include "remote/live.h"

#include "base/clock.h"
#include "remote/net.h"
#include "unit.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

enum { LINE = 1000, MANY = 20 };

#define LONG (20 * CLOCK_SECOND) /* nothing takes that long unless it is broken */

#define MAP "{\"event\":\"map\",\"map\":{}}"
#define GAME "{\"event\":\"game\",\"game\":2}"

struct show {
    struct live live;
    uint16_t port;
    struct error error;
};

/* In these tests, events are the lines themselves. */
static void write_line(struct text *line, const void *event)
{
    text_string(line, event);
}

static bool begin_show(struct show *show, size_t most)
{
    *show = (struct show){.live = {.most = most, .log = write_line}};
    show->live.listener = net_listen((struct net_address){0}, MANY, &show->port, &show->error);
    return show->live.listener >= 0 && live_start(&show->live, &show->error);
}

static bool tell(struct show *show, const char *line)
{
    return live_see(&show->live, line, &show->error);
}

/* Sends this many bytes in lines of LINE bytes. */
static bool tell_much(struct show *show, size_t bytes)
{
    char line[LINE];
    memset(line, 'x', sizeof line);
    line[LINE - 1] = 0;
    for (size_t i = 0; i < bytes / LINE; i++) {
        if (!tell(show, line)) {
            return false;
        }
    }
    return true;
}

static int join(const struct show *show)
{
    struct error error;
    bool nobody;
    return net_connect((struct net_address){.port = show->port}, CLOCK_NEVER, &nobody, &error);
}

/* Reads `size` bytes, or up to the end; returns how many, or -1 if the connection broke. */
static ssize_t listen_to(int fd, char *text, size_t size)
{
    struct pollfd ready = {.fd = fd, .events = POLLIN};
    size_t used = 0;
    ssize_t got = 1;
    while (used < size && got > 0 && clock_poll(&ready, 1, clock_in(LONG)) > 0) {
        got = read(fd, text + used, size - used);
        used += got > 0 ? (size_t)got : 0;
    }
    return got < 0 ? -1 : (ssize_t)used;
}

/* Reads to the end, discarding the bytes. */
static ssize_t listen_to_end(int fd, size_t *size)
{
    char piece[64 * 1024];
    ssize_t got;
    *size = 0;
    while ((got = listen_to(fd, piece, sizeof piece)) > 0) {
        *size += (size_t)got;
    }
    return got;
}

TEST spectators_get_every_line(void)
{
    struct show show;
    int fd[MANY];
    char text[100];
    const char expected[] = "one\ntwo\nthree\n";
    ASSERT(begin_show(&show, MANY));
    for (int i = 0; i < MANY; i++) {
        fd[i] = join(&show);
        ASSERT(fd[i] >= 0);
        tell(&show, i == 3 ? "one" : i == 7 ? "two" : i == 11 ? "three" : "");
    }
    live_stop(&show.live);
    for (int i = 0; i < MANY; i++) {
        size_t used = 0;
        ssize_t got = listen_to(fd[i], text, sizeof text - 1);
        ASSERT(got > 0);
        for (ssize_t k = 0; k < got; k++) { /* without the empty lines */
            text[used] = text[k];
            used += text[k] != '\n' || (used > 0 && text[used - 1] != '\n');
        }
        text[used] = 0;
        ASSERT_STR_EQ(expected, text);
        close(fd[i]);
    }
    PASS();
}

TEST what_spectators_send_is_thrown_away(void)
{
    struct show show;
    char text[100] = "";
    ASSERT(begin_show(&show, 1));
    int fd = join(&show);
    ASSERT_EQ(16, write(fd, "GET / HTTP/1.1\r\n", 16));
    tell(&show, "hello");
    ASSERT_EQ(6, listen_to(fd, text, 6));
    ASSERT_EQ(16, write(fd, "GET / HTTP/1.1\r\n", 16));
    tell(&show, "again");
    live_stop(&show.live);
    ASSERT_EQ(6, listen_to(fd, text + 6, sizeof text - 7));
    ASSERT_STR_EQ("hello\nagain\n", text);
    close(fd);
    PASS();
}

TEST who_has_only_stopped_to_speak_still_listens(void)
{
    struct show show;
    char text[100] = "";
    ASSERT(begin_show(&show, 1));
    int fd = join(&show);
    shutdown(fd, SHUT_WR);
    for (int i = 0; i < 3; i++) {
        tell(&show, "hello");
        ASSERT_EQ(6, listen_to(fd, text, 6));
    }
    live_stop(&show.live);
    ASSERT_EQ(0, listen_to(fd, text, sizeof text));
    close(fd);
    PASS();
}

/* A spectator that reads can get more than the ring holds, if lines do not come faster than they can be sent. */
TEST a_good_reader_gets_more_than_is_kept(void)
{
    struct show show;
    char text[LINE];
    ASSERT(begin_show(&show, 1));
    int fd = join(&show);
    for (size_t bytes = 0; bytes < 2 * (size_t)LIVE_KEPT; bytes += LINE) {
        ASSERT(tell_much(&show, LINE));
        if (bytes > (size_t)100 * LINE) { /* it lags slightly */
            ASSERT_EQ(LINE, listen_to(fd, text, LINE));
            ASSERT_EQ('x', text[0]);
            ASSERT_EQ('\n', text[LINE - 1]);
        }
    }
    size_t rest;
    live_stop(&show.live);
    ASSERT_EQ(0, listen_to_end(fd, &rest));
    ASSERT(rest > 0 && rest % LINE == 0);
    close(fd);
    PASS();
}

/* The thread has seen to both when the second one has everything. */
TEST who_reads_late_gets_everything_though_nothing_new_happens(void)
{
    enum { MUCH = LIVE_KEPT / LINE / 2 * LINE };
    struct show show;
    static char text[MUCH];
    ASSERT(begin_show(&show, 2));
    int late = join(&show), good = join(&show);
    ASSERT(tell_much(&show, MUCH));
    ASSERT_EQ(MUCH, listen_to(good, text, MUCH));
    ASSERT_EQ(MUCH, listen_to(late, text, MUCH));
    live_stop(&show.live);
    close(late);
    close(good);
    PASS();
}

TEST who_never_reads_is_dropped(void)
{
    struct show show;
    char text[6];
    size_t got;
    ASSERT(begin_show(&show, 2));
    int lazy = join(&show), good = join(&show);
    tell(&show, "hello");
    ASSERT_EQ(6, listen_to(good, text, 6));
    close(good);
    for (int i = 0; i < 200; i++) { /* the thread needs time to fill the lazy one's socket buffer */
        ASSERT(tell_much(&show, LIVE_KEPT / 50));
        clock_sleep(clock_in(CLOCK_SECOND / 1000));
    }
    int late = join(&show); /* there is room again */
    ASSERT(tell(&show, GAME));
    live_stop(&show.live);
    ASSERT_EQ(0, listen_to_end(late, &got));
    ASSERT_EQ(strlen(GAME "\n"), got);
    ASSERT_EQ(-1, listen_to_end(lazy, &got));
    close(late);
    close(lazy);
    PASS();
}

TEST who_resets_is_forgotten(void)
{
    struct show show;
    char text[6];
    const struct linger at_once = {.l_onoff = 1};
    ASSERT(begin_show(&show, 1));
    int fd = join(&show);
    tell(&show, "hello");
    ASSERT_EQ(6, listen_to(fd, text, 6));
    setsockopt(fd, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    close(fd);
    fd = join(&show); /* waits for room */
    tell(&show, "again");
    ASSERT_EQ(6, listen_to(fd, text, 6));
    live_stop(&show.live);
    close(fd);
    PASS();
}

/* Whether what a new spectator gets begins as expected. */
static bool begins(const struct show *show, const char *expected)
{
    char text[200] = "";
    int fd = join(show);
    bool same = listen_to(fd, text, strlen(expected)) == (ssize_t)strlen(expected) && strcmp(text, expected) == 0;
    close(fd);
    return same;
}

TEST who_comes_late_gets_the_map_and_the_game(void)
{
    struct show show;
    ASSERT(begin_show(&show, MANY));
    ASSERT(tell(&show, "{\"event\":\"kick\"}") && tell(&show, MAP) && tell(&show, "{\"event\":\"game\",\"game\":1}"));
    ASSERT(begins(&show, "{\"event\":\"kick\"}\n" MAP "\n{\"event\":\"game\",\"game\":1}\n"));
    ASSERT(tell_much(&show, LIVE_AGAIN + LINE));
    ASSERT(tell(&show, GAME) && tell(&show, "{\"event\":\"setup\"}"));
    ASSERT(begins(&show, MAP "\n" GAME "\n{\"event\":\"setup\"}\n"));
    ASSERT(tell_much(&show, LIVE_AGAIN / 2));
    ASSERT(begins(&show, MAP "\n" GAME "\n{\"event\":\"setup\"}\n"));
    ASSERT(tell_much(&show, LIVE_AGAIN / 2 + 2 * LINE));
    ASSERT(begins(&show, MAP "\n"));
    int fd = join(&show);
    char text[100] = "";
    ASSERT_EQ((ssize_t)strlen(MAP "\n"), listen_to(fd, text, strlen(MAP "\n")));
    ASSERT(tell(&show, "{\"event\":\"win\"}"));
    live_stop(&show.live);
    ASSERT_EQ((ssize_t)strlen("{\"event\":\"win\"}\n"), listen_to(fd, text, sizeof text - 1));
    close(fd);
    PASS();
}

TEST a_line_that_is_too_long_drops_everybody_and_nothing_else(void)
{
    struct show show;
    size_t got;
    static char line[LIVE_KEPT + 11];
    char text[6];
    memset(line, 'y', LIVE_KEPT + 10);
    line[LIVE_KEPT + 10] = 0;
    ASSERT(begin_show(&show, 2));
    int fd = join(&show);
    ASSERT(tell(&show, "hello"));
    ASSERT_EQ(6, listen_to(fd, text, 6));
    ASSERT(tell(&show, line));
    ASSERT_EQ(-1, listen_to_end(fd, &got));
    ASSERT(tell(&show, GAME));
    ASSERT(begins(&show, GAME "\n"));
    live_stop(&show.live);
    close(fd);
    PASS();
}

static void fail(struct text *line, const void *event)
{
    (void)event;
    line->failed = true;
}

TEST a_line_that_cannot_be_written_is_an_error(void)
{
    struct show show;
    ASSERT(begin_show(&show, 1));
    show.live.log = fail;
    ASSERT_FALSE(tell(&show, "hello"));
    ASSERT_EQ(ERROR_MEMORY, show.error.kind);
    live_stop(&show.live);
    PASS();
}

TEST what_was_not_started_can_be_stopped(void)
{
    struct error error;
    uint16_t port;
    struct live live = {.listener = net_listen((struct net_address){0}, 1, &port, &error)};
    live_stop(&live);
    ASSERT_EQ(-1, close(live.listener));
    ASSERT_EQ(EBADF, errno);
    PASS();
}

SUITE(live)
{
    RUN_TEST(spectators_get_every_line);
    RUN_TEST(what_spectators_send_is_thrown_away);
    RUN_TEST(who_has_only_stopped_to_speak_still_listens);
    RUN_TEST(a_good_reader_gets_more_than_is_kept);
    RUN_TEST(who_reads_late_gets_everything_though_nothing_new_happens);
    RUN_TEST(who_never_reads_is_dropped);
    RUN_TEST(who_resets_is_forgotten);
    RUN_TEST(who_comes_late_gets_the_map_and_the_game);
    RUN_TEST(a_line_that_is_too_long_drops_everybody_and_nothing_else);
    RUN_TEST(a_line_that_cannot_be_written_is_an_error);
    RUN_TEST(what_was_not_started_can_be_stopped);
}
