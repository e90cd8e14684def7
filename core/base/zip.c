#include "base/zip.h"

#include <string.h>

enum {
    LOCAL_SIZE = 30,   /* bytes before a file's name in front of it, */
    CENTRAL_SIZE = 46, /* and in the directory */
    ENTRIES_MAX = 65535,
    MADE_BY_UNIX = 3 << 8 | 20, /* so that modes are kept */
    NEEDED = 10,                /* version 1.0 */
    NAMES_ARE_UTF8 = 1 << 11,
    JANUARY_1980 = 1 << 5 | 1, /* the same content gives the same archive */
};

static uint32_t checksum(const char *bytes, size_t length)
{
    uint32_t table[256];
    for (uint32_t i = 0; i < 256; i++) {
        table[i] = i;
        for (int bit = 0; bit < 8; bit++) {
            table[i] = table[i] >> 1 ^ (table[i] & 1 ? 0xEDB88320 : 0);
        }
    }
    uint32_t sum = 0xFFFFFFFF;
    for (size_t i = 0; i < length; i++) {
        sum = sum >> 8 ^ table[(sum ^ (unsigned char)bytes[i]) & 0xFF];
    }
    return ~sum;
}

/* A number in little-endian order. */
static void add_number(struct text *out, uint64_t number, int bytes)
{
    for (int i = 0; i < bytes; i++) {
        char byte = (char)(number >> 8 * i & 0xFF);
        text_add(out, &byte, 1);
    }
}

/* What the header of a file and its entry in the directory have in common. */
static void add_facts(struct text *out, uint32_t sum, size_t length, size_t name)
{
    add_number(out, NEEDED, 2);
    add_number(out, NAMES_ARE_UTF8, 2);
    add_number(out, 0, 2); /* stored */
    add_number(out, 0, 2); /* midnight */
    add_number(out, JANUARY_1980, 2);
    add_number(out, sum, 4);
    add_number(out, length, 4);
    add_number(out, length, 4);
    add_number(out, name, 2);
    add_number(out, 0, 2); /* nothing else about it */
}

bool zip_add(struct zip *zip, const char *name, const char *bytes, size_t length, bool executable, struct error *err)
{
    size_t named = strlen(name);
    uint32_t sum = checksum(bytes, length);
    uint64_t end = zip->written + LOCAL_SIZE + named + length + zip->directory.length + CENTRAL_SIZE + named;
    if (named > UINT16_MAX || end > UINT32_MAX / 2 || zip->entries == ENTRIES_MAX) {
        return error_set(err, ERROR_INPUT, "the archive would be too large: at %.100s it has %u files and %llu bytes",
                         name, zip->entries, (unsigned long long)zip->written);
    }
    add_number(&zip->directory, 0x02014b50, 4);
    add_number(&zip->directory, MADE_BY_UNIX, 2);
    add_facts(&zip->directory, sum, length, named);
    add_number(&zip->directory, 0, 6); /* no comment, first disk, no kind */
    add_number(&zip->directory, 0, 2);
    add_number(&zip->directory, executable ? 0100755 : 0100644, 2);
    add_number(&zip->directory, zip->written, 4);
    text_string(&zip->directory, name);
    add_number(&zip->out->text, 0x04034b50, 4);
    add_facts(&zip->out->text, sum, length, named);
    text_string(&zip->out->text, name);
    text_add(&zip->out->text, bytes, length);
    zip->written += LOCAL_SIZE + named + length;
    zip->entries++;
    return !zip->directory.failed || error_memory(err);
}

bool zip_finish(struct zip *zip, struct error *err)
{
    bool whole = !zip->directory.failed;
    struct text *out = &zip->out->text;
    text_add(out, zip->directory.bytes ? zip->directory.bytes : "", zip->directory.length);
    add_number(out, 0x06054b50, 4);
    add_number(out, 0, 4); /* the only disk */
    add_number(out, zip->entries, 2);
    add_number(out, zip->entries, 2);
    add_number(out, zip->directory.length, 4);
    add_number(out, zip->written, 4);
    add_number(out, 0, 2); /* no comment */
    text_free(&zip->directory);
    return whole || error_memory(err);
}
