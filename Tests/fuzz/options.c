/* Command lines: words separated by NULs, against a table with an option of each kind. */
#include "fuzz.h"
#include "harness.h"

#include <stdlib.h>

enum { WORDS_MAX = 80 };

struct settings {
    bool flag, flat;
    const char *word, *chosen;
    struct harness_words words;
    struct harness_number number, large;
    double amount;
    int64_t seconds;
};

static const struct harness_option options[] = {
    {.help = "Options"},
    {"flag", 'f', HARNESS_INTO(struct settings, flag), .help = "a flag"},
    {"flat", HARNESS_INTO(struct settings, flat), .help = "another"},
    {"word", .argument = "WORD", HARNESS_INTO(struct settings, word), .help = "a word"},
    {"chosen", .argument = "GAME", HARNESS_INTO(struct settings, chosen), .words = "trains|maze", .help = "a game"},
    {"words", 'w', .argument = "WORD", HARNESS_INTO(struct settings, words), .help = "some words"},
    {"number", 'n', .argument = "N", HARNESS_INTO(struct settings, number), .low = 1, .high = 256, .help = "a number"},
    {"large", .argument = "N", HARNESS_INTO(struct settings, large), .high = UINT64_MAX, .help = "a large number"},
    {"amount", .argument = "X", HARNESS_INTO(struct settings, amount), .high = 100, .help = "an amount"},
    {"seconds", .argument = "S", HARNESS_INTO(struct settings, seconds), .high = 86400, .help = "a time"},
    {.name = ""},
};

static void check(const struct harness *h, const struct settings *settings)
{
    const struct harness_number *number = &settings->number;
    fuzz_expect(h->arguments >= h->least && h->arguments <= h->most);
    fuzz_expect(!number->given || (number->value >= 1 && number->value <= 256));
    fuzz_expect(settings->amount >= 0 && settings->amount <= 100);
    fuzz_expect(settings->words.count < sizeof settings->words.list / sizeof *settings->words.list);
}

/* Words that have a form of their own. */
static void check_forms(struct harness *h, const char *word)
{
    uint64_t index, shards;
    const char *const *paths;
    if (word && harness_shard(h, word, &index, &shards)) {
        fuzz_expect(index < shards);
    }
    if (word && harness_paths(h, "word", word, &paths)) {
        fuzz_expect(!paths[0] || *paths[0] == '/');
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input input = {data, size};
    struct settings settings = {0};
    const struct harness_table tables[] = {{options, &settings}, {0}};
    struct harness h = {
        .name = "program", .usage = "program WORD...", .summary = "Do.", .help = "", .least = 1, .most = 3};
    char name[] = "program", *word[WORDS_MAX], *argv[WORDS_MAX + 2] = {name};
    int words = 0;
    for (size_t length; input.left > 0 && words < WORDS_MAX; words++) {
        argv[words + 1] = word[words] = fuzz_part(&input, &length);
    }
    fuzz_silence();
    if (harness_options(&h, words + 1, argv, tables)) {
        check(&h, &settings);
        check_forms(&h, settings.word);
    }
    int code = harness_exit(&h);
    fuzz_expect(code == EXIT_DONE || code == EXIT_USAGE);
    while (words > 0) {
        free(word[--words]);
    }
    return 0;
}
