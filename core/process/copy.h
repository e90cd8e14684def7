/* Copies submissions and detects changes in them. */
#ifndef PROCESS_COPY_H
#define PROCESS_COPY_H

#include "base/error.h"
#include "base/sha256.h"

/* Copies a folder with everything in it to a path that does not exist yet. Keeps permissions and times; links stay
 * links; sockets, pipes and devices are left out. Folders and files in `masked`, which is NULL-terminated, or NULL, are
 * empty in the copy, and so are folders that hold the copy itself, and what we cannot read. False with err, perhaps
 * leaving a partial copy, if a file cannot be read or written, or with ERROR_INPUT if the folder is larger than `most`
 * bytes, where each file and folder counts as its size plus 32 KiB. */
bool copy_tree(const char *from, const char *to, const char *const *masked, uint64_t most, struct error *err);

/* A digest of the names, kinds, sizes, permissions and change times of everything in a folder, except the paths in
 * `without`, which is NULL-terminated, or NULL. If it is not NULL, times and sizes of folders do not count either,
 * since they change with what is left out. */
bool copy_fingerprint(const char *folder, const char *const *without, char hex[SHA256_HEX], struct error *err);

/* Adds the bytes that everything in a folder takes on its disk, and the number of files and folders. */
void copy_measure(const char *folder, uint64_t *bytes, uint64_t *files);

/* Whether this user namespace knows the owners of everything in a folder, so that overlayfs can layer changes over it.
 */
bool copy_knows_owners(const char *folder);

#endif
