/* Natural sort order. */
#ifndef BASE_ORDER_H
#define BASE_ORDER_H

/* Compares names so that 2 comes before 10, and a folder's contents right after the folder. Names that differ never
 * compare equal: 07 comes before 7. */
int order_compare(const char *a, const char *b);

#endif
