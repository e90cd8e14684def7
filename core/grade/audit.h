/* An audit: the cases run a reference and programs that are known to be wrong. */
#ifndef GRADE_AUDIT_H
#define GRADE_AUDIT_H

#include "grade/tasks.h"

/* Adds a task for each case and each wrong program. A program FOLDER/VERDICT/NAME should get that verdict, such as
 * wrong, timeout, crash or bad-json; its submission is called VERDICT/NAME. It may be a folder of programs. */
bool audit_add_wrong(struct tasks *tasks, const struct cases *cases, const char *folder, struct arena *arena,
                     struct error *err);

#endif
