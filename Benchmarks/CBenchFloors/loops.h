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

#endif
