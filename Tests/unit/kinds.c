#include "report/kind.h"
#include "report/trace.h"
#include "unit.h"

#include <stdio.h>

/* What programs in several languages say when they fail: what was raised, where, and the lines that are shown. */
static const struct said {
    const char *text, *raised, *function, *lines;
} said[] = {
    {"Traceback (most recent call last):\n"
     "  File \"/srv/ann/xmap\", line 9, in <module>\n"
     "    main()\n"
     "  File \"/srv/ann/xmap\", line 4, in find_path\n"
     "    return json.loads(x)\n"
     "           ^^^^^^^^^^^^^\n"
     "  File \"/usr/lib/python3.11/json/__init__.py\", line 346, in loads\n"
     "    return _default_decoder.decode(s)\n"
     "json.decoder.JSONDecodeError: Expecting value: line 1\n",
     "JSONDecodeError", "find_path",
     "  File \"/srv/ann/xmap\", line 9, in <module>|    main()|  File \"/srv/ann/xmap\", line 4, in find_path|"
     "    return json.loads(x)|json.decoder.JSONDecodeError: Expecting value: line 1|"},
    {"Traceback (most recent call last):\n"
     "  File \"a\", line 1, in a\n    a()\n"
     "  File \"b\", line 1, in b\n    b()\n"
     "  File \"b\", line 1, in b\n    b()\n"
     "  [Previous line repeated 990 more times]\n"
     "RecursionError: maximum recursion depth exceeded",
     "RecursionError", "b",
     "  File \"a\", line 1, in a|    a()|  File \"b\", line 1, in b|    b()|"
     "RecursionError: maximum recursion depth exceeded|"},
    {"Traceback (most recent call last):\n"
     "  File \"a\", line 1, in f\n"
     "KeyError: 'x'\n\n"
     "During handling of the above exception, another exception occurred:\n\n"
     "Traceback (most recent call last):\n"
     "  File \"a\", line 2, in g\n"
     "ValueError\n",
     "ValueError", "g", "  File \"a\", line 2, in g|ValueError|"},
    {"  File \"/srv/xmap\", line 3\n    if x\n        ^\nSyntaxError: expected ':'\n", "SyntaxError", "",
     "  File \"/srv/xmap\", line 3|    if x|SyntaxError: expected ':'|"},
    {"/srv/xmap.js:3\n    throw new TypeError(\"x\")\n    ^\n\nTypeError [ERR_X]: x\n"
     "    at find (/srv/xmap.js:3:9)\n    at Object.<anonymous> (/srv/xmap.js:5:1)\n"
     "    at node:internal/main/run_main_module:28:49\n\nNode.js v18.19.0\n",
     "TypeError", "find",
     "TypeError [ERR_X]: x|    at find (/srv/xmap.js:3:9)|    at Object.<anonymous> (/srv/xmap.js:5:1)|"},
    {"Exception in thread \"main\" java.lang.NullPointerException: Cannot invoke\n"
     "\tat java.base/java.util.Objects.requireNonNull(Objects.java:209)\n"
     "\tat board.Board.slide(Board.java:12)\n"
     "\tat Main.main(Main.java:3)\n",
     "NullPointerException", "board.Board.slide",
     "Exception in thread \"main\" java.lang.NullPointerException: Cannot invoke|\tat board.Board.slide(Board.java:12)|"
     "\tat Main.main(Main.java:3)|"},
    {"", NULL, "", ""},
    {"nothing to see\n", NULL, "", ""},
    {"Traceback (most recent call last):\n", NULL, "", ""},
    {"  File \"", NULL, "", ""},
    {"  at home\n", NULL, "", ""},
    {"Error: x\n    at node:internal:1\n", NULL, "", ""},
};

