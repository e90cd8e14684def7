#include "report/results.h"

#include "base/json_show.h"
#include "base/json_text.h"
#include "base/list.h"
#include "base/moment.h"
#include "base/order.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { WARNINGS_MAX = 20, PIECE = 1024 * 1024, AROUND = 64 * 1024 };
#define EMPTY UINT32_MAX
#define NUMBER_MAX 1e18 /* of milliseconds and bytes; millions of them can be added */

struct results_file {
    void *bytes;
    size_t size;
    struct results_file *older;
};

/* -- one record -- */

enum take {
    TAKE_VERDICT,
    TAKE_ROLE,
    TAKE_VISIBLE,
    TAKE_WORD,
    TAKE_MOMENT,
    TAKE_INT,
    TAKE_DOUBLE,
    TAKE_POINTS,
    TAKE_BOOL
};

/* The names of enums. */
static const char *const *const enum_names[] = {verdict_names, record_role_names, record_visible_names};

static const struct member {
    const char *name;
    size_t offset;
    enum take take;
    bool needed;
} members[] = {
    {"case", offsetof(struct result, id), TAKE_WORD, true},
    {"group", offsetof(struct result, group), TAKE_WORD, true},
    {"submission", offsetof(struct result, submission), TAKE_WORD, true},
    {"team", offsetof(struct result, team), TAKE_WORD, false},
    {"milestone", offsetof(struct result, milestone), TAKE_WORD, false},
    {"build", offsetof(struct result, build), TAKE_WORD, false},
    {"role", offsetof(struct result, role), TAKE_ROLE, false},
    {"visible", offsetof(struct result, visible), TAKE_VISIBLE, false},
    {"deadline", offsetof(struct result, deadline), TAKE_MOMENT, false},
    {"time", offsetof(struct result, time), TAKE_MOMENT, false},
    {"verdict", offsetof(struct result, verdict), TAKE_VERDICT, true},
    {"points", offsetof(struct result, points), TAKE_POINTS, true},
    {"earned", offsetof(struct result, earned), TAKE_POINTS, true},
    {"exit", offsetof(struct result, code), TAKE_INT, false},
    {"signal", offsetof(struct result, signal), TAKE_INT, false},
    {"tries", offsetof(struct result, tries), TAKE_INT, false},
    {"flaky", offsetof(struct result, flaky), TAKE_BOOL, false},
    {"updated", offsetof(struct result, updated), TAKE_BOOL, false},
    {"feeds", offsetof(struct result, feeds), TAKE_INT, false},
    {"feeds_passed", offsetof(struct result, feeds_passed), TAKE_INT, false},
    {"wall_ms", offsetof(struct result, wall_ms), TAKE_DOUBLE, false},
    {"cpu_ms", offsetof(struct result, cpu_ms), TAKE_DOUBLE, false},
    {"memory_kib", offsetof(struct result, memory_kib), TAKE_DOUBLE, false},
};
enum { MEMBERS = sizeof members / sizeof *members };

/* A string of the record, copied to the arena; reuses the last copy if it repeats, as within one run. */
static const char *take_word(struct results *r, uint32_t node, size_t which)
{
    const char *word = json_text_copy(r->tree.text + r->tree.nodes[node].start + 1, &r->arena);
    if (word && which > 0 && which <= sizeof r->last / sizeof *r->last) {
        const char **last = &r->last[which - 1];
        *last = *last && strcmp(*last, word) == 0 ? *last : word;
        return *last;
    }
    return word;
}

/* Finds the number of a name, as an enum has it; false if it is none of them. */
static bool take_name(const struct json_nodes *tree, uint32_t node, const char *const *names, unsigned *out)
{
    char word[32];
    json_nodes_string(tree, node, word, sizeof word);
    for (*out = 0; names[*out] && strcmp(word, names[*out]) != 0; ++*out) {
    }
    return names[*out];
}

static bool take_moment(const struct json_nodes *tree, uint32_t node, int64_t *out)
{
    char word[40];
    json_nodes_string(tree, node, word, sizeof word);
    return moment_parse(word, out);
}

