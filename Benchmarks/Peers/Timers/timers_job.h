// The timers' job, once for each library: included by a file that defines the library's timer, and how a timer is
// armed, cancelled, rearmed and fired. The definitions are static functions and macros, so that the library is called
// directly, not through a pointer.
//
//     lib_loop, lib_timer            the library's types
//     lib_delay lib_delay_of(int64_t nanoseconds)
//     lib_loop *lib_loop_create(void)
//     void lib_init(lib_loop *, lib_timer *, uint64_t *fired); each callout adds 1 to *fired
//     void lib_now(lib_loop *)       updates the time, where the library caches it
//     void lib_add, lib_rearm(lib_loop *, lib_timer *, const lib_delay *)
//     void lib_cancel(lib_loop *, lib_timer *)
//     void lib_run(lib_loop *)       fires the timers that are due, without waiting
#include "include/timer_plan.h"

#include <stdbool.h>
#include <stdlib.h>

typedef struct bench_timers {
    lib_loop *loop;
    lib_timer *timers;
    size_t count;
    uint64_t fired;
    // The plan's delays in the library's own unit, as an app would keep them.
    lib_delay *delays;
    size_t delay_capacity;
} bench_timers;

static const lib_delay *delays_of(bench_timers *timers, const int64_t *nanoseconds, size_t count) {
    if (count > timers->delay_capacity) {
        free(timers->delays);
        timers->delays = calloc(count, sizeof *timers->delays);
        timers->delay_capacity = count;
    }
    for (size_t index = 0; index < count; index++) timers->delays[index] = lib_delay_of(nanoseconds[index]);
    return timers->delays;
}

bench_timers *bench_timers_create(size_t count, const int64_t *delays) {
    bench_timers *timers = calloc(1, sizeof *timers);
    timers->loop = lib_loop_create();
    if (timers->loop == NULL) {
        free(timers);
        return NULL;
    }
    timers->timers = calloc(count, sizeof *timers->timers);
    timers->count = count;
    lib_now(timers->loop);
    for (size_t index = 0; index < count; index++) {
        lib_delay delay = lib_delay_of(delays[index]);
        lib_init(timers->loop, &timers->timers[index], &timers->fired);
        lib_add(timers->loop, &timers->timers[index], &delay);
    }
    return timers;
}

static void add_chosen(bench_timers *timers, const bench_timers_plan *plan, const lib_delay *delays) {
    lib_now(timers->loop);
    for (size_t index = 0; index < plan->count; index++)
        lib_add(timers->loop, &timers->timers[plan->chosen[index]], &delays[index]);
}

static void rearm_chosen(bench_timers *timers, const bench_timers_plan *plan, const lib_delay *delays) {
    lib_now(timers->loop);
    for (size_t index = 0; index < plan->count; index++)
        lib_rearm(timers->loop, &timers->timers[plan->chosen[index]], &delays[index]);
}

static void cancel_chosen(bench_timers *timers, const bench_timers_plan *plan, size_t count) {
    for (size_t index = 0; index < count; index++) lib_cancel(timers->loop, &timers->timers[plan->chosen[index]]);
}

int64_t bench_timers_measure(bench_timers *timers, int operation, const bench_timers_plan *plan) {
    bool fires = operation == BENCH_TIMERS_FIRE;
    const lib_delay *delays = delays_of(timers, fires ? plan->soon : plan->delays, plan->count);
    int64_t start = 0, elapsed = 0;
    timers->fired = 0;
    switch (operation) {
    case BENCH_TIMERS_ADD:
        cancel_chosen(timers, plan, plan->count);
        start = bench_timers_now();
        add_chosen(timers, plan, delays);
        elapsed = bench_timers_now() - start;
        break;
    case BENCH_TIMERS_CANCEL:
        start = bench_timers_now();
        cancel_chosen(timers, plan, plan->count);
        elapsed = bench_timers_now() - start;
        add_chosen(timers, plan, delays);
        break;
    case BENCH_TIMERS_REARM:
        start = bench_timers_now();
        rearm_chosen(timers, plan, delays);
        elapsed = bench_timers_now() - start;
        break;
    case BENCH_TIMERS_FIRE:
        rearm_chosen(timers, plan, delays);
        bench_timers_await(plan);
        start = bench_timers_now();
        lib_run(timers->loop);
        elapsed = bench_timers_now() - start;
        add_chosen(timers, plan, delays_of(timers, plan->delays, plan->count));
        break;
    }
    return timers->fired == (fires ? plan->count : 0) ? elapsed : -1;
}

size_t bench_timers_verify(bench_timers *timers, const bench_timers_plan *plan) {
    timers->fired = 0;
    rearm_chosen(timers, plan, delays_of(timers, plan->soon, plan->count));
    cancel_chosen(timers, plan, plan->count / 2);
    bench_timers_await(plan);
    lib_run(timers->loop);
    add_chosen(timers, plan, delays_of(timers, plan->delays, plan->count));
    return timers->fired;
}
