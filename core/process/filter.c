#include "process/filter.h"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "filters.inc" /* sandboxed, connected and exposed */

bool filter_enter(enum filter filter, int *listener)
{
    struct sock_fprog programs[] = {
        [FILTER_SANDBOXED] = {sizeof sandboxed / sizeof *sandboxed, sandboxed},
        [FILTER_CONNECTED] = {sizeof connected / sizeof *connected, connected},
        [FILTER_EXPOSED] = {sizeof exposed / sizeof *exposed, exposed},
    };
    *listener = (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &programs[filter]);
    return *listener >= 0 ||
           syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &programs[filter]) == 0; /* it may have one already */
}