/* Reads one member; false if it is invalid. */
static bool take_member(struct results *r, const struct member *member, uint32_t node, struct result *out, bool *memory)
{
    void *place = (char *)out + member->offset;
    enum json_kind kind = r->tree.nodes[node].kind;
    const char *text = r->tree.text + r->tree.nodes[node].start;
    switch (member->take) {
    case TAKE_WORD:
        if (kind != JSON_STRING) {
            return false;
        }
        *(const char **)place = take_word(r, node, (size_t)(member - members));
        *memory = *(const char **)place != NULL;
        return *memory;
    case TAKE_VERDICT:
    case TAKE_ROLE:
    case TAKE_VISIBLE:
        return take_name(&r->tree, node, enum_names[member->take], place);
    case TAKE_MOMENT:
        return take_moment(&r->tree, node, place);
    case TAKE_INT:
        *(int *)place = (int)strtol(text, NULL, 10);
        return kind == JSON_NUMBER;
    case TAKE_DOUBLE:
        *(double *)place = strtod(text, NULL);
        return kind == JSON_NUMBER && fabs(*(double *)place) < NUMBER_MAX;
    case TAKE_POINTS:
        *(int64_t *)place = points_of(strtod(text, NULL));
        return kind == JSON_NUMBER;
    default:
        *(bool *)place = kind == JSON_TRUE;
        return kind == JSON_TRUE || kind == JSON_FALSE;
    }
}

/* Reads the members of a parsed line; false if it is not a record. *memory becomes false if memory ran out. */
static bool take_record(struct results *r, const char *line, size_t length, struct result *out, bool *memory)
{
    unsigned seen = 0, needed = 0;
    *out = (struct result){
        .team = "", .milestone = "", .build = "", .line = line, .length = length, .tries = 1, .file = r->files};
    for (uint32_t i = 0, node = 1; i < r->tree.nodes[0].count; i++, node = r->tree.nodes[node].next) {
        for (unsigned m = 0; m < MEMBERS; m++) {
            if (json_nodes_key_is(&r->tree, node, members[m].name)) {
                if (!take_member(r, &members[m], node, out, memory)) {
                    return false;
                }
                seen |= 1U << m;
                break;
            }
        }
    }
    for (unsigned m = 0; m < MEMBERS; m++) {
        needed |= members[m].needed ? 1U << m : 0;
    }
    return (seen & needed) == needed;
}

/* -- all of them -- */

static uint64_t hash_of(enum record_role role, const char *submission, const char *id)
{
    uint64_t hash = 14695981039346656037U + (uint64_t)role;
    for (const char *p = submission; *p; p++) {
        hash = (hash ^ (unsigned char)*p) * 1099511628211U;
    }
    hash *= 1099511628211U;
    for (const char *p = id; *p; p++) {
        hash = (hash ^ (unsigned char)*p) * 1099511628211U;
    }
    return hash;
}

/* The slot of a case in the table, or the free slot where it belongs. */
static uint32_t *slot_of(const struct results *r, enum record_role role, const char *submission, const char *id)
{
    size_t i = hash_of(role, submission, id) & (r->table_size - 1);
    while (r->table[i] != EMPTY) {
        const struct result *other = &r->list[r->table[i]];
        if (other->role == role && strcmp(other->id, id) == 0 && strcmp(other->submission, submission) == 0) {
            break;
        }
        i = (i + 1) & (r->table_size - 1);
    }
    return &r->table[i];
}

static bool grow_table(struct results *r)
{
    size_t size = r->table_size ? 2 * r->table_size : 1024;
    uint32_t *table = malloc(size * sizeof *table);
    if (!table) {
        return false;
    }
    memset(table, 0xFF, size * sizeof *table);
    free(r->table);
    r->table = table;
    r->table_size = size;
    for (size_t i = 0; i < r->count; i++) {
        *slot_of(r, r->list[i].role, r->list[i].submission, r->list[i].id) = (uint32_t)i;
    }
    return true;
}

static bool add(struct results *r, const struct result *result)
{
    if (2 * (r->count + 1) > r->table_size && !grow_table(r)) {
        return false;
    }
    uint32_t *slot = slot_of(r, result->role, result->submission, result->id);
    if (*slot != EMPTY) {
        bool failed = result->verdict == VERDICT_HARNESS_ERROR && r->list[*slot].verdict != VERDICT_HARNESS_ERROR;
        if (!r->keep_verdicts || !failed) {
            r->list[*slot] = *result;
        }
        return true;
    }
    if (!list_grow(&r->list, &r->room, r->count + 1, sizeof *r->list)) {
        return false;
    }
    *slot = (uint32_t)r->count;
    r->list[r->count++] = *result;
    return true;
}

