#include "grade/explain.h"

#include "process/folder.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct explanation {
    const struct run_job *job;
    enum process_isolation isolation;
    bool single;
    char *out;
    size_t size;
};

static bool is_system(const char *path)
{
    static const char *const folders[] = {"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix", NULL};
    return folder_any_holds(folders, path);
}

/* Whether programs can see a path, which exists. */
static bool is_visible(const struct explanation *e, const char *path)
{
    char real[PATH_MAX];
    return e->isolation == PROCESS_ISOLATE_NONE || !realpath(path, real) || is_system(real) ||
           (e->job->dir && folder_holds(e->job->dir, real)) || folder_any_holds(e->job->readable, real);
}

/* The folder to allow for an interpreter outside the system: ~/.pyenv for ~/.pyenv/shims/python3, /opt/node for
 * /opt/node/bin/node. */
static void find_installation(const char *path, char out[PATH_MAX])
{
    const char *home = getenv("HOME");
    size_t above = home ? strlen(home) : 0;
    snprintf(out, PATH_MAX, "%s", path);
    if (above > 1 && strncmp(path, home, above) == 0 && path[above] == '/' && strchr(path + above + 1, '/')) {
        out[strcspn(path + above + 1, "/") + above + 1] = '\0';
        return;
    }
    *strrchr(out, '/') = '\0';
    char *last = strrchr(out, '/');
    if (last && last > out && strcmp(last, "/bin") == 0) {
        *last = '\0';
    }
}

/* Whether a path is none of the program's business, or allowing `folder`, if that is not NULL, would show it what is
 * not: cases, results, the submissions of others. */
static bool is_hidden(const struct explanation *e, const char *path, const char *folder)
{
    char real[PATH_MAX], above[PATH_MAX];
    if (!realpath(path, real)) {
        return true;
    }
    for (const char *const *masked = e->job->masked; masked && *masked; masked++) {
        if (folder_holds(*masked, real) || (folder && folder_holds(folder, *masked))) {
            return true;
        }
    }
    if (e->single || !e->job->dir) {
        return false;
    }
    snprintf(above, sizeof above, "%.*s", (int)(strrchr(e->job->dir, '/') - e->job->dir), e->job->dir);
    return folder_holds(above, real) || (folder && folder_holds(folder, above));
}

static bool say_interpreter(const struct explanation *e, const char *path)
{
    char real[PATH_MAX], installation[PATH_MAX];
    if (access(path, F_OK) != 0) {
        snprintf(e->out, e->size, "its interpreter %.100s does not exist", path);
        return true;
    }
    if (is_visible(e, path)) {
        return false;
    }
    find_installation(is_system(path) && realpath(path, real) ? real : path, installation);
    snprintf(e->out, e->size, "its interpreter %.100s lies where programs may not read: --allow %.200s", path,
             installation);
    return true;
}

