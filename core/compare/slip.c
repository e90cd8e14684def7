#include "compare/slip.h"

#include "base/ascii.h"
#include "base/json_place.h"
#include "base/utf8.h"

#include <string.h>

enum { AROUND = 70, DEBUG_LINES_MAX = 1000 };

/* An answer, and where it stops being JSON. */
struct broken {
    const char *text;
    size_t length;
    size_t at;    /* of what is wrong */
    size_t value; /* of the value that it is in, or the same */
};

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static size_t skip_blanks(const char *text, size_t length, size_t at)
{
    while (at < length && ascii_is_blank(text[at])) {
        at++;
    }
    return at;
}

static size_t line_start(const char *text, size_t at)
{
    const char *newline = at ? memrchr(text, '\n', at) : NULL;
    return newline ? (size_t)(newline - text) + 1 : 0;
}

static size_t line_end(const char *text, size_t length, size_t at)
{
    const char *newline = at < length ? memchr(text + at, '\n', length - at) : NULL;
    return newline ? (size_t)(newline - text) : length;
}

/* Describes a slip at an offset. */
static bool name(struct slip *out, const char *what, const char *text, size_t length, size_t at)
{
    size_t start = line_start(text, at), end = line_end(text, length, at);
    size_t from = at - start > AROUND ? at - AROUND : start, to = end - at > AROUND ? at + AROUND : end;
    while (from > start && utf8_continues(text[from])) {
        from--;
    }
    while (to < end && to > from && utf8_continues(text[to])) {
        to--;
    }
    while (to > from && ascii_is_blank(text[to - 1])) {
        to--;
    }
    const char *before = from > start ? "..." : "", *after = to < json_place_end(text, end) ? "..." : "";
    struct slip slip = {.what = what, .line = json_place(text, length, at).line};
    const struct {
        const char *bytes;
        size_t length;
    } parts[] = {{before, strlen(before)}, {text + from, to - from}, {after, strlen(after)}};
    for (int i = 0; i < 3; i++) {
        size_t room = sizeof slip.shown - slip.length;
        size_t size = parts[i].length < room ? parts[i].length : room;
        memcpy(slip.shown + slip.length, parts[i].bytes, size);
        slip.length += size;
    }
    *out = slip;
    return true;
}

/* -- words and characters that other languages have -- */

static const char *foreign_word(const char *word, size_t length)
{
    static const char *const words[][2] = {
        {"True", "Python's True; JSON has true"},           {"False", "Python's False; JSON has false"},
        {"None", "Python's None; JSON has null"},           {"undefined", "JavaScript's undefined; JSON has null"},
        {"NaN", "NaN, which JSON does not have"},           {"nan", "nan, which JSON does not have"},
        {"Infinity", "Infinity, which JSON does not have"}, {"inf", "inf, which JSON does not have"},
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strlen(words[i][0]) == length && memcmp(words[i][0], word, length) == 0) {
            return words[i][1];
        }
    }
    return NULL;
}

/* The last character before an offset that is not white space, or NUL. */
static char last_before(const char *text, size_t at)
{
    size_t end = json_place_end(text, at);
    return (char)(end ? text[end - 1] : '\0');
}

/* What is wrong with a character that JSON does not begin a value with, or NULL. `from`: where its word begins. */
static const char *foreign_character(const struct broken *b, size_t from)
{
    const char *text = b->text;
    char c = text[b->at];
    if (c == '\'') {
        return "single quotes; JSON has double quotes";
    }
    if (c == '(') {
        return "parentheses, as of a Python tuple; JSON has arrays: [ ]";
    }
    if ((c == ']' || c == '}') && last_before(text, b->at) == ',') {
        return "a trailing comma";
    }
    size_t end = from;
    while (end < b->length && (is_letter(text[end]) || ascii_is_digit(text[end]))) {
        end++;
    }
    char last = last_before(text, from);
    end = skip_blanks(text, b->length, end);
    bool key = is_letter(text[from]) && (last == '{' || last == ',') && end < b->length && text[end] == ':';
    return key ? "a key without quotes" : NULL;
}

static bool find_foreign(const struct broken *b, struct slip *out)
{
    size_t from = b->at, to = from;
    while (from > b->value && is_letter(b->text[from - 1])) {
        from--;
    }
    while (to < b->length && is_letter(b->text[to])) {
        to++;
    }
    const char *word = foreign_word(b->text + from, to - from), *what = word ? word : foreign_character(b, from);
    if (!what) {
        return false;
    }
    if (from == b->value) { /* not inside of anything: a line of prose may begin so, too */
        size_t end = json_place_end(b->text, line_end(b->text, b->length, b->at));
        char last = b->text[end - 1];
        bool closed = end > b->at + 1 && last == (b->text[b->at] == '(' ? ')' : b->text[b->at]);
        if (word ? end != to : !closed) {
            return false;
        }
    }
    return name(out, what, b->text, b->length, from);
}

