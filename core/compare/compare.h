/* Compares an answer with the expected one and reports where they differ. */
#ifndef COMPARE_COMPARE_H
#define COMPARE_COMPARE_H

#include "base/json_nodes.h"

enum { COMPARE_DIFFERENCES_MAX = 10, COMPARE_PATH_MAX = 240, COMPARE_SHOWN_MAX = 160 };

enum compare_kind {
    COMPARE_JSON,      /* streams of JSON values, ignoring white space and the order of keys; 1 equals 1.0 */
    COMPARE_TEXT,      /* line by line, ignoring white space at the end of lines and of the text */
    COMPARE_UNORDERED, /* as JSON, but the elements of the array at a path may come in any order */
    COMPARE_PROGRAM,   /* a program decides; not done here */
};

/* How answers are compared. */
struct compare_way {
    enum compare_kind kind;
    const char *argument; /* the path, or the command */
    double tolerance;     /* how far apart numbers may be */
};

/* Parses "json", "text", "unordered:$[0]" or "program:CMD"; way->argument points into the word. Returns NULL, or what
 * is wrong with the word. */
const char *compare_way_parse(const char *word, struct compare_way *way);

/* One place where two answers differ. expected and got are pieces of JSON or text, truncated if long. */
struct compare_difference {
    char path[COMPARE_PATH_MAX];                              /* "$[0].a", "value 2: $" or "line 3" */
    char expected[COMPARE_SHOWN_MAX], got[COMPARE_SHOWN_MAX]; /* "" where there is nothing */
};

enum compare_result {
    COMPARE_SAME,
    COMPARE_DIFFERENT,
    COMPARE_NO_JSON,       /* the answer is invalid JSON; problem says why and where */
    COMPARE_BAD_EXPECTED,  /* the expected answer is invalid JSON */
    COMPARE_OUT_OF_MEMORY, /* undecided */
    COMPARE_TOO_HARD,      /* undecided: too many elements of an unordered array are alike */
};

/* The outcome of a comparison, and memory that later ones reuse. Initialize with `struct compare c = {0};`. */
struct compare {
    struct compare_difference difference[COMPARE_DIFFERENCES_MAX];
    int differences; /* how many are in the array */
    bool more;       /* there are more than fit */
    char problem[256];

    /* private */
    struct json_nodes expected, got;
    const struct compare_way *way;
    struct compare_frame *frames;
    size_t depth, frame_room;
    uint32_t *members;
    size_t member_count, member_room;
    uint64_t effort; /* spent on matching elements */
    bool silent, failed, exhausted, unmatched, too_hard;
};

/* Compares two answers. The texts are borrowed. */
enum compare_result compare_answers(struct compare *c, const struct compare_way *way, const char *expected,
                                    size_t expected_length, const char *got, size_t got_length);

void compare_free(struct compare *c);

#endif