static bool warn(struct results *r, const char *name, size_t line, bool torn)
{
    char text[400];
    if (r->warning_count == WARNINGS_MAX) {
        return true;
    }
    if (!r->warnings) {
        r->warnings = calloc(WARNINGS_MAX, sizeof *r->warnings);
    }
    int length = snprintf(text, sizeof text, "%s:%zu: %s", name, line,
                          torn ? "the last line is cut off, as after a crash; it is left out"
                               : "this line is not a whole record; it is left out");
    const char *copy = arena_string(&r->arena, text, length < (int)sizeof text ? (size_t)length : sizeof text - 1);
    if (!r->warnings || !copy) {
        return false;
    }
    r->warnings[r->warning_count++] = copy;
    return true;
}

/* Takes a whole line. *known becomes false if it says nothing that we know. False if memory ran out. */
static bool take_line(struct results *r, const char *line, size_t length, bool *known)
{
    struct result result;
    bool memory = true;
    *known = false;
    if (!json_nodes_parse(&r->tree, line, length, false) || r->tree.values != 1 ||
        r->tree.nodes[0].kind != JSON_OBJECT) {
        return !r->tree.scanner.out_of_memory;
    }
    enum course_line about = course_take(&r->course, &r->tree, &r->arena);
    if (about != COURSE_OTHER) {
        *known = about == COURSE_TAKEN;
        return about != COURSE_MEMORY;
    }
    *known = take_record(r, line, length, &result, &memory);
    return memory && (!*known || add(r, &result));
}

/* Gives back the memory that part of a file takes; it is read again when needed. What the kernel maps around a page is
 * part of it. */
static void release(const struct results_file *file, const char *bytes, size_t length)
{
    size_t start = (size_t)(bytes - (const char *)file->bytes) / AROUND * AROUND;
    size_t end = (size_t)(bytes - (const char *)file->bytes) + length;
    end = (end + AROUND - 1) / AROUND * AROUND;
    end = end < file->size ? end : file->size;
    madvise((char *)file->bytes + start, end - start, MADV_DONTNEED);
}

static bool read_lines(struct results *r, const char *name, const char *bytes, size_t size)
{
    size_t number = 0, released = 0;
    for (size_t at = 0; at < size;) {
        const char *end = memchr(bytes + at, '\n', size - at);
        size_t length = end ? (size_t)(end - bytes) - at : size - at;
        bool known = length == 0;
        number++;
        /* without its newline, a line may be truncated: it does not count, even if it parses */
        if ((length > 0 && end && !take_line(r, bytes + at, length, &known)) ||
            (!known && !warn(r, name, number, !end))) {
            return false;
        }
        at += length + 1;
        if (at - released > PIECE) {
            release(r->files, bytes + released, at - released);
            released = at;
        }
    }
    return true;
}

bool results_load(struct results *r, int fd, const char *name, struct error *err)
{
    struct stat info;
    if (fstat(fd, &info) != 0 || S_ISDIR(info.st_mode)) {
        return error_set(err, ERROR_IO, "cannot read %s: %s", json_show(name, strlen(name)).text,
                         strerror(S_ISDIR(info.st_mode) ? EISDIR : errno));
    }
    if (info.st_size == 0) {
        return true;
    }
    struct results_file *file = arena_array(&r->arena, 1, sizeof *file);
    if (!file) {
        return error_memory(err);
    }
    file->size = (size_t)info.st_size;
    file->bytes = mmap(NULL, file->size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (file->bytes == MAP_FAILED) {
        return error_set(err, ERROR_IO, "cannot read %s: %s", json_show(name, strlen(name)).text, strerror(errno));
    }
    file->older = r->files;
    r->files = file;
    bool ok = read_lines(r, name, file->bytes, file->size) || error_memory(err);
    release(file, file->bytes, file->size);
    return ok;
}

bool results_load_path(struct results *r, const char *path, struct error *err)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        return error_set(err, ERROR_IO, "cannot read %s: %s", json_show(path, strlen(path)).text, strerror(errno));
    }
    bool ok = results_load(r, fd, path, err);
    close(fd);
    return ok;
}

