#include "base/sha256.h"

#include <stdio.h>
#include <string.h>

static const uint32_t constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t rotate(uint32_t x, int by)
{
    return x >> by | x << (32 - by);
}

static void add_block(struct sha256 *sha, const unsigned char *p)
{
    uint32_t w[64];
    for (int i = 0; i < 16; i++, p += 4) {
        w[i] = (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
    }
    for (int i = 16; i < 64; i++) {
        uint32_t x = w[i - 15], y = w[i - 2];
        w[i] =
            w[i - 16] + (rotate(x, 7) ^ rotate(x, 18) ^ x >> 3) + w[i - 7] + (rotate(y, 17) ^ rotate(y, 19) ^ y >> 10);
    }
    uint32_t a = sha->state[0], b = sha->state[1], c = sha->state[2], d = sha->state[3];
    uint32_t e = sha->state[4], f = sha->state[5], g = sha->state[6], h = sha->state[7];
    for (int i = 0; i < 64; i++) {
        uint32_t t = h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + constants[i] + w[i];
        uint32_t u = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
        h = g;
        g = f;
        f = e;
        e = d + t;
        d = c;
        c = b;
        b = a;
        a = t + u;
    }
    const uint32_t more[8] = {a, b, c, d, e, f, g, h};
    for (int i = 0; i < 8; i++) {
        sha->state[i] += more[i];
    }
}

void sha256_start(struct sha256 *sha)
{
    *sha = (struct sha256){
        .state = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}};
}

void sha256_add(struct sha256 *sha, const void *bytes, size_t length)
{
    const unsigned char *p = bytes;
    while (length > 0) {
        size_t at = sha->length % 64, room = 64 - at, take = length < room ? length : room;
        if (at == 0 && length >= 64) {
            take = 64;
            add_block(sha, p);
        } else {
            memcpy(sha->block + at, p, take);
            if (take == room) {
                add_block(sha, sha->block);
            }
        }
        sha->length += take;
        p += take;
        length -= take;
    }
}

static void finish(struct sha256 *sha)
{
    uint64_t bits = sha->length * 8;
    unsigned char size[8];
    sha256_add(sha, "\x80", 1);
    while (sha->length % 64 != 56) {
        sha256_add(sha, "", 1);
    }
    for (int i = 0; i < 8; i++) {
        size[i] = (unsigned char)(bits >> (56 - 8 * i));
    }
    sha256_add(sha, size, sizeof size);
}

void sha256_hex(struct sha256 *sha, char hex[SHA256_HEX])
{
    finish(sha);
    for (int i = 0; i < 8; i++) {
        snprintf(hex + (size_t)8 * (size_t)i, 9, "%08x", sha->state[i]);
    }
}

void sha256_base64(struct sha256 *sha, char base64[SHA256_BASE64])
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    enum { DIGITS = 43 }; /* of 6 bits; the last has only 4, and "=" pads its group */
    finish(sha);
    for (int i = 0; i < DIGITS; i++) {
        int bit = 6 * i, word = bit / 32;
        uint64_t two = (uint64_t)sha->state[word] << 32 | (word < 7 ? sha->state[word + 1] : 0);
        base64[i] = digits[two >> (58 - bit % 32) & 63];
    }
    memcpy(base64 + DIGITS, "=", 2);
}
