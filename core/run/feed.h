/* The input of a program: the values of a file, written in one of several ways. */
#ifndef RUN_FEED_H
#define RUN_FEED_H

#include "base/content.h"
#include "base/text.h"
#include "run/run.h"

/* Initialize with `struct feed f = {0};`. It can be remade any number of times, and is never freed. */
struct feed {
    const char *bytes;
    size_t length;
    size_t *ends; /* where each value ends, including its separator; only with split */
    size_t count;

    /* private */
    struct content file;
    struct text text; /* the values, unless they are used as in the file */
    size_t end_room;
};

/* Reads the file and writes its wanted values. With split, it must consist of JSON values; without, anything else is
 * passed on unchanged as one piece. path may be NULL. */
bool feed_make(struct feed *feed, const char *path, const struct run_feed *how, const struct run_values *wanted,
               bool split, struct error *err);

enum { FEED_WAYS_MAX = 16 };

/* One way to feed a program its input. */
struct feed_way {
    struct run_feed feed;
    char name[40]; /* "pretty-slow-space-escaped" */
};

/* Lists every combination of the words in a list like "plain,pretty slow", or of all words for "all". Of a pair of
 * alternatives that the list does not mention, takes the first. Returns how many; 0 for an unknown word. */
int feed_ways_parse(const char *list, struct feed_way ways[FEED_WAYS_MAX]);

#endif
