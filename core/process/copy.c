#include "process/copy.h"

#include "base/json_show.h"
#include "base/text.h"
#include "base/write.h"
#include "process/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <linux/fs.h>

enum {
    PIECE = 1 << 20,
    ENTRY_BYTES = 32 * 1024, /* counted for each file or folder in addition to its size, for the time to create it */
};

static bool complain(const char *path, struct error *err)
{
    return error_set(err, errno == ENAMETOOLONG ? ERROR_INPUT : ERROR_IO, "cannot copy %s: %s",
                     json_show(path, strlen(path)).text, strerror(errno));
}

typedef int tree_order(const FTSENT **a, const FTSENT **b);

/* Walks everything in a folder, in the given order, or in any order if NULL. */
static FTS *open_tree_of(const char *folder, tree_order *order)
{
    char path[PATH_MAX], *const roots[] = {path, NULL};
    if (strlen(folder) >= sizeof path) {
        errno = ENAMETOOLONG;
        return NULL;
    }
    memcpy(path, folder, strlen(folder) + 1);
    return fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, order);
}

/* The next entry of a tree; NULL at its end or, with *fine false and errno set, if we are short of something. Folders
 * that cannot be read for another reason have no entries. */
static FTSENT *next_entry(FTS *tree, bool *fine)
{
    errno = 0;
    FTSENT *entry = fts_read(tree);
    if (entry && (entry->fts_info == FTS_DNR || entry->fts_info == FTS_NS) && error_is_shortage(entry->fts_errno)) {
        errno = entry->fts_errno;
        entry = NULL;
    }
    *fine = entry || !errno;
    return entry;
}

/* Shares blocks where the file system can. */
static bool copy_bytes(int from, int to)
{
    if (ioctl(to, FICLONE, from) == 0) {
        return true;
    }
    for (;;) {
        ssize_t done = copy_file_range(from, NULL, to, NULL, PIECE, 0);
        if (done == 0) {
            return true;
        }
        if (done < 0 && errno != EINTR) {
            break;
        }
    }
    char bytes[16384]; /* for file systems that cannot do it themselves */
    for (ssize_t got; (got = read(from, bytes, sizeof bytes)) != 0;) {
        if (got < 0 || write(to, bytes, (size_t)got) != got) {
            return false;
        }
    }
    return true;
}

static bool copy_file(const char *from, const char *to, const struct stat *what)
{
    int in = open(from, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    int out = in < 0 ? -1 : open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRWXU);
    const struct timespec times[] = {what->st_atim, what->st_mtim};
    bool fine = out >= 0 && copy_bytes(in, out) && fchmod(out, what->st_mode & 0777) == 0 && futimens(out, times) == 0;
    int problem = errno;
    if (in >= 0) {
        close(in);
    }
    if (out >= 0) {
        close(out);
    }
    errno = problem;
    return fine;
}

static bool copy_link(const char *from, const char *to)
{
    char target[PATH_MAX];
    ssize_t length = readlink(from, target, sizeof target - 1);
    if (length < 0) {
        return false;
    }
    target[length] = '\0';
    return symlink(target, to) == 0;
}

/* A folder gets its permissions and times after its contents. */
static bool finish_folder(const char *to, const struct stat *what)
{
    const struct timespec times[] = {what->st_atim, what->st_mtim};
    return chmod(to, (what->st_mode & 0777) | S_IRWXU) == 0 && utimensat(AT_FDCWD, to, times, 0) == 0;
}

static bool make_empty(const char *path)
{
    return write_file(path, O_CREAT | O_EXCL, S_IRUSR | S_IWUSR, "", 0);
}

static bool copy_entry(const FTSENT *entry, bool empty, const char *to)
{
    if (empty && entry->fts_info == FTS_F) {
        return make_empty(to);
    }
    switch (entry->fts_info) {
    case FTS_D:
        return mkdir(to, S_IRWXU) == 0;
    case FTS_DP:
    case FTS_DNR: /* after FTS_D */
        return finish_folder(to, entry->fts_statp);
    case FTS_F:
        return copy_file(entry->fts_accpath, to, entry->fts_statp) || (errno == EACCES && make_empty(to));
    case FTS_SL:
    case FTS_SLNONE:
        return copy_link(entry->fts_accpath, to);
    case FTS_ERR:
    case FTS_NS:
        errno = entry->fts_errno;
        return false;
    default: /* a socket, a pipe or a device */
        return true;
    }
}