TEST traces_tell_what_was_raised_and_where(void)
{
    for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
        struct trace t;
        struct text lines = {0};
        bool found = trace_find(said[i].text, strlen(said[i].text), &t);
        ASSERTm(said[i].text, said[i].raised ? found : !found);
        if (found) {
            ASSERT_EQ(strlen(said[i].raised), t.raised.length);
            ASSERT(t.raised.bytes && memcmp(said[i].raised, t.raised.bytes, t.raised.length) == 0);
            ASSERT_EQ(strlen(said[i].function), t.function.length);
            ASSERTm(said[i].text,
                    !t.function.bytes || memcmp(said[i].function, t.function.bytes, t.function.length) == 0);
            for (int k = 0; k < t.lines; k++) {
                text_add(&lines, t.line[k].bytes, t.line[k].length);
                text_string(&lines, "|");
            }
            ASSERT_STR_EQ(said[i].lines, lines.bytes ? lines.bytes : "");
        }
        text_free(&lines);
    }
    PASS();
}

/* Records, and what kind of failure they are. */
static const struct described {
    enum verdict verdict;
    const char *members, *phrase;
} described[] = {
    {VERDICT_WRONG, "\"differences\":[[\"$[0]\",\"true\",\"false\"]]", "$[0]: expected true, got false"},
    {VERDICT_WRONG, "\"differences\":[[\"$[0]\",\"true\",\"false\"],[\"$[1]\",\"1\",\"2\"]]",
     "$[0]: expected true, got false"},
    {VERDICT_WRONG, "\"differences\":[[\"$[0]\",\"1\",\"\"]]", "$[0]: expected 1, got nothing"},
    {VERDICT_WRONG, "\"slip\":[\"a trailing comma\",\"line 1\",\"[1,]\"],\"detail\":\"x\"", "a trailing comma"},
    {VERDICT_BAD_JSON, "\"detail\":\"<stdout>:3:14: expected a value\"", "expected a value"},
    {VERDICT_BAD_JSON, "\"detail\":\"<stdout>:4:1: expected a value\"", "expected a value"},
    {VERDICT_EXIT, "\"detail\":\"exit code 1\",\"stderr\":\"  File \\\"a\\\", line 1, in f\\nKeyError: 1\\n\"",
     "KeyError in f"},
    {VERDICT_EXIT, "\"detail\":\"exit code 1\",\"stderr\":\"oh\"", "exit code 1"},
    {VERDICT_CRASH, "\"detail\":\"exit code 1\"", "exit code 1"},
    {VERDICT_PASS, "\"detail\":\"\"", ""},
    {VERDICT_EXIT, "\"slip\":[],\"differences\":[[]],\"detail\":3", ""},
};
enum { RECORDS = sizeof described / sizeof *described };

static bool never(const void *context, const struct result *result)
{
    (void)context;
    (void)result;
    return false;
}

TEST failures_of_one_kind_are_together(void)
{
    static char line[RECORDS][300];
    static const size_t cases[] = {2, 1, 1, 2, 1, 1, 1, 1};
    struct result results[RECORDS] = {0};
    struct arena arena = {0};
    struct kinds kinds;
    for (int i = 0; i < RECORDS; i++) {
        struct text phrase = {0};
        int length = snprintf(line[i], sizeof line[i], "{%s}", described[i].members);
        results[i] = (struct result){.verdict = described[i].verdict, .line = line[i], .length = (size_t)length};
        kind_describe(&results[i], &phrase);
        ASSERT_STR_EQ(described[i].phrase, phrase.bytes ? phrase.bytes : "");
        text_free(&phrase);
    }
    ASSERT(kinds_find(&kinds, results, RECORDS, never, NULL, &arena));
    ASSERT_EQ(sizeof cases / sizeof *cases, kinds.count);
    for (size_t i = 0; i < kinds.count; i++) {
        ASSERT_EQ(cases[i], kinds.list[i].cases);
    }
    ASSERT_EQ(&results[0], kinds_of(&kinds, &results[1])->first);
    ASSERT_EQ(&results[4], kinds_of(&kinds, &results[5])->first);
    ASSERT_EQ(&results[8], kinds_of(&kinds, &results[8])->first); /* another verdict */
    ASSERT_EQ(NULL, kinds_of(&kinds, &results[9]));
    arena_free(&arena);
    PASS();
}

SUITE(failure_kinds)
{
    RUN_TEST(traces_tell_what_was_raised_and_where);
    RUN_TEST(failures_of_one_kind_are_together);
}
