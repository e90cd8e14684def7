/* Copies of submissions, and whether one has changed. */
#ifndef PROCESS_COPY_H
#define PROCESS_COPY_H

#include "base/error.h"
#include "base/sha256.h"

/* Copies a folder with all that is in it to a place where nothing is yet: permissions and times are kept, links stay
 * links, sockets, pipes and devices are left out. False with err, and part of the copy may be there, if a file cannot
 * be read or written, or, as an ERROR_INPUT, if it is larger than `most` bytes, where
 * each file and folder counts for 32 KiB more than its size. */
bool copy_tree(const char *from, const char *to, uint64_t most, struct error *err);

/* A digest of the names, kinds, sizes, permissions and times of all that is in a folder, but for the paths in
 * `without`, which is NULL-terminated, or NULL. */
bool copy_fingerprint(const char *folder, const char *const *without, char hex[SHA256_HEX], struct error *err);

/* Whether all that is in a folder belongs to this user and group, so that a layer of overlayfs can take changes. */
bool copy_is_own(const char *folder);

#endif
