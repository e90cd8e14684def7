#include "grade/sheet.h"

#include "base/json_show.h"
#include "base/json_text.h"
#include "base/utf8.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ENOUGH = 64 * 1024 };

static void flush(struct sheet *t)
{
    size_t done = 0;
    while (done < t->length && !t->failed) {
        ssize_t wrote = write(t->fd, t->bytes + done, t->length - done);
        if (wrote < 0 && errno != EINTR) {
            t->failed = true;
            t->problem = errno;
        }
        done += wrote > 0 ? (size_t)wrote : 0;
    }
    t->length = 0;
}

static bool make_room(struct sheet *t, size_t more)
{
    if (t->room - t->length > more) {
        return true;
    }
    if (t->fd >= 0 && t->length >= ENOUGH) {
        flush(t);
        return make_room(t, more);
    }
    size_t room = t->room ? t->room : 1024;
    while (room - t->length <= more) {
        room *= 2;
    }
    char *bytes = realloc(t->bytes, room);
    if (!bytes) {
        t->failed = true;
        return false;
    }
    t->bytes = bytes;
    t->room = room;
    return true;
}

void sheet_bytes(struct sheet *t, const char *bytes, size_t length)
{
    if (make_room(t, length)) {
        memcpy(t->bytes + t->length, bytes, length);
        t->length += length;
        t->bytes[t->length] = '\0';
    }
}

void sheet_add(struct sheet *t, const char *string)
{
    sheet_bytes(t, string, strlen(string));
}

void sheet_format(struct sheet *t, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    if (length >= 0 && make_room(t, (size_t)length)) {
        vsnprintf(t->bytes + t->length, (size_t)length + 1, format, again);
        t->length += (size_t)length;
    }
    va_end(again);
    va_end(args);
}

void sheet_number(struct sheet *t, double number)
{
    char digits[64];
    int length = snprintf(digits, sizeof digits, "%.3f", number);
    while (length > 0 && digits[length - 1] == '0') {
        length--;
    }
    length -= length > 0 && digits[length - 1] == '.';
    sheet_bytes(t, digits, (size_t)length);
}

/* -- dressing -- */

static unsigned code_of(const char *p, int size)
{
    unsigned char first = (unsigned char)p[0];
    unsigned code = size == 1 ? first : size == 2 ? first & 0x1FU : size == 3 ? first & 0x0FU : first & 0x07U;
    for (int i = 1; i < size; i++) {
        code = code << 6 | ((unsigned char)p[i] & 0x3FU);
    }
    return code;
}

/* Characters that cannot be seen, or that turn the direction of writing. */
static bool is_hidden(unsigned code)
{
    return (code >= 0x200B && code <= 0x200F) || (code >= 0x2028 && code <= 0x202E) ||
           (code >= 0x2060 && code <= 0x206F) || code == 0xFEFF;
}

static bool is_control(unsigned code)
{
    return code < 0x20 || (code >= 0x7F && code < 0xA0);
}

/* What stands for a character that must not be there as it is; NULL if it may. */
static const char *stand_in(enum sheet_dress dress, unsigned code, char buffer[16])
{
    static const char replacement[] = "\xEF\xBF\xBD";
    bool markup = dress == SHEET_XML || dress == SHEET_HTML;
    switch (dress) {
    case SHEET_JSON:
        if (code == '"' || code == '\\') {
            snprintf(buffer, 16, "\\%c", (int)code);
            return buffer;
        }
        if (is_control(code)) {
            snprintf(buffer, 16, code == '\n' ? "\\n" : "\\u%04x", code);
            return buffer;
        }
        return NULL;
    case SHEET_XML:
    case SHEET_HTML:
        if (code == '&' || code == '<' || code == '>' || code == '"' || code == '\'') {
            snprintf(buffer, 16, "&#%u;", code);
            return buffer;
        }
        break;
    case SHEET_CSV:
        if (code == '"') {
            return "\"\"";
        }
        break;
    default:
        break;
    }
    if ((code == '\n' && dress != SHEET_LINE) || (code == '\t' && dress != SHEET_LINE)) {
        return NULL;
    }
    if (is_control(code) || is_hidden(code) || code == 0xFFFE || code == 0xFFFF) {
        if (markup || dress == SHEET_CSV) {
            return replacement;
        }
        snprintf(buffer, 16, "\\u%04X", code);
        return buffer;
    }
    return NULL;
}

