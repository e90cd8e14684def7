#include "base/names.h"

#include "unit.h"

TEST letters_tell_names_apart(void)
{
    struct arena arena = {0};
    struct names_register r = {0};
    static const char *const in[] = {"Ann", "Ann", "Ann", "Annc", "Ann", "Anna", "annz", "Ann"};
    static const char *const out[] = {"Ann", "Anna", "Annb", "Annc", "Annd", "Annaa", "annz", "Anne"};
    for (size_t i = 0; i < sizeof in / sizeof *in; i++) {
        ASSERT_STR_EQ(out[i], names_register_add(&r, in[i], 50, &arena));
    }
    names_register_free(&r);
    arena_free(&arena);
    PASS();
}

TEST two_letters_follow_one(void)
{
    struct arena arena = {0};
    struct names_register r = {0};
    const char *name = NULL;
    for (int i = 0; i < 1 + 26 + 27; i++) {
        name = names_register_add(&r, "X", 50, &arena);
    }
    ASSERT_STR_EQ("Xba", name);
    names_register_free(&r);
    arena_free(&arena);
    PASS();
}

/* Without room, the letters replace the end of the name. */
TEST letters_need_room(void)
{
    struct arena arena = {0};
    struct names_register r = {0};
    ASSERT_STR_EQ("abcde", names_register_add(&r, "abcde", 5, &arena));
    ASSERT_STR_EQ("abcda", names_register_add(&r, "abcde", 5, &arena));
    ASSERT_STR_EQ("abcdb", names_register_add(&r, "abcda", 5, &arena));
    for (int i = 0; i < 23; i++) { /* c to z without e, which is taken */
        ASSERT(strncmp("abcd", names_register_add(&r, "abcde", 5, &arena), 4) == 0);
    }
    ASSERT_STR_EQ("abcaa", names_register_add(&r, "abcdx", 5, &arena));
    names_register_free(&r);
    arena_free(&arena);
    PASS();
}

/* Names are never too long, never repeat, and end when there are no more. */
TEST no_name_is_given_twice(void)
{
    enum { ALL = 1 + 26 + 26 * 26 };
    static const char *names[ALL];
    struct arena arena = {0};
    struct names_register r = {0};
    size_t again;
    for (int i = 0; i < ALL; i++) {
        names[i] = names_register_add(&r, "Z9", 2, &arena);
        ASSERT(names[i] && strlen(names[i]) <= 2);
    }
    ASSERT(names_repeated(names, sizeof *names, ALL, &arena, &again));
    ASSERT_EQ((size_t)ALL, again);
    ASSERT_EQ(NULL, names_register_add(&r, "Z9", 2, &arena));
    names_register_free(&r);
    arena_free(&arena);
    PASS();
}

SUITE(names)
{
    RUN_TEST(letters_tell_names_apart);
    RUN_TEST(two_letters_follow_one);
    RUN_TEST(letters_need_room);
    RUN_TEST(no_name_is_given_twice);
}
