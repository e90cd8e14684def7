#include "report/trace.h"

#include "base/ascii.h"
#include "base/text.h"

#include <string.h>

enum { FRAMES_MAX = 3 };

static const struct trace_part none;

static bool starts(struct trace_part line, const char *with)
{
    size_t length = strlen(with);
    return line.length >= length && memcmp(line.bytes, with, length) == 0;
}

static bool contains(struct trace_part text, const char *word)
{
    return text.length && memmem(text.bytes, text.length, word, strlen(word));
}

static struct trace_part from(struct trace_part line, size_t at)
{
    return at ? (struct trace_part){line.bytes + at, line.length - at} : line; /* which may be none */
}

static struct trace_part until(struct trace_part line, const char *stop)
{
    const char *end = line.length ? memmem(line.bytes, line.length, stop, strlen(stop)) : NULL;
    return (struct trace_part){line.bytes, end ? (size_t)(end - line.bytes) : line.length};
}

static struct trace_part trim(struct trace_part line)
{
    while (line.length && ascii_is_blank(*line.bytes)) {
        line = from(line, 1);
    }
    return line;
}

/* Files that are not the author's. */
static bool is_foreign(struct trace_part path)
{
    static const char *const folders[] = {"/usr/", "/lib/", "/lib64/", "/opt/", "<frozen ", "node:", "internal/"};
    static const char *const inside[] = {"/site-packages/", "/dist-packages/", "/node_modules/", "/lib/python3"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        if (starts(path, folders[i])) {
            return true;
        }
    }
    for (size_t i = 0; i < sizeof inside / sizeof *inside; i++) {
        if (contains(path, inside[i])) {
            return true;
        }
    }
    return false;
}

static void add_line(struct trace *t, struct trace_part line)
{
    if (t->lines < TRACE_LINES_MAX) {
        t->line[t->lines++] = line;
    }
}

/* -- the lines of a text -- */

struct reader {
    const char *at, *end;
};

static bool next(struct reader *r, struct trace_part *line)
{
    line->bytes = text_line(&r->at, r->end, &line->length);
    while (line->bytes && line->length && ascii_is_blank(line->bytes[line->length - 1])) {
        line->length--;
    }
    return line->bytes;
}

static bool is_in_name(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || ascii_is_digit(c) || c == '_' || c == '.' || c == '$';
}

/* The name of an exception that a line begins with, as in "json.JSONDecodeError: Expecting value" or, in Node,
 * "TypeError [ERR_INVALID_ARG_TYPE]: ...", without its package. Empty if there is none. */
static struct trace_part name_of(struct trace_part line)
{
    struct trace_part name = until(until(line, ":"), " [");
    for (size_t i = 0; i < name.length; i++) {
        if (!is_in_name(name.bytes[i])) {
            return none;
        }
    }
    const char *dot = name.length ? memrchr(name.bytes, '.', name.length) : NULL;
    return dot ? from(name, (size_t)(dot + 1 - name.bytes)) : name;
}

/* -- Python: the innermost frame comes last, then the exception -- */

static bool is_python_frame(struct trace_part line)
{
    return starts(line, "  File \"") && contains(line, "\", line ");
}

/* Takes a frame and its source lines; keeps the innermost few. */
static void take_python_frame(struct trace *t, struct trace_part line, struct trace_part code, int *frames)
{
    if (is_foreign(from(line, strlen("  File \"")))) {
        return;
    }
    struct trace_part in = line.length ? until(line, ", in ") : line;
    t->function = in.length < line.length ? from(line, in.length + strlen(", in ")) : none;
    t->function = starts(t->function, "<") ? none : t->function;
    struct trace_part last = t->lines ? t->line[t->lines - (is_python_frame(t->line[t->lines - 1]) ? 1 : 2)] : line;
    if (t->lines && last.length == line.length && memcmp(last.bytes, line.bytes, line.length) == 0) {
        return; /* recursion */
    }
    if (++*frames > FRAMES_MAX) { /* drop the outermost one */
        int drop = t->lines > 1 && !is_python_frame(t->line[1]) ? 2 : 1;
        memmove(t->line, t->line + drop, (size_t)(t->lines - drop) * sizeof *t->line);
        t->lines -= drop;
    }
    add_line(t, line);
    if (code.length) {
        add_line(t, code);
    }
}

