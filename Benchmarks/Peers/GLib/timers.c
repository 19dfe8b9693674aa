// GLib's timers: a source each, which is freed when it has fired or is destroyed.
#include "jobs.h"

#include <stdlib.h>

typedef GMainContext lib_loop;
typedef struct {
    GSource *source;
    uint64_t *fired;
} lib_timer;
typedef int64_t lib_delay;  // microseconds

static inline lib_delay lib_delay_of(int64_t nanoseconds) { return nanoseconds / 1000; }

static inline lib_loop *lib_loop_create(void) { return g_main_context_default(); }

static gboolean on_timer(gpointer fired) {
    ++*(uint64_t *)fired;
    return G_SOURCE_REMOVE;
}

static inline void lib_init(lib_loop *loop, lib_timer *timer, uint64_t *fired) {
    (void)loop;
    timer->fired = fired;
}

static int64_t now;

// Once a batch, as the other subjects read the time; g_timeout_source_new reads it by itself.
static inline void lib_now(lib_loop *loop) {
    (void)loop;
    now = g_get_monotonic_time();
}

// What g_timeout_add does, but that returns the source's number, and a look-up would be needed to push it back.
// https://docs.gtk.org/glib/func.timeout_source_new.html
static inline void lib_add(lib_loop *loop, lib_timer *timer, const lib_delay *delay) {
    timer->source = g_timeout_source_new((guint)(*delay / 1000));
    g_source_set_callback(timer->source, on_timer, timer->fired, NULL);
    g_source_attach(timer->source, loop);
    // The context owns the source.
    g_source_unref(timer->source);
}

// "Sets a GSource to be dispatched when the given monotonic time is reached"
// https://docs.gtk.org/glib/method.Source.set_ready_time.html
static inline void lib_rearm(lib_loop *loop, lib_timer *timer, const lib_delay *delay) {
    (void)loop;
    g_source_set_ready_time(timer->source, now + *delay);
}

static inline void lib_cancel(lib_loop *loop, lib_timer *timer) {
    (void)loop;
    g_source_destroy(timer->source);
}

static inline void lib_run(lib_loop *loop) { g_main_context_iteration(loop, FALSE); }

#include "timers_job.h"

// timers/lateness-1ms: https://docs.gtk.org/glib/func.timeout_add.html
static struct {
    GMainLoop *loop;
    double *lateness;
    size_t fired, count;
    int64_t deadline;
} late;

static gboolean on_late(gpointer context);

static void arm(void) {
    late.deadline = peer_now() + 1000000;
    g_timeout_add(1, on_late, NULL);
}

static gboolean on_late(gpointer context) {
    (void)context;
    late.lateness[late.fired++] = (double)(peer_now() - late.deadline) / 1000;
    if (late.fired < late.count) arm(); else g_main_loop_quit(late.loop);
    return G_SOURCE_REMOVE;
}

void run_lateness(peer_run *run, void *context) {
    (void)context;
    late.loop = g_main_loop_new(NULL, FALSE);
    late.fired = 0;
    late.count = peer_count(run, 200);
    late.lateness = calloc(late.count, sizeof *late.lateness);
    arm();
    g_main_loop_run(late.loop);
    peer_expect(run, late.count, late.fired);
    peer_sample(run, "p50", "us", peer_quantile(late.lateness, late.count, 0.5));
    peer_sample(run, "p99", "us", peer_quantile(late.lateness, late.count, 0.99));
    free(late.lateness);
    g_main_loop_unref(late.loop);
}
