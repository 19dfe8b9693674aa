// What runs on the loop's own thread.
#include "jobs.h"
#include "pipes.h"

#include <stdlib.h>

// loop/post: "g_idle_add: Adds a function to be called whenever there are no higher priority events pending"
// https://docs.gtk.org/glib/func.idle_add.html
enum { POSTS = 1000 };

static struct {
    size_t performed, sum;
} totals;

static gboolean on_post(gpointer number) {
    totals.performed++;
    totals.sum += (size_t)number;
    return G_SOURCE_REMOVE;
}

void run_post(peer_run *run, void *context) {
    (void)context;
    size_t rounds = peer_count(run, 40);
    totals.performed = totals.sum = 0;
    int64_t start = peer_now();
    for (size_t round = 0; round < rounds; round++) {
        for (size_t index = 0; index < POSTS; index++) g_idle_add(on_post, (gpointer)index);
        g_main_context_iteration(NULL, FALSE);
    }
    int64_t elapsed = peer_now() - start;
    peer_expect(run, POSTS * rounds, totals.performed);
    peer_expect(run, rounds * (POSTS * (POSTS - 1) / 2), totals.sum);
    peer_time(run, "ns/post", elapsed, POSTS * rounds);
}

// loop/turn: a source that stays, so that each iteration polls without waiting.
// https://docs.gtk.org/glib/func.idle_add.html, G_SOURCE_CONTINUE
static size_t turns_left;

static gboolean on_turn(gpointer loop) {
    if (--turns_left > 0) return G_SOURCE_CONTINUE;
    g_main_loop_quit(loop);
    return G_SOURCE_REMOVE;
}

void run_turn(peer_run *run, void *context) {
    (void)context;
    GMainLoop *loop = g_main_loop_new(NULL, FALSE);
    size_t count = peer_count(run, 5000);
    turns_left = count;
    g_idle_add(on_turn, loop);
    int64_t start = peer_now();
    g_main_loop_run(loop);
    int64_t elapsed = peer_now() - start;
    peer_expect(run, count, count - turns_left);
    peer_time(run, "ns/turn", elapsed, count);
    g_main_loop_unref(loop);
}

// fds/…: a source for each descriptor.
// https://docs.gtk.org/glib-unix/func.fd_add.html
typedef struct {
    GMainLoop *loop;
    pipes *pipes;
    size_t index;
    guint source;
} watch;

static gboolean on_pipe(gint descriptor, GIOCondition condition, gpointer context) {
    (void)descriptor, (void)condition;
    watch *watch = context;
    // After its end the run's other pipes hold no byte: goals are multiples of the active pipes.
    if (pipes_pass(watch->pipes, watch->index)) g_main_loop_quit(watch->loop);
    return G_SOURCE_CONTINUE;
}

void run_pipes(peer_run *run, void *context) {
    pipes *pipes = pipes_open(run);
    if (pipes == NULL) return;
    GMainLoop *loop = g_main_loop_new(NULL, FALSE);
    watch *watches = calloc(PIPE_COUNT, sizeof *watches);
    for (size_t index = 0; index < PIPE_COUNT; index++) {
        watches[index] = (watch){.loop = loop, .pipes = pipes, .index = index};
        watches[index].source = g_unix_fd_add(pipes->ends[index][0], G_IO_IN, on_pipe, &watches[index]);
    }
    int64_t start = peer_now();
    pipes_start(pipes, *(size_t *)context, peer_count(run, 5000));
    if (pipes->good) g_main_loop_run(loop);
    pipes_report(run, pipes, peer_now() - start);
    for (size_t index = 0; index < PIPE_COUNT; index++) g_source_remove(watches[index].source);
    g_main_loop_unref(loop);
    free(watches);
}
