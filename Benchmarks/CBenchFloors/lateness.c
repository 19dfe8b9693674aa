// How late a timer of a millisecond fires: with epoll and a timerfd, and with libevent's precise timers, which are a
// timerfd too. Without precise timers libevent waits in whole milliseconds, by a clock that is four milliseconds
// behind.
#include "loops.h"

#include <event2/event.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <unistd.h>

enum { MILLISECOND = 1000000 };

static bool epoll_lateness(int64_t *latencies, size_t count) {
    int epoll = epoll_create1(EPOLL_CLOEXEC), timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
    struct epoll_event event = {.events = EPOLLIN};
    bool good = epoll >= 0 && timer >= 0 && epoll_ctl(epoll, EPOLL_CTL_ADD, timer, &event) == 0;
    for (size_t index = 0; good && index < count; index++) {
        int64_t deadline = bench_now() + MILLISECOND;
        struct itimerspec setting = {.it_value = {deadline / 1000000000, deadline % 1000000000}};
        uint64_t expirations;
        good = timerfd_settime(timer, TFD_TIMER_ABSTIME, &setting, NULL) == 0 && epoll_wait(epoll, &event, 1, -1) == 1
            && read(timer, &expirations, sizeof expirations) == sizeof expirations;
        latencies[index] = bench_now() - deadline;
    }
    if (timer >= 0) close(timer);
    if (epoll >= 0) close(epoll);
    return good;
}

typedef struct {
    struct event *event;
    struct event_base *base;
    int64_t *latencies, deadline;
    size_t taken, count;
} lateness_run;

static void arm(lateness_run *run) {
    struct timeval delay = {0, MILLISECOND / 1000};
    run->deadline = bench_now() + MILLISECOND;
    event_add(run->event, &delay);
}

static void on_timer(evutil_socket_t descriptor, short events, void *context) {
    (void)descriptor, (void)events;
    lateness_run *run = context;
    run->latencies[run->taken++] = bench_now() - run->deadline;
    if (run->taken < run->count) arm(run);
}

static bool libevent_lateness(int64_t *latencies, size_t count) {
    struct event_config *config = event_config_new();
    if (config == NULL) return false;
    event_config_set_flag(
        config,
        EVENT_BASE_FLAG_NOLOCK | EVENT_BASE_FLAG_NO_CACHE_TIME | EVENT_BASE_FLAG_IGNORE_ENV
            | EVENT_BASE_FLAG_PRECISE_TIMER
    );
    lateness_run run = {.base = event_base_new_with_config(config), .latencies = latencies, .count = count};
    event_config_free(config);
    if (run.base == NULL) return false;
    run.event = event_new(run.base, -1, 0, on_timer, &run);
    arm(&run);
    event_base_loop(run.base, 0);
    event_free(run.event);
    event_base_free(run.base);
    return run.taken == count;
}

bool bench_lateness(int loop, int64_t *latencies, size_t count) {
    return loop == BENCH_EPOLL ? epoll_lateness(latencies, count) : libevent_lateness(latencies, count);
}
