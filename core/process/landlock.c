#include "process/landlock.h"

#include "process/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* What headers older than the kernel lack. */
enum {
    TRUNCATE = 1 << 14,
    IOCTL_DEV = 1 << 15,
    SCOPE_ABSTRACT_UNIX_SOCKET = 1 << 0,
    SCOPE_SIGNAL = 1 << 1,
};

struct attributes {
    uint64_t files, network, scoped;
};

enum {
    READ = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR,
    OF_FILES = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE | TRUNCATE |
               IOCTL_DEV,
    DEVICE = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE | TRUNCATE | IOCTL_DEV,
};

/* Only devices that hold no data: a terminal would reveal what is typed there. */
static const char *const system_paths[] = {
    "/bin", "/lib",       "/lib32",     "/lib64",      "/libx32",     "/nix",         "/proc",     "/sbin",   "/sys",
    "/usr", "/etc/group", "/etc/hosts", "/etc/passwd", "/dev/random", "/dev/urandom", "/dev/zero", "/dev/fd", NULL};
static const char *const sinks[] = {"/dev/null", "/dev/full", NULL};

const char *const landlock_settings[] = {"/etc/alternatives",
                                         "/etc/ca-certificates",
                                         "/etc/dotnet",
                                         "/etc/fonts",
                                         "/etc/gai.conf",
                                         "/etc/host.conf",
                                         "/etc/java",
                                         "/etc/java-11-openjdk",
                                         "/etc/java-17-openjdk",
                                         "/etc/java-21-openjdk",
                                         "/etc/java-25-openjdk",
                                         "/etc/ld.so.cache",
                                         "/etc/ld.so.conf",
                                         "/etc/ld.so.conf.d",
                                         "/etc/locale.alias",
                                         "/etc/localtime",
                                         "/etc/magic",
                                         "/etc/maven",
                                         "/etc/mime.types",
                                         "/etc/nsswitch.conf",
                                         "/etc/os-release",
                                         "/etc/pki",
                                         "/etc/protocols",
                                         "/etc/python3",
                                         "/etc/python3.11",
                                         "/etc/python3.13",
                                         "/etc/racket",
                                         "/etc/resolv.conf",
                                         "/etc/rpc",
                                         "/etc/services",
                                         "/etc/ssl/certs",
                                         "/etc/ssl/openssl.cnf",
                                         "/etc/terminfo",
                                         "/etc/timezone",
                                         NULL};

bool landlock_reads(const char *path)
{
    return folder_any_holds(system_paths, path);
}

int landlock_version(void)
{
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    return version < 0 ? 0 : (int)version;
}

/* All file access rights that this version knows; the last entry is for all later ones. */
static uint64_t all_access(int version)
{
    static const int bits[] = {13, 13, 14, 15, 15, 16};
    const int last = (int)(sizeof bits / sizeof *bits) - 1;
    return ((uint64_t)1 << bits[version < last ? version : last]) - 1;
}

static bool allow(int ruleset, const char *path, uint64_t access, struct error *err)
{
    struct stat what = {0};
    int fd = open(path, O_PATH | O_CLOEXEC);
    if (fd < 0) {
        return folder_is_out_of_reach(errno) || error_set(err, ERROR_IO, "%s: %s", path, strerror(errno));
    }
    fstat(fd, &what);
    struct landlock_path_beneath_attr rule = {.allowed_access = S_ISDIR(what.st_mode) ? access : access & OF_FILES,
                                              .parent_fd = fd};
    bool fine = syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0 ||
                error_set(err, ERROR_IO, "Landlock refuses %s: %s", path, strerror(errno));
    close(fd);
    return fine;
}

/* Where /bin and /lib are links into /usr, they need no rules of their own; each rule costs time at every start. */
static bool is_in_usr(const char *path)
{
    char target[5] = "";
    return readlink(path, target, sizeof target) > 0 &&
           (strncmp(target, "usr/", 4) == 0 || strncmp(target, "/usr/", 5) == 0);
}

static bool allow_each(int ruleset, const char *const *paths, uint64_t access, struct error *err)
{
    for (; paths && *paths; paths++) {
        if (!is_in_usr(*paths) && !allow(ruleset, *paths, access, err)) {
            return false;
        }
    }
    return true;
}

int landlock_open(const char *const *writable, const char *const *readable, struct error *err)
{
    int version = landlock_version();
    uint64_t all = all_access(version);
    struct attributes attributes = {.files = all};
    if (version >= 6) {
        attributes.scoped = SCOPE_ABSTRACT_UNIX_SOCKET | SCOPE_SIGNAL;
    }
    /* Older kernels know fewer attributes, and do not mind others that are 0. */
    int ruleset = (int)syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes, 0);
    if (ruleset >= 0 && ruleset < 3) { /* reserved for the program */
        int higher = fcntl(ruleset, F_DUPFD_CLOEXEC, 3);
        close(ruleset);
        ruleset = higher;
    }
    if (ruleset < 0) {
        error_set(err, ERROR_IO, "the kernel has no Landlock: %s", strerror(errno));
        return -1;
    }
    if (!allow_each(ruleset, system_paths, READ, err) || !allow_each(ruleset, landlock_settings, READ, err) ||
        !allow_each(ruleset, sinks, DEVICE & all, err) || !allow_each(ruleset, readable, READ, err) ||
        !allow_each(ruleset, writable, all, err)) {
        close(ruleset);
        return -1;
    }
    return ruleset;
}

bool landlock_enter(int ruleset)
{
    return syscall(SYS_landlock_restrict_self, ruleset, 0) == 0;
}
