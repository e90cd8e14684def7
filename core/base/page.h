/* Self-contained HTML pages, made from a template. */
#ifndef BASE_PAGE_H
#define BASE_PAGE_H

#include "base/text.h"

/* Writes what replaces a mark such as {{title}} in the template. Sets out->failed on failure. */
struct page_part {
    const char *mark; /* without the braces */
    void (*write)(void *self, struct text *out);
};

/* The style sheet that all pages begin with. */
extern const char page_css[];

/* html is what follows the title, inside <header>; what comes before is the same for all pages, and needs a part
 * {{title}}. {{style}} and {{script}} are replaced by these, and {{policy}} by a Content-Security-Policy that allows
 * only those two, by hash. So each must be the whole content of its element, and the page cannot use style="" or
 * onclick="". */
struct page {
    const char *html;
    struct text style, script;
    bool connects; /* the page may talk to the server that it came from */
};

/* Writes the policy, for a server that sends it in a header as well. */
void page_policy(const struct page *page, struct text *out);

/* Writes the page. `parts` ends with an empty entry. `out` fails if style or script has failed. */
void page_write(const struct page *page, const struct page_part *parts, void *self, struct text *out);

void page_free(struct page *page);

#endif
