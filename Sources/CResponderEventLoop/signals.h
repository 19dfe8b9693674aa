// The signals that a loop waits for. Only one loop of a process may wait for signals, since a signal comes to the
// process.
#ifndef SIGNALS_H
#define SIGNALS_H

#include <stdbool.h>
#include <stdint.h>

/// From now on the signal is counted, and writes `wake`, an eventfd. Each success needs a rel_signal_leave. False with
/// errno set if the signal cannot be caught, or if signals are counted for another eventfd (EBUSY).
bool rel_signal_take(int number, int wake);
/// Undoes one rel_signal_take; after the last one, the signal has its former effect again, and no longer writes the
/// eventfd.
void rel_signal_leave(int number);
/// The signals that came since the last call, a bit for each, number 1 in the lowest.
uint64_t rel_signals_that_came(void);
/// How often a signal came since the last call.
uint64_t rel_signal_count(int number);

#endif
