#include "base/json_scan.h"

#include "base/ascii.h"
#include "base/json_text.h"
#include "base/list.h"
#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>

enum state {
    AT_START,       /* of the text: a byte-order mark may come */
    BETWEEN,        /* top-level values */
    VALUE,          /* a value must come */
    VALUE_OR_CLOSE, /* after [ */
    KEY_OR_CLOSE,   /* after { */
    KEY,            /* after a comma in an object */
    COLON,
    COMMA_OR_CLOSE,
    IN_STRING,
    IN_NUMBER,
    IN_LITERAL,
};

/* How far a number has come; the ones marked * may be its end. */
enum number { SIGN, ZERO /* * */, INTEGER /* * */, POINT, FRACTION /* * */, EXPONENT, EXPONENT_SIGN, POWER /* * */ };

enum { GO_ON = -1 }; /* beside enum json_scan_result */

static const char *const literals[] = {"true", "false", "null"};

static int fail(struct json_scanner *s, size_t at, const char *problem)
{
    s->problem = problem;
    s->problem_at = at;
    return JSON_SCAN_ERROR;
}

static bool inside_object(const struct json_scanner *s)
{
    return s->depth && (s->is_object >> (s->depth - 1) & 1);
}

/* A value has ended at s->at. */
static int end_value(struct json_scanner *s)
{
    s->state = s->depth ? COMMA_OR_CLOSE : BETWEEN;
    return s->depth ? GO_ON : JSON_SCAN_VALUE;
}

/* -- keys: no object has one twice -- */

static int compare_keys(const void *left, const void *right, void *context)
{
    const size_t *a = left, *b = right;
    const char *text = *(const char *const *)context;
    return json_text_compare(text + *a, text + *b);
}

/* The innermost object is complete: no two of its keys may be the same. The keys of the object are forgotten. */
static int check_keys(struct json_scanner *s, const char *text)
{
    size_t before = s->keys_before[s->depth - 1], count = s->key_count - before;
    s->key_count = before;
    if (count < 2 || s->depth == s->repeats_at || s->repeats_at < 0) {
        return GO_ON;
    }
    size_t *keys = s->keys + before;
    size_t again = SIZE_MAX; /* where the first repetition stands */
    qsort_r(keys, count, sizeof *keys, compare_keys, &text);
    for (size_t i = 1; i < count; i++) {
        if (compare_keys(&keys[i - 1], &keys[i], &text) == 0) {
            size_t later = keys[i] > keys[i - 1] ? keys[i] : keys[i - 1];
            again = later < again ? later : again;
        }
    }
    return again == SIZE_MAX ? GO_ON : fail(s, again - 1, "this key is in the object already");
}

static int remember_key(struct json_scanner *s)
{
    if (!list_grow(&s->keys, &s->key_room, s->key_count + 1, sizeof *s->keys)) {
        s->out_of_memory = true;
        return fail(s, s->at, "out of memory");
    }
    s->keys[s->key_count++] = s->string_start;
    return GO_ON;
}

/* -- strings -- */

static bool is_hex4(const char *p)
{
    return strspn((const char[]){p[0], p[1], p[2], p[3], 0}, "0123456789abcdefABCDEF") == 4;
}

/* Passes over the escape at s->at, or leaves it for later when not all of it is there. */
static int scan_escape(struct json_scanner *s, const char *text, size_t length)
{
    const char *p = text + s->at;
    size_t left = length - s->at;
    if (left < 2) {
        return JSON_SCAN_MORE;
    }
    if (p[1] != 'u') {
        if (!p[1] || !strchr("\"\\/bfnrt", p[1])) {
            return fail(s, s->at, "there is no such escape in JSON");
        }
        s->at += 2;
        return GO_ON;
    }
    if (left < 6) {
        return JSON_SCAN_MORE;
    }
    if (!is_hex4(p + 2)) {
        return fail(s, s->at, "\\u needs four hexadecimal digits");
    }
    unsigned code = json_text_hex4(p + 2);
    if (code == 0 && s->is_key) {
        return fail(s, s->at, "a key must not contain \\u0000");
    }
    if (code >= 0xD800 && code < 0xE000) {
        if (code >= 0xDC00 || (left > 6 && p[6] != '\\') || (left > 7 && p[7] != 'u')) {
            return fail(s, s->at, "half of a surrogate pair");
        }
        if (left < 12) {
            return JSON_SCAN_MORE;
        }
        if (!is_hex4(p + 8) || json_text_hex4(p + 8) < 0xDC00 || json_text_hex4(p + 8) > 0xDFFF) {
            return fail(s, s->at, "half of a surrogate pair");
        }
        s->at += 6;
    }
    s->at += 6;
    return GO_ON;
}

