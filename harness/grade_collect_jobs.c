/* Fetches repositories and checks commits out, in a process for each team. */
#include "grade_collect.h"

#include "base/clock.h"
#include "base/moment.h"
#include "git.h"
#include "stop.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { AT_ONCE_MAX = 64, PATH_ROOM = PATH_MAX };

static const char head[] = "refs/collected/head"; /* what the default branch was when it was fetched */

/* -- one team, in a process of its own -- */

static bool make_folder(const char *path, struct error *err)
{
    return mkdir(path, 0777) == 0 || errno == EEXIST ||
           error_set(err, ERROR_IO, "cannot make %s: %s", path, strerror(errno));
}

static bool fetch(const struct git *git, const char *repository, struct error *err)
{
    char config[PATH_ROOM + 16];
    snprintf(config, sizeof config, "%s/config", git->repository);
    if (access(config, F_OK) != 0 &&
        !git_run(git, (const char *const[]){"init", "-q", "--bare", "--template=", git->repository, NULL}, NULL, 0,
                 err)) {
        return false;
    }
    const char *const command[] = {"fetch",
                                   "-q",
                                   "--force",
                                   "--no-write-fetch-head",
                                   "--",
                                   repository,
                                   "+HEAD:refs/collected/head",
                                   "+refs/tags/*:refs/tags/*",
                                   NULL};
    bool ok = git_run(git, command, NULL, 0, err);
    if (!ok && strstr(err->text, "remote ref HEAD")) { /* as git has it */
        error_set(err, ERROR_IO, "its default branch has no commits");
    }
    return ok;
}

/* Finds the commit of a target and its time. */
static bool find_commit(const struct git *git, const struct collect_target *target, struct collect_outcome *out,
                        struct error *err)
{
    char line[200], before[64] = "", revision[300];
    const char *command[8] = {"rev-list", "-1", "--timestamp", "--first-parent"};
    size_t count = 4;
    if (target->before) {
        struct text moment = {0};
        moment_write(&moment, target->before);
        if (!moment.failed && moment.length) {
            snprintf(before, sizeof before, "--before=%s", moment.bytes);
        }
        text_free(&moment);
        if (!*before) {
            return error_memory(err);
        }
        command[count++] = before;
    }
    snprintf(revision, sizeof revision, target->tag ? "refs/tags/%s" : "%s", target->tag ? target->tag : head);
    command[count++] = revision;
    command[count++] = "--";
    if (!git_run(git, command, line, sizeof line, err)) {
        return target->tag && strncmp(err->text, "bad revision", strlen("bad revision")) == 0
                   ? error_set(err, ERROR_IO, "there is no tag %s", target->tag)
                   : false;
    }
    char *commit;
    out->time = strtoll(line, &commit, 10);
    commit += strspn(commit, " ");
    commit[strcspn(commit, " \n")] = '\0';
    if (!*commit || strlen(commit) >= sizeof out->commit) {
        return target->tag ? error_set(err, ERROR_IO, "tag %s names no commit", target->tag)
                           : error_set(err, ERROR_IO, "there is no commit before %s", before + strlen("--before="));
    }
    memcpy(out->commit, commit, strlen(commit) + 1);
    return true;
}

/* Makes a folder hold a commit and nothing else. Files that do not change keep their times. */
static bool check_out(const struct git *git, const char *commit, struct error *err)
{
    struct stat info;
    char lock[PATH_ROOM + 16];
    if (lstat(git->tree, &info) == 0 && (!S_ISDIR(info.st_mode) || access(git->index, F_OK) != 0) &&
        rmdir(git->tree) != 0) {
        return error_set(err, ERROR_IO, "%s is there already, but not from xgrade collect", git->tree);
    }
    snprintf(lock, sizeof lock, "%s.lock", git->index); /* of a run that was killed */
    unlink(lock);
    return make_folder(git->tree, err) &&
           git_run(git, (const char *const[]){"read-tree", "--reset", "-u", commit, NULL}, NULL, 0, err) &&
           git_run(git, (const char *const[]){"clean", "-ffdxq", NULL}, NULL, 0, err);
}

