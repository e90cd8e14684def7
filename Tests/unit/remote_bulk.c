/* Large messages over a wire, and sending. */
#include "peer.h"

#include <sys/socket.h>
#include <unistd.h>

/* -- sizes -- */

struct sender {
    int fd;
    const char *text;
    size_t length;
    pthread_t thread;
};

static void *send_all(void *argument)
{
    struct sender *s = argument;
    for (ssize_t sent; s->length > 0 && (sent = send(s->fd, s->text, s->length, MSG_NOSIGNAL)) > 0;) {
        s->text += sent;
        s->length -= (size_t)sent;
    }
    return NULL;
}

TEST a_message_has_at_most_a_mebibyte(size_t blanks)
{
    for (size_t more = 0; more < 2; more++) {
        struct ends e;
        size_t length = WIRE_MESSAGE_MAX + more;
        char *text = big_message(blanks, length - blanks);
        ASSERT(text && open_ends(&e, LONG));
        struct sender sender = {.fd = e.other, .text = text, .length = length};
        ASSERT_EQ(0, pthread_create(&sender.thread, NULL, send_all, &sender));
        ASSERT_EQ(more ? JSON_STREAM_ERROR : JSON_STREAM_VALUE, receive(&e));
        if (more) {
            ASSERT_STR_EQ("answer: longer than 1 MiB", e.why.text);
        } else {
            json_object_put(e.value.object);
        }
        wire_close(&e.wire);
        pthread_join(sender.thread, NULL);
        close_ends(&e);
        free(text);
    }
    PASS();
}

TEST any_number_of_messages_may_come(void)
{
    struct ends e;
    char *text = big_message(1000, 50000);
    ASSERT(text && open_ends(&e, LONG));
    for (int i = 0; i < 50; i++) { /* 2.5 MB in total */
        ASSERT_EQ(51000, write(e.other, text, 51000));
        ASSERT_EQ(JSON_STREAM_VALUE, receive(&e));
        json_object_put(e.value.object);
        ASSERT_FALSE(wire_has_more(&e.wire));
    }
    close_ends(&e);
    free(text);
    PASS();
}

/* -- sending -- */

struct reader {
    int fd;
    char *text;
    size_t room, length;
    pthread_t thread;
};

/* Reads a little from time to time. */
static void *read_slowly(void *argument)
{
    struct reader *r = argument;
    ssize_t got;
    while ((got = recv(r->fd, r->text + r->length, r->room - r->length < 9973 ? r->room - r->length : 9973, 0)) > 0) {
        r->length += (size_t)got;
        clock_sleep(clock_in(CLOCK_SECOND / 5000));
    }
    return NULL;
}

TEST a_slow_reader_gets_everything(void)
{
    enum { SIZE = 900000 };
    struct ends e;
    static char got[SIZE + 10];
    char *text = big_message(0, SIZE);
    ASSERT(text && open_ends(&e, LONG));
    struct reader reader = {.fd = e.other, .text = got, .room = sizeof got};
    ASSERT_EQ(0, pthread_create(&reader.thread, NULL, read_slowly, &reader));
    struct text message = {0};
    text_add(&message, text, SIZE);
    ASSERT(wire_send(&e.wire, &message, wire_deadline(&e.wire), &e.why));
    text_free(&message);
    wire_close(&e.wire);
    pthread_join(reader.thread, NULL);
    ASSERT_EQ((size_t)SIZE + 1, reader.length);
    ASSERT_EQ(0, memcmp(text, got, SIZE));
    ASSERT_EQ('\n', got[SIZE]);
    close_ends(&e);
    free(text);
    PASS();
}

TEST who_does_not_read_is_too_late(void)
{
    struct ends e;
    char *text = big_message(0, 900000);
    ASSERT(text && open_ends(&e, SHORT));
    ASSERT_FALSE(wire_send_bytes(&e.wire, text, 900000, wire_deadline(&e.wire), &e.why));
    ASSERT_STR_EQ("did not read within 0.05 s", e.why.text);
    close_ends(&e);
    free(text);
    PASS();
}

TEST sending_to_nobody_fails(void)
{
    struct ends e;
    ASSERT(open_ends(&e, LONG));
    struct text broken = {.failed = true}, whole = {0};
    text_json_string(&whole, "A");
    ASSERT_FALSE(wire_send(&e.wire, &broken, wire_deadline(&e.wire), &e.why));
    ASSERT_EQ(ERROR_MEMORY, e.why.kind);
    ASSERT(wire_send_bytes(&e.wire, "", 0, wire_deadline(&e.wire), &e.why));
    hang_up(&e);
    ASSERT_FALSE(wire_send(&e.wire, &whole, wire_deadline(&e.wire), &e.why));
    ASSERT_STR_EQ("closed the connection", e.why.text);
    ASSERT_EQ(ERROR_PLAYER, e.why.kind);
    text_free(&whole);
    close_ends(&e);
    PASS();
}

TEST a_newline_follows(void)
{
    char got[10] = "";
    struct ends e;
    struct text message = {0};
    ASSERT(open_ends(&e, LONG));
    text_json_string(&message, "a/b");
    ASSERT(wire_send(&e.wire, &message, wire_deadline(&e.wire), &e.why));
    text_free(&message);
    ASSERT_EQ(6, read(e.other, got, sizeof got - 1));
    ASSERT_STR_EQ("\"a/b\"\n", got);
    close_ends(&e);
    PASS();
}

SUITE(remote_bulk)
{
    RUN_TEST1(a_message_has_at_most_a_mebibyte, 0);
    RUN_TEST1(a_message_has_at_most_a_mebibyte, 5000);
    RUN_TEST(any_number_of_messages_may_come);
    RUN_TEST(a_slow_reader_gets_everything);
    RUN_TEST(who_does_not_read_is_too_late);
    RUN_TEST(sending_to_nobody_fails);
    RUN_TEST(a_newline_follows);
}