/* -- lines that are not meant to be JSON -- */

/* Finds where a text stops being JSON, from `at` on, and counts the values on the lines before. False if it is JSON. */
static bool find_broken(const char *text, size_t length, size_t at, struct broken *out, size_t *values)
{
    struct json_scanner scanner = {.unlimited = true, .repeats_at = -1};
    enum json_scan_result result;
    size_t end = 0, counted = 0, all = 0, line = 0;
    while ((result = json_scan(&scanner, text + at, length - at, true)) == JSON_SCAN_VALUE) {
        size_t start = line_start(text + at, scanner.at - 1);
        counted = start > line ? all : counted;
        line = start;
        end = scanner.at;
        all++;
    }
    bool broken = result == JSON_SCAN_ERROR && !scanner.out_of_memory && at + scanner.problem_at < length;
    *out = (struct broken){text, length, at + scanner.problem_at, skip_blanks(text, length, at + end)};
    if (!broken || line_start(text, out->at) > at + line) {
        counted = all;
    }
    *values += counted;
    json_scan_free(&scanner);
    return broken;
}

/* Whether an answer is JSON but for lines of something else. */
static bool find_debug(const struct broken *first, struct slip *out)
{
    struct broken b = {.text = first->text, .length = first->length};
    size_t at = 0, values = 0;
    for (int lines = 0; find_broken(b.text, b.length, at, &b, &values); lines++) {
        if (b.value < line_start(b.text, b.at) || lines == DEBUG_LINES_MAX) {
            return false; /* in the middle of a value */
        }
        at = line_end(b.text, b.length, b.at);
    }
    return values > 0 &&
           name(out, "a line that is not JSON; debug output belongs on stderr", first->text, first->length, first->at);
}

bool slip_in_text(const char *answer, size_t length, struct slip *out)
{
    struct broken b;
    size_t values = 0;
    return find_broken(answer, length, 0, &b, &values) && (find_foreign(&b, out) || find_debug(&b, out));
}

/* -- answers that are JSON -- */

static bool same_but_blanks(const char *a, size_t m, const char *b, size_t n)
{
    size_t i = skip_blanks(a, m, 0), k = skip_blanks(b, n, 0);
    while (i < m && k < n && a[i] == b[k]) {
        i = skip_blanks(a, m, i + 1);
        k = skip_blanks(b, n, k + 1);
    }
    return i == m && k == n;
}

/* Whether an array has exactly the values of a text. */
static bool holds_values(const struct json_nodes *array, const struct json_nodes *values)
{
    uint32_t element = 1, value = 0;
    if (array->values != 1 || array->nodes[0].kind != JSON_ARRAY || array->nodes[0].count != values->values) {
        return false;
    }
    for (uint32_t i = 0; i < values->values; i++) {
        const struct json_node *a = &array->nodes[element], *b = &values->nodes[value];
        if (!same_but_blanks(array->text + a->start, a->end - a->start, values->text + b->start, b->end - b->start)) {
            return false;
        }
        element = a->next;
        value = b->next;
    }
    return true;
}

/* Whether `quoted` is `plain` in quotes. */
static bool is_quoted(const char *quoted, const char *plain)
{
    size_t length = strlen(plain);
    return quoted[0] == '"' && strlen(quoted) == length + 2 && memcmp(quoted + 1, plain, length) == 0;
}

static const char *wrong_type(const struct compare_difference *d)
{
    bool number = ascii_is_digit(*d->expected) || *d->expected == '-';
    bool truth = strcmp(d->expected, "true") == 0 || strcmp(d->expected, "false") == 0;
    if (is_quoted(d->got, d->expected)) {
        return number  ? "a string where a number is expected"
               : truth ? "a string where true or false is expected"
                       : "a string where null is expected";
    }
    return *d->got && is_quoted(d->expected, d->got) ? "quotes are missing: a string is expected" : NULL;
}

bool slip_in_answer(const struct compare *c, struct slip *out)
{
    const struct json_nodes *expected = &c->expected, *got = &c->got;
    if (got->values == 0 || got->too_many) { /* not compared as JSON, or not to its end */
        return false;
    }
    if (expected->values > 1 && got->values < expected->values) {
        if (holds_values(got, expected)) {
            return name(out, "one array instead of several values; print each on a line of its own", got->text,
                        got->length, got->nodes[0].start);
        }
        if (same_but_blanks(expected->text, expected->length, got->text, got->length)) {
            return name(out, "values with nothing in between; print each on a line of its own", got->text, got->length,
                        got->nodes[0].start);
        }
    }
    for (int i = 0; i < c->differences; i++) {
        const char *what = wrong_type(&c->difference[i]), *shown = c->difference[i].got;
        const char *place = what ? memmem(got->text, got->length, shown, strlen(shown)) : NULL;
        if (place) {
            return name(out, what, got->text, got->length, (size_t)(place - got->text));
        }
    }
    return false;
}
