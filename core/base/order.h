/* Natural sort order. */
#ifndef BASE_ORDER_H
#define BASE_ORDER_H

/* Compares names so that 2 comes before 10, and a folder's contents right after the folder. 7 and 07 compare equal. */
int order_compare(const char *a, const char *b);

#endif
