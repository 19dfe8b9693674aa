#include "timer_rows.h"

#include <stdlib.h>

bench_timers *bench_timers_create(size_t count, const int64_t *delays);
int64_t bench_timers_measure(bench_timers *timers, int operation, const bench_timers_plan *plan);
size_t bench_timers_verify(bench_timers *timers, const bench_timers_plan *plan);

timer_row timer_rows[12] = {
    {.operation = BENCH_TIMERS_ADD, .armed = 1000},       {.operation = BENCH_TIMERS_CANCEL, .armed = 1000},
    {.operation = BENCH_TIMERS_REARM, .armed = 1000},     {.operation = BENCH_TIMERS_FIRE, .armed = 1000},
    {.operation = BENCH_TIMERS_ADD, .armed = 100000},     {.operation = BENCH_TIMERS_CANCEL, .armed = 100000},
    {.operation = BENCH_TIMERS_REARM, .armed = 100000},   {.operation = BENCH_TIMERS_FIRE, .armed = 100000},
    {.operation = BENCH_TIMERS_ADD, .armed = 1000000},    {.operation = BENCH_TIMERS_CANCEL, .armed = 1000000},
    {.operation = BENCH_TIMERS_REARM, .armed = 1000000},  {.operation = BENCH_TIMERS_FIRE, .armed = 1000000},
};

void run_timer_row(peer_run *run, void *context) {
    timer_row *row = context;
    if (row->plan == NULL) {
        row->plan = timer_plan_create(row->operation, row->armed, peer_count(run, 40000));
        row->timers = bench_timers_create(row->armed, timer_plan_delays(row->plan));
    }
    if (row->timers == NULL) return peer_fail(run, "the library has no loop to give");
    size_t batches = timer_plan_batches(row->plan);
    double *times = calloc(batches, sizeof *times);
    bench_timers_plan plan = {0};
    for (size_t index = 0; index < batches; index++) {
        plan = timer_plan_batch(row->plan, row->next++);
        int64_t elapsed = bench_timers_measure(row->timers, row->operation, &plan);
        if (elapsed < 0) peer_fail(run, "other timers fired than those that were due");
        times[index] = (double)elapsed / (double)plan.count;
    }
    // Only the timers of the last batch are checked.
    if (row->operation != BENCH_TIMERS_FIRE) {
        peer_expect(run, plan.count - plan.count / 2, bench_timers_verify(row->timers, &plan));
    }
    peer_sample(run, "time", "ns/timer", peer_quantile(times, batches, 0.5));
    free(times);
}
