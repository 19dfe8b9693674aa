// The terminal of the demo: what signal handlers must reach, and so must be C and static. One terminal a process.
#ifndef RESPONDER_TERMINAL_H
#define RESPONDER_TERMINAL_H

#include <stdbool.h>

/// Notes how the terminal is now, and the text that undoes what is written in it. Returns false with errno set where
/// `input` is no terminal, or the text is too long.
bool rtm_open(int input, int output, const char *leave);
/// Sets raw mode. May be called again, as after a suspension. Returns false with errno set when the terminal is gone.
/// In a background job it stops the process, as the kernel has it, until the job is in front again.
bool rtm_enter(void);
/// Leaves the terminal as rtm_open found it; does nothing when that is done already. Where nobody reads the terminal
/// its attributes are restored and, after a moment, no more. Async-signal-safe.
void rtm_leave(void);
/// Writes to the terminal what that takes at once; never blocks. Returns how many of the bytes, or -1 with errno set
/// when it is gone. Async-signal-safe.
long rtm_write(const char *bytes, unsigned long count);
/// Writes all of `bytes`, unless nobody reads them within a moment. Async-signal-safe.
void rtm_write_last(const char *bytes, unsigned long count);
/// The descriptor that is ready for writing when the terminal takes more.
int rtm_output(void);
/// The terminal's size in cells; false where it does not say.
bool rtm_size(int *columns, int *rows);

/// From now on a crash, SIGHUP and SIGQUIT leave the terminal first, and then do what they do by default.
void rtm_guard_crashes(void);
/// From now on the second of SIGINT and SIGTERM leaves the terminal before it does what it did until now. The library's
/// handler, which ends the process there and then, must have been installed before.
void rtm_guard_termination(void);

/// From now on SIGWINCH, SIGTSTP and SIGCONT write their number, one byte, to a pipe. Returns its end for reading, which
/// does not block; -1 with errno set when there is none to be had.
int rtm_watch_signals(void);
/// Stops this process, or with `whole_job` its process group as the terminal's suspend key would; returns when it goes
/// on. A job that nobody could continue is not stopped by the key, but is by itself.
void rtm_stop(bool whole_job);

#endif
