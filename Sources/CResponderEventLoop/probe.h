// A probe: an epoll set with one descriptor alone, which tells more than libevent does.
//
// libevent reports a hang-up and an error as readiness for reading and writing, and urgent data not at all. So where
// these are to be told apart, libevent watches a probe for reading, and the probe tells what has happened.
#ifndef PROBE_H
#define PROBE_H

/// Makes a probe for a descriptor and a readiness with its trigger; -1 with errno set if the descriptor cannot be
/// watched. REL_HANG_UP and REL_ERROR are told in any case.
int rel_probe_create(int descriptor, int readiness);
/// What has happened since the last look, by a probe for that readiness that was found readable; 0 for nothing.
int rel_probe_look(int probe, int readiness);

#endif
