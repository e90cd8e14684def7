#include "grade/submission.h"

#include "base/content.h"
#include "base/json_show.h"
#include "grade/cases.h"
#include "process/folder.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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
    if (!folder_holds(top, folder)) {
        return complain(program, "it lies outside the submission; --submission says what belongs to it", err);
    }
    if (!folder_holds(top, real)) {
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

/* -- folders of teams -- */

bool submission_folders(const char *path, bool files, struct arena *arena, struct submission_folder **list,
                        size_t *count, struct error *err)
{
    size_t found;
    char **names = content_names(path, false, arena, &found, err);
    if (!names) {
        err->kind = err->kind == ERROR_IO ? ERROR_INPUT : err->kind;
        return false;
    }
    *count = 0;
    *list = arena_array(arena, found, sizeof **list);
    for (size_t i = 0; *list && i < found; i++) {
        struct stat info;
        const char *name = cases_name(arena, names[i]), *at = cases_join(arena, path, names[i]);
        if (!name || !at) {
            return error_memory(err);
        }
        if (stat(at, &info) == 0 && (S_ISDIR(info.st_mode) || (files && S_ISREG(info.st_mode)))) {
            (*list)[(*count)++] = (struct submission_folder){name, at};
        }
    }
    return *list || error_memory(err);
}
