#include "window.h"

#include "base/clock.h"
#include "canvas.h"

#include <X11/Xlib.h>
#include <cairo-xlib.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATIENCE = 5 }; /* how many seconds a display has to answer */

struct window {
    Display *display;
    Window window;
    Atom closing;
    cairo_surface_t *surface;
    int width, height;
};

/* Makes the window as large as the scene, if the screen has room for it. */
static void open_window(struct window *w, const struct draw_scene *scene)
{
    int screen = DefaultScreen(w->display);
    double room = fmin(0.9 * DisplayWidth(w->display, screen) / scene->width,
                       0.9 * DisplayHeight(w->display, screen) / scene->height);
    w->width = (int)fmax(1, scene->width * fmin(1, room));
    w->height = (int)fmax(1, scene->height * fmin(1, room));
    w->window = XCreateSimpleWindow(w->display, RootWindow(w->display, screen), 0, 0, (unsigned)w->width,
                                    (unsigned)w->height, 0, 0, WhitePixel(w->display, screen));
    XStoreName(w->display, w->window, scene->title);
    XSelectInput(w->display, w->window, ExposureMask | KeyPressMask | StructureNotifyMask);
    w->closing = XInternAtom(w->display, "WM_DELETE_WINDOW", False);
    XSetWMProtocols(w->display, w->window, &w->closing, 1);
    w->surface =
        cairo_xlib_surface_create(w->display, w->window, DefaultVisual(w->display, screen), w->width, w->height);
    XMapWindow(w->display, w->window);
}

/* Scales the scene to the window, and centers it. */
static void redraw(struct window *w, const struct draw_scene *scene, bool dark)
{
    cairo_t *cairo = cairo_create(w->surface);
    double scale = fmin(w->width / scene->width, w->height / scene->height);
    cairo_push_group(cairo); /* hides a half-drawn picture */
    cairo_set_source_rgb(cairo, dark ? 0.08 : 0.98, dark ? 0.1 : 0.98, dark ? 0.12 : 0.97);
    cairo_paint(cairo);
    cairo_translate(cairo, (w->width - scale * scene->width) / 2, (w->height - scale * scene->height) / 2);
    cairo_scale(cairo, scale, scale);
    canvas_draw(cairo, scene, dark);
    cairo_pop_group_to_source(cairo);
    cairo_paint(cairo);
    cairo_destroy(cairo);
    cairo_surface_flush(w->surface);
}

/* Handles all pending events. False if one of them ends the show. */
static bool take_events(struct window *w, bool *drawn)
{
    while (XPending(w->display)) {
        XEvent event;
        XNextEvent(w->display, &event);
        if (event.type == KeyPress || event.type == DestroyNotify ||
            (event.type == ClientMessage && (Atom)event.xclient.data.l[0] == w->closing)) {
            return false;
        }
        if (event.type == ConfigureNotify) {
            w->width = event.xconfigure.width;
            w->height = event.xconfigure.height;
            cairo_xlib_surface_set_size(w->surface, w->width, w->height);
        }
        *drawn &= event.type != Expose && event.type != ConfigureNotify;
    }
    return true;
}

/* The display has gone, or the connection to it was closed: so was the window. */
static int leave(Display *display)
{
    (void)display;
    _exit(EXIT_SUCCESS);
}

/* Xlib waits for an answer forever, and cannot be told not to. So a separate process, which an alarm ends, asks first.
 */
static bool display_answers(void)
{
    int status;
    pid_t child = fork();
    if (child == 0) {
        signal(SIGALRM, SIG_DFL);
        alarm(PATIENCE);
        _exit(XOpenDisplay(NULL) ? EXIT_SUCCESS : EXIT_FAILURE);
    }
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS;
}

bool window_show(const struct draw_scene *scene, unsigned seconds, bool dark)
{
    struct window w = {.display = display_answers() ? XOpenDisplay(NULL) : NULL};
    if (!w.display) {
        return false;
    }
    XSetIOErrorHandler(leave);
    open_window(&w, scene);
    struct pollfd ready = {.fd = ConnectionNumber(w.display), .events = POLLIN};
    bool drawn = true; /* nothing can be drawn before the window is exposed */
    int64_t end = clock_in(seconds * CLOCK_SECOND);
    while (take_events(&w, &drawn) && clock_now() < end) {
        if (!drawn) {
            redraw(&w, scene, dark);
            drawn = true;
            XFlush(w.display);
        } else {
            clock_poll(&ready, 1, end);
        }
    }
    cairo_surface_destroy(w.surface);
    XDestroyWindow(w.display, w.window);
    XCloseDisplay(w.display);
    return true;
}
