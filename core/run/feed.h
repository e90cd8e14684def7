/* What a program is given to read: the values of an input file, written in one of several ways. */
#ifndef RUN_FEED_H
#define RUN_FEED_H

#include "base/content.h"
#include "base/text.h"
#include "run/run.h"

/* `struct feed f = {0};` is an empty one; it may be made again and again, and is never freed. */
struct feed {
    const char *bytes;
    size_t length;
    size_t *ends; /* where each value and what separates it from the next ends; only if it was asked for */
    size_t count;

    /* private */
    struct content file;
    struct text text; /* the values, unless they are as in the file */
    size_t end_room;
};

/* Reads the file and writes those of its values that are wanted. With split, it must consist of JSON values; without,
 * something else becomes one piece, as it is. path may be NULL. */
bool feed_make(struct feed *feed, const char *path, const struct grade_feed *how, const struct grade_values *wanted,
               bool split, struct error *err);

enum { FEED_WAYS_MAX = 16 };

/* One of the ways to give a program its input. */
struct feed_way {
    struct grade_feed feed;
    char name[40]; /* "pretty-slow-space-escaped" */
};

/* Every combination of the words in a list like "plain,pretty slow", or of "all" there are; of a pair of which the list
 * has none, the first. Returns how many; 0 if it has another word. */
int feed_ways_parse(const char *list, struct feed_way ways[FEED_WAYS_MAX]);

#endif
