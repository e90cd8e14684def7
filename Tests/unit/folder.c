#include "process/folder.h"

#include "unit.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static struct error err;

/* A folder for temporary ones, which has to be empty in the end. */
static char scratch[64];

static bool begin(void)
{
    strcpy(scratch, "/tmp/signalbox-unit-XXXXXX");
    return mkdtemp(scratch) && setenv("TMPDIR", scratch, 1) == 0;
}

static bool finish(void)
{
    return unsetenv("TMPDIR") == 0 && rmdir(scratch) == 0;
}

static const char *in_scratch(const char *name)
{
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", scratch, name);
    return path;
}

static int open_files(void)
{
    int count = 0;
    for (int fd = 0; fd < 256; fd++) {
        count += fcntl(fd, F_GETFD) >= 0;
    }
    return count;
}

TEST abandoned_folders_are_removed(void)
{
    struct folder_run run, other;
    ASSERT(begin());
    ASSERT(mkdir(in_scratch("signalbox-run-abcdef"), 0700) == 0);
    ASSERT(mkdir(in_scratch("signalbox-run-abcdef/more"), 0700) == 0);
    ASSERT(mkdir(in_scratch("signalbox-run-abcdef/more/below"), 0) == 0);
    int before = open_files();
    ASSERTm(err.text, folder_begin(&run, &err));
    ASSERT_EQ(before + 2, open_files()); /* its lock, and the folder above */
    ASSERT(access(in_scratch("signalbox-run-abcdef"), F_OK) < 0);
    ASSERTm(err.text, folder_begin(&other, &err));
    ASSERT(access(run.path, F_OK) == 0);
    folder_end(&other);
    folder_end(&run);
    ASSERT(finish());
    PASS();
}

/* Names as long as ours, names that begin like ours, and what has our name, but is no folder. */
TEST what_belongs_to_others_stays(void)
{
    static const char *const folders[] = {"somebody-elses-thing", "signalbox-run", "signalbox-run-abcde",
                                          "signalbox-run-abcdefg"};
    struct folder_run run;
    ASSERT(begin());
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        ASSERT(mkdir(in_scratch(folders[i]), 0700) == 0);
    }
    ASSERT(symlink(folders[0], in_scratch("signalbox-run-linked")) == 0);
    ASSERTm(err.text, folder_begin(&run, &err));
    folder_end(&run);
    ASSERT(unlink(in_scratch("signalbox-run-linked")) == 0);
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        ASSERT(rmdir(in_scratch(folders[i])) == 0);
    }
    ASSERT(finish());
    PASS();
}

/* Folders that are closed to their owner stop everybody but root, who is somebody else here. */
TEST programs_may_leave_anything_in_their_folders(void)
{
    const uid_t me = geteuid(), somebody = me ? me : 54321;
    struct folder_run run;
    struct folder folder;
    char path[128], below[128];
    ASSERT(begin() && chown(scratch, somebody, (gid_t)-1) == 0 && seteuid(somebody) == 0);
    ASSERTm(err.text, folder_begin(&run, &err));
    ASSERTm(err.text, folder_open(&folder, &run, 7, &err));
    snprintf(path, sizeof path, "%.100s/more", folder.path);
    snprintf(below, sizeof below, "%.100s/more/below", folder.path);
    ASSERT(mkdir(path, 0700) == 0 && mkdir(below, 0700) == 0 && chmod(path, 0) == 0);
    folder_close(&folder);
    ASSERT(access(folder.path, F_OK) < 0);
    folder_end(&run);
    ASSERT(seteuid(me) == 0 && finish());
    PASS();
}

/* A run may remove the folder of another that has yet to lock it, which then takes another one. */
TEST many_runs_begin_at_once(void)
{
    enum { PROCESSES = 8, RUNS = 60 };
    int status, failed = 0;
    for (int i = 0; i < PROCESSES; i++) {
        if (fork() == 0) {
            struct folder_run run;
            bool ok = true;
            for (int k = 0; ok && k < RUNS; k++) {
                ok = folder_begin(&run, &err);
                if (ok) {
                    folder_end(&run);
                }
            }
            _exit(!ok);
        }
    }
    while (wait(&status) > 0) {
        failed += status != 0;
    }
    ASSERT_EQ(0, failed);
    PASS();
}

TEST folders_hold_what_is_in_them(void)
{
    static const char *const folders[] = {"/b", "/a/b", NULL};
    ASSERT(folder_holds("/a/b", "/a/b") && folder_holds("/a/b", "/a/b/c"));
    ASSERT_FALSE(folder_holds("/a/b", "/a"));
    ASSERT_FALSE(folder_holds("/a/b", "/a/bc"));
    ASSERT(folder_any_holds(folders, "/a/b/c") && folder_any_holds(folders, "/b"));
    ASSERT_FALSE(folder_any_holds(folders, "/c"));
    ASSERT_FALSE(folder_any_holds(NULL, "/a/b"));
    PASS();
}

SUITE(folders)
{
    RUN_TEST(abandoned_folders_are_removed);
    RUN_TEST(what_belongs_to_others_stays);
    RUN_TEST(programs_may_leave_anything_in_their_folders);
    RUN_TEST(many_runs_begin_at_once);
    RUN_TEST(folders_hold_what_is_in_them);
}