static bool find_python(struct reader r, struct trace *t)
{
    struct trace_part line, code = {0}, frame = {0};
    bool found = false;
    int frames = 0;
    while (next(&r, &line)) {
        bool is_frame = is_python_frame(line), indented = starts(line, "  ");
        if (frame.length && (is_frame || !indented)) {
            take_python_frame(t, frame, code, &frames);
        }
        if (is_frame && found) { /* another trace: only the last one counts */
            *t = (struct trace){0};
            found = false;
            frames = 0;
        }
        if (!is_frame && !indented && frame.length && name_of(line).length) {
            t->raised = name_of(line);
            add_line(t, line);
            found = true;
        }
        code = is_frame ? none : frame.length && !code.length && indented ? line : code;
        frame = is_frame ? line : indented ? frame : none;
    }
    return found && frames;
}

/* -- Java and Node: the exception comes first, then frames from the innermost one on -- */

/* Takes a frame: "    at find (/x/xmap.js:3:9)", "    at /x/xmap.js:5:1", "\tat pkg.Map.find(Map.java:12)". */
static void take_at_frame(struct trace *t, struct trace_part line, int *frames)
{
    struct trace_part rest = from(trim(line), strlen("at "));
    static const char *const packages[] = {"java.", "javax.", "jdk.", "sun.", "com.sun.", "java.base/", "org.junit."};
    struct trace_part name = until(rest, "("), place = name.length < rest.length ? from(rest, name.length + 1) : rest;
    bool foreign = is_foreign(place) || (!contains(place, ":") && !contains(place, "/"));
    for (size_t i = 0; i < sizeof packages / sizeof *packages; i++) {
        foreign = foreign || starts(rest, packages[i]);
    }
    if (foreign || ++*frames > FRAMES_MAX) {
        return;
    }
    if (*frames == 1) {
        while (name.length && ascii_is_blank(name.bytes[name.length - 1])) {
            name.length--;
        }
        bool named = name.length < rest.length && !starts(name, "Object.<anonymous>") && !starts(name, "<anonymous>");
        t->function = named ? name : none;
    }
    add_line(t, line);
}

/* The exception in the line before the frames. */
static struct trace_part raised_in(struct trace_part line)
{
    static const char thread[] = "Exception in thread \"", cause[] = "Caused by: ";
    if (starts(line, thread)) {
        line = from(line, strlen(thread));
        line = from(line, until(line, "\" ").length);
        line = from(line, line.length ? strlen("\" ") : 0);
    }
    return name_of(from(line, starts(line, cause) ? strlen(cause) : 0));
}

static bool find_at(struct reader r, struct trace *t)
{
    struct trace_part line, before = {0};
    bool inside = false, found = false;
    int frames = 0;
    while (next(&r, &line)) {
        struct trace_part rest = trim(line);
        bool frame = rest.length < line.length && starts(rest, "at ");
        if (frame && !inside && raised_in(before).length) {
            *t = (struct trace){.raised = raised_in(before)};
            add_line(t, before);
            frames = 0;
            found = true;
        }
        inside = frame;
        if (frame) {
            take_at_frame(t, line, &frames);
        }
        before = rest.length == line.length && line.length ? line : before;
    }
    return found && frames;
}

bool trace_find(const char *text, size_t length, struct trace *out)
{
    struct reader r = {text, text + length};
    *out = (struct trace){0};
    if (length && find_python(r, out)) {
        return true;
    }
    *out = (struct trace){0};
    return length && find_at(r, out);
}
