/* Is this the answer that was expected, and if not, where does it differ? */
#ifndef COMPARE_COMPARE_H
#define COMPARE_COMPARE_H

#include "base/json_nodes.h"

enum { COMPARE_DIFFERENCES_MAX = 10, COMPARE_PATH_MAX = 240, COMPARE_SHOWN_MAX = 160 };

enum compare_kind {
    COMPARE_JSON,      /* streams of JSON values: white space and the order of keys aside, 1 = 1.0 */
    COMPARE_TEXT,      /* line by line, white space at the end of lines and of the text aside */
    COMPARE_UNORDERED, /* as JSON, but the elements of the array at a path come in any order */
    COMPARE_PROGRAM,   /* a program decides; not done here */
};

/* How answers are compared. */
struct compare_way {
    enum compare_kind kind;
    const char *argument; /* the path, or the command */
    double tolerance;     /* how far numbers may be apart */
};

/* Reads "json", "text", "unordered:$[0]" or "program:CMD"; argument is borrowed from the word. NULL, or what is wrong
 * with it. */
const char *compare_way_parse(const char *word, struct compare_way *way);

/* One place where two answers differ. Expected and got are pieces of JSON or text, cut where they are long. */
struct compare_difference {
    char path[COMPARE_PATH_MAX];                              /* "$[0].a", "value 2: $" or "line 3" */
    char expected[COMPARE_SHOWN_MAX], got[COMPARE_SHOWN_MAX]; /* "" where there is nothing */
};

enum compare_result {
    COMPARE_SAME,
    COMPARE_DIFFERENT,
    COMPARE_NO_JSON,       /* what was got is none: problem says why and where */
    COMPARE_BAD_EXPECTED,  /* what was expected is none */
    COMPARE_OUT_OF_MEMORY, /* nothing is known */
    COMPARE_TOO_HARD,      /* nothing is known: too many elements without an order are alike */
};

/* Memory that one comparison after the other uses. `struct compare c = {0};` is an empty one. */
struct compare {
    struct compare_difference difference[COMPARE_DIFFERENCES_MAX];
    int differences; /* how many of them there are */
    bool more;       /* and there are more */
    char problem[256];

    /* private */
    struct json_nodes expected, got;
    const struct compare_way *way;
    struct compare_frame *frames;
    size_t depth, frame_room;
    uint32_t *members;
    size_t member_count, member_room;
    uint64_t effort; /* of matching elements */
    bool silent, failed, exhausted, unmatched, too_hard;
};

/* Compares. The texts are borrowed. */
enum compare_result compare_answers(struct compare *c, const struct compare_way *way, const char *expected,
                                    size_t expected_length, const char *got, size_t got_length);

void compare_free(struct compare *c);

#endif
