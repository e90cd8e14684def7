/* Matches the elements of two arrays whose order does not matter.
 *
 * Without a tolerance, any equal element will do. With one, nearness is not transitive: 11 is near 10 and 12, which are
 * not near each other, so the first element that fits may be the only one that fits another. Numbers are paired in
 * sorted order. Of other elements, most find a partner at once; the rest take augmenting paths, found breadth-first.
 * The sums of the numbers in two partners are close, so only elements within a window need comparing. */
#include "compare/compare_walk.h"

#include <math.h>
#include <stdlib.h>

enum { EFFORT_MAX = 20000000 }; /* comparisons of values within elements: a few seconds */

/* Elements that may be equal, and the search for a way to match one more. */
struct match {
    struct compare *c;
    struct compare_element *a, *b;
    uint32_t a_count, b_count;
    long double reach; /* the sums of two partners are at most this far apart */
    uint32_t *via;     /* for each element of b: the element of a it was reached from, or COMPARE_NOTHING */
    uint32_t *found;   /* elements of b in the order they were reached */
    uint32_t *queue;   /* elements of a to search from */
    uint32_t found_count, queue_count;
};

static bool is_exhausted(struct match *m)
{
    m->c->exhausted = m->c->exhausted || m->c->effort > EFFORT_MAX;
    return m->c->exhausted || m->c->failed;
}

static bool is_near(const struct match *m, double x, double y)
{
    return x == y || fabs(x - y) <= m->c->way->tolerance;
}

static bool fits(const struct match *m, uint32_t i, uint32_t j)
{
    m->c->effort++;
    const struct compare_element *a = &m->a[i], *b = &m->b[j];
    return is_near(m, a->least, b->least) && is_near(m, a->greatest, b->greatest) &&
           compare_same(m->c, a->node, b->node);
}

static void link(struct match *m, uint32_t i, uint32_t j)
{
    m->a[i].partner = j;
    m->b[j].partner = i;
}

/* -- numbers -- */

static bool are_numbers(const struct json_nodes *tree, const struct compare_element *elements, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (tree->nodes[elements[i].node].kind != JSON_NUMBER || !elements[i].numbers) {
            return false;
        }
    }
    return true;
}

/* If a matching exists, so does one without crossings. */
static void match_numbers(struct match *m)
{
    for (uint32_t i = 0, j = 0; i < m->a_count && j < m->b_count;) {
        if (is_near(m, m->a[i].least, m->b[j].least)) {
            link(m, i++, j++);
        } else {
            bool less = m->a[i].least < m->b[j].least;
            m->c->unmatched = true;
            i += less;
            j += !less;
        }
    }
}

/* -- other elements -- */

/* Allows for rounding in the sums. */
static void set_reach(struct match *m, const struct compare_element *elements, uint32_t count)
{
    const long double rounding = 1e-12L;
    for (uint32_t i = 0; i < count; i++) {
        long double reach = elements[i].numbers * (long double)m->c->way->tolerance + 2 * rounding * elements[i].size;
        m->reach = reach > m->reach ? reach : m->reach;
    }
}

static void set_windows(struct match *m)
{
    uint32_t from = 0, to = 0;
    set_reach(m, m->a, m->a_count);
    set_reach(m, m->b, m->b_count);
    for (uint32_t i = 0; i < m->a_count; i++) {
        struct compare_element *a = &m->a[i];
        while (from < m->b_count && m->b[from].sum < a->sum - m->reach) {
            from++;
        }
        while (to < m->b_count && m->b[to].sum <= a->sum + m->reach) {
            to++;
        }
        a->from = from;
        a->to = to;
    }
}

/* Matches each element with the first free one that fits. */
static void match_first(struct match *m)
{
    uint32_t first = 0; /* those before it have partners or are out of every window */
    for (uint32_t i = 0; i < m->a_count && !is_exhausted(m); i++) {
        const struct compare_element *a = &m->a[i];
        first = first < a->from ? a->from : first;
        while (first < a->to && m->b[first].partner != COMPARE_NOTHING) {
            first++;
        }
        for (uint32_t j = first; j < a->to && a->partner == COMPARE_NOTHING && !is_exhausted(m); j++) {
            if (m->b[j].partner == COMPARE_NOTHING && fits(m, i, j)) {
                link(m, i, j);
            }
        }
        if (a->partner == COMPARE_NOTHING && m->c->way->tolerance <= 0 && !is_exhausted(m)) {
            m->c->unmatched = true;
        }
    }
}

/* Element j of b is free: shifts every match along the path by which it was reached. */
static void shift(struct match *m, uint32_t start, uint32_t j)
{
    uint32_t i, next;
    do {
        i = m->via[j];
        next = m->a[i].partner;
        link(m, i, j);
        j = next;
    } while (i != start);
}

/* Visits all elements of b that fit element i; true if one of them, *free, has no partner. */
static bool reach(struct match *m, uint32_t i, uint32_t *free)
{
    for (uint32_t j = m->a[i].from; j < m->a[i].to && !is_exhausted(m); j++) {
        m->c->effort++;
        if (m->via[j] == COMPARE_NOTHING && fits(m, i, j)) {
            m->via[j] = i;
            m->found[m->found_count++] = j;
            if (m->b[j].partner == COMPARE_NOTHING) {
                *free = j;
                return true;
            }
            m->queue[m->queue_count++] = m->b[j].partner;
        }
    }
    return false;
}

/* Looks for a partner of an element of a. If there is none, what was reached stays marked: it cannot help others. */
static bool match_one(struct match *m, uint32_t start)
{
    uint32_t free;
    m->found_count = m->queue_count = 0;
    m->queue[m->queue_count++] = start;
    for (uint32_t next = 0; next < m->queue_count; next++) {
        if (reach(m, m->queue[next], &free)) {
            shift(m, start, free);
            for (uint32_t i = 0; i < m->found_count; i++) {
                m->via[m->found[i]] = COMPARE_NOTHING;
            }
            return true;
        }
    }
    return false;
}

static bool match_rest(struct match *m)
{
    size_t count = m->a_count > m->b_count ? m->a_count : m->b_count;
    m->via = malloc(count * sizeof *m->via);
    m->found = malloc(count * sizeof *m->found);
    m->queue = malloc((count + 1) * sizeof *m->queue);
    bool ok = m->via && m->found && m->queue;
    for (uint32_t j = 0; ok && j < m->b_count; j++) {
        m->via[j] = COMPARE_NOTHING;
    }
    for (uint32_t i = 0; ok && i < m->a_count && !is_exhausted(m); i++) {
        if (m->a[i].partner == COMPARE_NOTHING && !match_one(m, i) && !m->c->exhausted) {
            m->c->unmatched = true;
        }
    }
    free(m->via);
    free(m->found);
    free(m->queue);
    return ok;
}

bool compare_match(struct compare *c, struct compare_element *a, uint32_t a_count, struct compare_element *b,
                   uint32_t b_count)
{
    struct match m = {.c = c, .a = a, .b = b, .a_count = a_count, .b_count = b_count};
    bool near = c->way->tolerance > 0;
    c->unmatched = c->unmatched || a_count != b_count;
    if (near && are_numbers(&c->expected, a, a_count) && are_numbers(&c->got, b, b_count)) {
        match_numbers(&m);
        return true;
    }
    set_windows(&m);
    match_first(&m);
    return near ? match_rest(&m) : true;
}
