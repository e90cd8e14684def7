/* Runs untrusted programs, many at a time, each over one input.
 *
 *     run_jobs(&options, jobs, count, done, self, &err);
 *
 * Jobs are distributed to workers, forks of this process, one for each job that may run at once. A worker starts the
 * program of its job (core/process), talks to it as the job specifies, ends it and whatever it has started, and returns
 * the result; done() is called in this process, in the order in which jobs end. If this process dies, the workers
 * notice, end what they run and remove their folders. Memory grows with the number of running jobs, not with what
 * programs write.
 *
 * This room does not decide whether a result is a pass. */
#ifndef RUN_RUN_H
#define RUN_RUN_H

#include "base/error.h"
#include "base/excerpt.h"
#include "process/process.h"

#include <stddef.h>
#include <stdint.h>

enum run_mode {
    RUN_BATCH,       /* all the input, then end of file; everything that comes back is the answer */
    RUN_INTERACTIVE, /* one value, its answer, the next value, ... */
};

enum run_link {
    RUN_STDIO,      /* through stdin and stdout */
    RUN_TCP_SERVER, /* the program listens on {port}, and we connect */
    RUN_TCP_CLIENT, /* we listen on {port}, and the program connects */
};

/* How the values of the input are written. All zero: the bytes of the file, unchanged. */
struct run_feed {
    bool rewrite; /* reformat the values according to the next three; invalid JSON is passed on unchanged */
    bool pretty;  /* indented; otherwise as in the file */
    bool space;   /* a space after each value; otherwise a newline */
    bool escaped; /* non-ASCII as \u escapes; otherwise as in the file */
    bool slow;    /* in pieces: a hundredth of the bytes and at least 10, 5 ms apart */
};

/* Which of the input's values a program gets; all of them if index is NULL. Indices out of range are ignored. */
struct run_values {
    const size_t *index;
    size_t count;
};

enum { RUN_MEBIBYTE = 1024 * 1024 }; /* the unit in which people read limits */

struct run_limits {
    int64_t wall_ms;       /* for the whole job; 0: 10 s */
    int64_t first_byte_ms; /* from the last byte of a question (or batch input) to the first of its answer; 0: none */
    int64_t answer_ms;     /* from the same moment to the last byte of the answer (batch: of all of them); 0: none */
    int64_t cpu_seconds;   /* of all processes together; 0: none */
    int64_t memory_bytes;  /* of all processes together; 0: none */
    int64_t file_bytes;    /* of each file; 0: 64 MiB */
    int64_t disk_bytes;    /* of all files together; 0: 256 MiB */
    int64_t output_bytes;  /* of each of stdout and stderr; 0: 16 MiB; at most RUN_OUTPUT_MAX */
    int processes;         /* at once, including threads; 0: 256 */
    int open_files;        /* of each process; 0: 256 */
};

enum {
    RUN_OUTPUT_MAX = 64 * 1024 * 1024,
    RUN_LOG_MAX = 4 * 1024 * 1024, /* bytes of a log that are kept */
};

/* Everything in a job is borrowed and must not change until run_jobs returns. Paths are absolute and resolved
 * (realpath), except argv[0] and with[0], which are looked up in PATH if they have no slash. */
struct run_job {
    const char *const *argv;     /* NULL-terminated. {port} becomes the port, {dir} the submission's folder */
    const char *const *with;     /* a second program to start alongside, in the same form; or NULL */
    const char *dir;             /* the submission: programs can read it, and write to it while they run. NULL: none */
    const char *content;         /* the folder shown at dir, such as a built copy; NULL: the submission itself */
    bool builds;                 /* writes persist in content, which is first created as a copy of the submission */
    const char *folder;          /* to run in; NULL: an empty one */
    const char *const *readable; /* more paths that programs may read; NULL-terminated, or NULL */
    const char *const *masked;   /* paths among these that they must not see; NULL-terminated, or NULL */
    const char *const *env;      /* NAME=VALUE, added to the usual ones or replacing them; NULL-terminated, or NULL */
    const char *input;           /* path of the input, or NULL for none */
    const char *log;             /* name of a log file that it writes to the folder it runs in, or NULL */
    enum run_mode mode;
    enum run_link link; /* a server or client without {port} in its argv gets the port as its last argument */
    struct run_feed feed;
    struct run_values values, with_values;
    struct run_limits limits;
};

enum run_end {
    RUN_EXITED,   /* code */
    RUN_SIGNALED, /* signal */
    RUN_TIMEOUT,  /* text tells which deadline */
    RUN_CPU_LIMIT,
    RUN_MEMORY_LIMIT,
    RUN_OUTPUT_LIMIT,
    RUN_PROCESS_LIMIT,
    RUN_NOT_STARTED,   /* the program cannot be run; text tells why (no such file, no permission, bad interpreter) */
    RUN_HARNESS_ERROR, /* our fault, not the program's; text tells why */
};

struct run_result {
    enum run_end end;
    int code, signal;
    char text[200];          /* more about the end, for people; "" if there is nothing to add */
    struct excerpt out, err; /* out: what came over the link. Valid until done() returns */
    struct excerpt said;     /* jobs over TCP: the program's stdout; with a second program: its stderr */
    struct excerpt log;      /* the beginning of the log file; its bytes are NULL if there is none */
    size_t answers;          /* interactive: how many questions were answered with a complete value */
    int64_t wall_ns, cpu_ns; /* cpu: user and system, of all processes that were waited for */
    int64_t waited_ns;       /* for a processor, approximately; 0 where the kernel does not count that */
    int64_t memory_bytes;    /* peak of any single process */
};

struct run_options {
    int jobs; /* at once; 0: one per core */
    enum process_isolation isolation;
    bool network;        /* programs can use this machine's network */
    size_t kept;         /* how many descriptors done() will keep open */
    int64_t patience_ms; /* how long a worker may need beyond the time of its job before it is killed; 0: 5 minutes */
    int stop;            /* once this descriptor is readable, running jobs are ended without being reported; or -1 */
};

/* Runs all jobs. Calls done() for each; if it returns true, the job is run once more and reported again. If it sets
 * *stop, no further jobs are started and the running ones are ended without being reported. True when all jobs have
 * been reported or it was stopped. False with err if running could not start or continue; jobs that were not reported
 * by then count as not run. */
typedef bool run_done(void *self, size_t index, const struct run_result *result, bool *stop);
bool run_jobs(const struct run_options *options, const struct run_job *jobs, size_t count, run_done *done, void *self,
              struct error *err);

#endif
