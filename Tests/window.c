/* window PROGRAM MAP: makes a program show a map on an X display three times. The window must show blue rails, and must
 * disappear when a key is pressed, when it is closed, and when its time is up. */
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { BLUE = 0x1d6fd1, TRIES = 400, PAUSE = 50000 /* microseconds */ };

static int fail(const char *what)
{
    fprintf(stderr, "window: %s\n", what);
    return EXIT_FAILURE;
}

static pid_t start(const char *program, const char *map, const char *seconds)
{
    pid_t pid = fork();
    if (pid == 0) {
        int in = open(map, O_RDONLY | O_CLOEXEC);
        dup2(in, STDIN_FILENO);
        execl(program, program, "--seconds", seconds, (char *)NULL);
        _exit(EXIT_FAILURE);
    }
    return pid;
}

/* The window that shows a map, or None. */
static Window find(Display *display)
{
    Window root, parent, *children = NULL, found = None;
    unsigned count = 0;
    XQueryTree(display, DefaultRootWindow(display), &root, &parent, &children, &count);
    for (unsigned i = 0; i < count; i++) {
        char *name = NULL;
        if (XFetchName(display, children[i], &name) && name && strstr(name, "map of Trains")) {
            found = children[i];
        }
        XFree(name);
    }
    XFree(children);
    return found;
}

static bool shows_blue(Display *display, Window window)
{
    XWindowAttributes attributes;
    bool blue = false;
    if (!XGetWindowAttributes(display, window, &attributes) || attributes.map_state != IsViewable) {
        return false;
    }
    XImage *image =
        XGetImage(display, window, 0, 0, (unsigned)attributes.width, (unsigned)attributes.height, AllPlanes, ZPixmap);
    for (int y = 0; image && y < attributes.height; y++) {
        for (int x = 0; x < attributes.width; x++) {
            blue |= (XGetPixel(image, x, y) & 0xffffff) == BLUE;
        }
    }
    if (image) {
        XDestroyImage(image);
    }
    return blue;
}

static Window wait_for(Display *display)
{
    for (int i = 0; i < TRIES; i++) {
        Window window = find(display);
        if (window != None && shows_blue(display, window)) {
            return window;
        }
        usleep(PAUSE);
    }
    return None;
}

static void press_key(Display *display, Window window)
{
    XEvent event = {
        .xkey = {.type = KeyPress, .display = display, .window = window, .same_screen = True, .keycode = 65}};
    XSendEvent(display, window, False, KeyPressMask, &event);
}

static void close_window(Display *display, Window window)
{
    XEvent event = {.xclient = {.type = ClientMessage, .window = window, .format = 32}};
    event.xclient.message_type = XInternAtom(display, "WM_PROTOCOLS", False);
    event.xclient.data.l[0] = (long)XInternAtom(display, "WM_DELETE_WINDOW", False);
    XSendEvent(display, window, False, NoEventMask, &event);
}

static bool has_ended(pid_t pid)
{
    int status = 0;
    for (int i = 0; i < TRIES; i++) {
        if (waitpid(pid, &status, WNOHANG) == pid) {
            return WIFEXITED(status) && WEXITSTATUS(status) == 0;
        }
        usleep(PAUSE);
    }
    return false;
}

int main(int argc, char **argv)
{
    void (*const ways[])(Display *, Window) = {press_key, close_window, NULL};
    Display *display = XOpenDisplay(NULL);
    if (argc != 3 || !display) {
        return fail("usage: window PROGRAM MAP, on a display");
    }
    for (int i = 0; i < 3; i++) {
        pid_t pid = start(argv[1], argv[2], ways[i] ? "60" : "1");
        Window window = wait_for(display);
        if (window == None) {
            return fail("no map was shown");
        }
        if (ways[i]) {
            ways[i](display, window);
            XSync(display, False);
        }
        if (!has_ended(pid)) {
            return fail(ways[i] ? "it did not go away" : "its time was over, but it stayed");
        }
    }
    XCloseDisplay(display);
    return EXIT_SUCCESS;
}