bool copy_tree(const char *from, const char *to, const char *const *masked, uint64_t most, struct error *err)
{
    char path[PATH_MAX];
    FTS *tree = open_tree_of(from, NULL);
    if (!tree) {
        return complain(from, err);
    }
    size_t above = strlen(from);
    uint64_t bytes = 0;
    bool fine = true;
    FTSENT *entry = NULL;
    while (fine && (entry = next_entry(tree, &fine))) {
        bool empty =
            text_is_listed(masked, entry->fts_path) || (entry->fts_level > 0 && folder_holds(entry->fts_path, to));
        bytes += ENTRY_BYTES + (entry->fts_info == FTS_F && !empty ? (uint64_t)entry->fts_statp->st_size : 0);
        if (bytes > most) {
            fine = error_set(err, ERROR_INPUT, "%s is too large to be copied", json_show(from, above).text);
            break;
        }
        if (empty) {
            fts_set(tree, entry, FTS_SKIP);
        }
        fine = snprintf(path, sizeof path, "%s%s", to, entry->fts_path + above) < (int)sizeof path;
        errno = fine ? errno : ENAMETOOLONG;
        fine = (fine && copy_entry(entry, empty, path)) || complain(entry->fts_path, err);
    }
    if (!fine && !entry) {
        complain(from, err);
    }
    fts_close(tree);
    return fine;
}

static int by_name(const FTSENT **a, const FTSENT **b)
{
    return strcmp((*a)->fts_name, (*b)->fts_name);
}

bool copy_fingerprint(const char *folder, const char *const *without, char hex[SHA256_HEX], struct error *err)
{
    struct sha256 sha;
    FTS *tree = open_tree_of(folder, by_name);
    if (!tree) {
        return complain(folder, err);
    }
    bool fine = true;
    sha256_start(&sha);
    for (FTSENT *entry; (entry = next_entry(tree, &fine));) {
        if (entry->fts_info == FTS_DP) {
            continue;
        }
        if (text_is_listed(without, entry->fts_path)) {
            fts_set(tree, entry, FTS_SKIP);
            continue;
        }
        bool timed = !without || entry->fts_info != FTS_D;
        struct {
            int64_t mode, size, seconds, nanoseconds;
        } facts = {.mode = -1};
        if (entry->fts_info != FTS_NS) { /* ctime, which programs cannot set */
            facts.mode = (int64_t)entry->fts_statp->st_mode;
            facts.size = timed ? entry->fts_statp->st_size : 0;
            facts.seconds = timed ? entry->fts_statp->st_ctim.tv_sec : 0;
            facts.nanoseconds = timed ? entry->fts_statp->st_ctim.tv_nsec : 0;
        }
        sha256_add(&sha, entry->fts_path, entry->fts_pathlen + 1U); /* with its NUL */
        sha256_add(&sha, &facts, sizeof facts);
    }
    fine = fine || complain(folder, err);
    fts_close(tree);
    sha256_hex(&sha, hex);
    return fine;
}

void copy_measure(const char *folder, uint64_t *bytes, uint64_t *files)
{
    enum { BLOCK_BYTES = 512 }; /* the unit of st_blocks */
    FTS *tree = open_tree_of(folder, NULL);
    for (const FTSENT *entry; tree && (entry = fts_read(tree));) {
        if (entry->fts_info != FTS_DP && entry->fts_info != FTS_NS) {
            nlink_t names = entry->fts_info == FTS_D || !entry->fts_statp->st_nlink ? 1 : entry->fts_statp->st_nlink;
            *bytes += (uint64_t)entry->fts_statp->st_blocks * BLOCK_BYTES / names; /* all names together count once */
            *files += 1;
        }
    }
    if (tree) {
        fts_close(tree);
    }
}

/* Owners that the user namespace does not know appear as nobody, even to nobody, who can tell none of them apart. */
static bool is_known(const struct stat *what)
{
    enum { OVERFLOW_ID = 65534 };
    return what->st_uid != OVERFLOW_ID && what->st_gid != OVERFLOW_ID;
}

/* Whether a file in /proc says that all users are mapped, or all groups. */
static bool maps_all(const char *path)
{
    char text[64] = "";
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t length = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
    if (fd >= 0) {
        close(fd);
    }
    return length > 0 && strstr(text, " 4294967295\n");
}

bool copy_knows_owners(const char *folder)
{
    if (maps_all("/proc/self/uid_map") && maps_all("/proc/self/gid_map")) {
        return true;
    }
    FTS *tree = open_tree_of(folder, NULL);
    bool known = tree;
    for (const FTSENT *entry; known && (entry = next_entry(tree, &known));) {
        known = entry->fts_info == FTS_NS || is_known(entry->fts_statp);
    }
    if (tree) {
        fts_close(tree);
    }
    return known;
}
