// A signal handler that replaces libevent's. libevent's handler writes a byte for each signal into a pipe, and libevent
// counts the bytes that it reads in a 16-bit number: the pipe can hold 65,536 signals, and of these libevent would
// report none.
#include "signals.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>

#include "responder_event_loop.h"

enum { LAST = 64 };

// The variables that the handler accesses, on any thread.
static atomic_int wake_descriptor = -1;
static atomic_int under_way;
static _Atomic uint64_t came;
static _Atomic uint64_t counts[LAST + 1];

// For the main actor alone.
static struct sigaction former[LAST + 1];
static unsigned uses[LAST + 1];
static unsigned taken;

static void on_signal(int number) {
    int error = errno;
    atomic_fetch_add(&under_way, 1);
    atomic_fetch_add(&counts[number], 1);
    uint64_t bit = UINT64_C(1) << (number - 1);
    // If the bit was set before, the loop was woken, and has not read the bits since.
    if ((atomic_fetch_or(&came, bit) & bit) == 0) {
        int descriptor = atomic_load(&wake_descriptor);
        if (descriptor >= 0) rel_wake(descriptor);
    }
    atomic_fetch_sub(&under_way, 1);
    errno = error;
}

bool rel_signal_take(int number, int wake) {
    if (number < 1 || number > LAST) {
        errno = EINVAL;
        return false;
    }
    if (taken != 0 && wake != atomic_load(&wake_descriptor)) {
        errno = EBUSY;
        return false;
    }
    if (uses[number] == 0) {
        struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
        sigfillset(&action.sa_mask);
        // First, since the signal may come at once.
        atomic_store(&wake_descriptor, wake);
        if (sigaction(number, &action, &former[number]) != 0) return false;
    }
    uses[number]++;
    taken++;
    return true;
}

// Waits until no handler is about to write the descriptor, which may be closed soon, and its number reused. The wait is
// limited: a handler that another thread was running during a fork never ends in the child.
static void await_handlers(void) {
    for (int tries = 0; atomic_load(&under_way) != 0 && tries < 10000; tries++) sched_yield();
}

void rel_signal_leave(int number) {
    taken--;
    if (--uses[number] != 0) return;
    sigaction(number, &former[number], NULL);
    if (taken == 0) atomic_store(&wake_descriptor, -1);
    await_handlers();
    atomic_store(&counts[number], 0);
    atomic_fetch_and(&came, ~(UINT64_C(1) << (number - 1)));
}

uint64_t rel_signals_that_came(void) { return atomic_exchange(&came, 0); }

uint64_t rel_signal_count(int number) { return atomic_exchange(&counts[number], 0); }
