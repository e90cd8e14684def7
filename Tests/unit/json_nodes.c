#include "base/json_nodes.h"

#include "unit.h"

TEST nodes_say_what_is_where(void)
{
    static const char text[] = " {\"a\":[1.50, []],\"b\":\"\\u00e4\"} null";
    static const struct json_node expected[] = {
        {1, 30, 0, 5, 2, JSON_OBJECT}, {6, 16, 2, 4, 2, JSON_ARRAY},    {7, 11, 2, 3, 0, JSON_NUMBER},
        {13, 15, 2, 4, 0, JSON_ARRAY}, {21, 29, 17, 5, 0, JSON_STRING}, {31, 35, 17, 6, 0, JSON_NULL},
    };
    struct json_nodes n = {0};
    ASSERT(json_nodes_parse(&n, text, strlen(text), true));
    ASSERT_EQ(6u, n.count);
    ASSERT_EQ(2u, n.values);
    for (uint32_t i = 0; i < n.count; i++) {
        const struct json_node *e = &expected[i], *node = &n.nodes[i];
        ASSERT(e->start == node->start && e->end == node->end && e->next == node->next);
        ASSERT(e->count == node->count && e->kind == node->kind);
    }
    ASSERT_EQ(1u, json_nodes_member(&n, 0, "a"));
    ASSERT_EQ(4u, json_nodes_member(&n, 0, "b"));
    ASSERT_EQ(0u, json_nodes_member(&n, 0, "c"));
    char string[8];
    ASSERT_EQ(2u, json_nodes_string(&n, 4, string, sizeof string));
    ASSERT_STR_EQ("\xC3\xA4", string);
    ASSERT_EQ(0u, json_nodes_string(&n, 2, string, sizeof string));
    ASSERT_STR_EQ("", string);
    json_nodes_free(&n);
    PASS();
}

/* The same list can be reused for another text, even after an invalid one. */
TEST whole_values_before_a_problem_are_there(void)
{
    struct json_nodes n = {0};
    ASSERT_FALSE(json_nodes_parse(&n, "1 [2] [3,[4 x", 13, true));
    ASSERT_EQ(2u, n.values);
    ASSERT_EQ(3u, n.count);
    char why[100];
    json_nodes_explain(&n, why, sizeof why);
    ASSERT_STR_EQ("1:13: expected ',' or ']', found \"x\"", why);
    ASSERT_FALSE(json_nodes_parse(&n, "1 x", 3, true));
    ASSERT_EQ(1u, n.values);
    ASSERT(json_nodes_parse(&n, "[5]", 3, true));
    ASSERT_EQ(2u, n.count);
    json_nodes_free(&n);
    PASS();
}

/* Values that json-c cannot represent are kept as text. */
TEST nodes_have_no_limits(void)
{
    enum { DEPTH = 100000 };
    static char text[6 * DEPTH];
    size_t length = 0;
    for (int i = 0; i < DEPTH; i++) {
        length += (size_t)sprintf(text + length, i % 2 ? "[" : "{\"\":");
    }
    text[length++] = '1';
    for (int i = DEPTH - 1; i >= 0; i--) {
        text[length++] = i % 2 ? ']' : '}';
    }
    struct json_nodes n = {0};
    ASSERT(json_nodes_parse(&n, text, length, true));
    ASSERT_EQ(DEPTH + 1, n.count);
    ASSERT(json_nodes_parse(&n, "{\"\\u0000\":1,\"\":2}", 17, true));
    ASSERT(json_nodes_parse(&n, "{\"a\":1,\"a\":2}", 13, false));
    ASSERT_FALSE(json_nodes_parse(&n, "{\"a\":1,\"a\":2}", 13, true));
    json_nodes_free(&n);
    PASS();
}

TEST but_for_the_number_of_nodes_if_that_is_asked_for(void)
{
    struct json_nodes n = {.most = 3};
    ASSERT(json_nodes_parse(&n, "[1,2]", 5, true));
    ASSERT_FALSE(json_nodes_parse(&n, "[1,2,3]", 7, true));
    ASSERT(n.too_many);
    ASSERT_FALSE(json_nodes_parse(&n, "[1,2", 4, true));
    ASSERT_FALSE(n.too_many);
    json_nodes_free(&n);
    PASS();
}

SUITE(json_nodes)
{
    RUN_TEST(nodes_say_what_is_where);
    RUN_TEST(whole_values_before_a_problem_are_there);
    RUN_TEST(nodes_have_no_limits);
    RUN_TEST(but_for_the_number_of_nodes_if_that_is_asked_for);
}
