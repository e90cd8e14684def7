#include "base/observer.h"

#include "unit.h"

static bool fail_at_once(void *self, const void *event, struct error *err)
{
    int *seen = self;
    (void)event, (void)err;
    ++*seen;
    return false;
}

TEST an_observer_that_fails_is_not_told_again(void)
{
    int bad_seen = 0, other_seen = 0;
    struct observer bad = {.see = fail_at_once, .self = &bad_seen}, other = {.see = fail_at_once, .self = &other_seen};
    struct observer *observers[] = {&bad, &other, NULL};
    observe(observers, "event");
    observe(observers, "event");
    observe(NULL, "event");
    ASSERT_EQ(1, bad_seen);
    ASSERT_EQ(1, other_seen);
    ASSERT_EQ(ERROR_IO, bad.error.kind);
    ASSERT_STR_EQ("failed", bad.error.text);
    PASS();
}

TEST events_are_lines_of_a_log(void)
{
    char *text = NULL;
    size_t size = 0;
    struct error error = {0};
    FILE *stream = open_memstream(&text, &size);
    ASSERT(observer_log(stream, json_object_new_string("a/b\nc"), &error));
    ASSERT_FALSE(observer_log(stream, NULL, &error));
    ASSERT_EQ(ERROR_MEMORY, error.kind);
    fclose(stream);
    ASSERT_STR_EQ("\"a/b\\nc\"\n", text);
    free(text);
    PASS();
}

SUITE(observers)
{
    RUN_TEST(an_observer_that_fails_is_not_told_again);
    RUN_TEST(events_are_lines_of_a_log);
}
