/* Shared memory that belongs to no file, which the kernel does not count for us.
 *
 * It stays as long as anything of it is mapped anywhere, whether or not its pages are, so looking at processes does not
 * tell how much there is. So the filter (process/filter.h) leaves the calls that make it to the process that runs the
 * programs (seccomp_unotify(2)). Anonymous shared mappings are granted as long as all that a program and its children
 * ever made fit into the memory they may have. Files without a name (memfd_create(2)) become files of the sandbox,
 * whose size is limited and counts as memory. */
#ifndef PROCESS_SHARED_H
#define PROCESS_SHARED_H

#include <stdint.h>

struct shared {
    int listener;   /* readable when a program asks for memory; -1: nobody can, all calls fail */
    int folder;     /* where files without a name are made; -1: nowhere */
    uint64_t bytes; /* of mappings granted since a program was started, */
    uint64_t most;  /* and how many may be */
};

/* Answers a program that asks. */
void shared_answer(struct shared *shared);

#endif
