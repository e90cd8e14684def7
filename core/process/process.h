/* Programs that nobody trusts: started with as little as they need, and ended whatever they do.
 *
 * A program gets no shell, the environment and descriptors that it is given and no others, a session and a folder of
 * its own, limits, and no way to gain privileges. Where the kernel has Landlock, it sees the system read-only, may
 * write in its folder only, and may signal nothing but what it has started itself.
 *
 * What it starts is ended with it: also what has left its session or its parent. There are two ways to be sure of
 * that. With `keeper`, a small process of ours stands in between for as long as the program runs; any number of
 * programs may run at once, and they end when this process does, even by SIGKILL. Without, this process itself is the
 * one to which orphans come (process_adopt), starting costs less, and at most one job may run at a time:
 * process_end_all ends everything below this process. */
#ifndef PROCESS_PROCESS_H
#define PROCESS_PROCESS_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/types.h>

enum process_isolation {
    PROCESS_ISOLATE_DEFAULT, /* Landlock where the kernel has it */
    PROCESS_ISOLATE_NONE,    /* no Landlock either */
    PROCESS_ISOLATE_NS,      /* user, pid, net, ipc and mount namespaces, and Landlock where the kernel has it */
    PROCESS_ISOLATE_BWRAP,   /* bubblewrap */
};

#endif
