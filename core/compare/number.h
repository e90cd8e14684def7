/* Numbers as JSON writes them, by their exact value: 1 is 1.0 is 10e-1, and 2^64 + 1 is not 2^64. */
#ifndef COMPARE_NUMBER_H
#define COMPARE_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether two numbers of checked JSON are the same. */
bool number_equal(const char *a, size_t a_length, const char *b, size_t b_length);

/* The nearest floating-point number; infinite if there is none. */
double number_to_double(const char *text, size_t length);

/* Whether they are at most `tolerance` apart, as floating-point numbers. */
bool number_near(const char *a, size_t a_length, const char *b, size_t b_length, double tolerance);

/* A hash that is the same for numbers that are the same. */
uint64_t number_hash(const char *a, size_t length);

#endif
