/* Turns the signals that ask a program to stop, SIGINT (Ctrl-C), SIGTERM and SIGHUP, into a readable descriptor. */
#ifndef STOP_H
#define STOP_H

#include <stdbool.h>

/* Returns a descriptor that becomes readable when a signal comes; the signals no longer end the program by themselves.
 * If it fails it returns -1, and they still do. */
int stop_open(void);

/* Whether a signal has come. */
bool stop_asked(int stop);

/* Closes the descriptor, and returns the signal that has come, or 0. */
int stop_close(int stop);

/* The exit code after a signal is this plus its number. */
enum { STOP_EXIT = 128 };

#endif
