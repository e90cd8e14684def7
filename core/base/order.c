#include "base/order.h"

#include "base/ascii.h"

#include <string.h>

int order_compare(const char *a, const char *b)
{
    const char *left = a, *right = b;
    if (a == b) { /* as often when results are sorted, whose names are shared */
        return 0;
    }
    while (*a && *b) {
        if (ascii_is_digit(*a) && ascii_is_digit(*b)) {
            const char *x = a + strspn(a, "0"), *y = b + strspn(b, "0");
            size_t m = strspn(x, "0123456789"), n = strspn(y, "0123456789");
            int order = m != n ? (m > n) - (m < n) : strncmp(x, y, m);
            if (order != 0) {
                return order;
            }
            a = x + m;
            b = y + n;
        } else if (*a == *b) {
            a++;
            b++;
        } else {
            break;
        }
    }
    /* a folder's contents come right after it */
    int x = *a == '/' ? 1 : (unsigned char)*a, y = *b == '/' ? 1 : (unsigned char)*b;
    return x != y ? x - y : strcmp(left, right);
}
