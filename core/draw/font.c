#include "draw/font.h"

/* In thousandths of the size, from space to tilde. */
static const short widths[95] = {278,  278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
                                 556,  556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
                                 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
                                 667,  778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
                                 333,  556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
                                 556,  556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584};

double draw_font_width(const char *text, double size)
{
    int sum = 0;
    for (const unsigned char *p = (const unsigned char *)text; *p; p++) {
        if (*p >= ' ' && *p <= '~') {
            sum += widths[*p - ' '];
        } else if (*p < 0x80 || *p >= 0xC0) { /* the first byte of a character */
            sum += 1000;
        }
    }
    return sum * size * 1.03 / 1000; /* other fonts are a little wider */
}
