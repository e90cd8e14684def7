#include "base/json_scan.h"

#include "base/ascii.h"
#include "base/json_text.h"
#include "base/list.h"
#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>

enum state {
    AT_START,       /* of the text: a byte order mark is allowed */
    BETWEEN,        /* top-level values */
    VALUE,          /* a value is required */
    VALUE_OR_CLOSE, /* after [ */
    KEY_OR_CLOSE,   /* after { */
    KEY,            /* after a comma in an object */
    COLON,
    COMMA_OR_CLOSE,
    IN_STRING,
    IN_NUMBER,
    IN_LITERAL,
};

/* Progress within a number; it may end in the states marked *. */
enum number { SIGN, ZERO /* * */, INTEGER /* * */, POINT, FRACTION /* * */, EXPONENT, EXPONENT_SIGN, POWER /* * */ };

enum { GO_ON = -1 }; /* in addition to enum json_scan_result */

enum { LENGTH_MAX = INT32_MAX };

const char json_scan_no_memory[] = "out of memory";

static int fail(struct json_scanner *s, size_t at, const char *problem)
{
    s->problem = problem;
    s->problem_at = at;
    return JSON_SCAN_ERROR;
}

static int fail_memory(struct json_scanner *s)
{
    s->out_of_memory = true;
    return fail(s, s->at, json_scan_no_memory);
}

/* Fails because something else was expected here. The message shows the offending character, so all of its bytes must
 * have arrived. */
static int fail_expected(struct json_scanner *s, const char *problem)
{
    bool cut = !s->finished && utf8_size(s->text + s->at, s->length - s->at) < 0;
    return cut ? JSON_SCAN_MORE : fail(s, s->at, problem);
}

/* Tells the consumer about the text between `start` and s->at. */
static int tell(struct json_scanner *s, enum json_kind kind, size_t start)
{
    if (!s->consumer) {
        return GO_ON;
    }
    const struct json_event event = {kind, s->text, start, s->at, s->escaped};
    const char *problem = s->consumer(s->context, &event);
    if (!problem) {
        return GO_ON;
    }
    s->out_of_memory = problem == json_scan_no_memory;
    return fail(s, start, problem);
}

/* A value has ended at s->at. Usually a comma follows. */
static int end_value(struct json_scanner *s)
{
    if (s->depth == 0) {
        s->state = BETWEEN;
        return JSON_SCAN_VALUE;
    }
    if (s->at < s->length && s->text[s->at] == ',') {
        s->at++;
        s->state = s->in_object ? KEY : VALUE;
    } else {
        s->state = COMMA_OR_CLOSE;
    }
    return GO_ON;
}

static int end_scalar(struct json_scanner *s, enum json_kind kind)
{
    int result = tell(s, kind, s->token);
    return result == GO_ON ? end_value(s) : result;
}

/* -- the stack: open containers and their keys -- */

static bool push(struct json_scanner *s, uint32_t at, uint32_t hash)
{
    if (!list_grow(&s->stack, &s->room, s->stacked + 1, sizeof *s->stack)) {
        return false;
    }
    s->stack[s->stacked++] = (struct json_key){at, hash};
    return true;
}

/* A frame records its parent frame and whether that is an object's. */
static bool push_frame(struct json_scanner *s, bool object)
{
    if (!push(s, s->frame, s->in_object)) {
        return false;
    }
    s->frame = (uint32_t)s->stacked - 1;
    s->in_object = object;
    s->depth++;
    return true;
}

static void pop_frame(struct json_scanner *s)
{
    const struct json_key *frame = &s->stack[s->frame];
    s->stacked = s->frame;
    s->frame = frame->at;
    s->in_object = frame->hash;
    s->depth--;
}

/* The innermost object is complete: its keys must differ. */
static int check_keys(struct json_scanner *s)
{
    if (s->repeats_at < 0 || s->depth == (uint32_t)s->repeats_at) {
        return GO_ON;
    }
    uint32_t again = json_keys_repeated(s->text, s->stack + s->frame + 1, s->stacked - s->frame - 1);
    return again == JSON_KEYS_UNIQUE ? GO_ON : fail(s, again, "this key is in the object already");
}

/* -- strings -- */

static bool is_half(int code, int from)
{
    return code >= from && code < from + 0x400;
}

/* Skips the \u escape at s->at, or leaves it for later if it is incomplete. */
static int scan_unicode_escape(struct json_scanner *s)
{
    const char *p = s->text + s->at;
    size_t left = s->length - s->at;
    if (left < 6) {
        return JSON_SCAN_MORE;
    }
    int code = json_text_hex4(p + 2);
    if (code < 0) {
        return fail(s, s->at, "\\u needs four hexadecimal digits");
    }
    if (code == 0 && s->is_key && !s->unlimited) {
        return fail(s, s->at, "a key must not contain \\u0000");
    }
    if (is_half(code, 0xD800)) {
        if ((left > 6 && p[6] != '\\') || (left > 7 && p[7] != 'u') ||
            (left >= 12 && !is_half(json_text_hex4(p + 8), 0xDC00))) {
            return fail(s, s->at, "half of a surrogate pair");
        }
        if (left < 12) {
            return JSON_SCAN_MORE;
        }
        s->at += 6;
    } else if (is_half(code, 0xDC00)) {
        return fail(s, s->at, "half of a surrogate pair");
    }
    s->at += 6;
    return GO_ON;
}

