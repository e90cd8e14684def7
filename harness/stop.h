/* Being asked to stop: SIGINT (Ctrl-C), SIGTERM and SIGHUP become something to read. */
#ifndef STOP_H
#define STOP_H

#include <stdbool.h>

/* From now on the signals end nothing by themselves. A descriptor that can be read when one has come; -1 if there is
 * none, and then they do. */
int stop_open(void);

/* Whether one has come. */
bool stop_asked(int stop);

/* The signal that has come, or 0; closes the descriptor. */
int stop_close(int stop);

/* What a program exits with when a signal has stopped it. */
enum { STOP_EXIT = 128 };

#endif
