#include "fuzz.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

void fuzz_expect(bool holds)
{
    if (!holds) {
        abort();
    }
}

uint8_t fuzz_byte(struct fuzz_input *input)
{
    if (input->left == 0) {
        return 0;
    }
    input->left--;
    return *input->at++;
}

/* Copies bytes, and adds some room. */
static char *copy(const uint8_t *bytes, size_t length, size_t more)
{
    char *text = malloc(length + more);
    fuzz_expect(text || length + more == 0);
    if (length > 0) {
        memcpy(text, bytes, length);
    }
    return text;
}

char *fuzz_part(struct fuzz_input *input, size_t *length)
{
    const uint8_t *end = input->left ? memchr(input->at, 0, input->left) : NULL;
    *length = end ? (size_t)(end - input->at) : input->left;
    char *text = copy(input->at, *length, 1);
    text[*length] = '\0';
    size_t used = *length + (end != NULL);
    input->at += used;
    input->left -= used;
    return text;
}

char *fuzz_rest(struct fuzz_input *input, size_t *length)
{
    *length = input->left;
    char *text = copy(input->at, input->left, 0);
    input->left = 0;
    return text;
}

static int file = -1;

int fuzz_file(struct fuzz_input *input)
{
    if (file < 0) {
        file = memfd_create("fuzz", MFD_CLOEXEC);
        fuzz_expect(file >= 0);
    }
    fuzz_expect(ftruncate(file, 0) == 0 && pwrite(file, input->at, input->left, 0) == (ssize_t)input->left &&
                lseek(file, 0, SEEK_SET) == 0);
    input->left = 0;
    return file;
}

const char *fuzz_path(void)
{
    static char path[40];
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    return path;
}

static int say_next(void *context, struct pollfd *fds, nfds_t count, int64_t until)
{
    struct fuzz_speech *speech = context;
    if (fds[0].events & POLLIN && poll(fds, count, 0) == 0) {
        const uint8_t *newline = speech->input.left ? memchr(speech->input.at, '\n', speech->input.left) : NULL;
        size_t length = newline ? (size_t)(newline - speech->input.at) + 1 : speech->input.left;
        if (length == 0) {
            fuzz_be_silent(speech);
        } else {
            fuzz_expect(write(speech->to, speech->input.at, length) == (ssize_t)length);
        }
        speech->input.at += length;
        speech->input.left -= length;
    }
    return clock_poll(fds, count, until);
}

struct wire fuzz_speak(struct fuzz_speech *speech, struct fuzz_input input)
{
    int ends[2], null = open("/dev/null", O_WRONLY | O_CLOEXEC);
    fuzz_expect(null >= 0 && pipe2(ends, O_CLOEXEC) == 0);
    *speech = (struct fuzz_speech){input, ends[1]};
    struct wire wire = wire_open(ends[0], null, -1, CLOCK_NEVER);
    wire.poll = say_next;
    wire.context = speech;
    return wire;
}

void fuzz_be_silent(struct fuzz_speech *speech)
{
    if (speech->to >= 0) {
        close(speech->to);
        speech->to = -1;
    }
}

void fuzz_silence(void)
{
    int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
    fuzz_expect(null >= 0 && dup2(null, STDOUT_FILENO) == STDOUT_FILENO);
    if (null != STDOUT_FILENO) {
        close(null);
    }
}