static int scan_escape(struct json_scanner *s)
{
    s->escaped = true;
    if (s->length - s->at < 2) {
        return JSON_SCAN_MORE;
    }
    char c = s->text[s->at + 1];
    if (c == 'u') {
        return scan_unicode_escape(s);
    }
    if (!json_text_escape(c)) {
        return fail(s, s->at, "invalid escape");
    }
    s->at += 2;
    return GO_ON;
}

static int end_string(struct json_scanner *s)
{
    s->at++;
    if (!s->is_key) {
        return end_scalar(s, JSON_STRING);
    }
    if (!push(s, (uint32_t)s->token, 0)) {
        return fail_memory(s);
    }
    int result = tell(s, JSON_KEY, s->token);
    s->state = COLON;
    if (s->at < s->length && s->text[s->at] == ':') {
        s->at++;
        s->state = VALUE;
    }
    return result;
}

static int scan_character(struct json_scanner *s)
{
    int size = utf8_size(s->text + s->at, s->length - s->at);
    if (size < 0) {
        return JSON_SCAN_MORE;
    }
    if (size == 0) {
        return fail(s, s->at, "this is not UTF-8");
    }
    s->at += (size_t)size;
    return GO_ON;
}

/* A character of a string that stands for itself and needs no further check. Most are small letters, for which one
 * comparison will do; bytes of characters beyond ASCII are negative. */
static bool is_plain(char c)
{
    signed char byte = (signed char)c;
    return byte > '\\' || (byte >= ' ' && byte < '\\' && byte != '"');
}

/* Scans to the end of the string, or past the next character that is not plain. */
static int scan_string(struct json_scanner *s)
{
    const char *text = s->text;
    size_t at = s->at, length = s->length;
    while (at < length && is_plain(text[at])) {
        at++;
    }
    s->at = at;
    if (at == length) {
        return JSON_SCAN_MORE;
    }
    unsigned char c = (unsigned char)text[at];
    if (c == '"') {
        return end_string(s);
    }
    if (c < 0x20) {
        return fail(s, at, "a control character in a string must be escaped");
    }
    return c == '\\' ? scan_escape(s) : scan_character(s);
}

/* -- numbers and literals -- */

static bool number_may_end(const struct json_scanner *s)
{
    return s->number == ZERO || s->number == INTEGER || s->number == FRACTION || s->number == POWER;
}

/* The state of a number after one more character, or -1 if the character is not part of it. */
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

/* A number or literal has ended. It has no closing delimiter, so the next value must not touch it. */
static int end_bare(struct json_scanner *s, enum json_kind kind)
{
    s->bare_end = s->at;
    return end_scalar(s, kind);
}

static int scan_number(struct json_scanner *s)
{
    size_t at = s->at;
    int number = s->number, next = number;
    while (at < s->length && (next = number_after(number, s->text[at])) >= 0) {
        number = next;
        at++;
    }
    s->at = at;
    s->number = number;
    if (next >= 0) {
        return JSON_SCAN_MORE;
    }
    if (number == ZERO && ascii_is_digit(s->text[at])) {
        return fail(s, at - 1, "a number must not have a leading 0");
    }
    return number_may_end(s) ? end_bare(s, JSON_NUMBER) : fail_expected(s, "expected a digit");
}

static int scan_literal(struct json_scanner *s)
{
    static const char *const literals[] = {[JSON_NULL] = "null", [JSON_FALSE] = "false", [JSON_TRUE] = "true"};
    const char *literal = literals[s->literal];
    size_t size = strlen(literal), left = s->length - s->at;
    if (strncmp(s->text + s->at, literal, left < size ? left : size) != 0) {
        return fail(s, s->at, "expected a value");
    }
    if (left < size) {
        return JSON_SCAN_MORE;
    }
    s->at += size;
    return end_bare(s, (enum json_kind)s->literal);
}

/* -- structure -- */

static int open_container(struct json_scanner *s, bool object)
{
    if (s->depth == JSON_DEPTH_MAX && !s->unlimited) {
        return fail(s, s->at, "nested more than 64 levels deep");
    }
    if (!push_frame(s, object)) {
        return fail_memory(s);
    }
    s->state = object ? KEY_OR_CLOSE : VALUE_OR_CLOSE;
    s->at++;
    return tell(s, object ? JSON_OBJECT : JSON_ARRAY, s->at - 1);
}

static int close_container(struct json_scanner *s)
{
    if (s->in_object && check_keys(s) != GO_ON) {
        return JSON_SCAN_ERROR;
    }
    pop_frame(s);
    s->at++;
    int result = tell(s, JSON_END, s->at - 1);
    return result == GO_ON ? end_value(s) : result;
}

