// What runs on the loop's own thread.
#include "jobs.h"
#include "pipes.h"

#include <stdlib.h>

// loop/post: libuv has no function that posts. An idle handle is what runs a callback in the next iteration; it is
// started, and stops itself when it was called.
// https://docs.libuv.org/en/v1.x/idle.html, "Idle handles will run the given callback once per loop iteration"
enum { POSTS = 1000 };

static struct {
    size_t performed, sum;
} totals;

static void on_post(uv_idle_t *idle) {
    totals.performed++;
    totals.sum += (size_t)idle->data;
    uv_idle_stop(idle);
}

void run_post(peer_run *run, void *context) {
    (void)context;
    static uv_loop_t loop;
    static uv_idle_t posts[POSTS];
    static bool is_made;
    size_t rounds = peer_count(run, 40);
    if (!is_made) {
        if (uv_loop_init(&loop) != 0) return peer_fail(run, "uv_loop_init");
        for (size_t index = 0; index < POSTS; index++) {
            uv_idle_init(&loop, &posts[index]);
            posts[index].data = (void *)index;
        }
        is_made = true;
    }
    totals.performed = totals.sum = 0;
    int64_t start = peer_now();
    for (size_t round = 0; round < rounds; round++) {
        for (size_t index = 0; index < POSTS; index++) uv_idle_start(&posts[index], on_post);
        uv_run(&loop, UV_RUN_NOWAIT);
    }
    int64_t elapsed = peer_now() - start;
    peer_expect(run, POSTS * rounds, totals.performed);
    peer_expect(run, rounds * (POSTS * (POSTS - 1) / 2), totals.sum);
    peer_time(run, "ns/post", elapsed, POSTS * rounds);
}

// loop/turn: an idle handle that stays started, so that the loop polls without waiting.
// https://docs.libuv.org/en/v1.x/idle.html
static size_t turns_left;

static void on_turn(uv_idle_t *idle) {
    if (--turns_left == 0) uv_idle_stop(idle);
}

void run_turn(peer_run *run, void *context) {
    (void)context;
    static uv_loop_t loop;
    static uv_idle_t idle;
    static bool is_made;
    if (!is_made) {
        if (uv_loop_init(&loop) != 0) return peer_fail(run, "uv_loop_init");
        uv_idle_init(&loop, &idle);
        is_made = true;
    }
    size_t count = peer_count(run, 5000);
    turns_left = count;
    uv_idle_start(&idle, on_turn);
    int64_t start = peer_now();
    uv_run(&loop, UV_RUN_DEFAULT);
    int64_t elapsed = peer_now() - start;
    peer_expect(run, count, count - turns_left);
    peer_time(run, "ns/turn", elapsed, count);
}

// fds/…: poll handles, libuv's way to watch descriptors that it has not opened.
// https://docs.libuv.org/en/v1.x/poll.html
typedef struct {
    uv_poll_t poll;
    pipes *pipes;
    size_t index;
} watch;

static void on_pipe(uv_poll_t *poll, int status, int events) {
    (void)events;
    watch *watch = poll->data;
    if (status < 0) watch->pipes->good = false;
    if (pipes_pass(watch->pipes, watch->index)) uv_stop(poll->loop);
}

void run_pipes(peer_run *run, void *context) {
    pipes *pipes = pipes_open(run);
    if (pipes == NULL) return;
    uv_loop_t loop;
    if (uv_loop_init(&loop) != 0) return peer_fail(run, "uv_loop_init");
    watch *watches = calloc(PIPE_COUNT, sizeof *watches);
    for (size_t index = 0; index < PIPE_COUNT; index++) {
        watches[index] = (watch){.pipes = pipes, .index = index};
        watches[index].poll.data = &watches[index];
        if (uv_poll_init(&loop, &watches[index].poll, pipes->ends[index][0]) != 0) {
            return peer_fail(run, "uv_poll_init");
        }
        uv_poll_start(&watches[index].poll, UV_READABLE, on_pipe);
    }
    // The loop tells the kernel of the handles when it first polls. The floor's are known to it before the start.
    uv_run(&loop, UV_RUN_NOWAIT);
    int64_t start = peer_now();
    pipes_start(pipes, *(size_t *)context, peer_count(run, 5000));
    if (pipes->good) uv_run(&loop, UV_RUN_DEFAULT);
    pipes_report(run, pipes, peer_now() - start);
    for (size_t index = 0; index < PIPE_COUNT; index++) uv_close((uv_handle_t *)&watches[index].poll, NULL);
    uv_run(&loop, UV_RUN_DEFAULT);
    uv_loop_close(&loop);
    free(watches);
}
