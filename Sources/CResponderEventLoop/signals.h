// The signals that a loop waits for. Only one loop of a process may, since a signal comes to the process.
#ifndef SIGNALS_H
#define SIGNALS_H

#include <stdbool.h>
#include <stdint.h>

/// Has the signal counted, and `wake`, an eventfd, written when it comes. Each success wants a rel_signal_leave. False
/// with errno set where it cannot be caught, or where the signals of another eventfd are counted (EBUSY).
bool rel_signal_take(int number, int wake);
/// Once as often as it was taken, the signal does again what it did before; nothing is written any more for it.
void rel_signal_leave(int number);
/// The signals that came since the last call, a bit for each, number 1 in the lowest.
uint64_t rel_signals_that_came(void);
/// How often a signal came since the last call.
uint64_t rel_signal_count(int number);

#endif