struct result *results_find(const struct results *r, enum record_role role, const char *submission, const char *id)
{
    if (r->count == 0) {
        return NULL;
    }
    uint32_t slot = *slot_of(r, role, submission, id);
    return slot == EMPTY ? NULL : &r->list[slot];
}

static int compare_results(const void *left, const void *right)
{
    const struct result *a = left, *b = right;
    int order = (int)a->role - (int)b->role;
    order = order ? order : order_compare(a->submission, b->submission);
    order = order ? order : order_compare(a->group, b->group);
    return order ? order : order_compare(a->id, b->id);
}

void results_sort(struct results *r)
{
    if (r->count) {
        qsort(r->list, r->count, sizeof *r->list, compare_results);
    }
}

void results_keep_wanted(struct results *r)
{
    size_t kept = 0;
    for (size_t i = 0; i < r->count; i++) {
        if (r->list[i].wanted) {
            r->list[kept++] = r->list[i];
        }
    }
    r->count = kept;
}

bool results_details(const struct result *result, struct result_details *d, struct text *out)
{
    *d = (struct result_details){.result = result};
    if (!json_nodes_parse(&d->tree, result->line, result->length, false)) {
        out->failed = true; /* it parsed before, so this can only be memory */
        json_nodes_free(&d->tree);
        return false;
    }
    const struct {
        const char *name;
        uint32_t *node;
    } found[] = {{"program", &d->program},
                 {"description", &d->description},
                 {"hint", &d->hint},
                 {"detail", &d->detail},
                 {"feed", &d->feed},
                 {"differences", &d->differences},
                 {"more", &d->more},
                 {"expected", &d->expected},
                 {"actual", &d->actual},
                 {"stderr", &d->complaints},
                 {"log", &d->log},
                 {"slip", &d->slip},
                 {"repeat", &d->repeat},
                 {"input", &d->input},
                 {"input_sha256", &d->input_hash}};
    for (size_t i = 0; i < sizeof found / sizeof *found; i++) {
        *found[i].node = json_nodes_member(&d->tree, 0, found[i].name);
    }
    return true;
}

void results_details_free(struct result_details *d)
{
    json_nodes_free(&d->tree);
    if (d->result && d->result->file) {
        release(d->result->file, d->result->line, d->result->length);
    }
}

struct text results_string(const struct json_nodes *tree, uint32_t node)
{
    size_t length = json_nodes_string(tree, node, NULL, 0);
    struct text string = {.bytes = malloc(length + 1)};
    string.failed = !string.bytes;
    string.length = string.failed ? 0 : json_nodes_string(tree, node, string.bytes, length + 1);
    return string;
}

void results_word(struct text *out, enum text_escape escape, const struct json_nodes *tree, uint32_t node, size_t most)
{
    struct text word = results_string(tree, node);
    bool cut = word.length > most;
    word.length = cut ? most : word.length;
    text_pour(out, escape, &word);
    text_string(out, cut ? "..." : "");
}

bool results_hashes_match(const struct result *result, const struct record_hashes *hashes)
{
    const char *const names[] = {"program_sha256", "input_sha256", "expected_sha256", "options_sha256"};
    const char *const wanted[] = {hashes->program, hashes->input, hashes->expected, hashes->options};
    struct json_nodes tree = {0};
    bool match = json_nodes_parse(&tree, result->line, result->length, false);
    for (int i = *hashes->program ? 0 : 1; match && i < 4; i++) {
        uint32_t node = json_nodes_member(&tree, 0, names[i]);
        char hex[SHA256_HEX];
        match = node && tree.nodes[node].kind == JSON_STRING;
        if (match) {
            json_nodes_string(&tree, node, hex, sizeof hex);
            match = strcmp(hex, wanted[i]) == 0;
        }
    }
    json_nodes_free(&tree);
    return match;
}

void results_release(const struct results *r)
{
    for (const struct results_file *file = r->files; file; file = file->older) {
        release(file, file->bytes, file->size);
    }
}

void results_free(struct results *r)
{
    for (struct results_file *file = r->files; file; file = file->older) {
        munmap(file->bytes, file->size);
    }
    json_nodes_free(&r->tree);
    arena_free(&r->arena);
    course_free(&r->course);
    free(r->list);
    free(r->table);
    free(r->warnings);
    *r = (struct results){0};
}
