#include "base/utf8.h"

int utf8_size(const char *bytes, size_t length)
{
    unsigned char first = (unsigned char)bytes[0];
    int needed = first < 0x80 ? 1 : first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
    for (int i = 1; i < needed; i++) {
        if ((size_t)i == length) {
            return -1;
        }
        unsigned char c = (unsigned char)bytes[i];
        unsigned char low = i > 1 ? 0x80 : first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
        unsigned char high = i > 1 ? 0xBF : first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
        if (c < low || c > high) {
            return 0;
        }
    }
    return needed;
}

unsigned utf8_code(const char *bytes, int size)
{
    unsigned char first = (unsigned char)bytes[0];
    unsigned code = size == 1 ? first : size == 2 ? first & 0x1FU : size == 3 ? first & 0x0FU : first & 0x07U;
    for (int i = 1; i < size; i++) {
        code = code << 6 | ((unsigned char)bytes[i] & 0x3FU);
    }
    return code;
}

bool utf8_is_control(unsigned code)
{
    return code < 0x20 || (code >= 0x7F && code < 0xA0);
}

bool utf8_is_hidden(unsigned code)
{
    return (code >= 0x200B && code <= 0x200F) || (code >= 0x2028 && code <= 0x202E) ||
           (code >= 0x2060 && code <= 0x206F) || code == 0xFEFF;
}