/* A character of a string that stands for itself and needs no second look. */
static bool is_plain(char c)
{
    unsigned char byte = (unsigned char)c;
    return byte >= 0x20 && byte < 0x80 && byte != '"' && byte != '\\';
}

static int scan_string(struct json_scanner *s, const char *text, size_t length)
{
    while (s->at < length) {
        size_t at = s->at;
        while (at < length && is_plain(text[at])) {
            at++;
        }
        s->at = at;
        if (at == length) {
            break;
        }
        unsigned char c = (unsigned char)text[s->at];
        if (c == '"') {
            if (s->is_key && remember_key(s) != GO_ON) {
                return JSON_SCAN_ERROR;
            }
            s->at++;
            if (s->is_key) {
                s->state = COLON;
                return GO_ON;
            }
            return end_value(s);
        }
        if (c < 0x20) {
            return fail(s, s->at, "a control character in a string must be escaped");
        }
        if (c == '\\') {
            int result = scan_escape(s, text, length);
            if (result != GO_ON) {
                return result;
            }
        } else {
            int size = utf8_size(text + s->at, length - s->at);
            if (size < 0) {
                return JSON_SCAN_MORE;
            }
            if (size == 0) {
                return fail(s, s->at, "this is not UTF-8");
            }
            s->at += (size_t)size;
        }
    }
    return JSON_SCAN_MORE;
}

/* -- numbers and literals -- */

static bool number_may_end(const struct json_scanner *s)
{
    return s->number == ZERO || s->number == INTEGER || s->number == FRACTION || s->number == POWER;
}

/* What a number becomes with one more character, or -1 when the character is no part of it. */
static int number_after(int number, char c)
{
    bool digit = ascii_is_digit(c), e = c == 'e' || c == 'E';
    switch (number) {
    case SIGN:
        return c == '0' ? ZERO : digit ? INTEGER : -1;
    case ZERO:
        return c == '.' ? POINT : e ? EXPONENT : -1;
    case INTEGER:
        return digit ? INTEGER : c == '.' ? POINT : e ? EXPONENT : -1;
    case POINT:
        return digit ? FRACTION : -1;
    case FRACTION:
        return digit ? FRACTION : e ? EXPONENT : -1;
    case EXPONENT:
        return digit ? POWER : c == '+' || c == '-' ? EXPONENT_SIGN : -1;
    default:
        return digit ? POWER : -1;
    }
}

/* A number or a literal has ended: without quotes or brackets, so the next value must keep its distance. */
static int end_bare(struct json_scanner *s)
{
    s->bare_end = s->at;
    return end_value(s);
}

static int scan_number(struct json_scanner *s, const char *text, size_t length)
{
    while (s->at < length) {
        int next = number_after(s->number, text[s->at]);
        if (next < 0) {
            if (s->number == ZERO && ascii_is_digit(text[s->at])) {
                return fail(s, s->at - 1, "a number must not have a leading 0");
            }
            return number_may_end(s) ? end_bare(s) : fail(s, s->at, "expected a digit");
        }
        s->number = next;
        s->at++;
    }
    return JSON_SCAN_MORE;
}

static int scan_literal(struct json_scanner *s, const char *text, size_t length)
{
    const char *literal = literals[s->literal];
    size_t size = strlen(literal), left = length - s->at;
    if (strncmp(text + s->at, literal, left < size ? left : size) != 0) {
        return fail(s, s->at, "expected a value");
    }
    if (left < size) {
        return JSON_SCAN_MORE;
    }
    s->at += size;
    return end_bare(s);
}

/* -- structure -- */

static int open_container(struct json_scanner *s, bool object)
{
    if (s->depth == JSON_DEPTH_MAX) {
        return fail(s, s->at, "nested more than 64 levels deep");
    }
    uint64_t bit = (uint64_t)1 << s->depth;
    s->is_object = object ? s->is_object | bit : s->is_object & ~bit;
    s->keys_before[s->depth++] = s->key_count;
    s->state = object ? KEY_OR_CLOSE : VALUE_OR_CLOSE;
    s->at++;
    return GO_ON;
}

static int close_container(struct json_scanner *s, const char *text)
{
    if (inside_object(s) && check_keys(s, text) != GO_ON) {
        return JSON_SCAN_ERROR;
    }
    s->depth--;
    s->at++;
    return end_value(s);
}

static int open_string(struct json_scanner *s, bool is_key)
{
    s->is_key = is_key;
    s->string_start = ++s->at;
    s->state = IN_STRING;
    return GO_ON;
}

