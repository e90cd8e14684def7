#include "unit.h"

#include <stdalign.h>
#include <stdint.h>

TEST gives_zeroed_aligned_memory(void)
{
    struct arena a = {0};
    for (size_t size = 0; size < 100; size++) {
        unsigned char *p = arena_array(&a, size, 1);
        ASSERT(p);
        ASSERT_EQ(0, (uintptr_t)p % alignof(max_align_t));
        for (size_t i = 0; i < size; i++) {
            ASSERT_EQ(0, p[i]);
            p[i] = 0xAA;
        }
    }
    arena_free(&a);
    PASS();
}

TEST pieces_do_not_overlap(void)
{
    struct arena a = {0};
    int *numbers[2000];
    for (int i = 0; i < 2000; i++) {
        numbers[i] = arena_array(&a, 7, sizeof(int));
        for (int k = 0; k < 7; k++) {
            numbers[i][k] = i;
        }
    }
    for (int i = 0; i < 2000; i++) {
        for (int k = 0; k < 7; k++) {
            ASSERT_EQ(i, numbers[i][k]);
        }
    }
    arena_free(&a);
    PASS();
}

TEST large_pieces_and_small_ones_mix(void)
{
    const size_t size = 1000000;
    struct arena a = {0};
    char *small = arena_string(&a, "abcdef", 3), *large = arena_array(&a, size, 1);
    large[size - 1] = 'x';
    char *after = arena_string(&a, "", 0);
    ASSERT_STR_EQ("abc", small);
    ASSERT_STR_EQ("", after);
    arena_free(&a);
    PASS();
}

TEST formats_text_of_any_length(void)
{
    struct arena a = {0};
    const char *path = arena_format(&a, "%s/%d", "folder", 12), *empty = arena_format(&a, "%s", "");
    const char *wide = arena_format(&a, "%5000d.", 7);
    ASSERT_STR_EQ("folder/12", path);
    ASSERT_STR_EQ("", empty);
    ASSERT_EQ(5001, strlen(wide));
    ASSERT_STR_EQ(" 7.", wide + 4998);
    arena_free(&a);
    PASS();
}

TEST impossible_sizes_fail(void)
{
    struct arena a = {0};
    ASSERT_EQ(NULL, arena_array(&a, SIZE_MAX, 1));
    ASSERT_EQ(NULL, arena_array(&a, SIZE_MAX / 2, 3));
    ASSERT_EQ(NULL, arena_array(&a, SIZE_MAX / 16, 15));
    ASSERT_EQ(NULL, arena_string(&a, "", SIZE_MAX));
    ASSERT(arena_array(&a, 1, 1));
    arena_free(&a);
    PASS();
}

TEST words_are_split_at_separators(void)
{
    struct arena a = {0};
    const char **words = arena_words(&a, " valgrind  -q", " ");
    ASSERT_STR_EQ("valgrind", words[0]);
    ASSERT_STR_EQ("-q", words[1]);
    ASSERT_EQ(NULL, words[2]);
    words = arena_words(&a, "a:b:c", ":");
    ASSERT_STR_EQ("c", words[2]);
    ASSERT_EQ(NULL, words[3]);
    ASSERT_EQ(NULL, arena_words(&a, "  ", " ")[0]);
    ASSERT_EQ(NULL, arena_words(&a, "", " ")[0]);
    arena_free(&a);
    PASS();
}

SUITE(arena)
{
    RUN_TEST(gives_zeroed_aligned_memory);
    RUN_TEST(pieces_do_not_overlap);
    RUN_TEST(large_pieces_and_small_ones_mix);
    RUN_TEST(formats_text_of_any_length);
    RUN_TEST(impossible_sizes_fail);
    RUN_TEST(words_are_split_at_separators);
}
