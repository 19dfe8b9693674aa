// What runs on the loop's own thread. Sections are those of the manual, ev(3).
#include "jobs.h"
#include "pipes.h"

#include <stdlib.h>

// loop/post: "ev_feed_event: Feeds the given event set into the event loop, as if the specified event had happened for
// the specified watcher", which need not be started. Section "GENERIC WATCHER FUNCTIONS".
enum { POSTS = 1000 };

static struct {
    size_t performed, sum;
} totals;

static void on_post(struct ev_loop *loop, ev_prepare *watcher, int events) {
    (void)loop, (void)events;
    totals.performed++;
    totals.sum += (size_t)watcher->data;
}

static struct ev_loop *create_loop(void) { return ev_loop_new(EVFLAG_NOENV | EVBACKEND_EPOLL); }

void run_post(peer_run *run, void *context) {
    (void)context;
    static struct ev_loop *loop;
    static ev_prepare posts[POSTS];
    size_t rounds = peer_count(run, 40);
    if (loop == NULL) {
        loop = create_loop();
        if (loop == NULL) return peer_fail(run, "ev_loop_new");
        for (size_t index = 0; index < POSTS; index++) {
            ev_prepare_init(&posts[index], on_post);
            posts[index].data = (void *)index;
        }
    }
    totals.performed = totals.sum = 0;
    int64_t start = peer_now();
    for (size_t round = 0; round < rounds; round++) {
        for (size_t index = 0; index < POSTS; index++) ev_feed_event(loop, &posts[index], EV_CUSTOM);
        ev_run(loop, EVRUN_NOWAIT);
    }
    int64_t elapsed = peer_now() - start;
    peer_expect(run, POSTS * rounds, totals.performed);
    peer_expect(run, rounds * (POSTS * (POSTS - 1) / 2), totals.sum);
    peer_time(run, "ns/post", elapsed, POSTS * rounds);
}

// loop/turn: an idle watcher, which is called in each iteration in which nothing else is; the loop then polls without
// waiting. Section "ev_idle - when you've got nothing better to do...".
static size_t turns_left;

static void on_turn(struct ev_loop *loop, ev_idle *idle, int events) {
    (void)events;
    if (--turns_left == 0) ev_idle_stop(loop, idle);
}

void run_turn(peer_run *run, void *context) {
    (void)context;
    static struct ev_loop *loop;
    static ev_idle idle;
    if (loop == NULL) {
        loop = create_loop();
        if (loop == NULL) return peer_fail(run, "ev_loop_new");
        ev_idle_init(&idle, on_turn);
    }
    size_t count = peer_count(run, 5000);
    turns_left = count;
    ev_idle_start(loop, &idle);
    int64_t start = peer_now();
    ev_run(loop, 0);
    int64_t elapsed = peer_now() - start;
    peer_expect(run, count, count - turns_left);
    peer_time(run, "ns/turn", elapsed, count);
}

// fds/…: a watcher for each descriptor. Section "ev_io - is this file descriptor readable or writable?".
typedef struct {
    ev_io io;
    pipes *pipes;
    size_t index;
} watch;

static void on_pipe(struct ev_loop *loop, ev_io *io, int events) {
    (void)events;
    watch *watch = io->data;
    if (pipes_pass(watch->pipes, watch->index)) ev_break(loop, EVBREAK_ONE);
}

void run_pipes(peer_run *run, void *context) {
    pipes *pipes = pipes_open(run);
    if (pipes == NULL) return;
    struct ev_loop *loop = create_loop();
    if (loop == NULL) return peer_fail(run, "ev_loop_new");
    watch *watches = calloc(PIPE_COUNT, sizeof *watches);
    for (size_t index = 0; index < PIPE_COUNT; index++) {
        watches[index] = (watch){.pipes = pipes, .index = index};
        ev_io_init(&watches[index].io, on_pipe, pipes->ends[index][0], EV_READ);
        watches[index].io.data = &watches[index];
        ev_io_start(loop, &watches[index].io);
    }
    // The loop tells the kernel of the watchers when it first polls. The floor's are known to it before the start.
    ev_run(loop, EVRUN_NOWAIT);
    int64_t start = peer_now();
    pipes_start(pipes, *(size_t *)context, peer_count(run, 5000));
    if (pipes->good) ev_run(loop, 0);
    pipes_report(run, pipes, peer_now() - start);
    for (size_t index = 0; index < PIPE_COUNT; index++) ev_io_stop(loop, &watches[index].io);
    ev_loop_destroy(loop);
    free(watches);
}
