// The jobs of the peer SDL, each in the file of its idea.
#ifndef SDL_JOBS_H
#define SDL_JOBS_H

#include "peer.h"

/// dispatch/sequence-hit
void run_sequence(peer_run *run, void *context);
/// port/threads and port/one-way-1khz
extern const peer_job threads_jobs[2];
/// timers/lateness-1ms
void run_lateness(peer_run *run, void *context);

#endif
