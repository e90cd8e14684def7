#include "fuzz.h"

#include "base/json_nodes.h"
#include "base/utf8.h"
#include "base/write.h"
#include "process/folder.h"
#include "report/results.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

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

const char *fuzz_store(int number, const char *bytes, size_t length)
{
    static int files[FUZZ_FILES];
    static char paths[FUZZ_FILES][40];
    int *fd = &files[number];
    if (*fd == 0) {
        *fd = memfd_create("fuzz", MFD_CLOEXEC);
        fuzz_expect(*fd > 0);
        snprintf(paths[number], sizeof paths[number], "/proc/self/fd/%d", *fd);
    }
    fuzz_expect(ftruncate(*fd, 0) == 0 && pwrite(*fd, bytes, length, 0) == (ssize_t)length);
    return paths[number];
}

/* -- folders -- */

/* Whether a path leads to somewhere below the folder that it begins in. */
static bool stays_below(const char *path)
{
    for (const char *name = path;; name++) {
        size_t length = strcspn(name, "/");
        if (length == 0 || length > NAME_MAX || strncmp(name, "..", length) == 0) {
            return false;
        }
        name += length;
        if (*name == '\0') {
            return true;
        }
    }
}

/* Makes a file, and the folders that lead to it; what exists already is left as it is. */
static void make_file(const char *folder, char *name, const char *bytes, size_t count)
{
    char path[PATH_MAX];
    size_t length = strlen(name);
    bool link = length && name[length - 1] == '@', program = length && name[length - 1] == '*';
    name[link || program ? length - 1 : length] = '\0';
    if (!stays_below(name) || snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path) {
        return;
    }
    for (char *slash = path + strlen(folder); (slash = strchr(slash + 1, '/'));) {
        *slash = '\0';
        mkdir(path, 0777);
        *slash = '/';
    }
    bool made = link ? symlink("/etc/hostname", path) == 0
                     : write_file(path, O_CREAT | O_EXCL | O_NOFOLLOW, program ? 0777 : 0666, bytes, count);
    (void)made; /* there may be something of this name, or a file in the way */
}

static struct folder_run run;

static void remove_folders(void)
{
    folder_end(&run);
}

const char *fuzz_folder(struct fuzz_input *input)
{
    static struct folder folder;
    struct error err = {.kind = ERROR_NONE};
    if (folder.run) {
        folder_close(&folder);
    } else {
        if (access("/dev/shm", W_OK) == 0) { /* in memory, which is faster */
            setenv("TMPDIR", "/dev/shm", 1);
        }
        fuzz_expect(folder_begin(&run, &err) && atexit(remove_folders) == 0);
    }
    fuzz_expect(folder_open(&folder, &run, 0, &err));
    while (input->left > 0) {
        size_t length, count;
        char *name = fuzz_part(input, &length), *bytes = fuzz_part(input, &count);
        make_file(folder.path, name, bytes, count);
        free(name);
        free(bytes);
    }
    return folder.path;
}

/* -- somebody who speaks -- */

void fuzz_say(struct fuzz_speech *speech)
{
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

static int say_next(void *context, struct pollfd *fds, nfds_t count, int64_t until)
{
    if (fds[0].events & POLLIN && poll(fds, count, 0) == 0) {
        fuzz_say(context);
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

/* -- what must hold -- */

void fuzz_expect_json(const struct text *text)
{
    struct json_nodes tree = {0};
    fuzz_expect(!text->failed && json_nodes_parse(&tree, text->bytes, text->length, true) && tree.values == 1);
    json_nodes_free(&tree);
}

/* Characters that XML allows, with no markup in them but references; up to `stop`, where *at ends up. */
static void expect_characters(const char **at, const char *end, char stop)
{
    static const char *const references[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#"};
    while (*at < end && **at != stop) {
        int size = utf8_size(*at, (size_t)(end - *at));
        unsigned code = size > 0 ? utf8_code(*at, size) : 0;
        fuzz_expect(code >= ' ' || (code && strchr("\t\n\r", (int)code)));
        fuzz_expect(code != 0xFFFE && code != 0xFFFF && code != '<');
        bool known = code != '&';
        for (size_t i = 0; i < sizeof references / sizeof *references; i++) {
            known = known || strncmp(*at, references[i], strlen(references[i])) == 0;
        }
        fuzz_expect(known);
        *at += size;
    }
}

/* The attributes of a tag, up to its end. */
static void expect_attributes(const char **at, const char *end)
{
    while (*at < end && **at == ' ') {
        *at += strcspn(*at, "=");
        fuzz_expect(end - *at > 2 && (*at)[1] == '"');
        *at += 2;
        expect_characters(at, end, '"');
        fuzz_expect(*at < end);
        ++*at;
    }
}

void fuzz_expect_xml(const struct text *text)
{
    enum { DEPTH = 64 };
    const char *open[DEPTH], *at = text->bytes, *end = at + text->length;
    int depth = 0;
    fuzz_expect(!text->failed);
    at += strncmp(at, "<?xml", 5) == 0 ? strcspn(at, "\n") : 0;
    for (expect_characters(&at, end, '<'); at < end; expect_characters(&at, end, '<')) {
        const char *name = at + 1 + (at[1] == '/');
        size_t length = strcspn(name, " />\n");
        if (at[1] == '/') {
            fuzz_expect(depth > 0 && strncmp(open[--depth], name, length) == 0);
        } else {
            fuzz_expect(depth < DEPTH);
            open[depth++] = name;
        }
        at = name + length;
        expect_attributes(&at, end);
        if (at < end && *at == '/') {
            depth--;
            at++;
        }
        fuzz_expect(at < end && *at == '>');
        at++;
    }
    fuzz_expect(depth == 0);
}

void fuzz_expect_same(const struct text *one, const struct text *other)
{
    fuzz_expect(!one->failed && !other->failed && one->length == other->length);
    fuzz_expect(!one->bytes || !other->bytes || memcmp(one->bytes, other->bytes, one->length) == 0);
}

void fuzz_expect_kept(const struct course *course)
{
    struct results results = {0};
    struct error err = {.kind = ERROR_NONE};
    struct text before = {0}, after = {0};
    course_write(&before, course);
    fuzz_expect(!before.failed);
    fuzz_expect(results_load_path(&results, fuzz_store(0, before.bytes ? before.bytes : "", before.length), &err));
    course_write(&after, &results.course);
    fuzz_expect(results.warning_count == 0);
    fuzz_expect_same(&before, &after);
    results_free(&results);
    text_free(&before);
    text_free(&after);
}

void fuzz_silence(void)
{
    int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
    fuzz_expect(null >= 0 && dup2(null, STDOUT_FILENO) == STDOUT_FILENO);
    if (null != STDOUT_FILENO) {
        close(null);
    }
}
