#include "stop.h"

#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <sys/signalfd.h>
#include <unistd.h>

static sigset_t stop_signals(void)
{
    sigset_t signals;
    struct sigaction hangup;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    if (sigaction(SIGHUP, NULL, &hangup) == 0 && hangup.sa_handler != SIG_IGN) {
        sigaddset(&signals, SIGHUP); /* after nohup, the terminal may go away */
    }
    return signals;
}

int stop_open(void)
{
    sigset_t signals = stop_signals();
    int stop = signalfd(-1, &signals, SFD_NONBLOCK | SFD_CLOEXEC);
    if (stop >= 0) {
        sigprocmask(SIG_BLOCK, &signals, NULL);
    }
    return stop;
}

bool stop_asked(int stop)
{
    struct pollfd ready = {.fd = stop, .events = POLLIN};
    return stop >= 0 && poll(&ready, 1, 0) > 0;
}

int stop_close(int stop)
{
    struct signalfd_siginfo info;
    int signal = stop >= 0 && read(stop, &info, sizeof info) == sizeof info ? (int)info.ssi_signo : 0;
    if (stop >= 0) {
        sigset_t signals = stop_signals();
        close(stop);
        sigprocmask(SIG_UNBLOCK, &signals, NULL); /* a second signal ends the program */
    }
    return signal;
}
