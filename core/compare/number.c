#include "compare/number.h"

#include "base/ascii.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POWER_DIGITS = 17 }; /* exponents with more digits are compared as text */

/* A parsed number: its significant digits, from the first to the last nonzero one, and the power of 10 of the last.
 * Zero has no digits. The digits may include a decimal point. */
struct decimal {
    const char *digits;
    size_t length;
    int64_t power;
    bool negative;
    const char *huge; /* the digits of an exponent too large to count */
    size_t huge_length;
    bool huge_negative;
};

static void take_power(struct decimal *d, const char *p, const char *end)
{
    bool negative = p < end && *p == '-';
    p += p < end && (*p == '-' || *p == '+');
    while (p < end && *p == '0') {
        p++;
    }
    if (end - p > POWER_DIGITS) {
        d->huge = p;
        d->huge_length = (size_t)(end - p);
        d->huge_negative = negative;
        return;
    }
    int64_t power = 0;
    for (; p < end; p++) {
        power = 10 * power + (*p - '0');
    }
    d->power += negative ? -power : power;
}

static struct decimal take_apart(const char *p, size_t length)
{
    struct decimal d = {.negative = *p == '-'};
    const char *end = p + length, *first = NULL, *last = NULL, *point = NULL;
    for (p += d.negative; p < end && *p != 'e' && *p != 'E'; p++) {
        if (*p == '.') {
            point = p;
        } else if (*p != '0') {
            first = first ? first : p;
            last = p;
        }
    }
    if (!first) {
        return (struct decimal){0}; /* -0 is 0, and so is 0e5 */
    }
    d.digits = first;
    d.length = (size_t)(last - first) + 1;
    /* from the last digit to the point, or where it would be */
    d.power = !point ? p - last - 1 : last < point ? point - last - 1 : -(last - point);
    if (p < end) {
        take_power(&d, p + 1, end);
    }
    return d;
}

static size_t skip_point(const struct decimal *d, size_t at)
{
    return at < d->length && d->digits[at] == '.' ? at + 1 : at;
}

static bool same_digits(const struct decimal *a, const struct decimal *b)
{
    size_t i = 0, j = 0;
    while (i < a->length && j < b->length) {
        i = skip_point(a, i);
        j = skip_point(b, j);
        if (a->digits[i++] != b->digits[j++]) {
            return false;
        }
    }
    return i == a->length && j == b->length;
}

bool number_equal(const char *a, size_t a_length, const char *b, size_t b_length)
{
    if (a_length == b_length && memcmp(a, b, a_length) == 0) {
        return true;
    }
    struct decimal x = take_apart(a, a_length), y = take_apart(b, b_length);
    return x.negative == y.negative && x.power == y.power && !x.huge == !y.huge && x.huge_length == y.huge_length &&
           x.huge_negative == y.huge_negative && (!x.huge || memcmp(x.huge, y.huge, x.huge_length) == 0) &&
           same_digits(&x, &y);
}

/* At most 767 digits decide which double is nearest, so a fixed buffer is enough. */
double number_to_double(const char *text, size_t length)
{
    enum { DIGITS_MAX = 770 };
    char copy[DIGITS_MAX + 32];
    struct decimal d = take_apart(text, length);
    size_t used = 0, left = 0; /* left: digits that did not fit */
    copy[used++] = d.negative ? '-' : '+';
    copy[used++] = '0';
    for (size_t i = 0; i < d.length; i++) {
        if (ascii_is_digit(d.digits[i]) && used < DIGITS_MAX) {
            copy[used++] = d.digits[i];
        } else {
            left += ascii_is_digit(d.digits[i]);
        }
    }
    int64_t power = d.huge ? d.huge_negative ? INT32_MIN : INT32_MAX : d.power + (int64_t)left;
    snprintf(copy + used, sizeof copy - used, "e%" PRId64, power);
    return strtod(copy, NULL);
}

bool number_near(const char *a, size_t a_length, const char *b, size_t b_length, double tolerance)
{
    double x = number_to_double(a, a_length), y = number_to_double(b, b_length);
    return isfinite(x) && isfinite(y) && fabs(x - y) <= tolerance;
}

uint64_t number_hash(const char *a, size_t length)
{
    struct decimal d = take_apart(a, length);
    uint64_t hash = 14695981039346656037U ^ (uint64_t)d.power ^ (d.negative ? 0x9E37U : 0);
    for (size_t i = 0; i < d.length; i++) {
        hash = ascii_is_digit(d.digits[i]) ? (hash ^ (uint64_t)d.digits[i]) * 1099511628211U : hash;
    }
    return hash;
}
