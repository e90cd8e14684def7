#include "process/disk.h"

#include "process/copy.h"

#include <sys/statvfs.h>

enum { STEPS = 16 }; /* how many times to look, at most, while nobody else writes to the disk */

static void measure(const struct disk *disk, uint64_t *bytes, uint64_t *files)
{
    *bytes = *files = 0;
    for (const char *const *folder = disk->folders; *folder; folder++) {
        copy_measure(*folder, bytes, files);
    }
}

static uint64_t less(uint64_t from, uint64_t what)
{
    return from > what ? from - what : 0;
}

static uint64_t larger(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* Decides when to look again, given what exists now. */
static void rearm(struct disk *disk, const struct statvfs *room, uint64_t bytes, uint64_t files)
{
    disk->free_bytes =
        less((uint64_t)room->f_bfree * room->f_frsize, larger(less(disk->most_bytes, bytes), disk->step_bytes));
    disk->free_files = less(room->f_ffree, larger(less(disk->most_files, files), disk->step_files));
}

void disk_watch(struct disk *disk, uint64_t bytes, uint64_t files)
{
    struct statvfs room;
    if (!disk->folders[0] || statvfs(disk->folders[0], &room) < 0) {
        return;
    }
    uint64_t has_bytes, has_files;
    measure(disk, &has_bytes, &has_files);
    disk->most_bytes = has_bytes + bytes;
    disk->most_files = has_files + files;
    disk->step_bytes = bytes / STEPS;
    disk->step_files = files / STEPS;
    rearm(disk, &room, has_bytes, has_files);
}

bool disk_is_exceeded(struct disk *disk)
{
    struct statvfs room;
    if (!disk->folders[0] || statvfs(disk->folders[0], &room) < 0 ||
        ((uint64_t)room.f_bfree * room.f_frsize >= disk->free_bytes && room.f_ffree >= disk->free_files)) {
        return false;
    }
    uint64_t bytes, files;
    measure(disk, &bytes, &files);
    rearm(disk, &room, bytes, files);
    return bytes > disk->most_bytes || files > disk->most_files;
}
