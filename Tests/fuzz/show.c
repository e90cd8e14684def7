/* Foreign bytes where people or programs see them. */
#include "base/json_nodes.h"
#include "base/json_show.h"
#include "base/text.h"
#include "base/utf8.h"
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

/* A line of valid UTF-8 that a terminal does not obey. */
static void check_line(const char *line, size_t length)
{
    for (size_t i = 0; i < length;) {
        int size = utf8_size(line + i, length - i);
        fuzz_expect(size > 0 && !utf8_is_control(utf8_code(line + i, size)));
        i += (size_t)size;
    }
}

static void check_json(const char *bytes, size_t length)
{
    struct text out = {0};
    struct json_nodes tree = {0};
    text_json(&out, bytes, length);
    fuzz_expect(!out.failed && json_nodes_parse(&tree, out.bytes, out.length, true) && tree.count == 1);
    json_nodes_free(&tree);
    text_free(&out);
}

static void check_markup(const char *bytes, size_t length)
{
    struct text out = {0};
    text_escape(&out, TEXT_MARKUP, bytes, length);
    fuzz_expect(!out.failed && (!out.bytes || !strpbrk(out.bytes, "<>\"'")));
    text_clear(&out);
    text_escape(&out, TEXT_SCRIPT, bytes, length);
    fuzz_expect(!out.failed && (!out.bytes || !strchr(out.bytes, '<')));
    text_clear(&out);
    text_escape(&out, TEXT_CSV, bytes, length);
    fuzz_expect(!out.failed);
    text_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input input = {data, size};
    struct text out = {0};
    size_t length;
    char *bytes = fuzz_rest(&input, &length);
    struct json_shown shown = json_show(bytes, length);
    check_line(shown.text, strlen(shown.text));
    text_escape(&out, TEXT_LINE, bytes, length);
    fuzz_expect(!out.failed);
    check_line(out.bytes, out.length);
    text_free(&out);
    check_json(bytes, length);
    check_markup(bytes, length);
    free(bytes);
    return 0;
}
