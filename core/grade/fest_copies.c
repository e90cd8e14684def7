/* Drops duplicate tests, and tests beyond a team's maximum. */
#include "grade/fest.h"

#include "base/ascii.h"
#include "base/content.h"
#include "base/json_show.h"

#include <search.h>
#include <string.h>

/* A test, identified by its digest. */
struct known {
    char digest[SHA256_HEX];
    const char *id;
};

static int compare_known(const void *left, const void *right)
{
    const struct known *a = left, *b = right;
    return memcmp(a->digest, b->digest, sizeof a->digest);
}

static void forget_known(void *known)
{
    (void)known; /* owned by the arena */
}

static bool is_mark(char c)
{
    return strchr(",:[]{}\"", c) && c;
}

/* Adds JSON without insignificant white space; one blank remains between two numbers or words. Invalid JSON is treated
 * the same way. */
static void add_compact(struct sha256 *sha, const char *bytes, size_t length)
{
    bool quoted = false, blank = false;
    char last = ',';
    for (size_t i = 0; i < length; i++) {
        char c = bytes[i];
        if (!quoted && ascii_is_blank(c)) {
            blank = true;
            continue;
        }
        if (blank && !is_mark(last) && !is_mark(c)) {
            sha256_add(sha, " ", 1);
        }
        blank = false;
        sha256_add(sha, &c, 1);
        if (quoted && c == '\\' && i + 1 < length) {
            sha256_add(sha, &bytes[++i], 1);
        } else if (c == '"') {
            quoted = !quoted;
        }
        last = c;
    }
    sha256_add(sha, "", 1);
}

/* Adds a file, which may be NULL. False if it cannot be read. */
static bool add_file(struct sha256 *sha, const char *path, struct content *file, struct error *err)
{
    if (path && !content_read(file, path, err)) {
        return false;
    }
    add_compact(sha, path ? file->bytes : "", path ? file->length : 0);
    return true;
}

/* A digest of a test: its program, its settings, and its files. */
static bool digest(const struct grade_case *c, struct content *file, char hex[SHA256_HEX], struct error *err)
{
    struct sha256 sha;
    const char *program = c->suite->program ? c->suite->program : "";
    const char *compare = c->suite->compare ? c->suite->compare : "";
    sha256_start(&sha);
    sha256_add(&sha, program, strlen(program) + 1);
    sha256_add(&sha, compare, strlen(compare) + 1);
    sha256_add(&sha, &c->suite->exit, sizeof c->suite->exit);
    for (const char *const *word = c->suite->args; word && *word; word++) {
        sha256_add(&sha, *word, strlen(*word) + 1);
    }
    bool read =
        add_file(&sha, c->in, file, err) && add_file(&sha, c->out, file, err) && add_file(&sha, c->err, file, err);
    sha256_hex(&sha, hex);
    return read;
}

/* The id of the earlier test that this one is a copy of; its own if it is not a copy. NULL with err on failure. */
static const char *first_id(void **seen, const struct grade_case *c, struct content *file, struct arena *arena,
                            struct error *err)
{
    struct known *known = arena_array(arena, 1, sizeof *known);
    if (!known) {
        error_memory(err);
        return NULL;
    }
    known->id = c->id;
    if (!digest(c, file, known->digest, err)) {
        bool short_of_memory = err->kind == ERROR_MEMORY;
        *err = short_of_memory ? *err : (struct error){0};
        return short_of_memory ? NULL : c->id; /* running it will tell what is wrong */
    }
    struct known *const *found = tsearch(known, seen, compare_known);
    if (!found) {
        error_memory(err);
        return NULL;
    }
    return (*found)->id;
}

bool fest_drop_copies(struct fest *fest, uint64_t most, struct arena *arena, struct error *err)
{
    struct cases *cases = &fest->cases;
    struct content file = {0};
    void *seen = NULL;
    size_t kept = 0;
    uint64_t of_team = 0;
    bool ok = true;
    for (size_t i = 0; ok && i < cases->count; i++) {
        struct grade_case c = cases->list[i];
        const char *first = first_id(&seen, &c, &file, arena, err);
        of_team = kept && cases->list[kept - 1].team == c.team ? of_team : 0;
        if (!first) {
            ok = false;
        } else if (first != c.id) {
            struct json_shown copy = json_show(c.id, strlen(c.id));
            ok = cases_complain(cases, arena, err, "%s is left out: it is a copy of %s", copy.text,
                                json_show(first, strlen(first)).text);
        } else if (most && of_team == most) {
            ok = cases_complain(cases, arena, err, "%s is left out: its team has %ju tests before it",
                                json_show(c.id, strlen(c.id)).text, (uintmax_t)most);
        } else {
            cases->list[kept++] = c;
            of_team++;
        }
    }
    cases->count = ok ? kept : cases->count;
    tdestroy(seen, forget_known);
    content_free(&file);
    return ok;
}
