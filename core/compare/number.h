/* JSON numbers by exact value: 1, 1.0 and 10e-1 are equal, 2^64 + 1 and 2^64 are not. */
#ifndef COMPARE_NUMBER_H
#define COMPARE_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether two numbers from valid JSON are equal. */
bool number_equal(const char *a, size_t a_length, const char *b, size_t b_length);

/* The nearest floating-point number; infinite if out of range. */
double number_to_double(const char *text, size_t length);

/* Whether they are at most `tolerance` apart, as floating-point numbers. */
bool number_near(const char *a, size_t a_length, const char *b, size_t b_length, double tolerance);

/* A hash; equal numbers have equal hashes. */
uint64_t number_hash(const char *a, size_t length);

#endif
