/* How much programs write to folders on a disk that others use, too.
 *
 * Finding out takes a walk through the folders, so it is done only when the disk has lost as much as the programs may
 * still write. Files that were deleted but are still open are not found; the limits of files bound them. */
#ifndef PROCESS_DISK_H
#define PROCESS_DISK_H

#include <stdbool.h>
#include <stdint.h>

struct disk {
    const char *folders[3]; /* NULL-terminated, on one file system; borrowed. Without any, nothing is watched */

    /* private */
    uint64_t most_bytes, most_files; /* that may exist in the folders */
    uint64_t free_bytes, free_files; /* look again when the disk has less than this */
    uint64_t step_bytes, step_files; /* at least this much less than the last time */
};

/* Begins to watch the folders, in which `bytes` and `files` may be added to what is there. */
void disk_watch(struct disk *disk, uint64_t bytes, uint64_t files);

/* Whether more was added. */
bool disk_is_exceeded(struct disk *disk);

#endif
