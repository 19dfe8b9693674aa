// libuv's timers. They count in milliseconds, from the time that the loop has noted.
// https://docs.libuv.org/en/v1.x/timer.html
#include "jobs.h"

#include <stdlib.h>

typedef uv_loop_t lib_loop;
typedef uv_timer_t lib_timer;
typedef uint64_t lib_delay;

static inline lib_delay lib_delay_of(int64_t nanoseconds) { return (uint64_t)nanoseconds / 1000000; }

static inline lib_loop *lib_loop_create(void) {
    uv_loop_t *loop = malloc(sizeof *loop);
    return uv_loop_init(loop) == 0 ? loop : NULL;
}

static void on_timer(uv_timer_t *timer) { ++*(uint64_t *)timer->data; }

static inline void lib_init(lib_loop *loop, lib_timer *timer, uint64_t *fired) {
    uv_timer_init(loop, timer);
    timer->data = fired;
}

static inline void lib_now(lib_loop *loop) { uv_update_time(loop); }

static inline void lib_add(lib_loop *loop, lib_timer *timer, const lib_delay *delay) {
    (void)loop;
    uv_timer_start(timer, on_timer, *delay, 0);
}

// The documentation of uv_timer_start: a timer that is active is reset. uv_timer_again needs a repeat value, and has
// the same cost, since it stops and starts the timer too.
static inline void lib_rearm(lib_loop *loop, lib_timer *timer, const lib_delay *delay) {
    (void)loop;
    uv_timer_start(timer, on_timer, *delay, 0);
}

static inline void lib_cancel(lib_loop *loop, lib_timer *timer) {
    (void)loop;
    uv_timer_stop(timer);
}

static inline void lib_run(lib_loop *loop) { uv_run(loop, UV_RUN_NOWAIT); }

#include "timers_job.h"

// timers/lateness-1ms: a timer that is started again when it has fired.
static struct {
    double *lateness;
    size_t fired, count;
    int64_t deadline;
} late;

static void on_late(uv_timer_t *timer);

static void arm(uv_timer_t *timer) {
    uv_update_time(timer->loop);
    late.deadline = peer_now() + 1000000;
    uv_timer_start(timer, on_late, 1, 0);
}

static void on_late(uv_timer_t *timer) {
    late.lateness[late.fired++] = (double)(peer_now() - late.deadline) / 1000;
    if (late.fired < late.count) arm(timer);
}

void run_lateness(peer_run *run, void *context) {
    (void)context;
    static uv_loop_t loop;
    static uv_timer_t timer;
    static bool is_made;
    if (!is_made) {
        if (uv_loop_init(&loop) != 0) return peer_fail(run, "uv_loop_init");
        uv_timer_init(&loop, &timer);
        is_made = true;
    }
    late.fired = 0;
    late.count = peer_count(run, 200);
    late.lateness = calloc(late.count, sizeof *late.lateness);
    arm(&timer);
    uv_run(&loop, UV_RUN_DEFAULT);
    peer_expect(run, late.count, late.fired);
    peer_sample(run, "p50", "us", peer_quantile(late.lateness, late.count, 0.5));
    peer_sample(run, "p99", "us", peer_quantile(late.lateness, late.count, 0.99));
    free(late.lateness);
}
