#include "stop.h"

#include <signal.h>
#include <stddef.h>
#include <sys/signalfd.h>
#include <unistd.h>

static sigset_t stop_signals(void)
{
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
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

int stop_close(int stop)
{
    struct signalfd_siginfo info;
    int signal = stop >= 0 && read(stop, &info, sizeof info) == sizeof info ? (int)info.ssi_signo : 0;
    if (stop >= 0) {
        sigset_t signals = stop_signals();
        close(stop);
        sigprocmask(SIG_UNBLOCK, &signals, NULL); /* who asks once more means it */
    }
    return signal;
}
