// The same jobs in two loops. Private to this target.
#ifndef BENCH_LOOPS_H
#define BENCH_LOOPS_H

#include "bench_floors.h"

struct list;

int64_t epoll_sources(size_t count, size_t rounds);
int64_t epoll_turns(size_t count);
int64_t epoll_descriptors(const int *pipes, size_t pipe_count, size_t active, size_t count);

/// The floor of posting uses no loop.
int64_t queue_posts(size_t count, size_t rounds);

int64_t libevent_sources(size_t count, size_t rounds);
int64_t libevent_turns(size_t count);
int64_t libevent_descriptors(const int *pipes, size_t pipe_count, size_t active, size_t count);

bench_timers *libevent_timers_create(size_t count, const int64_t *delays);
void libevent_timers_destroy(bench_timers *timers);
int64_t libevent_timers_measure(bench_timers *timers, int operation, const bench_timers_plan *plan);
size_t libevent_timers_verify(bench_timers *timers, const bench_timers_plan *plan);

bench_timers *libev_timers_create(size_t count, const int64_t *delays);
void libev_timers_destroy(bench_timers *timers);
int64_t libev_timers_measure(bench_timers *timers, int operation, const bench_timers_plan *plan);
size_t libev_timers_verify(bench_timers *timers, const bench_timers_plan *plan);

/// The beginning of each library's timers: the loop that they belong to.
struct bench_timers {
    int loop;
};

#endif
