/* Series of games that are played in parts: the record of a part, and how parts become the whole again.
 *
 * A record is a line of JSON, so parts may share a file. It names the series that it belongs to, so that parts of
 * different ones are not mixed, and the games that it counts, so that none counts twice. */
#ifndef TOURNAMENT_SHARDS_H
#define TOURNAMENT_SHARDS_H

#include "base/arena.h"
#include "base/sha256.h"
#include "tournament/series.h"

/* One of `shards` parts, of about the same size; index from 0. */
struct shards_part {
    uint64_t index, shards;
};

/* The games of a part: from *from up to, but not including, *to. */
void shards_range(int64_t games, const struct shards_part *part, int64_t *from, int64_t *to);

/* Writes a record, with its newline. series: the hash of everything that the outcome depends on. */
void shards_write(struct text *out, const struct series_totals *totals, const char *series);

/* Records that have been read. `struct shards s = {0};` has none. */
struct shards {
    char series[SHA256_HEX]; /* which one they belong to; "": that of the first record */
    struct series_totals *list;
    size_t count;
    char warning[480]; /* about the first line that is not a record and was left out; "": there is none */

    /* private */
    size_t room;
    struct arena arena;
};

/* Adds the records in a file. A record of games that another one already counts is ignored. */
bool shards_load(struct shards *shards, const char *path, struct error *err);

/* Whether the games of a part are counted. */
bool shards_has(const struct shards *shards, int64_t from, int64_t to);

/* Adds the parts up. The names live as long as the shards. Fails if games are missing. */
bool shards_merge(struct shards *shards, struct series_totals *whole, struct error *err);

void shards_free(struct shards *shards);

#endif
