// libev's timers, in its heap with four children for each node.
#ifdef BENCH_WITH_LIBEV

#include "loops.h"

#include <ev.h>

#define PEER(name) libev_##name
#define PEER_LOOP BENCH_LIBEV

typedef struct ev_loop peer_loop;
typedef ev_timer peer_timer;
typedef ev_tstamp peer_delay;

static inline peer_delay peer_delay_of(int64_t nanoseconds) { return (double)nanoseconds / 1e9; }

static inline peer_loop *peer_loop_create(void) { return ev_loop_new(EVFLAG_NOENV | EVBACKEND_EPOLL); }

static inline void peer_loop_destroy(peer_loop *loop) { ev_loop_destroy(loop); }

static void on_timer(peer_loop *loop, peer_timer *timer, int events) {
    (void)loop, (void)events;
    ++*(uint64_t *)timer->data;
}

static inline void peer_init(peer_loop *loop, peer_timer *timer, uint64_t *fired) {
    (void)loop;
    ev_timer_init(timer, on_timer, 0., 0.);
    timer->data = fired;
}

static inline void peer_now(peer_loop *loop) { ev_now_update(loop); }

static inline void peer_add(peer_loop *loop, peer_timer *timer, const peer_delay *delay) {
    ev_timer_set(timer, *delay, 0.);
    ev_timer_start(loop, timer);
}

// libev's manual recommends this way for a timeout that is pushed back: the deadline changes in place. Afterwards the
// timer is a one-shot again.
static inline void peer_rearm(peer_loop *loop, peer_timer *timer, const peer_delay *delay) {
    timer->repeat = *delay;
    ev_timer_again(loop, timer);
    timer->repeat = 0.;
}

static inline void peer_cancel(peer_loop *loop, peer_timer *timer) { ev_timer_stop(loop, timer); }

static inline void peer_run(peer_loop *loop) { ev_run(loop, EVRUN_NOWAIT); }

#include "timers_job.h"

#endif
