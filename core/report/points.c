#include "report/points.h"

#include "base/ascii.h"

#include <inttypes.h>
#include <math.h>

enum { POINTS_MAX = 1000000 };
static const double most = 1e12; /* thousandths; millions of them can be added */

int64_t points_of(double number)
{
    return llround(fmax(-most, fmin(most, number * POINTS_ONE)));
}

bool points_parse(const char *text, int64_t *points)
{
    bool negative = *text == '-';
    const char *p = text + (*text == '-' || *text == '+');
    int64_t number = 0, unit = POINTS_ONE;
    if (!ascii_is_digit(*p)) {
        return false;
    }
    for (; ascii_is_digit(*p) && number <= POINTS_MAX; p++) {
        number = 10 * number + (*p - '0');
    }
    number *= POINTS_ONE;
    if (*p == '.' && ascii_is_digit(p[1])) {
        for (p++; ascii_is_digit(*p) && unit > 1; p++) {
            unit /= 10;
            number += unit * (*p - '0');
        }
    }
    *points = negative ? -number : number;
    return *p == '\0' && number <= (int64_t)POINTS_MAX * POINTS_ONE;
}

void points_write(struct text *out, int64_t points)
{
    int64_t rest = points < 0 ? -points : points, decimals = rest % POINTS_ONE;
    int digits = 3;
    text_format(out, "%s%" PRId64, points < 0 ? "-" : "", rest / POINTS_ONE);
    if (decimals) {
        for (; decimals % 10 == 0; decimals /= 10) {
            digits--;
        }
        text_format(out, ".%0*" PRId64, digits, decimals);
    }
}

void points_member(struct text *out, const char *name, int64_t points)
{
    text_format(out, ",\"%s\":", name);
    points_write(out, points);
}

int64_t points_share(int64_t points, size_t index, size_t shares)
{
    int64_t each = points / (int64_t)shares, left = points % (int64_t)shares;
    return each + ((int64_t)index < left);
}

int64_t points_part(int64_t points, int64_t part, int64_t whole)
{
    return (2 * points * part + whole) / (2 * whole);
}
