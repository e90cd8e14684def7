/* HTML pages that need no other file: a template and what goes into it. */
#ifndef BASE_PAGE_H
#define BASE_PAGE_H

#include "base/text.h"

/* What replaces a mark such as {{title}} in the template. A part that fails sets out->failed. */
struct page_part {
    const char *mark; /* without its braces */
    void (*write)(void *self, struct text *out);
};

/* {{style}} and {{script}} are replaced by these, and {{policy}} by a Content-Security-Policy that allows just the two,
 * by their hashes, and nothing from elsewhere. So they must be all that is inside their elements, and the page can have
 * no style="" and no onclick="". */
struct page {
    const char *html;
    struct text style, script;
};

/* Writes the page. `parts` ends with an empty one. Its text has failed if that of style or script has. */
void page_write(const struct page *page, const struct page_part *parts, void *self, struct text *out);

void page_free(struct page *page);

#endif
