// The protocol between responder-bench and a peer, and its implementation for peers.
//
// A peer is a program that does jobs of the benchmark with another library. responder-bench starts the peer, and both
// exchange lines of text, whose parts are separated by tabs. The peer begins:
//
//     peer      1         NAME      VERSION      the protocol's version; the library's name, as in `Subject`
//     job       WORKLOAD                         a line for each workload that the peer takes part in
//     ready
//
// responder-bench asks for a run, as often as the workload has rounds, and the peer answers with what the run gave:
//
//     run       WORKLOAD  full|quick
//     sample    METRIC    UNIT      VALUE        any number of lines
//     done                                       or: failed  WHAT
//
// The peer ends when its standard input ends. What the library prints goes to the standard error.
#ifndef PEER_H
#define PEER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A run of a job, as long as the job goes on.
typedef struct peer_run peer_run;

/// A job: the workload's name, and what does the workload's job once, with the context.
typedef struct {
    const char *workload;
    void (*run)(peer_run *run, void *context);
    void *context;
} peer_job;

/// Serves responder-bench until the standard input ends; the result is the program's exit status.
int peer_main(const char *name, const char *version, const peer_job *jobs, size_t count);

/// The count of repetitions of a full measurement, or a twentieth of it in a quick one.
size_t peer_count(const peer_run *run, size_t full);
/// Reports a number; the names are those of responder-bench's own contenders.
void peer_sample(peer_run *run, const char *metric, const char *unit, double value);
/// Reports the nanoseconds of `count` repetitions, as the metric `time`; `unit` is as in "ns/timer".
void peer_time(peer_run *run, const char *unit, int64_t nanoseconds, size_t count);
/// Lets the run fail unless the handlers were called as often as there were events.
void peer_expect(peer_run *run, size_t events, size_t handled);
/// Lets the run fail, with the reason in a line.
void peer_fail(peer_run *run, const char *what);

/// Nanoseconds of the monotonic clock.
int64_t peer_now(void);
/// The value below which `part` (0 to 1) of the values lie, interpolated; sorts the values.
double peer_quantile(double *values, size_t count, double part);

#ifdef __cplusplus
}
#endif

#endif
