#include "process/process.h"

#include <signal.h>

const char *process_signal_name(int signal)
{
    static const char names[][7] = {
        [SIGHUP] = "HUP",   [SIGINT] = "INT",   [SIGQUIT] = "QUIT", [SIGILL] = "ILL",       [SIGTRAP] = "TRAP",
        [SIGABRT] = "ABRT", [SIGBUS] = "BUS",   [SIGFPE] = "FPE",   [SIGKILL] = "KILL",     [SIGUSR1] = "USR1",
        [SIGSEGV] = "SEGV", [SIGUSR2] = "USR2", [SIGPIPE] = "PIPE", [SIGALRM] = "ALRM",     [SIGTERM] = "TERM",
        [SIGXCPU] = "XCPU", [SIGXFSZ] = "XFSZ", [SIGSYS] = "SYS",   [SIGVTALRM] = "VTALRM", [SIGPROF] = "PROF",
    };
    const int known = (int)(sizeof names / sizeof *names);
    return signal > 0 && signal < known && *names[signal] ? names[signal] : NULL;
}
