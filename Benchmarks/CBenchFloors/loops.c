// Which loop does a job.
#include "loops.h"

int64_t bench_sources(int loop, size_t count, size_t rounds) {
    return loop == BENCH_EPOLL ? epoll_sources(count, rounds) : libevent_sources(count, rounds);
}

int64_t bench_turns(int loop, size_t count) {
    return loop == BENCH_EPOLL ? epoll_turns(count) : libevent_turns(count);
}

int64_t bench_descriptors(int loop, const int *pipes, size_t pipe_count, size_t count) {
    return loop == BENCH_EPOLL ? epoll_descriptors(pipes, pipe_count, count)
                               : libevent_descriptors(pipes, pipe_count, count);
}
