// The terminal of the demo. Its state is static and in C, since signal handlers use it: one terminal for each process.
#ifndef RESPONDER_TERMINAL_H
#define RESPONDER_TERMINAL_H

#include <stdbool.h>

/// Notes the terminal's modes, and `leave`, the text that rtm_leave writes. Returns false with errno set where `input`
/// is no terminal, or the text is too long.
bool rtm_open(int input, int output, const char *leave);
/// Sets raw mode. May be called again, for example after a suspension. Returns false with errno set when the terminal
/// is gone. In a background job the kernel stops the process in this call, until the job is in the foreground again.
bool rtm_enter(void);
/// Restores the modes that rtm_open found, and writes the leave text; does nothing when that was done already. Gives up
/// the rest of the text where the terminal takes no output for a moment. Async-signal-safe.
void rtm_leave(void);
/// Writes as many bytes as the terminal takes at once; never blocks. Returns the number of bytes written, or -1 with
/// errno set when the terminal is gone. Async-signal-safe.
long rtm_write(const char *bytes, unsigned long count);
/// Writes all of `bytes`; gives up the rest where the terminal takes no output for a moment. Async-signal-safe.
void rtm_write_last(const char *bytes, unsigned long count);
/// The descriptor that becomes writable when the terminal has room.
int rtm_output(void);
/// Gets the terminal's size in cells; returns false where the terminal does not report one.
bool rtm_size(int *columns, int *rows);

/// From now on a crash, SIGHUP and SIGQUIT leave the terminal first, and then have their default effect.
void rtm_guard_crashes(void);
/// From now on a second SIGINT or SIGTERM leaves the terminal before its former handler runs. Must be called after the
/// library has installed that handler, which ends the process at the second signal.
void rtm_guard_termination(void);

/// From now on SIGWINCH, SIGTSTP and SIGCONT write their number, one byte, to a pipe. Returns the pipe's end for
/// reading, which does not block; -1 with errno set where no pipe can be made.
int rtm_watch_signals(void);
/// Stops this process, or with `whole_job` its process group as the terminal's suspend key would; returns when the
/// process is continued. Without `whole_job` the process stops even in an orphaned process group, where the key
/// does nothing.
void rtm_stop(bool whole_job);

#endif
