#include "base/file.h"

#include "base/write.h"
#include "unit.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/signalbox-file-XXXXXX";
static struct error err;
static int home;

static bool begin(void)
{
    snprintf(folder, sizeof folder, "/tmp/signalbox-file-XXXXXX");
    err = (struct error){0};
    home = open(".", O_PATH | O_CLOEXEC);
    return home >= 0 && mkdtemp(folder) && chdir(folder) == 0;
}

static int entries(void)
{
    int count = -2; /* "." and ".." */
    DIR *list = opendir(".");
    if (!list) {
        return -1;
    }
    while (readdir(list)) {
        count++;
    }
    closedir(list);
    return count;
}

/* Removes the files; there must be no others. */
static bool end_with(size_t files, const char *const *names)
{
    bool right = true;
    for (size_t i = 0; i < files; i++) {
        right = remove(names[i]) == 0 && right;
    }
    right = right && fchdir(home) == 0 && rmdir(folder) == 0;
    close(home);
    return right;
}

#define END_WITH(...) \
    ASSERT(end_with(sizeof((const char *[]){__VA_ARGS__}) / sizeof(char *), (const char *[]){__VA_ARGS__}))

static bool put(const char *path, const char *text)
{
    return file_write(path, text, strlen(text), &err);
}

static bool has(const char *path, const char *text)
{
    char bytes[100] = "";
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t got = fd < 0 ? -1 : read(fd, bytes, sizeof bytes - 1);
    close(fd);
    return got == (ssize_t)strlen(text) && strcmp(bytes, text) == 0;
}

static unsigned mode_of(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 ? info.st_mode & 0777 : 0;
}

static bool is_link(const char *path)
{
    struct stat info;
    return lstat(path, &info) == 0 && S_ISLNK(info.st_mode);
}

TEST a_file_is_replaced_and_keeps_its_mode(void)
{
    ASSERT(begin());
    mode_t mask = umask(027);
    ASSERT(put("a", "old"));
    ASSERT_EQ_FMT(0640U, mode_of("a"), "%o");
    ASSERT(chmod("a", 0604) == 0 && put("a", "new") && has("a", "new"));
    ASSERT_EQ_FMT(0604U, mode_of("a"), "%o");
    umask(mask);
    END_WITH("a");
    PASS();
}

TEST links_are_followed_and_stay(void)
{
    ASSERT(begin());
    ASSERT(mkdir("d", 0777) == 0 && symlink("d/a", "first") == 0 && symlink("first", "second") == 0);
    ASSERT(symlink("b", "d/nothing") == 0);
    ASSERT(put("d/a", "old") && put("second", "new"));
    ASSERT(is_link("first") && is_link("second") && has("d/a", "new"));
    ASSERT(put("d/nothing", "there") && is_link("d/nothing") && has("d/b", "there"));
    ASSERT(symlink("loop", "loop") == 0 && !put("loop", ""));
    ASSERT_STR_EQ("cannot write \"loop\": Too many levels of symbolic links", err.text);
    END_WITH("d/a", "d/b", "d/nothing", "loop", "first", "second", "d");
    PASS();
}

TEST what_fails_leaves_the_old_file(void)
{
    ASSERT(begin());
    ASSERT(put("a", "old"));
    struct file_writer file;
    ASSERT(file_open(&file, "a", &err));
    text_string(&file.text, "new");
    file_discard(&file);
    ASSERT(has("a", "old") && entries() == 1);

    struct rlimit limit, small;
    ASSERT(getrlimit(RLIMIT_FSIZE, &limit) == 0);
    small = (struct rlimit){.rlim_cur = 100000, .rlim_max = limit.rlim_max};
    ASSERT(setrlimit(RLIMIT_FSIZE, &small) == 0 && signal(SIGXFSZ, SIG_IGN) != SIG_ERR);
    bool opened = file_open(&file, "a", &err);
    for (int i = 0; opened && i < 100000; i++) {
        text_string(&file.text, "0123456789");
    }
    size_t room = file.text.room;
    bool closed = file_close(&file, &err);
    setrlimit(RLIMIT_FSIZE, &limit);
    ASSERT(opened && !closed && has("a", "old") && entries() == 1);
    ASSERT_STR_EQ("cannot write \"a\": File too large", err.text);
    ASSERT(room < 1000000); /* the memory did not grow with the file */

    ASSERT(!put("no/a", "") && !put("a/b", "") && !put("", "") && !put("..", "") && entries() == 1);
    ASSERT_STR_EQ("cannot write \"..\": Is a directory", err.text);
    ASSERT(!file_check("no/a", &err) && file_check("a", &err) && file_check("/dev/null", &err));
    END_WITH("a");
    PASS();
}

static void *read_slowly(void *self)
{
    char bytes[1000];
    size_t total = 0;
    for (ssize_t got; (got = read(*(int *)self, bytes, sizeof bytes)) > 0;) {
        total += (size_t)got;
        usleep(10);
    }
    *(size_t *)self = total;
    return NULL;
}

TEST descriptors_that_do_not_block_are_written_to_the_end(void)
{
    enum { MUCH = 1000000 };
    static char bytes[MUCH];
    union {
        int fd;
        size_t total;
    } reader;
    int ends[2];
    pthread_t thread;
    ASSERT(pipe2(ends, O_CLOEXEC) == 0 && fcntl(ends[1], F_SETFL, O_NONBLOCK) == 0);
    reader.fd = ends[0];
    ASSERT(pthread_create(&thread, NULL, read_slowly, &reader) == 0);
    ASSERT(write_all(ends[1], bytes, MUCH));
    close(ends[1]);
    pthread_join(thread, NULL);
    close(ends[0]);
    ASSERT_EQ_FMT((size_t)MUCH, reader.total, "%zu");
    ASSERT(!write_all(ends[1], bytes, 1) && errno == EBADF);
    PASS();
}

SUITE(files)
{
    RUN_TEST(a_file_is_replaced_and_keeps_its_mode);
    RUN_TEST(links_are_followed_and_stay);
    RUN_TEST(what_fails_leaves_the_old_file);
    RUN_TEST(descriptors_that_do_not_block_are_written_to_the_end);
}
