// libevent's timers, in its heap, with the clock that libevent chooses by itself.
#include "loops.h"

#include <event2/event.h>
#include <event2/event_struct.h>

#define PEER(name) libevent_##name
#define PEER_LOOP BENCH_LIBEVENT

typedef struct event_base peer_loop;
typedef struct event peer_timer;
typedef struct timeval peer_delay;

static inline peer_delay peer_delay_of(int64_t nanoseconds) {
    return (struct timeval){nanoseconds / 1000000000, nanoseconds % 1000000000 / 1000};
}

static inline peer_loop *peer_loop_create(void) {
    struct event_config *config = event_config_new();
    if (config == NULL) return NULL;
    event_config_set_flag(config, EVENT_BASE_FLAG_NOLOCK | EVENT_BASE_FLAG_IGNORE_ENV);
    struct event_base *base = event_base_new_with_config(config);
    event_config_free(config);
    return base;
}

static inline void peer_loop_destroy(peer_loop *loop) { event_base_free(loop); }

static void on_timer(evutil_socket_t descriptor, short events, void *context) {
    (void)descriptor, (void)events;
    ++*(uint64_t *)context;
}

static inline void peer_init(peer_loop *loop, peer_timer *timer, uint64_t *fired) {
    event_assign(timer, loop, -1, 0, on_timer, fired);
}

// Outside of its callbacks libevent reads the clock at each event_add.
static inline void peer_now(peer_loop *loop) { (void)loop; }

static inline void peer_add(peer_loop *loop, peer_timer *timer, const peer_delay *delay) {
    (void)loop;
    event_add(timer, delay);
}

static inline void peer_rearm(peer_loop *loop, peer_timer *timer, const peer_delay *delay) {
    (void)loop;
    event_add(timer, delay);
}

static inline void peer_cancel(peer_loop *loop, peer_timer *timer) {
    (void)loop;
    event_del(timer);
}

static inline void peer_run(peer_loop *loop) { event_base_loop(loop, EVLOOP_NONBLOCK); }

#include "timers_job.h"
