#include "process/shared.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/seccomp.h>
#include <stdbool.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* ioctl(2); its request is a long, whatever the C library thinks. */
static long notify(const struct shared *shared, unsigned long request, void *argument)
{
    return syscall(SYS_ioctl, shared->listener, request, argument);
}

/* Lets a mapping be made, whose size is an argument and not in memory, so that nobody can change it meanwhile. */
static void answer_mapping(struct shared *shared, const struct seccomp_notif *asked, struct seccomp_notif_resp *answer)
{
    uint64_t length = asked->data.args[1];
    if (length > shared->most - shared->bytes) {
        answer->error = -ENOMEM;
        return;
    }
    shared->bytes += length;
    answer->flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
}

/* Gives the program a file of ours instead; true if that was the answer. */
static bool answer_file(const struct shared *shared, const struct seccomp_notif *asked)
{
    bool plain = !(asked->data.args[1] & ~(uint64_t)(MFD_CLOEXEC | MFD_ALLOW_SEALING));
    int fd = plain && shared->folder >= 0 ? openat(shared->folder, ".", O_TMPFILE | O_RDWR | O_CLOEXEC, S_IRWXU) : -1;
    struct seccomp_notif_addfd given = {.id = asked->id,
                                        .flags = SECCOMP_ADDFD_FLAG_SEND,
                                        .srcfd = (uint32_t)fd,
                                        .newfd_flags = asked->data.args[1] & MFD_CLOEXEC ? O_CLOEXEC : 0};
    bool done = fd >= 0 && notify(shared, SECCOMP_IOCTL_NOTIF_ADDFD, &given) >= 0;
    if (fd >= 0) {
        close(fd);
    }
    return done;
}

void shared_answer(struct shared *shared)
{
    struct seccomp_notif asked = {0};
    if (notify(shared, SECCOMP_IOCTL_NOTIF_RECV, &asked) < 0) {
        return; /* it has been killed */
    }
    struct seccomp_notif_resp answer = {.id = asked.id};
    if (asked.data.nr == SYS_mmap) {
        answer_mapping(shared, &asked, &answer);
    } else if (answer_file(shared, &asked)) {
        return;
    } else {
        answer.error = -ENOSYS;
    }
    notify(shared, SECCOMP_IOCTL_NOTIF_SEND, &answer); /* unless it has been killed */
}
