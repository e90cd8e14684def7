/* The calls that can be made to fail, and how; shared by faults.c and sweep.c. */
#ifndef CALLS_H
#define CALLS_H

#include <errno.h>

enum { SHORT = -1, PROBLEMS_MAX = 6 }; /* SHORT: one byte is read or written, whatever was asked for */

/* EACH(name, problems): each errno that it can have through no fault of the caller, and none that is also an answer (a
 * file that does not exist). ALLOC stands for every function that allocates memory. */
#define CALLS(EACH) \
    EACH(alloc, ENOMEM) \
    EACH(read, SHORT, EINTR, EIO) \
    EACH(pread, SHORT, EINTR, EIO) \
    EACH(write, SHORT, EINTR, EIO, ENOSPC, EPIPE) \
    EACH(fwrite, EIO, ENOSPC) \
    EACH(fflush, EIO, ENOSPC) \
    EACH(fclose, EIO, ENOSPC) \
    EACH(tmpfile, EMFILE, ENOSPC) \
    EACH(dprintf, EIO) \
    EACH(open, EINTR, EMFILE, ENOMEM, EIO) \
    EACH(openat, EINTR, EMFILE, ENOMEM, EIO) \
    EACH(fopen, EMFILE, ENOSPC) \
    EACH(scandir, EMFILE, ENOMEM) \
    EACH(close, EINTR, EIO) \
    EACH(stat, ENOMEM, EIO) \
    EACH(fstat, ENOMEM, EIO) \
    EACH(fcntl, EMFILE, ENOMEM) \
    EACH(dup, EMFILE) \
    EACH(dup2, EINTR, EMFILE) \
    EACH(pipe2, EMFILE, ENFILE) \
    EACH(eventfd, EMFILE, ENOMEM) \
    EACH(signalfd, EMFILE, ENOMEM) \
    EACH(memfd_create, EMFILE, ENOMEM) \
    EACH(mmap, ENOMEM) \
    EACH(fsync, EINTR, EIO, ENOSPC) \
    EACH(rename, EIO, ENOSPC) \
    EACH(fchmod, EIO) \
    EACH(flock, EINTR, ENOLCK) \
    EACH(mkdirat, ENOSPC) \
    EACH(mkdtemp, ENOSPC) \
    EACH(getdents64, EIO, ENOMEM) \
    EACH(copy_file_range, SHORT, EIO, ENOSPC) \
    EACH(fork, EAGAIN, ENOMEM) \
    EACH(clone, EAGAIN, ENOMEM) \
    EACH(pthread_create, EAGAIN) \
    EACH(waitpid, EINTR) \
    EACH(wait4, EINTR) \
    EACH(poll, EINTR, ENOMEM) \
    EACH(ppoll, EINTR, ENOMEM) \
    EACH(epoll_create1, EMFILE, ENOMEM) \
    EACH(epoll_ctl, ENOMEM) \
    EACH(epoll_wait, EINTR) \
    EACH(socket, EMFILE, ENOBUFS) \
    EACH(socketpair, EMFILE, ENOBUFS) \
    EACH(bind, EADDRINUSE) \
    EACH(listen, EADDRINUSE) \
    EACH(getsockname, ENOBUFS) \
    EACH(setsockopt, ENOBUFS) \
    EACH(accept4, EINTR, EMFILE, ENOBUFS, ECONNABORTED) \
    EACH(connect, EINTR, EAGAIN, ECONNREFUSED, ETIMEDOUT) \
    EACH(send, SHORT, EINTR, ENOBUFS, ECONNRESET) \
    EACH(sendmsg, EINTR, ENOBUFS, ECONNRESET) \
    EACH(recv, SHORT, EINTR, ENOMEM, ECONNRESET) \
    EACH(prctl, ENOMEM) \
    EACH(setrlimit, EPERM)

#define KIND(name, ...) KIND_##name,
enum kind { CALLS(KIND) KINDS };
#undef KIND

static const struct call {
    const char *name;
    int problems[PROBLEMS_MAX]; /* 0-terminated */
} calls[KINDS] = {
#define NAMED(name, ...) {#name, {__VA_ARGS__}},
    CALLS(NAMED)
#undef NAMED
};

#endif
