#include "base/sha256.h"
#include "unit.h"

static const char *hash_in_pieces(const char *text, size_t repeat, size_t piece, char hex[SHA256_HEX])
{
    struct sha256 sha;
    size_t length = strlen(text);
    sha256_start(&sha);
    for (size_t i = 0; i < repeat; i++) {
        for (size_t at = 0; at < length; at += piece) {
            sha256_add(&sha, text + at, length - at < piece ? length - at : piece);
        }
    }
    sha256_hex(&sha, hex);
    return hex;
}

/* The examples of FIPS 180-4. */
TEST known_digests(void)
{
    char hex[SHA256_HEX];
    ASSERT_STR_EQ("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", hash_in_pieces("", 1, 1, hex));
    ASSERT_STR_EQ("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", hash_in_pieces("abc", 1, 9, hex));
    static const char two_blocks[] = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
    for (size_t piece = 1; piece < sizeof two_blocks; piece++) {
        ASSERT_STR_EQ("248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
                      hash_in_pieces(two_blocks, 1, piece, hex));
    }
    ASSERT_STR_EQ("cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
                  hash_in_pieces("aaaaaaaaaa", 100000, 7, hex));
    static const char one_block[64] = {0}; /* and nothing behind it */
    struct sha256 sha;
    sha256_start(&sha);
    sha256_add(&sha, one_block, sizeof one_block);
    sha256_hex(&sha, hex);
    ASSERT_STR_EQ("f5a5fd42d16a20302798ef6ed309979b43003d2320d9f0e8ea9831a92759fb4b", hex);
    PASS();
}

TEST digests_in_base64(void)
{
    struct sha256 sha;
    char digest[SHA256_BASE64];
    sha256_start(&sha);
    sha256_base64(&sha, digest);
    ASSERT_STR_EQ("47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=", digest);
    sha256_start(&sha);
    sha256_add(&sha, "abc", 3);
    sha256_base64(&sha, digest);
    ASSERT_STR_EQ("ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=", digest);
    PASS();
}

SUITE(sha256)
{
    RUN_TEST(known_digests);
    RUN_TEST(digests_in_base64);
}
