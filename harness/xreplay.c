/* xreplay: makes a page that shows a logged game or tournament. */
#include "harness.h"
#include "replay/replay.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static const char help[] =
    "Reads the log of a game or tournament from the file LOG or from stdin, and prints a page that shows it in a browser, "
    "move by move. --log of xref, xmanager, xgames, xbad and xbad2 writes such logs (docs/log.md). "
    "The page needs no other file and no network. --replay of those programs makes the same page directly:\n"
    "\n"
    "    $ ./xref --seed 7 --log game.log < examples/xref.json; ./xreplay game.log > game.html\n"
    "    [[[\"Ben\"],[\"Ann\"]],[\"Cleo\"]]\n"
    "    $ ./xref --seed 7 --replay game.html < examples/xref.json\n"
    "    [[[\"Ben\"],[\"Ann\"]],[\"Cleo\"]]\n"
    "\n"
    "A log may end early, but each line must be possible after those before it.\n"
    "\n"
    "    $ ./xreplay <<'END' | grep '^<title>'\n"
    "    {\"event\":\"map\",\"map\":{\"width\":800,\"height\":800,\n"
    "                           \"cities\":[[\"Boston\",[700,100]],[\"Chicago\",[400,150]]],\n"
    "                           \"connections\":{\"Boston\":{\"Chicago\":{\"red\":3}}}}}\n"
    "    {\"event\":\"game\",\"game\":1,\"players\":[\"Ann\",\"Ben\"]}\n"
    "    {\"event\":\"setup\",\"game\":1,\"player\":\"Ann\",\"rails\":45,\"cards\":[\"red\",\"red\",\"blue\",\"red\"]}\n"
    "    END\n"
    "    <title>Trains: Ann and Ben</title>\n";

/* Takes a line of the log. If the first one is no event, the input is something else altogether. */
static bool take(struct harness *h, struct json_stream *log, const struct json_value *value, bool first,
                 struct replay *replay)
{
    struct json_at line = json_at_root(value);
    if (first && !json_object_object_get_ex(value->object, "event", NULL)) {
        return json_stream_complain(log, value->start, &h->error,
                                    "expected a log, which has an object with \"event\" on each line; "
                                    "xreplay --help shows an example");
    }
    return replay_take(replay, &line, &h->error);
}

static bool take_all(struct harness *h, struct json_stream *log, int fd, struct replay *replay)
{
    for (bool any = false;; any = true) {
        struct json_value value;
        enum json_stream_result result;
        while ((result = json_stream_next(log, 0, &value, &h->error)) == JSON_STREAM_MORE) {
            if (!json_stream_read(log, fd, &h->error)) {
                return false;
            }
        }
        if (result == JSON_STREAM_END) {
            return any ? true : json_stream_complain(log, 0, &h->error, "the log is empty: no game was played");
        }
        if (result == JSON_STREAM_ERROR) {
            return false;
        }
        bool taken = take(h, log, &value, !any, replay);
        json_object_put(value.object);
        json_stream_recount(log);
        if (!taken) {
            return false;
        }
    }
}

static bool make_page(struct harness *h, struct json_stream *log, int fd)
{
    struct replay *replay = replay_new();
    struct text page = {0};
    bool done =
        replay ? take_all(h, log, fd, replay) && replay_page(replay, &page, &h->error) : error_memory(&h->error);
    done = done && harness_write(h, &page);
    text_free(&page);
    replay_free(replay);
    return done;
}

static bool run(struct harness *h, const char *path)
{
    struct json_stream log = {.name = path ? path : "<stdin>"};
    int fd = path ? open(path, O_RDONLY | O_CLOEXEC) : STDIN_FILENO;
    if (fd < 0) {
        return error_set(&h->error, ERROR_IO, "cannot read %s: %s", harness_show(path).text, strerror(errno));
    }
    harness_await(h, fd);
    bool done = make_page(h, &log, fd);
    json_stream_free(&log);
    if (path) {
        close(fd);
    }
    return done;
}

int main(int argc, char **argv)
{
    struct harness h = {.name = "xreplay",
                        .usage = "xreplay [LOG] > PAGE",
                        .summary = "Make a page that shows a logged game or tournament.",
                        .help = help,
                        .most = 1};
    if (harness_options(&h, argc, argv, NULL)) {
        run(&h, h.arguments ? h.argument[0] : NULL);
    }
    return harness_exit(&h);
}
