#include "base/json_scan.h"

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

static bool is_blank(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

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

static unsigned hex4(const char *digits)
{
    unsigned value = 0;
    for (int i = 0; i < 4; i++) {
        char c = digits[i];
        value = value * 16 + (unsigned)(is_digit(c) ? c - '0' : (c | 0x20) - 'a' + 10);
    }
    return value;
}

/* The bytes of the next character, packed into an integer. */
static uint32_t next_plain(const char *text, size_t *at)
{
    uint32_t packed = (unsigned char)text[(*at)++];
    while (((unsigned char)text[*at] & 0xC0) == 0x80) {
        packed = packed << 8 | (unsigned char)text[(*at)++];
    }
    return packed;
}

/* The next character of a checked string, the same however it was written. */
static uint32_t next_character(const char *text, size_t *at)
{
    static const char escaped[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    if (text[*at] != '\\') {
        return next_plain(text, at);
    }
    if (text[*at + 1] != 'u') {
        *at += 2;
        return (unsigned char)meant[strchr(escaped, text[*at - 1]) - escaped];
    }
    uint32_t code = hex4(text + *at + 2);
    *at += 6;
    if (code >= 0xD800 && code < 0xDC00) {
        code = 0x10000 + ((code - 0xD800) << 10) + (hex4(text + *at + 2) - 0xDC00);
        *at += 6;
    }
    if (code < 0x80) {
        return code;
    }
    if (code < 0x800) {
        return 0xC080 | (code >> 6) << 8 | (code & 0x3F);
    }
    if (code < 0x10000) {
        return 0xE08080 | (code >> 12) << 16 | (code >> 6 & 0x3F) << 8 | (code & 0x3F);
    }
    return 0xF0808080 | (code >> 18) << 24 | (code >> 12 & 0x3F) << 16 | (code >> 6 & 0x3F) << 8 | (code & 0x3F);
}

static int compare_keys(const void *left, const void *right, void *context)
{
    const struct json_scan_key *a = left, *b = right;
    const char *text = *(const char *const *)context;
    size_t i = a->start, j = b->start;
    while (i < a->start + a->length && j < b->start + b->length) {
        uint32_t c = next_character(text, &i), d = next_character(text, &j);
        if (c != d) {
            return c < d ? -1 : 1;
        }
    }
    return (i < a->start + a->length) - (j < b->start + b->length);
}

/* The innermost object is complete: no two of its keys may be the same. The keys of the object are forgotten. */
static int check_keys(struct json_scanner *s, const char *text)
{
    size_t before = s->keys_before[s->depth - 1], count = s->key_count - before;
    s->key_count = before;
    if (count < 2 || s->depth == s->repeats_at) {
        return GO_ON;
    }
    struct json_scan_key *keys = s->keys + before;
    size_t again = SIZE_MAX; /* where the first repetition stands */
    qsort_r(keys, count, sizeof *keys, compare_keys, &text);
    for (size_t i = 1; i < count; i++) {
        if (compare_keys(&keys[i - 1], &keys[i], &text) == 0) {
            size_t later = keys[i].start > keys[i - 1].start ? keys[i].start : keys[i - 1].start;
            again = later < again ? later : again;
        }
    }
    return again == SIZE_MAX ? GO_ON : fail(s, again - 1, "this key is in the object already");
}

static int remember_key(struct json_scanner *s)
{
    if (s->key_count == s->key_room) {
        size_t room = s->key_room ? 2 * s->key_room : 64;
        struct json_scan_key *keys = realloc(s->keys, room * sizeof *keys);
        if (!keys) {
            s->out_of_memory = true;
            return fail(s, s->at, "out of memory");
        }
        s->keys = keys;
        s->key_room = room;
    }
    s->keys[s->key_count++] = (struct json_scan_key){s->string_start, s->at - s->string_start};
    return GO_ON;
}

/* -- strings -- */

int json_utf8_length(const char *p, size_t length)
{
    unsigned char first = (unsigned char)p[0];
    int needed = first < 0x80 ? 1 : first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
    for (int i = 1; i < needed; i++) {
        if ((size_t)i == length) {
            return -1;
        }
        unsigned char c = (unsigned char)p[i];
        unsigned char low = i > 1 ? 0x80 : first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
        unsigned char high = i > 1 ? 0xBF : first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
        if (c < low || c > high) {
            return 0;
        }
    }
    return needed;
}

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
    unsigned code = hex4(p + 2);
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
        if (!is_hex4(p + 8) || hex4(p + 8) < 0xDC00 || hex4(p + 8) > 0xDFFF) {
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
            int size = json_utf8_length(text + s->at, length - s->at);
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
    bool digit = is_digit(c), e = c == 'e' || c == 'E';
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
            if (s->number == ZERO && is_digit(text[s->at])) {
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
        if (c != '-' && !is_digit(c)) {
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
        } else if (is_blank(text[s->at])) {
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

void json_scan_free(struct json_scanner *s)
{
    free(s->keys);
    *s = (struct json_scanner){0};
}

bool json_key_is(const char *text, size_t at, const char *key)
{
    size_t i = 0;
    for (at++; text[at] != '"' && key[i];) {
        if (next_character(text, &at) != next_plain(key, &i)) {
            return false;
        }
    }
    return text[at] == '"' && !key[i];
}

size_t json_skip(const char *text, size_t at)
{
    int depth = 0;
    do {
        if (text[at] == '"') {
            for (at++; text[at] != '"'; at++) {
                at += text[at] == '\\';
            }
            at++;
        } else if (strchr("[]{}", text[at])) {
            depth += text[at] == '[' || text[at] == '{' ? 1 : -1;
            at++;
        } else {
            at++;
            while (depth == 0 && (is_digit(text[at]) || (text[at] && strchr("+-.eEaflnrstu", text[at])))) {
                at++;
            }
        }
    } while (depth > 0);
    return at;
}
