#include "base/error.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool error_set(struct error *err, enum error_kind kind, const char *format, ...)
{
    va_list args;
    err->kind = kind;
    va_start(args, format);
    vsnprintf(err->text, sizeof err->text, format, args);
    va_end(args);
    return false;
}

bool error_memory(struct error *err)
{
    return error_set(err, ERROR_MEMORY, "out of memory");
}

struct error *error_silent(struct error *err)
{
    static const char failed[] = "failed";
    err->kind = ERROR_PLAYER;
    memcpy(err->text, failed, sizeof failed);
    return err;
}

bool error_is_shortage(int error)
{
    return error == ENOMEM || error == EAGAIN || error == EMFILE || error == ENFILE || error == ENOBUFS ||
           error == E2BIG || error == EIO;
}
