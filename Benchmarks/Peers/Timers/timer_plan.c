#include "timer_plan.h"

#include <stdbool.h>
#include <stdlib.h>

static const int64_t hour = 3600 * INT64_C(1000000000);

struct timer_plan {
    int operation;
    size_t armed, batch, batches;
    int64_t *first_delays;
    // All timers in random order, from which each batch takes the next timers. A batch that is pushed back has its
    // timers chosen anew instead.
    uint32_t *order;
    bool *is_chosen;
    // The latest batch.
    uint32_t *chosen;
    int64_t *delays, *soon;
};

// SplitMix64, as ResponderKit's own. Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators",
// OOPSLA 2014.
static uint64_t next_below(uint64_t *state, uint64_t bound) {
    *state += UINT64_C(0x9E3779B97F4A7C15);
    uint64_t mixed = *state;
    mixed = (mixed ^ (mixed >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    mixed = (mixed ^ (mixed >> 27)) * UINT64_C(0x94D049BB133111EB);
    // A remainder, which is fair enough for small bounds.
    return (mixed ^ (mixed >> 31)) % bound;
}

timer_plan *timer_plan_create(int operation, size_t armed, size_t operations) {
    timer_plan *plan = calloc(1, sizeof *plan);
    size_t tenth = armed / 10;
    bool fires = operation == BENCH_TIMERS_FIRE;
    plan->operation = operation;
    plan->armed = armed;
    // At least a thousand fire, and at most a thousand are used otherwise.
    plan->batch = fires ? (tenth > 1000 ? tenth : 1000) : (tenth < 1000 ? tenth : 1000);
    plan->batches = (fires ? operations / 4 : operations) / plan->batch;
    if (plan->batches == 0) plan->batches = 1;

    plan->first_delays = calloc(armed, sizeof *plan->first_delays);
    plan->order = calloc(armed, sizeof *plan->order);
    plan->is_chosen = calloc(armed, sizeof *plan->is_chosen);
    plan->chosen = calloc(plan->batch, sizeof *plan->chosen);
    plan->delays = calloc(plan->batch, sizeof *plan->delays);
    plan->soon = calloc(plan->batch, sizeof *plan->soon);
    uint64_t random = 1;
    for (size_t index = 0; index < armed; index++) {
        plan->first_delays[index] = hour + (int64_t)next_below(&random, (uint64_t)hour);
    }
    for (size_t index = 0; index < armed; index++) plan->order[index] = (uint32_t)index;
    for (size_t index = armed - 1; index > 0; index--) {
        size_t other = next_below(&random, index + 1);
        uint32_t one = plan->order[index];
        plan->order[index] = plan->order[other];
        plan->order[other] = one;
    }
    return plan;
}

void timer_plan_destroy(timer_plan *plan) {
    free(plan->first_delays);
    free(plan->order);
    free(plan->is_chosen);
    free(plan->chosen);
    free(plan->delays);
    free(plan->soon);
    free(plan);
}

size_t timer_plan_batch_size(const timer_plan *plan) { return plan->batch; }

size_t timer_plan_batches(const timer_plan *plan) { return plan->batches; }

const int64_t *timer_plan_delays(const timer_plan *plan) { return plan->first_delays; }

// Random timers, whether chosen before or not: taken in turn, each would be the timer that is due first.
static void choose_anew(timer_plan *plan, size_t number) {
    uint64_t random = number;
    for (size_t count = 0; count < plan->batch;) {
        uint32_t one = (uint32_t)next_below(&random, plan->armed);
        if (plan->is_chosen[one]) continue;
        plan->is_chosen[one] = true;
        plan->chosen[count++] = one;
    }
    for (size_t index = 0; index < plan->batch; index++) plan->is_chosen[plan->chosen[index]] = false;
}

bench_timers_plan timer_plan_batch(timer_plan *plan, size_t number) {
    const uint32_t *chosen = plan->order + number * plan->batch % plan->armed;
    // Different delays for each batch: the processor would learn repeated ones.
    uint64_t random = number, random_soon = ~(uint64_t)number;
    for (size_t index = 0; index < plan->batch; index++) {
        // Each deadline that is pushed back is later than all that were set before, even for libevent, which counts in
        // microseconds and whose clock stands still for milliseconds.
        plan->delays[index] = plan->operation == BENCH_TIMERS_REARM
            ? 2 * hour + 1000 * (int64_t)(number * plan->batch + index)
            : hour + (int64_t)next_below(&random, (uint64_t)hour);
        plan->soon[index] = (int64_t)next_below(&random_soon, 5000000);
    }
    if (plan->operation == BENCH_TIMERS_REARM) {
        choose_anew(plan, number);
        chosen = plan->chosen;
    }
    return (bench_timers_plan){chosen, plan->delays, plan->soon, plan->batch};
}

void bench_timers_await(const bench_timers_plan *plan) {
    int64_t latest = 0;
    for (size_t index = 0; index < plan->count; index++)
        if (plan->soon[index] > latest) latest = plan->soon[index];
    int64_t end = bench_timers_now() + latest + 10000000;
    while (bench_timers_now() < end) {}
    // libevent reads the coarse clock, which stands still while a virtual machine's host delivers no timer ticks.
    struct timespec coarse;
    do clock_gettime(CLOCK_MONOTONIC_COARSE, &coarse);
    while (coarse.tv_sec * INT64_C(1000000000) + coarse.tv_nsec < end);
}
