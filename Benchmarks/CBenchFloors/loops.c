// Chooses the loop that does a job.
#include "loops.h"

#include <event2/event.h>
#include <unistd.h>

const char *bench_compiler(void) { return __VERSION__; }

const char *bench_libevent_version(void) { return event_get_version(); }

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
