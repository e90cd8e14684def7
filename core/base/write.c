#include "base/write.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

bool write_all(int fd, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t wrote = write(fd, bytes, length);
        if (wrote >= 0) {
            bytes += wrote;
            length -= (size_t)wrote;
        } else if (errno == EAGAIN) {
            poll(&(struct pollfd){.fd = fd, .events = POLLOUT}, 1, -1);
        } else if (errno != EINTR) {
            return false;
        }
    }
    return true;
}

bool write_file(const char *path, int flags, mode_t mode, const char *bytes, size_t length)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC | flags, mode);
    bool ok = fd >= 0 && write_all(fd, bytes, length);
    return (fd < 0 || close(fd) == 0) && ok;
}