/* Looks at the first line of a script: "#!/usr/bin/env python3", "#!/home/ann/.pyenv/bin/python3 -u". */
static bool explain_script(const struct explanation *e, const char *program)
{
    char line[256], path[PATH_MAX];
    int fd = open(program, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    ssize_t length = fd < 0 ? -1 : read(fd, line, sizeof line - 1);
    if (fd >= 0) {
        close(fd);
    }
    line[length > 0 ? length : 0] = '\0';
    if (strncmp(line, "#!", 2) != 0) {
        return false;
    }
    line[strcspn(line, "\n")] = '\0';
    if (strchr(line, '\r')) {
        snprintf(e->out, e->size, "its first line ends in a carriage return, as on Windows");
        return true;
    }
    char *rest = line + 2, *interpreter = strtok_r(rest, " \t", &rest), *name = strtok_r(rest, " \t", &rest);
    if (!interpreter || *interpreter != '/') {
        return false;
    }
    const char *slash = strrchr(interpreter, '/');
    if (strcmp(slash, "/env") != 0) {
        return say_interpreter(e, interpreter);
    }
    if (name && strcmp(name, "-S") == 0) {
        name = strtok_r(rest, " \t", &rest);
    }
    if (!name || *name == '-' || strchr(name, '/')) {
        return false;
    }
    if (!process_find(name, path, sizeof path, &(struct error){0})) {
        snprintf(e->out, e->size, "its interpreter %.100s is not in PATH", name);
        return true;
    }
    return say_interpreter(e, path);
}

/* Whether stderr contains a text; copies what follows it, up to the end of the word. */
static bool find_word(const struct excerpt *err, const char *text, char *word, size_t size)
{
    const char *at = err->length ? memmem(err->bytes, err->length, text, strlen(text)) : NULL;
    if (!at) {
        return false;
    }
    at += strlen(text);
    size_t left = (size_t)(err->bytes + err->length - at), length = 0;
    while (length < left && length + 1 < size && !strchr(" \t\r\n'\"`:,;()", at[length])) {
        length++;
    }
    memcpy(word, at, length);
    word[length] = '\0';
    return length > 0;
}

/* A module in a folder above the submission, which suggests that the submission is too small. */
static bool explain_module(const struct explanation *e, const struct excerpt *err)
{
    char word[128], above[PATH_MAX], path[PATH_MAX + 256];
    if (!e->single || !e->job->dir || e->isolation == PROCESS_ISOLATE_NONE) {
        return false;
    }
    if (find_word(err, "Cannot find module '/", word, sizeof word)) { /* Node; the module may be without its .js */
        snprintf(above, sizeof above, "/%s", word);
        snprintf(path, sizeof path, "%s.js", above);
        if (access(above, F_OK) != 0 && access(path, F_OK) != 0) {
            return false;
        }
        *strrchr(above, '/') = '\0';
    } else if (find_word(err, "No module named '", word, sizeof word)) { /* Python */
        word[strcspn(word, ".")] = '\0';
        snprintf(above, sizeof above, "%s", e->job->dir);
        *strrchr(above, '/') = '\0';
        char file[sizeof path];
        snprintf(path, sizeof path, "%s/%s", above, word);
        snprintf(file, sizeof file, "%s/%s.py", above, word);
        if (strchr(word, '/') || (access(path, F_OK) != 0 && access(file, F_OK) != 0)) {
            return false;
        }
    } else {
        return false;
    }
    if (!*above || is_visible(e, above) || is_hidden(e, above, NULL)) {
        return false;
    }
    snprintf(e->out, e->size, "it may be in %.200s, which is not part of the submission: --submission or --allow",
             above);
    return true;
}

/* An absolute path that stderr mentions, which exists, but not for the program; outside the folders of which programs
 * have their own or a part. */
static bool explain_path(const struct explanation *e, const struct excerpt *err)
{
    static const char *const own[] = {"/dev", "/etc", "/proc", "/run", "/sys", "/tmp", NULL};
    static const char delimiters[] = " \t\r\n'\"`:,;()=<>[]";
    char path[PATH_MAX], installation[PATH_MAX];
    for (size_t i = 0; i < err->length; i++) {
        size_t length = 0;
        if (err->bytes[i] != '/' || (i > 0 && !strchr(delimiters, err->bytes[i - 1]))) {
            continue;
        }
        while (i + length < err->length && length + 1 < sizeof path && !strchr(delimiters, err->bytes[i + length])) {
            length++;
        }
        snprintf(path, sizeof path, "%.*s", (int)length, err->bytes + i);
        if (length <= 1 || !strchr(path + 1, '/') || folder_any_holds(own, path) || access(path, F_OK) != 0) {
            i += length;
            continue;
        }
        find_installation(path, installation);
        if (!is_visible(e, path) && !is_hidden(e, path, installation)) {
            snprintf(e->out, e->size, "%.100s lies where programs may not read: --allow %.200s", path, installation);
            return true;
        }
        i += length;
    }
    return false;
}

/* The actual file of the program, which is in the copy if it was built. */
static void find_program(const struct run_job *job, char path[PATH_MAX])
{
    bool built = job->content && job->dir && folder_holds(job->dir, job->argv[0]);
    snprintf(path, PATH_MAX, "%s%s", built ? job->content : "", job->argv[0] + (built ? strlen(job->dir) : 0));
}

bool explain_failure(const struct run_job *job, enum process_isolation isolation, bool single,
                     const struct run_result *result, char *out, size_t size)
{
    const struct explanation e = {job, isolation, single, out, size};
    enum { NOT_FOUND = 127 };
    char program[PATH_MAX], library[128];
    struct stat what;
    find_program(job, program);
    if (result->end == RUN_NOT_STARTED && stat(program, &what) == 0 && S_ISREG(what.st_mode) &&
        !(what.st_mode & (S_IXUSR | S_IXGRP | S_IXOTH))) {
        snprintf(out, size, "it is not executable: chmod +x, or --build");
        return true;
    }
    if (result->end == RUN_NOT_STARTED || (result->end == RUN_EXITED && result->code >= NOT_FOUND - 1)) {
        if (explain_script(&e, program)) {
            return true;
        }
    }
    if (result->end != RUN_EXITED || result->code == 0) {
        return false;
    }
    if (isolation != PROCESS_ISOLATE_NONE &&
        find_word(&result->err, "error while loading shared libraries: ", library, sizeof library)) {
        snprintf(out, size, "%.100s is missing, or lies where programs may not read: --allow its folder", library);
        return true;
    }
    if (isolation == PROCESS_ISOLATE_LANDLOCK &&
        find_word(&result->err, "LeakSanitizer has encountered a fatal ", library, sizeof library)) {
        snprintf(out, size, "the leak sanitizer needs a sandbox: --isolate ns, or --env ASAN_OPTIONS=detect_leaks=0");
        return true;
    }
    return explain_module(&e, &result->err) || explain_path(&e, &result->err);
}
