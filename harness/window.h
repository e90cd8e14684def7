/* A window on an X display. */
#ifndef WINDOW_H
#define WINDOW_H

#include "draw/scene.h"

/* Shows a scene for some seconds, or until a key is pressed or the window is closed. False if there is no display. */
bool window_show(const struct draw_scene *scene, unsigned seconds, bool dark);

#endif
