// The rows timers/add-1000, … of a peer in C, whose timers.c has the library's timers by way of timers_job.h.
#ifndef PEERS_TIMER_ROWS_H
#define PEERS_TIMER_ROWS_H

#include "peer.h"
#include "timer_plan.h"

typedef struct bench_timers bench_timers;

/// An operation on some of `armed` timers; the rest is made by the first run, and stays.
typedef struct {
    int operation;
    size_t armed;
    timer_plan *plan;
    bench_timers *timers;
    size_t next;
} timer_row;

extern timer_row timer_rows[12];

/// Does the operation of a `timer_row`, and checks the timers of the last batch.
void run_timer_row(peer_run *run, void *row);

/// The jobs of all rows.
#define TIMER_JOBS \
    {"timers/add-1000", run_timer_row, &timer_rows[0]}, \
    {"timers/cancel-1000", run_timer_row, &timer_rows[1]}, \
    {"timers/rearm-1000", run_timer_row, &timer_rows[2]}, \
    {"timers/fire-1000", run_timer_row, &timer_rows[3]}, \
    {"timers/add-100000", run_timer_row, &timer_rows[4]}, \
    {"timers/cancel-100000", run_timer_row, &timer_rows[5]}, \
    {"timers/rearm-100000", run_timer_row, &timer_rows[6]}, \
    {"timers/fire-100000", run_timer_row, &timer_rows[7]}, \
    {"timers/add-1000000", run_timer_row, &timer_rows[8]}, \
    {"timers/cancel-1000000", run_timer_row, &timer_rows[9]}, \
    {"timers/rearm-1000000", run_timer_row, &timer_rows[10]}, \
    {"timers/fire-1000000", run_timer_row, &timer_rows[11]}

#endif
