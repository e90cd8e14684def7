/* What --help and --list-options print. */
#ifndef HARNESS_HELP_H
#define HARNESS_HELP_H

#include "base/text.h"
#include "harness.h"

/* What --version prints; in builds of other commits than a release, with the commit. */
extern const char harness_version[];

/* The option or heading after this one, which is NULL at first; NULL: there is none. *table becomes the one it is in.
 */
const struct harness_option *harness_option_next(const struct harness_table **table,
                                                 const struct harness_option *option);

/* Adds the usage, the help of a program and that of its options, wrapped to the width of the terminal. */
void harness_help(const struct harness *h, const struct harness_table *tables, struct text *out);

/* The same for other programs, which make manual pages and completions of it: lines of fields with tabs between them.
 *
 *     program NAME SUMMARY
 *     usage   LINE
 *     option  NAME LETTER ARGUMENT WORDS GROUP HELP
 *
 * WORDS are the values that an option takes, separated by "|". Fields may be empty. */
void harness_help_list(const struct harness *h, const struct harness_table *tables, struct text *out);

#endif
