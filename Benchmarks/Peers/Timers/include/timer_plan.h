// Which timers are chosen and which deadlines they get, batch by batch: the same for all subjects of a workload, in
// responder-bench and in its peers.
//
// Deadlines lie between one hour and two from the time they are set, so that none passes during the benchmark; only the
// deadlines of timers that must fire are near.
#ifndef BENCH_TIMER_PLAN_H
#define BENCH_TIMER_PLAN_H

#include <stddef.h>
#include <stdint.h>
#include <time.h>

/// The operation that is timed; the rest of the job is untimed.
enum {
    BENCH_TIMERS_ADD,     // the chosen timers, cancelled before, are armed again
    BENCH_TIMERS_CANCEL,  // the chosen timers are cancelled; armed again afterwards, untimed
    BENCH_TIMERS_REARM,   // the chosen timers get another deadline
    BENCH_TIMERS_FIRE,    // the chosen timers, due by now, fire; armed again afterwards, untimed
};

/// A batch: the chosen timers, and their delays from now on, in nanoseconds.
typedef struct {
    const uint32_t *chosen;
    const int64_t *delays;
    /// For BENCH_TIMERS_FIRE: the deadlines that pass.
    const int64_t *soon;
    size_t count;
} bench_timers_plan;

typedef struct timer_plan timer_plan;

/// The plan of an operation on some of `armed` timers.
///
/// `operations` is how many operations a run has: too few would measure the processor's warming up. A run that fires
/// timers has a quarter of that number, since it waits for their deadlines. A thousand timers, or a tenth of all,
/// must divide `armed`.
timer_plan *timer_plan_create(int operation, size_t armed, size_t operations);
void timer_plan_destroy(timer_plan *plan);
/// How many timers a batch has.
size_t timer_plan_batch_size(const timer_plan *plan);
/// How many batches a run has.
size_t timer_plan_batches(const timer_plan *plan);
/// The first delays of all timers.
const int64_t *timer_plan_delays(const timer_plan *plan);
/// The batch of that number, which holds until the next call.
bench_timers_plan timer_plan_batch(timer_plan *plan, size_t number);

/// Lets time pass until each of the batch's `soon` has come, by the coarse clock too, which is milliseconds behind.
void bench_timers_await(const bench_timers_plan *plan);

/// Nanoseconds of the monotonic clock.
static inline int64_t bench_timers_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

#endif
