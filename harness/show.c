#include "show.h"

#include "maze/codec.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const struct harness_option show_options[] = {
    {.help = "Options"},
    {"show", HARNESS_INTO(struct show, wanted), .help = "draw the board on stderr and mark what can be reached"},
    {.name = ""},
};

void show_state(struct harness *h, const struct maze_state *state, const struct maze_spot *goal,
                const struct maze_set *reached)
{
    const char *no_color = getenv("NO_COLOR");
    bool color = isatty(STDERR_FILENO) && (!no_color || !*no_color);
    setvbuf(stderr, NULL, _IOFBF, BUFSIZ); /* not a system call for every cell */
    bool drawn = maze_show(stderr, state, goal, reached, color);
    if (fflush(stderr) != 0 || !drawn) {
        harness_late_error(h, ERROR_IO, "cannot draw on stderr: %s", strerror(errno));
        clearerr(stderr);
    }
}

void show_reached(struct harness *h, const struct show *show, const struct maze_state *state,
                  const struct maze_walker *walker)
{
    struct text answer = {0};
    if (show->wanted) {
        show_state(h, state, NULL, &walker->reached);
    }
    maze_codec_write_reached(&answer, walker, &state->board);
    harness_answer(h, &answer);
}