/* A character that needs no second look, whatever the dress. */
static bool is_plain(unsigned char c)
{
    return c >= 0x20 && c < 0x7F && c != '"' && c != '\\' && c != '&' && c != '<' && c != '>' && c != '\'';
}

void sheet_dress(struct sheet *t, enum sheet_dress dress, const char *bytes, size_t length)
{
    char buffer[16];
    size_t i = 0;
    while (i < length) {
        size_t start = i;
        while (i < length && is_plain((unsigned char)bytes[i])) {
            i++;
        }
        sheet_bytes(t, bytes + start, i - start);
        if (i == length) {
            break;
        }
        int size = utf8_size(bytes + i, length - i);
        if (size <= 0) {
            sheet_add(t, "\xEF\xBF\xBD");
            i++;
            continue;
        }
        const char *instead = stand_in(dress, code_of(bytes + i, size), buffer);
        if (instead) {
            sheet_add(t, instead);
        } else {
            sheet_bytes(t, bytes + i, (size_t)size);
        }
        i += (size_t)size;
    }
}

void sheet_word(struct sheet *t, enum sheet_dress dress, const char *string)
{
    sheet_dress(t, dress, string, strlen(string));
}

/* -- files -- */

bool sheet_open(struct sheet *t, const char *path, struct error *err)
{
    struct stat info;
    *t = (struct sheet){.fd = -1};
    if (strcmp(path, "-") == 0) {
        t->fd = dup(STDOUT_FILENO);
    } else if (stat(path, &info) == 0 && !S_ISREG(info.st_mode)) {
        t->fd = open(path, O_WRONLY | O_CLOEXEC);
    } else {
        size_t size = strlen(path) + sizeof ".part-XXXXXX";
        t->path = strdup(path);
        t->temporary = malloc(size);
        if (!t->path || !t->temporary) {
            sheet_free(t);
            return error_memory(err);
        }
        snprintf(t->temporary, size, "%s.part-XXXXXX", path);
        t->fd = mkostemp(t->temporary, O_CLOEXEC);
        if (t->fd >= 0) {
            mode_t mask = umask(0);
            umask(mask);
            fchmod(t->fd, 0666 & ~mask);
        }
    }
    if (t->fd < 0) {
        error_set(err, ERROR_IO, "cannot write %s: %s", json_show(path, strlen(path)).text, strerror(errno));
        free(t->temporary);
        t->temporary = NULL;
        sheet_free(t);
        return false;
    }
    return true;
}

bool sheet_close(struct sheet *t, struct error *err)
{
    flush(t);
    bool ok = !t->failed;
    int problem = t->problem;
    if (close(t->fd) != 0 && ok) {
        ok = false;
        problem = errno;
    }
    t->fd = -1;
    if (ok && t->temporary && rename(t->temporary, t->path) != 0) {
        ok = false;
        problem = errno;
    }
    if (ok) {
        free(t->temporary);
        t->temporary = NULL;
    } else {
        const char *name = t->path ? t->path : "the output";
        error_set(err, ERROR_IO, "cannot write %s: %s", json_show(name, strlen(name)).text,
                  problem ? strerror(problem) : "out of memory");
    }
    sheet_free(t);
    return ok;
}

void sheet_free(struct sheet *t)
{
    if (t->fd >= 0) {
        close(t->fd);
    }
    if (t->temporary) {
        unlink(t->temporary);
    }
    free(t->temporary);
    free(t->path);
    free(t->bytes);
    *t = (struct sheet){.fd = -1};
}