static int open_string(struct json_scanner *s, bool is_key)
{
    s->is_key = is_key;
    s->escaped = false;
    s->token = s->at++;
    s->state = IN_STRING;
    return scan_string(s);
}

static int open_bare(struct json_scanner *s, char c)
{
    s->token = s->at;
    if (c == 't' || c == 'f' || c == 'n') {
        s->literal = c == 't' ? JSON_TRUE : c == 'f' ? JSON_FALSE : JSON_NULL;
        s->state = IN_LITERAL;
        return scan_literal(s);
    }
    if (c != '-' && !ascii_is_digit(c)) {
        return fail_expected(s, "expected a value");
    }
    s->number = c == '-' ? SIGN : c == '0' ? ZERO : INTEGER;
    s->state = IN_NUMBER;
    s->at++;
    return scan_number(s);
}

static int begin_value(struct json_scanner *s, char c)
{
    if (s->depth == 0) {
        if (s->at && s->at == s->bare_end && !strchr("{[\"", c)) {
            return fail_expected(s, "expected white space between two values");
        }
        s->start = s->at;
    }
    return c == '{' || c == '[' ? open_container(s, c == '{') : c == '"' ? open_string(s, false) : open_bare(s, c);
}

static int scan_start(struct json_scanner *s)
{
    static const char mark[] = "\xEF\xBB\xBF";
    size_t size = sizeof mark - 1, seen = s->length < size ? s->length : size;
    if (seen < size && !s->finished && memcmp(s->text, mark, seen) == 0) {
        return JSON_SCAN_MORE;
    }
    if (seen == size && memcmp(s->text, mark, size) == 0) {
        s->at = size;
    }
    s->state = BETWEEN;
    return GO_ON;
}

/* After a value: expects a comma or the end of its container. */
static int scan_comma(struct json_scanner *s, char c)
{
    if (c == ',') {
        s->state = s->in_object ? KEY : VALUE;
        s->at++;
        return GO_ON;
    }
    if (c == (s->in_object ? '}' : ']')) {
        return close_container(s);
    }
    return fail_expected(s, s->in_object ? "expected ',' or '}'" : "expected ',' or ']'");
}

static int scan_key(struct json_scanner *s, char c)
{
    if (c == '"') {
        return open_string(s, true);
    }
    if (c == '}' && s->state == KEY_OR_CLOSE) {
        return close_container(s);
    }
    return fail_expected(s, s->state == KEY ? "expected a key in quotes" : "expected a key in quotes or '}'");
}

static int scan_colon(struct json_scanner *s, char c)
{
    if (c != ':') {
        return fail_expected(s, "expected ':'");
    }
    s->state = VALUE;
    s->at++;
    return GO_ON;
}

/* One step: white space, punctuation, or as much as possible of the next token. */
static int scan_on(struct json_scanner *s)
{
    char c = s->text[s->at];
    if (s->state <= COMMA_OR_CLOSE && s->state != AT_START && ascii_is_blank(c)) {
        s->at++;
        return GO_ON;
    }
    switch (s->state) {
    case AT_START:
        return scan_start(s);
    case BETWEEN:
    case VALUE:
        return begin_value(s, c);
    case VALUE_OR_CLOSE:
        return c == ']' ? close_container(s) : begin_value(s, c);
    case KEY_OR_CLOSE:
    case KEY:
        return scan_key(s, c);
    case COLON:
        return scan_colon(s, c);
    case COMMA_OR_CLOSE:
        return scan_comma(s, c);
    case IN_STRING:
        return scan_string(s);
    case IN_NUMBER:
        return scan_number(s);
    default:
        return scan_literal(s);
    }
}

/* The text is finished, apparently in the middle of something. */
static int scan_end(struct json_scanner *s)
{
    if (s->state == BETWEEN || s->state == AT_START) {
        return JSON_SCAN_END;
    }
    if (s->state == IN_NUMBER && s->depth == 0 && number_may_end(s)) {
        return end_bare(s, JSON_NUMBER);
    }
    return fail(s, s->length, s->state == IN_STRING ? "the text ends inside a string" : "the text ends inside a value");
}

enum json_scan_result json_scan(struct json_scanner *s, const char *text, size_t length, bool finished)
{
    s->text = text;
    s->length = length;
    s->finished = finished;
    int result = s->problem ? JSON_SCAN_ERROR : length > LENGTH_MAX ? fail(s, 0, "the text is too long") : GO_ON;
    while (result == GO_ON && s->at < length) {
        result = scan_on(s);
    }
    if (result == GO_ON || result == JSON_SCAN_MORE) {
        result = finished ? scan_end(s) : JSON_SCAN_MORE;
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

void json_scan_restart(struct json_scanner *s)
{
    *s = (struct json_scanner){.consumer = s->consumer,
                               .context = s->context,
                               .repeats_at = s->repeats_at,
                               .unlimited = s->unlimited,
                               .stack = s->stack,
                               .room = s->room};
}

void json_scan_free(struct json_scanner *s)
{
    free(s->stack);
    *s = (struct json_scanner){0};
}
