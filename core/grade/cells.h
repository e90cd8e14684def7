/* Lists of cells, by which shares of a run are told what to do. A cell is a case of a submission. */
#ifndef GRADE_CELLS_H
#define GRADE_CELLS_H

#include "grade/tasks.h"

/* Writes the line of a task: ["test","ann","cases/7"]. */
void cells_write(struct text *out, const struct session_task *task);

/* Drops the tasks that the list in a file does not have. */
bool cells_keep(struct tasks *tasks, const char *path, struct error *err);

#endif
