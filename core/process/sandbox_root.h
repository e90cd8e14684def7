/* Private to core/process: the file system that programs in a sandbox see. The steps run in a child that shares the
 * memory and the descriptors of the sandbox's process, and leave descriptors and, if they fail, what failed. */
#ifndef PROCESS_SANDBOX_ROOT_H
#define PROCESS_SANDBOX_ROOT_H

#include "process/sandbox.h"

#include <sys/stat.h>

enum {
    SANDBOX_FOLDER_MODE = S_IRWXU, /* of folders that programs write to */
    SANDBOX_TRIAL_BYTES = 1 << 20,
    SANDBOX_TRIAL_FILES = 100,
};

struct sandbox_building {
    const struct sandbox_view *view;
    const char *before; /* the submission that was shown before, whose empty folder is still there; "" if none was */

    int base, mounts, root, proc, scratch;

    const char *step; /* that failed */
    int problem;      /* errno */
};

/* In a new mount namespace: everything but what a view adds. The host's root is at /host. */
bool sandbox_root_base(struct sandbox_building *building);

/* In a copy of that one: adds the view, and takes the host's root away. */
bool sandbox_root_view(struct sandbox_building *building);

#endif
