/* xgrade gradescope: an autograder to upload. */
#include "base/content.h"
#include "base/order.h"
#include "base/zip.h"
#include "xgrade.h"

#include <errno.h>
#include <fts.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char help[] =
    "Writes an autograder for Gradescope: a ZIP file with the cases, Signalbox's programs, which need nothing else, "
    "and the two scripts that Gradescope runs. Upload it as it is; any image will do.\n"
    "\n"
    "    $ xgrade gradescope --cases examples/class/cases -o autograder.zip\n"
    "    $ unzip -l autograder.zip | grep -c cases/\n"
    "    7\n"
    "\n"
    "Submissions are graded as by xgrade SUBMISSION CASES: suite.json says where in a submission its programs are, and "
    "how they are built. \"visible\" in suite.json and K-meta.json decides which tests a student sees. What follows -- is "
    "passed on to xgrade, such as --timeout 10. docs/grading.md has more.\n";

/* Gradescope runs this once, as it makes the image. */
static const char setup_script[] =
    "#!/bin/sh\n"
    "# The programs are static: there is nothing to install. Add what submissions need, such as\n"
    "#     apt-get update && apt-get install -y default-jdk\n"
    "chmod +x /autograder/source/bin/* /autograder/source/run_autograder\n";

/* And this for each submission. It writes a result even if the grader cannot. */
static const char run_script[] =
    "#!/bin/sh\n"
    "here=$(cd \"$(dirname \"$0\")\" && pwd)\n"
    "mkdir -p \"$here/results\"\n"
    "rm -f \"$here/results/results.json\"\n"
    "chmod +x \"$here\"/source/bin/*\n"
    "PATH=$here/source/bin:$PATH\n"
    "cd \"$here\" || exit\n"
    "xgrade --gradescope results/results.json --submission submission%s submission source/cases >results/stdout.txt "
    "2>results/stderr.txt\n"
    "code=$?\n"
    "cat results/stdout.txt results/stderr.txt\n"
    "[ -s results/results.json ] || printf '{\"score\":0,\"output\":\"%%s\"}\\n' \"The grader could not run this submission "
    "(exit code $code): $(tr -d '\\\\\\000-\\037\"' <results/stderr.txt | cut -c 1-2000)\" >results/results.json\n";

struct gradescope_command {
    const char *cases, *output;
    struct zip zip;
};

static const struct harness_option options[] = {
    {.help = "The autograder"},
    {"cases", .argument = "FOLDER", HARNESS_INTO(struct gradescope_command, cases), .help = "the staff's cases"},
    {"output", 'o', .argument = "FILE", HARNESS_INTO(struct gradescope_command, output),
     .help = "the ZIP file to write"},
    {.name = ""},
};

/* Adds a file under a name in the archive. */
static bool add_file(struct harness *h, struct gradescope_command *g, const char *path, const char *name,
                     bool executable)
{
    struct content content = {0};
    bool ok = content_read(&content, path, &h->error) &&
              zip_add(&g->zip, name, content.bytes ? content.bytes : "", content.length, executable, &h->error);
    content_free(&content);
    return ok;
}

static int by_name(const FTSENT **a, const FTSENT **b)
{
    return order_compare((*a)->fts_name, (*b)->fts_name);
}

/* Adds everything in the folder of cases, without hidden files. */
static bool add_cases(struct harness *h, struct gradescope_command *g)
{
    char root[PATH_MAX], name[PATH_MAX + 16];
    char *roots[] = {root, NULL};
    size_t skip = strlen(g->cases);
    struct stat info;
    if (stat(g->cases, &info) != 0 || !S_ISDIR(info.st_mode) || skip >= sizeof root) {
        return harness_usage(h, "there is no folder of cases %s", harness_show(g->cases).text);
    }
    memcpy(root, g->cases, skip + 1);
    FTS *tree = fts_open(roots, FTS_LOGICAL | FTS_NOCHDIR, by_name);
    bool ok = tree || error_memory(&h->error);
    for (FTSENT *at; ok && (at = fts_read(tree));) {
        if (at->fts_level > 0 && at->fts_name[0] == '.') {
            fts_set(tree, at, FTS_SKIP);
        } else if (at->fts_info == FTS_F) {
            const char *rest = at->fts_path + skip;
            snprintf(name, sizeof name, "cases/%s", rest + strspn(rest, "/"));
            ok = add_file(h, g, at->fts_path, name, at->fts_statp->st_mode & S_IXUSR);
        }
    }
    if (tree) {
        fts_close(tree);
    }
    return ok;
}

/* Adds the programs that lie beside this one: cases may start some of them. */
static bool add_programs(struct harness *h, struct gradescope_command *g)
{
    static const char *const programs[] = {"xgrade",   "xmap",   "xlegal", "xstrategy", "xref",   "xmanager", "xserver",
                                           "xclients", "xboard", "xstate", "xchoice",   "xgames", "xbad",     "xbad2"};
    char folder[PATH_MAX], path[PATH_MAX + 16], name[32];
    ssize_t length = readlink("/proc/self/exe", folder, sizeof folder - 1);
    if (length < 0) {
        return error_set(&h->error, ERROR_IO, "cannot find the programs: %s", strerror(errno));
    }
    folder[length] = '\0';
    *strrchr(folder, '/') = '\0';
    bool ok = true;
    for (size_t i = 0; ok && i < sizeof programs / sizeof *programs; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, programs[i]);
        snprintf(name, sizeof name, "bin/%s", programs[i]);
        ok = access(path, X_OK) != 0 || add_file(h, g, path, name, true);
    }
    return ok;
}

/* Adds the two scripts. Words for xgrade are quoted for the shell. */
static bool add_scripts(struct harness *h, struct gradescope_command *g)
{
    struct text words = {0}, script = {0};
    for (int i = 0; i < h->arguments; i++) {
        text_string(&words, " ");
        text_shell(&words, h->argument[i]);
    }
    text_format(&script, run_script, words.bytes ? words.bytes : "");
    bool ok = !words.failed && !script.failed
                  ? zip_add(&g->zip, "setup.sh", setup_script, sizeof setup_script - 1, true, &h->error) &&
                        zip_add(&g->zip, "run_autograder", script.bytes, script.length, true, &h->error)
                  : error_memory(&h->error);
    text_free(&words);
    text_free(&script);
    return ok;
}

static bool write_archive(struct harness *h, struct gradescope_command *g)
{
    struct file_writer out;
    if (!g->cases || !g->output) {
        return harness_usage(h, "an autograder needs --cases FOLDER and -o FILE; xgrade gradescope --help shows how");
    }
    if (!file_open(&out, g->output, &h->error)) {
        return false;
    }
    g->zip.out = &out;
    if (add_scripts(h, g) && add_cases(h, g) && add_programs(h, g) && zip_finish(&g->zip, &h->error)) {
        return file_close(&out, &h->error);
    }
    text_free(&g->zip.directory);
    file_discard(&out);
    return false;
}

int grade_main_gradescope(int argc, char **argv)
{
    struct gradescope_command g = {0};
    const struct harness_table tables[] = {{options, &g}, {0}};
    struct harness h = {.name = "xgrade gradescope",
                        .usage = "xgrade gradescope --cases FOLDER -o FILE [-- OPTION...]",
                        .summary = "Write an autograder to upload to Gradescope.",
                        .help = help,
                        .exits = grade_exits,
                        .most = argc};
    if (harness_options(&h, argc, argv, tables)) {
        write_archive(&h, &g);
    }
    return grade_leave(&h, GRADE_ALL_PASSED);
}
