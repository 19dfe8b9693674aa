// SIGINT and SIGTERM. Not by libevent's signal events, which only record the signal: a loop that is stuck in a callback
// would never read the record. This handler ends a stuck process at the second signal by itself.
#include "responder_event_loop.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

// Atomic, since the two signals may come on two threads at once; and lock-free, as a handler needs.
static atomic_bool came;
static int wake_descriptor = -1;
// The process in which the handler was installed.
static pid_t process;

static void on_termination(int number) {
    // getpid(), since the signal may come to a child before rel_process() counts the fork.
    if (process != getpid()) {
        // A child shares the descriptor, and its signal would end the parent: the signal has its default effect
        // instead.
        signal(number, SIG_DFL);
        raise(number);
        return;
    }
    if (atomic_exchange(&came, true)) _exit(128 + number);
    int error = errno;
    rel_wake(wake_descriptor);
    errno = error;
}

void rel_termination_install(int descriptor) {
    static const int signals[] = {SIGINT, SIGTERM};
    wake_descriptor = descriptor;
    process = getpid();
    for (size_t index = 0; index < 2; index++) {
        struct sigaction former;
        if (sigaction(signals[index], NULL, &former) != 0 || former.sa_handler == SIG_IGN) continue;
        struct sigaction action = {.sa_handler = on_termination, .sa_flags = SA_RESTART};
        sigfillset(&action.sa_mask);
        sigaction(signals[index], &action, NULL);
    }
}
