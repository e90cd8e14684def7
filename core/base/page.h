/* Self-contained HTML pages, made from a template. */
#ifndef BASE_PAGE_H
#define BASE_PAGE_H

#include "base/text.h"

/* Writes what replaces a mark such as {{title}} in the template. Sets out->failed on failure. */
struct page_part {
    const char *mark; /* without the braces */
    void (*write)(void *self, struct text *out);
};

/* {{style}} and {{script}} are replaced by these, and {{policy}} by a Content-Security-Policy that allows only those
 * two, by hash. So each must be the whole content of its element, and the page cannot use style="" or onclick="". */
struct page {
    const char *html;
    struct text style, script;
};

/* Writes the page. `parts` ends with an empty entry. `out` fails if style or script has failed. */
void page_write(const struct page *page, const struct page_part *parts, void *self, struct text *out);

void page_free(struct page *page);

#endif
