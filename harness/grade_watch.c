/* xgrade --watch: waits until a program or a case changes. */
#include "base/clock.h"
#include "xgrade.h"

#include <errno.h>
#include <fnmatch.h>
#include <fts.h>
#include <libgen.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

#define QUIET_TIME (CLOCK_SECOND / 5) /* builds and editors change several files in a row */

static const uint32_t events = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE;

/* Watches the folder instead of the file, because editors and compilers replace files. */
static void watch_folder_of(int fd, const char *path)
{
    char copy[PATH_MAX];
    if ((size_t)snprintf(copy, sizeof copy, "%s", path) < sizeof copy) {
        inotify_add_watch(fd, dirname(copy), events);
    }
}

/* Results and reports may be in the same folders as the cases; only files with these names can change the outcome. */
static bool matters(const char *name, const struct tasks *tasks)
{
    const char *const cases[] = {"*-in.json", "*-out.json", "*-err.txt", "*-log.jsonl", "*-meta.json", "*suite.json"};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (fnmatch(cases[i], name, 0) == 0) {
            return true;
        }
    }
    for (size_t i = 0; i < tasks->count; i++) {
        const char *program = tasks->list[i].program, *slash = strrchr(program, '/');
        if (strcmp(slash ? slash + 1 : program, name) == 0) {
            return true;
        }
    }
    return false;
}

/* Watches all folders of a submission that is built: anything in it may change the outcome. */
static void watch_tree(int fd, const char *dir)
{
    char top[PATH_MAX], *const roots[] = {top, NULL};
    snprintf(top, sizeof top, "%s", dir);
    FTS *tree = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR | FTS_NOSTAT, NULL);
    for (FTSENT *entry; tree && (entry = fts_read(tree));) {
        if (entry->fts_info == FTS_D && strcmp(entry->fts_name, ".git") == 0) {
            fts_set(tree, entry, FTS_SKIP);
        } else if (entry->fts_info == FTS_D) {
            inotify_add_watch(fd, entry->fts_path, events);
        }
    }
    if (tree) {
        fts_close(tree);
    }
}

/* Reads the pending events. True if any of them matters; without tasks, all do. */
static bool read_events(int fd, const struct tasks *tasks)
{
    _Alignas(struct inotify_event) char buffer[16384];
    bool any = false;
    ssize_t length = read(fd, buffer, sizeof buffer);
    for (ssize_t at = 0; at < length;) {
        const struct inotify_event *event = (const struct inotify_event *)(const void *)(buffer + at);
        any = any || !tasks || (event->mask & IN_ISDIR) || (event->len && matters(event->name, tasks));
        at += (ssize_t)(sizeof *event + event->len);
    }
    return any;
}

/* Watches cases and programs, and, through another descriptor, submissions that are built. */
static void watch_tasks(int fd, int tree_fd, const struct tasks *tasks)
{
    const struct build *last_build = NULL;
    for (size_t i = 0; i < tasks->count; i++) {
        const struct session_task *task = &tasks->list[i];
        watch_folder_of(fd, task->test->in);
        watch_folder_of(fd, task->program);
        if (task->build && task->build != last_build) {
            last_build = task->build;
            watch_tree(tree_fd, last_build->dir);
        }
    }
}

bool grade_wait_for_change(struct harness *h, const struct tasks *tasks, char *const *folders, int folder_count,
                           int stop)
{
    struct pollfd ready[] = {{.fd = inotify_init1(IN_CLOEXEC | IN_NONBLOCK), .events = POLLIN},
                             {.fd = inotify_init1(IN_CLOEXEC | IN_NONBLOCK), .events = POLLIN},
                             {.fd = stop, .events = POLLIN}};
    if (ready[0].fd < 0 || ready[1].fd < 0) {
        return error_set(&h->error, ERROR_IO, "cannot watch files: %s", strerror(errno));
    }
    for (int i = 0; i < folder_count; i++) {
        inotify_add_watch(ready[0].fd, folders[i], events | IN_ONLYDIR);
    }
    watch_tasks(ready[0].fd, ready[1].fd, tasks);
    harness_say(h, "waiting for a change; press Ctrl-C to stop");
    bool changed = false;
    int64_t until = CLOCK_NEVER;
    while (!(ready[2].revents & POLLIN) && clock_poll(ready, 3, until) > 0) {
        changed |= (ready[0].revents & POLLIN) && read_events(ready[0].fd, tasks);
        changed |= (ready[1].revents & POLLIN) && read_events(ready[1].fd, NULL);
        until = changed ? clock_in(QUIET_TIME) : CLOCK_NEVER;
    }
    close(ready[0].fd);
    close(ready[1].fd);
    return changed && !(ready[2].revents & POLLIN);
}
