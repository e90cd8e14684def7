/* Running programs that nobody trusts, many at a time, each over one input.
 *
 *     grade_run(&options, jobs, count, done, self, &err);
 *
 * The jobs are dealt to workers, copies of this process, one for each that may run at once. A worker starts the
 * program of its job (core/process), talks to it as the job says, ends it and whatever it has started, and hands the
 * result back; done() is called here, in the order in which jobs end. If this process dies, the workers notice, end
 * what they run and remove their folders. Memory grows with the jobs at work, not with what programs write.
 *
 * Whether a result is a pass is not decided here. */
#ifndef RUN_RUN_H
#define RUN_RUN_H

#include "base/error.h"
#include "base/excerpt.h"
#include "process/process.h"

#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>

enum grade_mode {
    GRADE_BATCH,       /* all the input, then its end; the answers are all that comes back */
    GRADE_INTERACTIVE, /* one value, its answer, the next value, ... */
};

enum grade_link {
    GRADE_STDIO,      /* through stdin and stdout */
    GRADE_TCP_SERVER, /* the program listens at {port}, we connect, and talk over that */
    GRADE_TCP_CLIENT, /* we listen at {port}, the program connects */
};

/* How the values of the input are written. All zero: the bytes of the file, as they are. */
struct grade_feed {
    bool rewrite; /* write the values anew, as the next three say; input that is no JSON is given as it is */
    bool pretty;  /* indented, or as in the file */
    bool space;   /* a space behind each value, or a newline */
    bool escaped; /* non-ASCII as \u escapes, or as in the file */
    bool slow;    /* in pieces: a hundredth of the bytes and at least 10, 5 ms apart */
};

/* Which of the input's values a program gets; those with a NULL list all of them. Indices beyond the last are ignored.
 */
struct grade_values {
    const size_t *index;
    size_t count;
};

struct grade_limits {
    int64_t wall_ms;       /* for the whole job; 0: 10 s */
    int64_t first_byte_ms; /* from the last byte of a question (or batch input) to the first of its answer; 0: none */
    int64_t answer_ms;     /* from the same moment to the last byte of the answer (batch: of all of them); 0: none */
    int64_t cpu_seconds;   /* of all processes together; 0: none */
    int64_t memory_bytes;  /* of all processes together; 0: none */
    int64_t file_bytes;    /* that a file may have; 0: 64 MiB */
    int64_t disk_bytes;    /* that all files together may have; 0: 256 MiB */
    int64_t output_bytes;  /* of each of stdout and stderr; 0: 16 MiB; at most GRADE_OUTPUT_MAX */
    int processes;         /* at once, threads counted; 0: 256 */
    int open_files;        /* of each process; 0: 256 */
};

enum {
    GRADE_OUTPUT_MAX = 64 * 1024 * 1024,
    GRADE_LOG_MAX = 4 * 1024 * 1024, /* bytes of a log that are kept */
};

/* The limits of output_bytes and of open_files that hold. */
int64_t grade_output_limit(const struct grade_limits *limits);
int grade_open_files(const struct grade_limits *limits);

/* Everything in a job is borrowed and must stay as it is until grade_run returns. Paths are absolute and real, but for
 * argv[0] and with[0], which are looked up in PATH if they have no slash. */
struct grade_job {
    const char *const *argv; /* NULL-terminated. {port} becomes the port, {dir} the submission's folder */
    const char *const *with; /* a program started beside it, or NULL; written in the same way */
    const char *dir;         /* the submission: programs may read it, and write for as long as they run. NULL: none */
    const char *content;     /* the folder that stands there, such as a built copy of it; NULL: the submission itself */
    bool builds;        /* what is written stays in the content, which is made first, as a copy of the submission */
    const char *folder; /* to run in; NULL: an empty one */
    const char *const *readable; /* more that programs may read; NULL-terminated, or NULL */
    const char *const *masked;   /* what they must not see of all that; NULL-terminated, or NULL */
    const char *const *env;      /* NAME=VALUE, in addition to or instead of the usual; NULL-terminated, or NULL */
    const char *input;           /* path of the input, or NULL for none */
    const char *log;             /* the name of a file that it writes into the folder in which it runs, or NULL */
    enum grade_mode mode;
    enum grade_link link; /* a server or client without {port} in its argv gets the port as its last argument */
    struct grade_feed feed;
    struct grade_values values, with_values;
    struct grade_limits limits;
};

enum grade_end {
    GRADE_EXITED,   /* code */
    GRADE_SIGNALED, /* signal */
    GRADE_TIMEOUT,  /* one of the deadlines: text says which */
    GRADE_CPU_LIMIT,
    GRADE_MEMORY_LIMIT,
    GRADE_OUTPUT_LIMIT,
    GRADE_PROCESS_LIMIT,
    GRADE_NOT_STARTED,   /* the program cannot be run: text says why (no such file, no permission, a bad interpreter) */
    GRADE_HARNESS_ERROR, /* our fault, not the program's: text says why */
};

struct grade_result {
    enum grade_end end;
    int code, signal;
    char text[200];          /* more about the end, for a person; "" if there is nothing to say */
    struct excerpt out, err; /* out: what came over the link. Valid until done() returns */
    struct excerpt said;     /* jobs over TCP: the program's stdout; with a second program: its stderr */
    struct excerpt log;      /* the beginning of that file; its bytes are NULL if there is none */
    size_t answers;          /* interactive: how many questions were answered with a whole value */
    int64_t wall_ns, cpu_ns; /* cpu: user and system, all processes that were waited for */
    int64_t waited_ns;       /* for a processor, about; 0 where the kernel does not count that */
    int64_t memory_bytes;    /* the most that any process held */
};

struct grade_options {
    int jobs; /* at once; 0: as many as there are cores */
    enum process_isolation isolation;
    bool network; /* programs have that of this machine */
    size_t kept;  /* how many descriptors done() will keep open */
    int stop; /* a descriptor that becomes readable when all is to end: running jobs are ended and not reported; or -1
               */
};

/* Runs all jobs. done() is told of each; if it returns true, the job is run once more and reported again. If it sets
 * *stop, no further job is dealt and those at work are ended without a report. False with err if running could not
 * begin or go on; jobs that were not reported then were not run. True when all have been reported or it was stopped. */
typedef bool grade_done(void *self, size_t index, const struct grade_result *result, bool *stop);
bool grade_run(const struct grade_options *options, const struct grade_job *jobs, size_t count, grade_done *done,
               void *self, struct error *err);

#endif
