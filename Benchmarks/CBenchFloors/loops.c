// Chooses the loop that does a job.
#include "loops.h"

#include <time.h>
#include <unistd.h>

int64_t bench_sources(int loop, size_t count, size_t rounds) {
    return loop == BENCH_EPOLL ? epoll_sources(count, rounds) : libevent_sources(count, rounds);
}

// In libevent, posts and sources are alike: events that are made active.
int64_t bench_posts(int loop, size_t count, size_t rounds) {
    return loop == BENCH_EPOLL ? queue_posts(count, rounds) : libevent_sources(count, rounds);
}

int64_t bench_turns(int loop, size_t count) {
    return loop == BENCH_EPOLL ? epoll_turns(count) : libevent_turns(count);
}

int64_t bench_descriptors(int loop, const int *pipes, size_t pipe_count, size_t active, size_t count) {
    return loop == BENCH_EPOLL ? epoll_descriptors(pipes, pipe_count, active, count)
                               : libevent_descriptors(pipes, pipe_count, active, count);
}

bool write_to_active(const int *pipes, size_t pipe_count, size_t active) {
    char byte = 0;
    bool good = true;
    for (size_t index = 0; good && index < active; index++)
        good = write(pipes[2 * (index * pipe_count / active) + 1], &byte, 1) == 1;
    return good;
}

bool bench_has_libev(void) {
#ifdef BENCH_WITH_LIBEV
    return true;
#else
    return false;
#endif
}

// Without libev, all timers are libevent's.
#ifdef BENCH_WITH_LIBEV
#define WHOSE(timers, call) ((timers)->loop == BENCH_LIBEV ? libev_##call : libevent_##call)
#else
#define WHOSE(timers, call) (libevent_##call)
#endif

bench_timers *bench_timers_create(int loop, size_t count, const int64_t *delays) {
    bench_timers whose = {loop};
    if (loop == BENCH_EPOLL || (loop == BENCH_LIBEV && !bench_has_libev())) return NULL;
    return WHOSE(&whose, timers_create(count, delays));
}

void bench_timers_destroy(bench_timers *timers) { WHOSE(timers, timers_destroy(timers)); }

int64_t bench_timers_measure(bench_timers *timers, int operation, const bench_timers_plan *plan) {
    return WHOSE(timers, timers_measure(timers, operation, plan));
}

size_t bench_timers_verify(bench_timers *timers, const bench_timers_plan *plan) {
    return WHOSE(timers, timers_verify(timers, plan));
}

void bench_timers_await(const bench_timers_plan *plan) {
    int64_t latest = 0;
    for (size_t index = 0; index < plan->count; index++)
        if (plan->soon[index] > latest) latest = plan->soon[index];
    int64_t end = bench_now() + latest + 10000000;
    while (bench_now() < end) {}
    // libevent reads the coarse clock, which stands still while a virtual machine's host delivers no timer ticks.
    struct timespec coarse;
    do clock_gettime(CLOCK_MONOTONIC_COARSE, &coarse);
    while (coarse.tv_sec * INT64_C(1000000000) + coarse.tv_nsec < end);
}
