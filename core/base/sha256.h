/* SHA-256 (FIPS 180-4), used to tell whether a file has changed. */
#ifndef BASE_SHA256_H
#define BASE_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { SHA256_HEX = 65, SHA256_BASE64 = 45 }; /* length of a digest, including the NUL */

struct sha256 {
    uint32_t state[8];
    uint64_t length;
    unsigned char block[64];
};

void sha256_start(struct sha256 *sha);
void sha256_add(struct sha256 *sha, const void *bytes, size_t length);

/* The digest of everything added; nothing can be added afterwards. */
void sha256_hex(struct sha256 *sha, char hex[SHA256_HEX]);
void sha256_base64(struct sha256 *sha, char base64[SHA256_BASE64]);

#endif
