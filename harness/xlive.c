/* xlive: shows a game or tournament in browsers while it is played. */
#include "base/clock.h"
#include "harness.h"
#include "live_web.h"
#include "remote/net.h"
#include "server.h"
#include "stop.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>

static const char help[] =
    "Serves a page that shows a game or tournament while it is played, to any number of browsers. "
    "A number is the port that xserver --live sends the log to; anything else is a file with the log, which may still be "
    "written. "
    "The game may be started up to 5 seconds after xlive. "
    "Latecomers see everything from the beginning; so start xlive before the tournament, or within its first 2 MiB. "
    "Ctrl-C ends it and tells the pages.\n"
    "\n"
    "    xserver 20713 --live 20714 </dev/null & xlive 20714 --http 8080\n"
    "    xref --log game.log < input.json & xlive game.log --http 8080\n"
    "\n"
    "Pages: / to watch; /?view=stage for a projector, without controls, which turns to the most exciting game by itself; "
    "/replay.html is what xreplay would make of the log so far, /log that log, and /healthz says ok to monitors.\n";

struct settings {
    struct harness_number http, clients, play;
    const char *host, *server;
    int64_t timeout;
};

static const struct harness_option options[] = {
    {.help = "Options"},
    {"http", .argument = "PORT", HARNESS_INTO(struct settings, http), .high = UINT16_MAX,
     .help = "the port for browsers (default: any that is free; stderr says which)"},
    {"host", .argument = "ADDRESS", HARNESS_INTO(struct settings, host),
     .help = "listen on this address (default: localhost, this machine only; 0.0.0.0: everywhere)"},
    {"server", .argument = "HOST", HARNESS_INTO(struct settings, server),
     .help = "where xserver runs (default: localhost)"},
    {"clients", .argument = "N", HARNESS_INTO(struct settings, clients), .low = 4, .high = 100000,
     .help = "connections at a time (default: 1000); three quarters of them may come from one address"},
    {.help = "Playing"},
    {"play", .argument = "PORT", HARNESS_INTO(struct settings, play), .low = 1, .high = UINT16_MAX,
     .help = "let people join the game on xserver's PORT, from the page /play"},
    {"timeout", .argument = "SECONDS", HARNESS_INTO(struct settings, timeout),
     .help = "how long xserver lets a player think, for the clock on that page (default: 2, in Maze 4)"},
    {.name = ""},
};

enum { OTHER_FILES = 16, KIND_TO_THE_GAME = 10 };
static const int64_t patience = 5 * CLOCK_SECOND;    /* for a game that is being started at the same time */
static const int64_t look_again = CLOCK_SECOND / 20; /* at a file that grows */

static bool is_port(const char *argument)
{
    return argument[strspn(argument, "0123456789")] == 0;
}

/* Opens the log: a connection, or a file. Neither the server nor the file need be there yet. */
static bool open_source(struct harness *h, const struct settings *settings, struct live_feed *feed)
{
    const char *argument = h->argument[0];
    bool is_file = !is_port(argument), later = true;
    struct net_address server = {.host = settings->server};
    int64_t until = clock_in(patience);
    *feed = (struct live_feed){.source = is_file ? argument : "log", .is_file = is_file, .fd = -1};
    if (!is_file && !server_port(h, argument, 1, &server.port)) {
        return false;
    }
    while (later) {
        if (is_file) {
            feed->fd = open(argument, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a pipe must not block */
            later = feed->fd < 0 && errno == ENOENT && clock_now() < until;
        } else {
            feed->fd = net_connect(server, until, &later, &h->error);
            later = feed->fd < 0 && later && clock_now() < until;
        }
        if (later) {
            clock_sleep(clock_in(look_again));
        }
    }
    if (feed->fd >= 0) {
        h->error.kind = ERROR_NONE; /* of earlier tries */
    } else if (is_file) {
        error_set(&h->error, ERROR_IO, "cannot read %s: %s", harness_show(argument).text, strerror(errno));
    }
    return feed->fd >= 0;
}

/* Serves until a signal comes, or the log is broken. */
static bool serve(struct harness *h, struct live_feed *feed, struct live_web *web, int stop)
{
    int64_t looked = 0;
    while (!stop_asked(stop)) {
        bool reads = !feed->is_file && !feed->over;
        struct pollfd fds[3 + LIVE_PLAY_MOST] = {{.fd = stop, .events = POLLIN},
                                                 {.fd = live_web_fd(web), .events = POLLIN},
                                                 {.fd = reads ? feed->fd : -1, .events = POLLIN}};
        nfds_t people = web->play ? live_play_fds(web->play, fds + 3) : 0;
        if (clock_poll(fds, 3 + people, live_web_until(web)) < 0) {
            return error_set(&h->error, ERROR_IO, "cannot wait: %s", strerror(errno));
        }
        int64_t now = clock_now();
        if (fds[2].revents || (feed->is_file && now - looked >= look_again)) {
            looked = now;
            if (!live_feed_read(feed, &h->error)) {
                return false;
            }
        }
        if (people > 0) {
            live_play_read(web->play);
        }
        live_web_run(web);
    }
    return true;
}

static bool open_web(struct harness *h, const struct settings *settings, struct live_web *web)
{
    uint16_t port = (uint16_t)settings->http.value;
    size_t files = (size_t)settings->clients.value + LIVE_PLAY_MOST + OTHER_FILES;
    if (!net_allow_files(files, &h->error)) {
        return false;
    }
    web->most = (unsigned int)settings->clients.value;
    web->listener = net_listen((struct net_address){settings->host, port}, SOMAXCONN, &port, &h->error);
    if (web->listener < 0 || !live_web_open(web, &h->error)) {
        return false;
    }
    harness_say(h, "watch at http://%s:%u/", settings->host ? settings->host : "localhost", port);
    return true;
}

static void run(struct harness *h, const struct settings *settings)
{
    struct live_feed feed;
    struct live_play play = {.server = {settings->server, (uint16_t)settings->play.value}};
    struct replay_player player = {.seconds = (double)settings->timeout / CLOCK_SECOND};
    struct live_web web = {.host = settings->host, .answers = {.feed = &feed}};
    if (settings->play.given) {
        web.play = &play;
        web.answers.player = &player;
    }
    if (!open_source(h, settings, &feed)) {
        return;
    }
    setpriority(PRIO_PROCESS, 0, KIND_TO_THE_GAME);
    int stop = stop_open();
    bool done = live_feed_open(&feed, &h->error) && live_feed_read(&feed, &h->error) && open_web(h, settings, &web) &&
                serve(h, &feed, &web, stop);
    live_feed_end(&feed, done ? "xlive has been stopped." : "The log cannot be read.");
    live_web_close(&web);
    live_play_close(&play);
    live_feed_close(&feed);
    stop_close(stop);
}

int main(int argc, char **argv)
{
    struct settings settings = {.clients = {.value = LIVE_WEB_CLIENTS}};
    const struct harness_table tables[] = {{options, &settings}, {0}};
    struct harness h = {.name = "xlive",
                        .usage = "xlive PORT|LOG [OPTION...]",
                        .summary = "Show a game or tournament in browsers while it is played.",
                        .help = help,
                        .least = 1,
                        .most = 1};
    if (harness_options(&h, argc, argv, tables)) {
        run(&h, &settings);
    }
    return harness_exit(&h);
}
