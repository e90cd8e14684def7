#include "base/moment.h"

#include "base/ascii.h"

#include <time.h>

/* Reads a number of exactly `digits` digits from low to high. */
static bool take_number(const char **p, int digits, int low, int high, int *out)
{
    *out = 0;
    for (int i = 0; i < digits; i++, (*p)++) {
        if (!ascii_is_digit(**p)) {
            return false;
        }
        *out = 10 * *out + (**p - '0');
    }
    return *out >= low && *out <= high;
}

static bool take_char(const char **p, const char *any)
{
    bool found = **p && strchr(any, **p);
    *p += found;
    return found;
}

/* Reads a time zone: Z, +02:00 or +0200. `east` becomes its offset in seconds. */
static bool take_zone(const char **p, int *east)
{
    int hours, minutes;
    *east = 0;
    if (take_char(p, "Zz")) {
        return true;
    }
    int sign = **p == '-' ? -1 : 1;
    if (!take_char(p, "+-") || !take_number(p, 2, 0, 14, &hours)) {
        return false;
    }
    take_char(p, ":");
    if (!take_number(p, 2, 0, 59, &minutes)) {
        return false;
    }
    *east = sign * 60 * (60 * hours + minutes);
    return true;
}

bool moment_parse(const char *text, int64_t *seconds)
{
    const char *p = text;
    struct tm at = {0};
    int east;
    if (!take_number(&p, 4, 1970, 9999, &at.tm_year) || !take_char(&p, "-") || !take_number(&p, 2, 1, 12, &at.tm_mon) ||
        !take_char(&p, "-") || !take_number(&p, 2, 1, 31, &at.tm_mday) || !take_char(&p, "Tt ") ||
        !take_number(&p, 2, 0, 23, &at.tm_hour) || !take_char(&p, ":") || !take_number(&p, 2, 0, 59, &at.tm_min)) {
        return false;
    }
    if (take_char(&p, ":") && !take_number(&p, 2, 0, 59, &at.tm_sec)) {
        return false;
    }
    take_char(&p, " ");
    if (!take_zone(&p, &east) || *p) {
        return false;
    }
    int day = at.tm_mday;
    at.tm_year -= 1900;
    at.tm_mon--;
    *seconds = (int64_t)timegm(&at) - east;
    return at.tm_mday == day; /* otherwise there is no such day, like February 30, and timegm took a later one */
}

void moment_write(struct text *out, int64_t seconds)
{
    struct tm at;
    time_t time = (time_t)seconds;
    if (gmtime_r(&time, &at)) {
        text_format(out, "%04d-%02d-%02dT%02d:%02d:%02dZ", at.tm_year + 1900, at.tm_mon + 1, at.tm_mday, at.tm_hour,
                    at.tm_min, at.tm_sec);
    }
}

void moment_member(struct text *out, const char *name, int64_t seconds)
{
    text_format(out, ",\"%s\":\"", name);
    moment_write(out, seconds);
    text_string(out, "\"");
}
