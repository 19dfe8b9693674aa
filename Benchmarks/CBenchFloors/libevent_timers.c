// libevent's timers, in its heap, with the clock that libevent chooses by itself.
#include "bench_floors.h"

#include <event2/event.h>
#include <event2/event_struct.h>

typedef struct event_base lib_loop;
typedef struct event lib_timer;
typedef struct timeval lib_delay;

static inline lib_delay lib_delay_of(int64_t nanoseconds) {
    return (struct timeval){nanoseconds / 1000000000, nanoseconds % 1000000000 / 1000};
}

static inline lib_loop *lib_loop_create(void) {
    struct event_config *config = event_config_new();
    if (config == NULL) return NULL;
    event_config_set_flag(config, EVENT_BASE_FLAG_NOLOCK | EVENT_BASE_FLAG_IGNORE_ENV);
    struct event_base *base = event_base_new_with_config(config);
    event_config_free(config);
    return base;
}

static void on_timer(evutil_socket_t descriptor, short events, void *context) {
    (void)descriptor, (void)events;
    ++*(uint64_t *)context;
}

static inline void lib_init(lib_loop *loop, lib_timer *timer, uint64_t *fired) {
    event_assign(timer, loop, -1, 0, on_timer, fired);
}

// Outside of its callbacks libevent reads the clock at each event_add.
static inline void lib_now(lib_loop *loop) { (void)loop; }

static inline void lib_add(lib_loop *loop, lib_timer *timer, const lib_delay *delay) {
    (void)loop;
    event_add(timer, delay);
}

static inline void lib_rearm(lib_loop *loop, lib_timer *timer, const lib_delay *delay) {
    (void)loop;
    event_add(timer, delay);
}

static inline void lib_cancel(lib_loop *loop, lib_timer *timer) {
    (void)loop;
    event_del(timer);
}

static inline void lib_run(lib_loop *loop) { event_base_loop(loop, EVLOOP_NONBLOCK); }

#include "../Peers/Timers/timers_job.h"

void bench_timers_destroy(bench_timers *timers) {
    for (size_t index = 0; index < timers->count; index++) event_del(&timers->timers[index]);
    event_base_free(timers->loop);
    free(timers->timers);
    free(timers->delays);
    free(timers);
}
