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
    observer_tell(observers, "event");
    observer_tell(observers, "event");
    observer_tell(NULL, "event");
    ASSERT_EQ(1, bad_seen);
    ASSERT_EQ(1, other_seen);
    ASSERT_EQ(ERROR_IO, bad.error.kind);
    ASSERT_STR_EQ("failed", bad.error.text);
    PASS();
}

/* In these tests, events are strings. */
static void write_string(struct text *line, const void *event)
{
    text_json_string(line, event);
    line->failed = strcmp(event, "fail") == 0;
}

TEST events_are_lines_of_a_log(void)
{
    char *text = NULL;
    size_t size = 0;
    struct error error = {0};
    FILE *stream = open_memstream(&text, &size);
    struct observer_logger logger = {stream, write_string};
    ASSERT(observer_log(&logger, "a/b\nc", &error));
    ASSERT_FALSE(observer_log(&logger, "fail", &error));
    ASSERT_EQ(ERROR_MEMORY, error.kind);
    fclose(stream);
    ASSERT_STR_EQ("\"a/b\\nc\"\n", text);
    free(text);
    PASS();
}

TEST a_full_disk_ends_a_log(void)
{
    struct error error = {0};
    FILE *stream = fopen("/dev/full", "we");
    ASSERT(stream && setvbuf(stream, NULL, _IONBF, 0) == 0);
    struct observer_logger logger = {stream, write_string};
    ASSERT_FALSE(observer_log(&logger, "a", &error));
    ASSERT_EQ(ERROR_IO, error.kind);
    ASSERT_STR_EQ("No space left on device", error.text);
    fclose(stream);
    PASS();
}

SUITE(observers)
{
    RUN_TEST(an_observer_that_fails_is_not_told_again);
    RUN_TEST(events_are_lines_of_a_log);
    RUN_TEST(a_full_disk_ends_a_log);
}