static void collect_team(const struct collect *collect, const struct collect_team *team)
{
    char repository[PATH_ROOM], index[PATH_ROOM + 300], tree[PATH_ROOM + 300];
    struct error err = {0};
    snprintf(repository, sizeof repository, "%s/.repositories/%s.git", collect->into, team->name);
    struct git git = {.repository = repository};
    bool fetched = fetch(&git, team->repository, &err);
    for (size_t i = 0; i < collect->target_count; i++) {
        const struct collect_target *target = &collect->targets[i];
        struct collect_outcome *out = &team->outcomes[i];
        snprintf(index, sizeof index, "%s/index.%s", repository, target->milestone);
        snprintf(tree, sizeof tree, "%s/%s%s%s", collect->into, target->milestone, *target->milestone ? "/" : "",
                 team->name);
        struct git place = {.repository = repository, .tree = tree, .index = index};
        out->done = fetched && find_commit(&git, target, out, &err) && check_out(&place, out->commit, &err);
        if (!out->done) {
            snprintf(out->problem, sizeof out->problem, "%s", err.text);
            out->commit[0] = '\0';
        }
    }
}

/* -- all teams -- */

static bool start(const struct collect *collect, struct collect_team *team, struct error *err)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) {
        return error_set(err, ERROR_IO, "cannot make a pipe: %s", strerror(errno));
    }
    team->pid = fork();
    if (team->pid == 0) {
        setpgid(0, 0);
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        collect_team(collect, team);
        _exit(0);
    }
    close(ends[1]);
    team->pipe = ends[0];
    team->until = clock_in(collect->timeout);
    if (team->pid < 0) {
        close(ends[0]);
        return error_set(err, ERROR_IO, "cannot start a process: %s", strerror(errno));
    }
    setpgid(team->pid, team->pid);
    return true;
}

/* Ends a team's process, and whatever of its git commands is left. */
static void finish(const struct collect *collect, struct collect_team *team, const char *problem)
{
    kill(-team->pid, SIGKILL);
    while (waitpid(team->pid, NULL, 0) < 0 && errno == EINTR) {
    }
    close(team->pipe);
    team->pid = 0;
    for (size_t i = 0; i < collect->target_count; i++) {
        struct collect_outcome *out = &team->outcomes[i];
        if (!out->done && !*out->problem) {
            snprintf(out->problem, sizeof out->problem, "%s", problem);
            out->commit[0] = '\0';
        }
    }
}

/* Waits until a process has ended or took too long; ends those, or all if there is no way to wait. Returns how many. */
static size_t wait_for_some(const struct collect *collect, struct collect_team **running, size_t count)
{
    struct pollfd ready[AT_ONCE_MAX + 1];
    int64_t until = CLOCK_NEVER;
    size_t ended = 0;
    for (size_t i = 0; i < count; i++) {
        ready[i] = (struct pollfd){.fd = running[i]->pipe, .events = POLLIN};
        until = running[i]->until < until ? running[i]->until : until;
    }
    ready[count] = (struct pollfd){.fd = collect->stop, .events = POLLIN};
    bool blind = clock_poll(ready, count + 1, until) < 0;
    for (size_t i = 0; i < count; i++) {
        bool late = clock_now() >= running[i]->until;
        if (ready[i].revents || late || blind) {
            finish(collect, running[i],
                   late    ? "it took too long"
                   : blind ? "its process cannot be waited for"
                           : "its process was killed");
            ended++;
        }
    }
    return ended;
}

bool collect_all(const struct collect *collect, struct error *err)
{
    struct collect_team *running[AT_ONCE_MAX];
    size_t count = 0, next = 0, done = 0;
    bool ok = true;
    while (!stop_asked(collect->stop) && (count || (ok && next < collect->team_count))) {
        if (ok && next < collect->team_count && count < collect->at_once && count < AT_ONCE_MAX) {
            ok = start(collect, &collect->teams[next], err);
            if (ok) {
                running[count++] = &collect->teams[next++];
            }
            continue;
        }
        size_t ended = wait_for_some(collect, running, count), kept = 0;
        for (size_t i = 0; i < count; i++) {
            if (running[i]->pid) {
                running[kept++] = running[i];
            }
        }
        count = kept;
        done += ended;
        if (collect->progress && ended) {
            collect->progress(done, collect->team_count);
        }
    }
    for (size_t i = 0; i < count; i++) {
        finish(collect, running[i], "interrupted");
    }
    return ok;
}
