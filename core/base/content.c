#include "base/content.h"

#include "base/json_show.h"
#include "base/list.h"
#include "base/order.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PIECE ((size_t)64 * 1024)
#define FILE_MAX ((size_t)1024 * 1024 * 1024)

static bool fail(struct error *err, const char *path, const char *why)
{
    return error_set(err, ERROR_IO, "cannot read %s: %s", json_show(path, strlen(path)).text, why);
}

bool content_fail(struct error *err, const char *path, int error)
{
    fail(err, path, strerror(error));
    err->kind = error_is_shortage(error) ? ERROR_MEMORY : ERROR_IO;
    return false;
}

int content_open(const char *path, struct error *err)
{
    struct stat what = {0};
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0 || fstat(fd, &what) < 0) {
        content_fail(err, path, errno);
    } else if (!S_ISREG(what.st_mode)) {
        fail(err, path, S_ISDIR(what.st_mode) ? strerror(EISDIR) : "it is not a regular file");
    } else if ((uintmax_t)what.st_size > FILE_MAX) {
        fail(err, path, "too long");
    } else {
        return fd;
    }
    if (fd >= 0) {
        close(fd);
    }
    return -1;
}

/* read(2), restarted after signals. */
static ssize_t read_piece(int fd, void *bytes, size_t size)
{
    ssize_t got;
    do {
        got = read(fd, bytes, size);
    } while (got < 0 && errno == EINTR);
    return got;
}

bool content_read(struct content *file, const char *path, struct error *err)
{
    int fd = content_open(path, err);
    if (fd < 0) {
        return false;
    }
    ssize_t got = 1;
    bool ok = true;
    file->length = 0;
    while (ok && got > 0) {
        size_t needed = file->length + PIECE;
        if (needed > FILE_MAX) {
            ok = fail(err, path, "too long");
            break;
        }
        if (!list_grow(&file->bytes, &file->room, needed, 1)) {
            ok = error_memory(err);
            break;
        }
        got = read_piece(fd, file->bytes + file->length, file->room - file->length);
        if (got < 0) {
            ok = content_fail(err, path, errno);
        }
        file->length += got > 0 ? (size_t)got : 0;
    }
    close(fd);
    return ok;
}

void content_hash(const char *path, char hex[SHA256_HEX])
{
    char piece[PIECE];
    struct sha256 sha;
    ssize_t got = -1;
    int fd = content_open(path, &(struct error){0});
    sha256_start(&sha);
    while (fd >= 0 && (got = read_piece(fd, piece, sizeof piece)) > 0) {
        sha256_add(&sha, piece, (size_t)got);
    }
    if (fd >= 0) {
        close(fd);
    }
    hex[0] = '\0';
    if (got == 0) {
        sha256_hex(&sha, hex);
    }
}

void content_free(struct content *file)
{
    free(file->bytes);
    *file = (struct content){0};
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return order_compare((*a)->d_name, (*b)->d_name);
}

char **content_names(const char *folder, bool hidden, struct arena *arena, size_t *count, struct error *err)
{
    struct dirent **entries;
    int found = scandir(folder, &entries, NULL, by_name);
    if (found < 0) {
        content_fail(err, folder, errno);
        return NULL;
    }
    char **names = arena_array(arena, (size_t)found, sizeof *names);
    bool ok = names;
    *count = 0;
    for (int i = 0; i < found; i++) {
        const char *name = entries[i]->d_name;
        if (ok && (*name != '.' || (hidden && strcmp(name, ".") != 0 && strcmp(name, "..") != 0))) {
            names[*count] = arena_string(arena, name, strlen(name));
            ok = names[(*count)++];
        }
        free(entries[i]);
    }
    free(entries);
    return ok || error_memory(err) ? names : NULL;
}
