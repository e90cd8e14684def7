#include "base/page.h"

#include "base/sha256.h"

#include <string.h>

static void add_source(struct text *out, const char *directive, const struct text *source)
{
    struct sha256 sha;
    char digest[SHA256_BASE64];
    sha256_start(&sha);
    sha256_add(&sha, source->bytes, source->length);
    sha256_base64(&sha, digest);
    text_format(out, "%s 'sha256-%s'; ", directive, digest);
}

void page_policy(const struct page *page, struct text *out)
{
    text_string(out, "default-src 'none'; ");
    add_source(out, "style-src", &page->style);
    add_source(out, "script-src", &page->script);
    text_string(out, page->connects ? "connect-src 'self'; " : "");
    text_string(out, "img-src data:; base-uri 'none'; form-action 'none'");
}

/* Whether the text starts with this mark, followed by "}}". */
static bool is_mark(const char *text, const char *mark)
{
    size_t length = strlen(mark);
    return strncmp(text, mark, length) == 0 && strncmp(text + length, "}}", 2) == 0;
}

static void add_part(const struct page *page, const char *mark, const struct page_part *parts, void *self,
                     struct text *out)
{
    if (is_mark(mark, "policy")) {
        page_policy(page, out);
    } else if (is_mark(mark, "style")) {
        text_add(out, page->style.bytes, page->style.length);
    } else if (is_mark(mark, "script")) {
        text_add(out, page->script.bytes, page->script.length);
    }
    for (; parts->mark; parts++) {
        if (is_mark(mark, parts->mark)) {
            parts->write(self, out);
        }
    }
}

/* The file of this folder (assets.S). */
extern const char page_asset_html[];

static void add_template(const struct page *page, const char *from, const struct page_part *parts, void *self,
                         struct text *out)
{
    for (const char *at; !out->failed && (at = strstr(from, "{{"));) {
        text_add(out, from, (size_t)(at - from));
        add_part(page, at + 2, parts, self, out);
        from = strstr(at, "}}") + 2;
    }
    text_string(out, from);
}

void page_write(const struct page *page, const struct page_part *parts, void *self, struct text *out)
{
    out->failed = out->failed || page->style.failed || page->script.failed;
    add_template(page, page_asset_html, parts, self, out);
    add_template(page, page->html, parts, self, out);
}

void page_free(struct page *page)
{
    text_free(&page->style);
    text_free(&page->script);
}
