/* Stands in for <greatest.h> where that is not installed: the part of its interface that these tests use. */
#ifndef GREATEST_FALLBACK_H
#define GREATEST_FALLBACK_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum greatest_test_res { GREATEST_TEST_RES_PASS = 0, GREATEST_TEST_RES_FAIL = -1, GREATEST_TEST_RES_SKIP = 1 };

/* The state of the whole run; GREATEST_MAIN_DEFS defines it. */
struct greatest_run {
    bool verbose, list_only;
    const char *suite_filter, *test_filter;
    const char *suite, *message, *file;
    unsigned line, assertions, passed, failed, skipped;
    char suffix[64];
};
extern struct greatest_run greatest_run;

#define TEST static enum greatest_test_res
#define SUITE(name) \
    void name(void); \
    void name(void)
#define SUITE_EXTERN(name) void name(void)

#define GREATEST_END_TEST(result, text) \
    do { \
        greatest_run.message = (text); \
        greatest_run.file = __FILE__; \
        greatest_run.line = __LINE__; \
        return (result); \
    } while (0)
#define PASS() GREATEST_END_TEST(GREATEST_TEST_RES_PASS, NULL)
#define FAILm(text) GREATEST_END_TEST(GREATEST_TEST_RES_FAIL, text)
#define FAIL() FAILm(NULL)
#define SKIPm(text) GREATEST_END_TEST(GREATEST_TEST_RES_SKIP, text)

#define ASSERTm(text, condition) \
    do { \
        greatest_run.assertions++; \
        if (!(condition)) { \
            FAILm(text); \
        } \
    } while (0)
#define ASSERT(condition) ASSERTm(#condition, condition)
#define ASSERT_FALSE(condition) ASSERTm("not " #condition, !(condition))
#define ASSERT_EQ(expected, got) ASSERTm(#expected " == " #got, (expected) == (got))
#define ASSERT_EQ_FMT(expected, got, format) \
    do { \
        greatest_run.assertions++; \
        if ((expected) != (got)) { \
            printf("\nExpected: " format "\n     Got: " format "\n", (expected), (got)); \
            FAILm(#expected " == " #got); \
        } \
    } while (0)
#define ASSERT_STR_EQ(expected, got) \
    do { \
        const char *greatest_expected = (expected), *greatest_got = (got); \
        greatest_run.assertions++; \
        if (strcmp(greatest_expected, greatest_got) != 0) { \
            printf("\nExpected: \"%s\"\n     Got: \"%s\"\n", greatest_expected, greatest_got); \
            FAILm(#expected " equals " #got); \
        } \
    } while (0)
#define CHECK_CALL(call) \
    do { \
        enum greatest_test_res greatest_result = (call); \
        if (greatest_result != GREATEST_TEST_RES_PASS) { \
            return greatest_result; \
        } \
    } while (0)

#define RUN_TEST(test) \
    do { \
        if (greatest_begin(#test)) { \
            greatest_end(#test, test()); \
        } \
    } while (0)
#define RUN_TEST1(test, argument) \
    do { \
        if (greatest_begin(#test)) { \
            greatest_end(#test, test(argument)); \
        } \
    } while (0)
#define RUN_SUITE(name) \
    do { \
        greatest_run.suite = #name; \
        if (!greatest_run.suite_filter || strstr(#name, greatest_run.suite_filter)) { \
            printf("\n* Suite %s:\n", #name); \
            name(); \
        } \
    } while (0)

#define GREATEST_MAIN_DEFS() struct greatest_run greatest_run
#define GREATEST_MAIN_BEGIN() greatest_parse(argc, argv)
#define GREATEST_MAIN_END() return greatest_report()

void greatest_set_test_suffix(const char *suffix);
bool greatest_begin(const char *test);
void greatest_end(const char *test, enum greatest_test_res result);
void greatest_parse(int argc, char **argv);
int greatest_report(void);

#ifdef GREATEST_FALLBACK_CODE

/* Tells the runs of one test with different arguments apart; counts for the next test only. */
void greatest_set_test_suffix(const char *suffix)
{
    snprintf(greatest_run.suffix, sizeof greatest_run.suffix, "_%s", suffix);
}

bool greatest_begin(const char *test)
{
    bool wanted = !greatest_run.test_filter || strstr(test, greatest_run.test_filter);
    if (wanted && greatest_run.list_only) {
        printf("  %s%s\n", test, greatest_run.suffix);
    }
    if (!wanted || greatest_run.list_only) {
        greatest_run.suffix[0] = '\0';
    }
    return wanted && !greatest_run.list_only;
}

void greatest_end(const char *test, enum greatest_test_res result)
{
    const char *word = result == GREATEST_TEST_RES_PASS ? "PASS" : result == GREATEST_TEST_RES_FAIL ? "FAIL" : "SKIP";
    *(result == GREATEST_TEST_RES_PASS   ? &greatest_run.passed
      : result == GREATEST_TEST_RES_FAIL ? &greatest_run.failed
                                         : &greatest_run.skipped) += 1;
    if (result == GREATEST_TEST_RES_FAIL) {
        printf("FAIL %s%s: %s (%s:%u)\n", test, greatest_run.suffix, greatest_run.message ? greatest_run.message : "",
               greatest_run.file, greatest_run.line);
    } else if (greatest_run.verbose) {
        printf("%s %s%s\n", word, test, greatest_run.suffix);
    } else {
        putchar(result == GREATEST_TEST_RES_PASS ? '.' : 's');
    }
    greatest_run.suffix[0] = '\0';
    fflush(stdout);
}

void greatest_parse(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-v") == 0) {
            greatest_run.verbose = true;
        } else if (strcmp(argv[i], "-l") == 0) {
            greatest_run.list_only = true;
        } else if (strcmp(argv[i], "-s") == 0 && i + 1 < argc) {
            greatest_run.suite_filter = argv[++i];
        } else if (strcmp(argv[i], "-t") == 0 && i + 1 < argc) {
            greatest_run.test_filter = argv[++i];
        } else {
            printf("Usage: %s [-l] [-v] [-s SUITE] [-t TEST]\n", argv[0]);
            exit(strcmp(argv[i], "-h") == 0 ? EXIT_SUCCESS : EXIT_FAILURE);
        }
    }
}

int greatest_report(void)
{
    if (!greatest_run.list_only) {
        unsigned total = greatest_run.passed + greatest_run.failed + greatest_run.skipped;
        printf("\n\nTotal: %u tests, %u assertions\nPass: %u, fail: %u, skip: %u.\n", total, greatest_run.assertions,
               greatest_run.passed, greatest_run.failed, greatest_run.skipped);
    }
    return greatest_run.failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

#endif
#endif
