// The signals of the demo. The library handles SIGINT and SIGTERM; its handlers are only wrapped here.
#include "responder_terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

// The handler of crashes has a stack of its own, since the crash may be a stack overflow.
static char crash_stack[1 << 16];
static int pipe_descriptor = -1;
static volatile sig_atomic_t was_continued;
// Atomic, since the two signals may come on two threads at once.
static atomic_bool termination_came;
static const int termination_signals[] = {SIGINT, SIGTERM};
static void (*former_termination[2])(int);

static void on_crash(int number) {
    rtm_leave();
    struct sigaction action = {.sa_handler = SIG_DFL};
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
    // The signal is blocked until this handler returns, and then has its default effect.
    raise(number);
}

void rtm_guard_crashes(void) {
    static const int signals[] = {SIGSEGV, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGHUP, SIGQUIT};
    stack_t stack = {.ss_sp = crash_stack, .ss_size = sizeof crash_stack};
    stack_t current;
    // An alternate stack that is there already, such as a sanitizer's, is kept.
    if (sigaltstack(NULL, &current) == 0 && (current.ss_flags & SS_DISABLE) != 0) sigaltstack(&stack, NULL);
    for (size_t index = 0; index < COUNT(signals); index++) {
        struct sigaction former;
        if (sigaction(signals[index], NULL, &former) != 0 || former.sa_handler == SIG_IGN) continue;
        struct sigaction action = {.sa_handler = on_crash, .sa_flags = SA_ONSTACK};
        sigfillset(&action.sa_mask);
        sigaction(signals[index], &action, NULL);
    }
}

static void on_termination(int number) {
    // The first signal ends the app in order, which leaves the terminal too; the second ends the process at once.
    if (atomic_exchange(&termination_came, true)) rtm_leave();
    for (size_t index = 0; index < COUNT(termination_signals); index++) {
        if (termination_signals[index] == number) former_termination[index](number);
    }
}

void rtm_guard_termination(void) {
    for (size_t index = 0; index < COUNT(termination_signals); index++) {
        struct sigaction action;
        if (sigaction(termination_signals[index], NULL, &action) != 0) continue;
        if (action.sa_handler == SIG_IGN || action.sa_handler == SIG_DFL || action.sa_flags & SA_SIGINFO) continue;
        former_termination[index] = action.sa_handler;
        action.sa_handler = on_termination;
        sigaction(termination_signals[index], &action, NULL);
    }
}

static void on_signal(int number) {
    int error = errno;
    if (number == SIGCONT) was_continued = 1;
    char byte = (char)number;
    // The byte is lost where the pipe is full: the loop then has enough signals to read.
    ssize_t written = write(pipe_descriptor, &byte, 1);
    (void)written;
    errno = error;
}

int rtm_watch_signals(void) {
    static const int signals[] = {SIGWINCH, SIGTSTP, SIGCONT};
    int ends[2];
    if (pipe(ends) != 0) return -1;
    for (size_t index = 0; index < 2; index++) {
        fcntl(ends[index], F_SETFD, FD_CLOEXEC);
        fcntl(ends[index], F_SETFL, O_NONBLOCK);
    }
    pipe_descriptor = ends[1];
    for (size_t index = 0; index < COUNT(signals); index++) {
        struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
        sigfillset(&action.sa_mask);
        sigaction(signals[index], &action, NULL);
    }
    return ends[0];
}

void rtm_stop(bool whole_job) {
    struct sigaction action = {.sa_handler = SIG_DFL}, former;
    sigemptyset(&action.sa_mask);
    sigaction(SIGTSTP, &action, &former);
    was_continued = 0;
    if (whole_job) {
        kill(0, SIGTSTP);
    } else {
        raise(SIGTSTP);
        // The kernel drops SIGTSTP for an orphaned process group; a process that was sent SIGTSTP must still stop.
        if (!was_continued) raise(SIGSTOP);
    }
    sigaction(SIGTSTP, &former, NULL);
}
