/* For Tests/mutants, as part of libcore.so: notes which functions of the library are called. The file that REACH names
 * gets a 1 for each, at the function's offset in the library. It is mapped before main, so that forked processes can
 * write to it, too, whatever files they may open. */
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#define QUIET __attribute__((no_instrument_function))

enum { SIZE = 8 << 20 }; /* more than the library has */

static unsigned char *reached;
static uintptr_t base;

void __cyg_profile_func_enter(void *function, void *caller) QUIET;
void __cyg_profile_func_exit(void *function, void *caller) QUIET;

__attribute__((constructor)) static QUIET void begin(void)
{
    const char *path = getenv("REACH");
    Dl_info library;
    if (!path || !dladdr(&base, &library)) {
        return;
    }
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (fd < 0) {
        return;
    }
    void *map = ftruncate(fd, SIZE) == 0 ? mmap(NULL, SIZE, PROT_WRITE, MAP_SHARED, fd, 0) : MAP_FAILED;
    close(fd);
    base = (uintptr_t)library.dli_fbase;
    reached = map != MAP_FAILED ? map : NULL;
}

void __cyg_profile_func_enter(void *function, void *caller)
{
    (void)caller;
    if (reached && (uintptr_t)function - base < SIZE) {
        reached[(uintptr_t)function - base] = 1;
    }
}

void __cyg_profile_func_exit(void *function, void *caller)
{
    (void)function;
    (void)caller;
}
