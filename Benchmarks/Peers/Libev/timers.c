// libev's timers, in its heap with four children for each node.
// Section "ev_timer - relative and optionally repeating timeouts" of the manual, ev(3).
#include "jobs.h"

typedef struct ev_loop lib_loop;
typedef ev_timer lib_timer;
typedef ev_tstamp lib_delay;

static inline lib_delay lib_delay_of(int64_t nanoseconds) { return (double)nanoseconds / 1e9; }

static inline lib_loop *lib_loop_create(void) { return ev_loop_new(EVFLAG_NOENV | EVBACKEND_EPOLL); }

static void on_timer(lib_loop *loop, lib_timer *timer, int events) {
    (void)loop, (void)events;
    ++*(uint64_t *)timer->data;
}

static inline void lib_init(lib_loop *loop, lib_timer *timer, uint64_t *fired) {
    (void)loop;
    ev_timer_init(timer, on_timer, 0., 0.);
    timer->data = fired;
}

static inline void lib_now(lib_loop *loop) { ev_now_update(loop); }

static inline void lib_add(lib_loop *loop, lib_timer *timer, const lib_delay *delay) {
    ev_timer_set(timer, *delay, 0.);
    ev_timer_start(loop, timer);
}

// "Be smart about timeouts" recommends this way for a timeout that is pushed back: the deadline changes in place.
// Afterwards the timer is a one-shot again.
static inline void lib_rearm(lib_loop *loop, lib_timer *timer, const lib_delay *delay) {
    timer->repeat = *delay;
    ev_timer_again(loop, timer);
    timer->repeat = 0.;
}

static inline void lib_cancel(lib_loop *loop, lib_timer *timer) { ev_timer_stop(loop, timer); }

static inline void lib_run(lib_loop *loop) { ev_run(loop, EVRUN_NOWAIT); }

#include "timers_job.h"

// timers/lateness-1ms: a timer that is started again when it has fired.
static struct {
    double *lateness;
    size_t fired, count;
    int64_t deadline;
} late;

static void arm(struct ev_loop *loop, ev_timer *timer) {
    ev_now_update(loop);
    late.deadline = peer_now() + 1000000;
    ev_timer_set(timer, 0.001, 0.);
    ev_timer_start(loop, timer);
}

static void on_late(struct ev_loop *loop, ev_timer *timer, int events) {
    (void)events;
    late.lateness[late.fired++] = (double)(peer_now() - late.deadline) / 1000;
    if (late.fired < late.count) arm(loop, timer);
}

void run_lateness(peer_run *run, void *context) {
    (void)context;
    static struct ev_loop *loop;
    if (loop == NULL) loop = lib_loop_create();
    if (loop == NULL) return peer_fail(run, "ev_loop_new");
    ev_timer timer;
    ev_timer_init(&timer, on_late, 0., 0.);
    late.fired = 0;
    late.count = peer_count(run, 200);
    late.lateness = calloc(late.count, sizeof *late.lateness);
    arm(loop, &timer);
    ev_run(loop, 0);
    peer_expect(run, late.count, late.fired);
    peer_sample(run, "p50", "us", peer_quantile(late.lateness, late.count, 0.5));
    peer_sample(run, "p99", "us", peer_quantile(late.lateness, late.count, 0.99));
    free(late.lateness);
}
