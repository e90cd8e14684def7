#include "grade/audit.h"

#include "base/json_show.h"
#include "grade/submission.h"

#include <string.h>

static bool is_verdict(const char *name)
{
    bool found = false;
    for (int verdict = VERDICT_WRONG; verdict < VERDICT_MISSING_EXPECTED; verdict++) {
        found = found || strcmp(name, verdict_names[verdict]) == 0;
    }
    return found;
}

/* Adds the programs in a folder that is named for a verdict. */
static bool add_kind(struct tasks *tasks, const struct cases *cases, const struct submission_folder *kind,
                     struct arena *arena, struct error *err)
{
    struct submission_folder *programs;
    size_t count;
    if (!is_verdict(kind->name)) {
        return error_set(err, ERROR_INPUT, "%s is not named for a verdict, such as wrong, timeout, crash or bad-json",
                         json_show(kind->path, strlen(kind->path)).text);
    }
    bool ok = submission_folders(kind->path, true, arena, &programs, &count, err);
    for (size_t i = 0; ok && i < count; i++) {
        const char *name = cases_join(arena, kind->name, programs[i].name);
        ok = name ? tasks_add_all(tasks, cases, name, programs[i].path, RECORD_TEST, arena, err) : error_memory(err);
    }
    return ok;
}

bool audit_add_wrong(struct tasks *tasks, const struct cases *cases, const char *folder, struct arena *arena,
                     struct error *err)
{
    struct submission_folder *kinds;
    size_t count;
    bool ok = submission_folders(folder, false, arena, &kinds, &count, err);
    for (size_t i = 0; ok && i < count; i++) {
        ok = add_kind(tasks, cases, &kinds[i], arena, err);
    }
    return ok;
}
