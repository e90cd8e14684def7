/* What suite.json says about the cases of a folder, and K-meta.json about one of them. */
#ifndef GRADE_SUITE_H
#define GRADE_SUITE_H

#include "base/arena.h"
#include "base/error.h"
#include "compare/compare.h"
#include "run/run.h"

/* Settings; what a file does not say is as the folder around it has it, and in the end all zero. */
struct suite {
    double points;           /* of one case (K-meta.json) or of all cases below a folder together; negative: not said */
    int64_t timeout_ms;      /* 0: not said */
    const char *const *args; /* for the program; ends with NULL; NULL: not said */
    const char *compare;     /* see compare_way_parse; NULL: not said */
    const char *const *tags; /* end with NULL; or NULL */
    int exit;                /* the code that is expected; negative: not said */
    const char *log;         /* the name of a file that the program writes, or NULL */
    const char *program;     /* its path in a submission, or NULL */
    const char *milestone;   /* or NULL */
    const char *const *with; /* a second program, or NULL */
    struct grade_values values, with_values;
    bool interactive;
    enum grade_link link;
    const char *const *env;   /* NAME=VALUE for programs, NULL-terminated; NULL: not said */
    const char *const *build; /* the command that builds a submission, NULL-terminated; NULL: not said */
    int64_t build_timeout_ms; /* its limits; 0: not said */
    int64_t build_memory_bytes;
    bool build_network; /* it has that of this machine */
};

/* What holds where no file says anything. */
extern const struct suite suite_default;

/* Reads a file over what holds around it: out is a copy of `around` with what the file says. of_case: it is a
 * K-meta.json, which may say less. All memory is the arena's. Complaints begin with the path. */
bool suite_read(const char *path, bool of_case, const struct suite *around, struct arena *arena, struct suite *out,
                struct error *err);

#endif