static int begin_value(struct json_scanner *s, char c)
{
    if (s->depth == 0) {
        if (s->at && s->at == s->bare_end && !strchr("{[\"", c)) {
            return fail(s, s->at, "expected white space between two values");
        }
        s->start = s->at;
    }
    switch (c) {
    case '{':
    case '[':
        return open_container(s, c == '{');
    case '"':
        return open_string(s, false);
    case 't':
    case 'f':
    case 'n':
        s->literal = c == 't' ? 0 : c == 'f' ? 1 : 2;
        s->state = IN_LITERAL;
        return GO_ON;
    default:
        if (c != '-' && !ascii_is_digit(c)) {
            return fail(s, s->at, "expected a value");
        }
        s->number = c == '-' ? SIGN : c == '0' ? ZERO : INTEGER;
        s->state = IN_NUMBER;
        s->at++;
        return GO_ON;
    }
}

/* One character outside of strings, numbers and literals. */
static int scan_mark(struct json_scanner *s, const char *text)
{
    char c = text[s->at];
    switch (s->state) {
    case VALUE_OR_CLOSE:
        return c == ']' ? close_container(s, text) : begin_value(s, c);
    case KEY_OR_CLOSE:
    case KEY:
        if (c == '"') {
            return open_string(s, true);
        }
        if (c == '}' && s->state == KEY_OR_CLOSE) {
            return close_container(s, text);
        }
        return fail(s, s->at, s->state == KEY ? "expected a key in quotes" : "expected a key in quotes or '}'");
    case COLON:
        if (c != ':') {
            return fail(s, s->at, "expected ':'");
        }
        s->state = VALUE;
        s->at++;
        return GO_ON;
    case COMMA_OR_CLOSE:
        if (c == (inside_object(s) ? '}' : ']')) {
            return close_container(s, text);
        }
        if (c != ',') {
            return fail(s, s->at, inside_object(s) ? "expected ',' or '}'" : "expected ',' or ']'");
        }
        s->state = inside_object(s) ? KEY : VALUE;
        s->at++;
        return GO_ON;
    default:
        return begin_value(s, c);
    }
}

/* The text is finished and ends in the middle of something, or so it seems. */
static enum json_scan_result scan_end(struct json_scanner *s, size_t length)
{
    if (s->state == BETWEEN) {
        return JSON_SCAN_END;
    }
    if (s->state == IN_NUMBER && s->depth == 0 && number_may_end(s)) {
        return (enum json_scan_result)end_bare(s);
    }
    const char *problem = s->state == IN_STRING ? "the input ends inside a string" : "the input ends inside a value";
    return (enum json_scan_result)fail(s, length, problem);
}

static int scan_start(struct json_scanner *s, const char *text, size_t length, bool finished)
{
    static const char mark[] = "\xEF\xBB\xBF";
    size_t size = sizeof mark - 1, seen = length < size ? length : size;
    if (seen < size && !finished && memcmp(text, mark, seen) == 0) {
        return JSON_SCAN_MORE;
    }
    if (seen == size && memcmp(text, mark, size) == 0) {
        s->at = size;
    }
    s->state = BETWEEN;
    return GO_ON;
}

enum json_scan_result json_scan(struct json_scanner *s, const char *text, size_t length, bool finished)
{
    int result = s->problem ? JSON_SCAN_ERROR : GO_ON;
    if (result == GO_ON && s->state == AT_START) {
        result = scan_start(s, text, length, finished);
    }
    while (result == GO_ON && s->at < length) {
        if (s->state == IN_STRING) {
            result = scan_string(s, text, length);
        } else if (s->state == IN_NUMBER) {
            result = scan_number(s, text, length);
        } else if (s->state == IN_LITERAL) {
            result = scan_literal(s, text, length);
        } else if (ascii_is_blank(text[s->at])) {
            s->at++;
        } else {
            result = scan_mark(s, text);
        }
    }
    if (result == GO_ON || result == JSON_SCAN_MORE) {
        return finished ? scan_end(s, length) : JSON_SCAN_MORE;
    }
    return (enum json_scan_result)result;
}

bool json_scan_inside(const struct json_scanner *s)
{
    return s->state != AT_START && s->state != BETWEEN;
}

void json_scan_skip(struct json_scanner *s, size_t at)
{
    s->state = BETWEEN;
    s->at = at;
}

void json_scan_again(struct json_scanner *s, size_t at)
{
    s->state = BETWEEN;
    s->start = s->at = s->bare_end = at;
}

void json_scan_free(struct json_scanner *s)
{
    free(s->keys);
    *s = (struct json_scanner){0};
}
