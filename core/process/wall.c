/* A wall of read-only mounts around this process and all that it starts. */
#include "process/start.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/mount.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <unistd.h>

/* Who has no privileges gets them, for this, from a user namespace. */
static bool unshare_mounts(void)
{
    enum { WANTED = CLONE_NEWNS | CLONE_NEWIPC };
    uid_t uid = geteuid();
    gid_t gid = getegid();
    return unshare(WANTED) == 0 || (errno == EPERM && unshare(WANTED | CLONE_NEWUSER) == 0 && start_map_user(uid, gid));
}

bool start_wall(void)
{
    struct mount_attr shut = {.attr_set = MOUNT_ATTR_RDONLY};
    return unshare_mounts() && mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 &&
           mount_setattr(AT_FDCWD, "/", AT_RECURSIVE, &shut, sizeof shut) == 0;
}

bool start_wall_open(const char *folder)
{
    struct mount_attr open = {.attr_clr = MOUNT_ATTR_RDONLY};
    return mount(folder, folder, NULL, MS_BIND, NULL) == 0 &&
           mount_setattr(AT_FDCWD, folder, 0, &open, sizeof open) == 0;
}

bool process_wall(struct error *err)
{
    return start_wall() || error_set(err, ERROR_IO, "other files cannot be made read-only: %s", strerror(errno));
}

bool process_wall_open(const char *folder, struct error *err)
{
    return start_wall_open(folder) ||
           error_set(err, ERROR_IO, "%s: cannot be made writable: %s", folder, strerror(errno));
}

void process_wall_close(const char *folder)
{
    umount2(folder, MNT_DETACH);
}

void process_wall_sweep(void)
{
    struct shm_info segments = {0};
    struct msginfo queues = {0};
    struct seminfo sets = {0};
    int last = shmctl(0, SHM_INFO, (struct shmid_ds *)(void *)&segments);
    for (int i = 0; segments.used_ids && i <= last; i++) {
        struct shmid_ds segment;
        shmctl(shmctl(i, SHM_STAT, &segment), IPC_RMID, NULL);
    }
    last = msgctl(0, MSG_INFO, (struct msqid_ds *)(void *)&queues);
    for (int i = 0; queues.msgpool && i <= last; i++) {
        struct msqid_ds queue;
        msgctl(msgctl(i, MSG_STAT, &queue), IPC_RMID, NULL);
    }
    last = semctl(0, 0, SEM_INFO, &sets);
    for (int i = 0; sets.semusz && i <= last; i++) {
        struct semid_ds set;
        semctl(semctl(i, 0, SEM_STAT, &set), 0, IPC_RMID);
    }
}
