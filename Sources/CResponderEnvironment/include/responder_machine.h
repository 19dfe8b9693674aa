// What the kernel reports of the machine: its wall clock, and its devices.
#pragma once

#include <stdbool.h>

/// A descriptor that is readable when the wall clock reaches the time of `rse_alarm_set`, or is set; does not block.
/// Returns -1 and sets errno on failure.
int rse_alarm_create(void);

/// Has the alarm go off at a time of the wall clock, in seconds since 1970. Returns -1 and sets errno on failure;
/// ECANCELED means that the alarm is set, and that the clock was set meanwhile.
int rse_alarm_set(int alarm, long long seconds);

/// Takes what an alarm has to tell: it went off, or the clock was set. False where it was neither.
bool rse_alarm_take(int alarm);

/// A socket that is readable when a device of the machine has changed (netlink(7)); does not block. Returns -1 and sets
/// errno on failure.
int rse_uevents_open(void);

/// Takes a message of such a socket: 1 where it is of the kernel and names the subsystem, or where messages were lost;
/// 0 for any other message; -1 where there is none.
int rse_uevents_take(int socket, const char *subsystem);
