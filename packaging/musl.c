/* What Debian's libjson-c.a calls of glibc, for programs that are linked with musl. The names are reserved because they
 * are glibc's. */
// NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp)
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <syslog.h>

int __fprintf_chk(FILE *stream, int flag, const char *format, ...);
int __vfprintf_chk(FILE *stream, int flag, const char *format, va_list args);
int __snprintf_chk(char *out, size_t room, int flag, size_t size, const char *format, ...);
int __vsnprintf_chk(char *out, size_t room, int flag, size_t size, const char *format, va_list args);
int __vasprintf_chk(char **out, int flag, const char *format, va_list args);
void __vsyslog_chk(int priority, int flag, const char *format, va_list args);
char *__strcat_chk(char *to, const char *from, size_t size);

int __vfprintf_chk(FILE *stream, int flag, const char *format, va_list args)
{
    (void)flag;
    return vfprintf(stream, format, args);
}

int __fprintf_chk(FILE *stream, int flag, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int written = __vfprintf_chk(stream, flag, format, args);
    va_end(args);
    return written;
}

int __vsnprintf_chk(char *out, size_t room, int flag, size_t size, const char *format, va_list args)
{
    (void)flag;
    return vsnprintf(out, room < size ? room : size, format, args);
}

int __snprintf_chk(char *out, size_t room, int flag, size_t size, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int written = __vsnprintf_chk(out, room, flag, size, format, args);
    va_end(args);
    return written;
}

int __vasprintf_chk(char **out, int flag, const char *format, va_list args)
{
    (void)flag;
    return vasprintf(out, format, args);
}

void __vsyslog_chk(int priority, int flag, const char *format, va_list args)
{
    (void)flag;
    vsyslog(priority, format, args);
}

char *__strcat_chk(char *to, const char *from, size_t size)
{
    return strlen(to) + strlen(from) < size ? strcat(to, from) : to;
}
// NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp)
