/* A machine that runs out of something: programs are not blamed, and nothing hangs. */
#include "process/copy.h"
#include "process/folder.h"
#include "process/landlock.h"
#include "run/run.h"
#include "unit.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NOT_RUN = 100, NOT_REPORTED, PATIENCE = 20 };

/* From now on, a system call fails with an errno in this process and everything it starts. */
static void fail_always(long call, int error)
{
    struct sock_filter program[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (__u32)call, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (__u32)error),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog filter = {.len = sizeof program / sizeof *program, .filter = program};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1L, 0L, 0L, 0L) < 0 ||
        prctl(PR_SET_SECCOMP, (unsigned long)SECCOMP_MODE_FILTER, &filter, 0L, 0L) < 0) {
        _exit(EXIT_FAILURE);
    }
}

static bool keep_end(void *self, size_t index, const struct run_result *result, bool *stop)
{
    (void)index;
    *stop = false;
    *(int *)self = (int)result->end;
    return false;
}

/* Runs a program that does nothing; exits with how it ended, or NOT_RUN. */
static _Noreturn void run_short(long call, int error, rlim_t soft, rlim_t hard)
{
    static const char *const argv[] = {"/bin/true", NULL};
    struct run_job job = {.argv = argv};
    struct run_options options = {.jobs = 2, .stop = -1};
    struct error why = {0};
    int end = NOT_REPORTED;
    alarm(PATIENCE);
    if (soft) {
        setrlimit(RLIMIT_NOFILE, &(struct rlimit){.rlim_cur = soft, .rlim_max = hard});
    }
    if (error) {
        fail_always(call, error);
    }
    _exit(run_jobs(&options, &job, 1, keep_end, &end, &why) ? end : *why.text ? NOT_RUN : NOT_REPORTED);
}

static int ending_of(long call, int error, rlim_t soft, rlim_t hard)
{
    int status = -1;
    pid_t pid = fork();
    if (pid == 0) {
        run_short(call, error, soft, hard);
    }
    waitpid(pid, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST shortages_are_not_the_programs_fault(void)
{
    static const struct {
        long call;
        int error, end;
    } rows[] = {
        {SYS_execve, ENOMEM, RUN_HARNESS_ERROR},
        {SYS_execve, EAGAIN, RUN_HARNESS_ERROR},
        {SYS_execve, ENOENT, RUN_NOT_STARTED},
        {SYS_execve, EACCES, RUN_NOT_STARTED},
        {SYS_pipe2, EMFILE, NOT_RUN},
        {SYS_ppoll, ENOMEM, RUN_HARNESS_ERROR},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ASSERT_EQ_FMT(rows[i].end, ending_of(rows[i].call, rows[i].error, 0, 0), "%d");
    }
    if (process_isolation_here(PROCESS_ISOLATE_DEFAULT, &(struct error){0}) == PROCESS_ISOLATE_SANDBOX) {
        ASSERT_EQ_FMT((int)NOT_RUN, ending_of(SYS_pivot_root, ENOMEM, 0, 0), "%d");
    }
    PASS();
}

TEST a_run_that_cannot_go_on_ends(void)
{
    ASSERT_EQ_FMT((int)NOT_RUN, ending_of(SYS_clone, EAGAIN, 0, 0), "%d");
    ASSERT_EQ_FMT((int)NOT_RUN, ending_of(SYS_sendto, ENOBUFS, 0, 0), "%d");
    PASS();
}

TEST descriptors_are_counted_before(void)
{
    struct rlimit limit;
    ASSERT(getrlimit(RLIMIT_NOFILE, &limit) == 0);
    ASSERT_EQ_FMT((int)NOT_RUN, ending_of(0, 0, 10, 10), "%d");
    ASSERT_EQ_FMT((int)NOT_RUN, ending_of(0, 0, 40, 40), "%d");
    ASSERT_EQ_FMT((int)RUN_EXITED, ending_of(0, 0, 10, limit.rlim_max), "%d");
    int inherited =
        fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 9); /* one fewer is left to find out what isolation there is */
    ASSERT(inherited >= 9);
    ASSERT_EQ_FMT((int)RUN_EXITED, ending_of(0, 0, 10, limit.rlim_max), "%d");
    close(inherited);
    PASS();
}

/* Whether a folder can be copied, and has a fingerprint, if no folder can be opened. */
static bool is_copied(const char *from, int error, bool *has_fingerprint)
{
    char to[PATH_MAX], hex[SHA256_HEX];
    struct error why;
    int status = -1;
    snprintf(to, sizeof to, "%s/copy", from);
    rmdir(to);
    pid_t pid = fork();
    if (pid == 0) {
        fail_always(SYS_openat, error);
        bool copied = copy_tree(from, to, NULL, UINT64_MAX, &why);
        _exit(copied + 2 * copy_fingerprint(from, NULL, hex, &why));
    }
    waitpid(pid, &status, 0);
    *has_fingerprint = WIFEXITED(status) && WEXITSTATUS(status) >= 2;
    return WIFEXITED(status) && WEXITSTATUS(status) % 2;
}

TEST a_copy_has_everything_that_may_be_read(void)
{
    char folder[] = "/tmp/signalbox-unit-XXXXXX";
    bool has_fingerprint[3];
    ASSERT(mkdtemp(folder));
    bool denied = is_copied(folder, EACCES, &has_fingerprint[0]);
    bool many = is_copied(folder, EMFILE, &has_fingerprint[1]), full = is_copied(folder, ENOMEM, &has_fingerprint[2]);
    folder_remove(folder);
    ASSERT(denied && has_fingerprint[0]);
    ASSERT_FALSE(many || full || has_fingerprint[1] || has_fingerprint[2]);
    PASS();
}

SUITE(grade_shortages)
{
    RUN_TEST(a_copy_has_everything_that_may_be_read);
    RUN_TEST(shortages_are_not_the_programs_fault);
    RUN_TEST(a_run_that_cannot_go_on_ends);
    RUN_TEST(descriptors_are_counted_before);
}
