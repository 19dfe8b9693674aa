#ifndef LIBEV_JOBS_H
#define LIBEV_JOBS_H

#include "peer.h"

#include <ev.h>

void run_post(peer_run *run, void *context);
void run_turn(peer_run *run, void *context);
/// The context is a `size_t`, how many of the pipes hold a byte.
void run_pipes(peer_run *run, void *context);
void run_lateness(peer_run *run, void *context);
extern const peer_job threads_jobs[2];

#endif
