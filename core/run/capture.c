#include "run/capture.h"

#include <errno.h>
#include <unistd.h>

static void end(struct capture *capture)
{
    close(capture->fd);
    capture->fd = -1;
}

bool capture_read(struct capture *capture)
{
    size_t at, room;
    if (capture->fd < 0) {
        return false;
    }
    if (capture->total < capture->head) {
        at = (size_t)capture->total;
        room = capture->head - at;
    } else if (capture->tail) {
        size_t turned = (size_t)((capture->total - capture->head) % capture->tail);
        at = capture->head + turned;
        room = capture->tail - turned;
    } else {
        return false;
    }
    ssize_t got;
    do {
        got = read(capture->fd, capture->bytes + at, room);
    } while (got < 0 && errno == EINTR);
    if (got > 0) {
        capture->total += (uint64_t)got;
        return true;
    }
    if (got == 0 || errno != EAGAIN) {
        capture->error = got < 0 && error_is_shortage(errno) ? errno : 0;
        end(capture);
    }
    return false;
}

void capture_finish(struct capture *capture)
{
    enum { PIPE_READS = 1024 }; /* more than a pipe can hold, in case somebody still writes */
    for (int i = 0; i < PIPE_READS && capture_read(capture); i++) {
    }
    if (capture->fd >= 0) {
        end(capture);
    }
}

static void reverse(char *from, char *to)
{
    while (from < --to) {
        char c = *from;
        *from++ = *to;
        *to = c;
    }
}

struct excerpt capture_text(struct capture *capture)
{
    char *ring = capture->bytes + capture->head;
    struct excerpt text = {.bytes = capture->bytes, .total = capture->total};
    if (capture->total <= capture->head) {
        text.head = text.length = (size_t)capture->total;
        return text;
    }
    uint64_t turned = capture->total - capture->head;
    text.head = capture->head;
    text.length = capture->head + (turned < capture->tail ? (size_t)turned : capture->tail);
    if (turned > capture->tail && capture->tail) { /* rotates the oldest byte to the front */
        char *oldest = ring + turned % capture->tail;
        reverse(ring, oldest);
        reverse(oldest, ring + capture->tail);
        reverse(ring, ring + capture->tail);
    }
    return text;
}
