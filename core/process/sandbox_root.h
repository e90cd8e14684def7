/* Private to core/process: the file system that programs in a sandbox see. The steps run in a child that shares memory
 * and descriptors with the sandbox's process; they leave descriptors there and, on failure, the step that failed. */
#ifndef PROCESS_SANDBOX_ROOT_H
#define PROCESS_SANDBOX_ROOT_H

#include "process/sandbox.h"

struct sandbox_building {
    struct sandbox *sandbox; /* its descriptors are set; where `shown` was shown before, an empty folder still exists */
    const struct sandbox_view *view; /* NULL: only what does not depend on one */

    const char *step; /* the one that failed */
    int problem;      /* errno */
};

/* In a new mount namespace: sets up everything except what a view adds. The host's root is at /host. */
bool sandbox_root_base(struct sandbox_building *building);

/* In a copy of that namespace: adds the view, and removes the host's root. */
bool sandbox_root_view(struct sandbox_building *building);

#endif
