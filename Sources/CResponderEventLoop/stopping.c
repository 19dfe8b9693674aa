// SIGTSTP and SIGCONT: a process that is asked to stop puts its work in order first. Not by libevent's signal events,
// for the reason that termination.c gives.
#include "responder_event_loop.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

// Whether a SIGTSTP came that has not stopped the process, and after which no SIGCONT came. Atomic, since the signals
// may come on two threads at once; and lock-free, as a handler needs.
static atomic_bool asked;
static int wake_descriptor = -1;
// The process in which the handlers were installed, and how it handles SIGTSTP.
static pid_t process;
static struct sigaction handling;

// Whether SIGTSTP stops this process: the kernel drops it in a process group that no shell continues, such as that of a
// service.
static bool is_under_job_control(void) {
    pid_t parent = getppid();
    return parent != 0 && getpgid(parent) != getpgrp() && getsid(parent) == getsid(0);
}

// Stops the process, and returns when it is continued.
static void stop(void) {
    if (!is_under_job_control()) {
        if (atomic_exchange(&asked, false)) kill(getpid(), SIGSTOP);
        return;
    }
    struct sigaction action = {.sa_handler = SIG_DFL};
    sigset_t stopping, mask;
    sigemptyset(&action.sa_mask);
    sigemptyset(&stopping);
    sigaddset(&stopping, SIGTSTP);
    // The signal is pending before the last look at the request: a SIGCONT before that look takes the request back, and
    // the kernel drops the pending signal at a SIGCONT after it.
    pthread_sigmask(SIG_BLOCK, &stopping, &mask);
    sigaction(SIGTSTP, &action, NULL);
    raise(SIGTSTP);
    if (!atomic_exchange(&asked, false)) {
        // To ignore a signal drops the one that is pending.
        action.sa_handler = SIG_IGN;
        sigaction(SIGTSTP, &action, NULL);
    }
    // The process stops here. The handler may itself have blocked the signal, so the old mask would not do.
    pthread_sigmask(SIG_UNBLOCK, &stopping, NULL);
    sigaction(SIGTSTP, &handling, NULL);
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
}

static void on_stop(int number) {
    // getpid(), since the signal may come to a child before rel_process() counts the fork.
    if (process != getpid()) {
        // A child shares the descriptor, and its signal would stop the parent: the signal has its default effect
        // instead.
        signal(number, SIG_DFL);
        raise(number);
        return;
    }
    int error = errno;
    // At the second signal the first one has not been served: the loop is stuck.
    if (atomic_exchange(&asked, true))
        stop();
    else
        rel_wake(wake_descriptor);
    errno = error;
}

static void on_continue(int number) {
    (void)number;
    atomic_store(&asked, false);
}

void rel_stopping_install(int descriptor) {
    struct sigaction former;
    if (sigaction(SIGTSTP, NULL, &former) != 0 || former.sa_handler == SIG_IGN) return;
    wake_descriptor = descriptor;
    process = getpid();
    struct sigaction action = {.sa_handler = on_continue, .sa_flags = SA_RESTART};
    sigfillset(&action.sa_mask);
    sigaction(SIGCONT, &action, NULL);
    handling = action;
    handling.sa_handler = on_stop;
    sigaction(SIGTSTP, &handling, NULL);
}

bool rel_stopping_is_asked(void) { return atomic_load(&asked); }

void rel_stopping_stop(void) { stop(); }
