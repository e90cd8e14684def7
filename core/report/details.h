/* The failures on a page, each in a <details> element (private to the pages). */
#ifndef REPORT_DETAILS_H
#define REPORT_DETAILS_H

#include "report/view.h"

enum { DETAILS_PICTURES_MAX = 100 };

struct details {
    const struct view *view;
    const struct report_artist *artist; /* or NULL */
    size_t most;                        /* how many bytes all of them may take; pictures, half of that */

    /* private */
    size_t bytes, left_out;
    struct details_picture {
        char hash[SHA256_HEX]; /* of the input */
        size_t number;         /* of the failure it is shown with */
    } pictures[DETAILS_PICTURES_MAX];
    size_t picture_count, picture_bytes;
    bool no_room; /* for some drawing */
};

/* The class that colors a verdict: "pass", "fail" or "odd". */
const char *details_class(const struct result *result);

/* The number of a result, by which links find it: id="f12". */
size_t details_number(const struct view *view, const struct result *result);

/* Adds all failures, by kind, and those of builds and of the reference. */
void details_add_all(struct details *all, struct text *out);

#endif
