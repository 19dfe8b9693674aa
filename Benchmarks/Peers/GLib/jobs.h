#ifndef GLIB_JOBS_H
#define GLIB_JOBS_H

#include "peer.h"

#include <glib-object.h>
#include <glib-unix.h>

void run_post(peer_run *run, void *context);
void run_turn(peer_run *run, void *context);
/// The context is a `size_t`, how many of the pipes hold a byte.
void run_pipes(peer_run *run, void *context);
void run_lateness(peer_run *run, void *context);
/// The context is a `size_t`, how many handlers the signal has.
void run_emit(peer_run *run, void *context);
extern const peer_job threads_jobs[2];

#endif
