#include "process/filter.h"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "filters.inc" /* sandboxed and exposed */

bool filter_enter(enum filter filter, int *listener)
{
    struct sock_fprog program = filter == FILTER_SANDBOXED
                                    ? (struct sock_fprog){sizeof sandboxed / sizeof *sandboxed, sandboxed}
                                    : (struct sock_fprog){sizeof exposed / sizeof *exposed, exposed};
    *listener = (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &program);
    return *listener >= 0 ||
           syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) == 0; /* it may have one already */
}
