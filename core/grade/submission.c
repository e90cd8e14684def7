#include "grade/submission.h"

#include "base/json_show.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool submission_holds(const char *folder, const char *path)
{
    size_t length = strlen(folder);
    return strncmp(folder, path, length) == 0 && (path[length] == '/' || !path[length]);
}

static bool complain(const char *path, const char *why, struct error *err)
{
    return error_set(err, ERROR_INPUT, "%s: %s", json_show(path, strlen(path)).text, why);
}

static bool find_real(const char *path, char real[PATH_MAX], struct error *err)
{
    return realpath(path, real) || complain(path, strerror(errno), err);
}

/* Splits a path into the folder and the name in it. */
static const char *split(const char *path, char folder[PATH_MAX])
{
    const char *slash = strrchr(path, '/');
    snprintf(folder, PATH_MAX, "%.*s", slash ? (int)(slash - path) + 1 : 1, slash ? path : ".");
    return slash ? slash + 1 : path;
}

/* The innermost of a folder and its parents that has a .git; false if there is none. */
static bool find_work_tree(const char *folder, char top[PATH_MAX])
{
    char git[PATH_MAX + sizeof "/.git"];
    struct stat what;
    snprintf(top, PATH_MAX, "%s", folder);
    while (*top) {
        snprintf(git, sizeof git, "%s/.git", top);
        if (stat(git, &what) == 0) {
            return true;
        }
        *strrchr(top, '/') = '\0';
    }
    return false;
}

bool submission_find(const char *program, const char *dir, bool built, struct arena *arena, struct submission *out,
                     struct error *err)
{
    char above[PATH_MAX], folder[PATH_MAX], real[PATH_MAX], top[PATH_MAX], path[PATH_MAX + NAME_MAX];
    const char *name = split(program, above);
    if (!find_real(above, folder, err)) {
        return false;
    }
    if (built && access(program, F_OK) != 0) {
        memcpy(real, folder, sizeof real);
    } else if (!find_real(program, real, err)) {
        return false;
    }
    if (dir ? !find_real(dir, top, err) : !find_work_tree(folder, top)) {
        if (dir) {
            return false;
        }
        memcpy(top, folder, sizeof top);
    }
    if (!submission_holds(top, folder)) {
        return complain(program, "it lies outside the submission; --submission says what belongs to it", err);
    }
    if (!submission_holds(top, real)) {
        return complain(program, "it is a link that leads out of the submission; --submission says what belongs to it",
                        err);
    }
    snprintf(path, sizeof path, "%s/%s", strcmp(folder, "/") == 0 ? "" : folder, name);
    bool alone = strcmp(top, "/") == 0; /* the whole machine cannot be a submission */
    *out = (struct submission){.dir = alone ? NULL : arena_string(arena, top, strlen(top)),
                               .folder = alone ? NULL : arena_string(arena, folder, strlen(folder)),
                               .program = arena_string(arena, path, strlen(path))};
    return (out->program && (alone || (out->dir && out->folder))) || error_memory(err);
}
