/* The order in which people expect names. */
#ifndef BASE_ORDER_H
#define BASE_ORDER_H

/* Compares names so that 2 comes before 10, and what lies in a folder right after the folder. 0 for 7 and 07, too. */
int order_compare(const char *a, const char *b);

#endif
