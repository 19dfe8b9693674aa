// The rows fds/1000-1 and fds/1000-100: pipes that are watched, some of which hold a byte. Whoever reads a byte writes
// one to the next pipe.
#ifndef PEERS_PIPES_H
#define PEERS_PIPES_H

#include "peer.h"

#include <unistd.h>

enum { PIPE_COUNT = 1000 };

/// A run of `goal` events.
typedef struct {
    /// The read end and the write end of each pipe.
    int (*ends)[2];
    size_t performed, written, goal;
    bool good;
} pipes;

/// The pipes, opened once; NULL, and a run that has failed, when the system refuses.
pipes *pipes_open(peer_run *run);
/// Begins a run: a byte goes into `active` pipes, spread over all of them.
void pipes_start(pipes *pipes, size_t active, size_t goal);
/// Reports the time of the run, or that it failed.
void pipes_report(peer_run *run, const pipes *pipes, int64_t nanoseconds);

/// Counts a byte that was read, and writes one to the next pipe; returns whether that was the last event, or failed.
static inline bool pipes_forward(pipes *pipes, size_t index) {
    char byte = 0;
    pipes->performed++;
    if (pipes->written++ < pipes->goal) {
        pipes->good = pipes->good && write(pipes->ends[(index + 1) % PIPE_COUNT][1], &byte, 1) == 1;
    }
    return pipes->performed == pipes->goal || !pipes->good;
}

/// Reads a byte, and does the same.
static inline bool pipes_pass(pipes *pipes, size_t index) {
    char byte;
    pipes->good = pipes->good && read(pipes->ends[index][0], &byte, 1) == 1;
    return pipes_forward(pipes, index);
}

#endif
