#include "grade/cells.h"

#include "base/content.h"

#include <stdlib.h>
#include <string.h>

void cells_write(struct text *out, const struct session_task *task)
{
    text_format(out, "[\"%s\",", record_role_names[task->role]);
    text_json_string(out, task->submission);
    text_string(out, ",");
    text_json_string(out, task->test->id);
    text_string(out, "]\n");
}

static int compare_lines(const void *left, const void *right)
{
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

/* The lines of a text, which becomes many strings. NULL if out of memory. */
static const char **split(struct content *file, size_t *count)
{
    size_t room = 1;
    for (size_t i = 0; i < file->length; i++) {
        room += file->bytes[i] == '\n';
    }
    const char **lines = calloc(room, sizeof *lines);
    *count = 0;
    for (char *line = file->bytes, *end;
         lines && line && (end = memchr(line, '\n', file->length - (size_t)(line - file->bytes))); line = end + 1) {
        *end = '\0';
        lines[(*count)++] = line;
    }
    return lines;
}

bool cells_keep(struct tasks *tasks, const char *path, struct error *err)
{
    struct content file = {0};
    struct text line = {0};
    size_t count, kept = 0;
    if (!content_read(&file, path, err)) {
        return false;
    }
    const char **lines = split(&file, &count);
    if (lines) {
        qsort(lines, count, sizeof *lines, compare_lines);
    }
    for (size_t i = 0; lines && i < tasks->count && !line.failed; i++) {
        line.length = 0;
        cells_write(&line, &tasks->list[i]);
        if (line.failed) {
            break;
        }
        line.bytes[line.length - 1] = '\0';
        if (bsearch(&line.bytes, lines, count, sizeof *lines, compare_lines)) {
            tasks->list[kept++] = tasks->list[i];
        }
    }
    bool ok = lines && !line.failed;
    tasks->count = ok ? kept : tasks->count;
    free(lines);
    text_free(&line);
    content_free(&file);
    return ok || error_memory(err);
}
