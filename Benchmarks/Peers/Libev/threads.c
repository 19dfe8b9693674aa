// port/…: ev_async_send wakes the loop from another thread, and carries nothing: calls are merged. The manual shows a
// queue with a lock beside it: section "ev_async - how to wake up an event loop", "queueing from a thread context".
#include "jobs.h"
#include "message_queue.h"
#include "threads_rows.h"

static struct ev_loop *loop;
static ev_async async;

static void send_message(const message *message) {
    queue_put(message);
    ev_async_send(loop, &async);
}

static void on_wake(struct ev_loop *loop, ev_async *watcher, int events) {
    (void)watcher, (void)events;
    const message_list *taken = queue_take();
    for (size_t index = 0; index < taken->count; index++) {
        if (receive_message(&taken->messages[index])) ev_break(loop, EVBREAK_ONE);
    }
}

static void run_loop(void) { ev_run(loop, 0); }

static void run_row(peer_run *run, void *row) {
    if (loop == NULL) {
        loop = ev_loop_new(EVFLAG_NOENV | EVBACKEND_EPOLL);
        if (loop == NULL) return peer_fail(run, "ev_loop_new");
        ev_async_init(&async, on_wake);
        ev_async_start(loop, &async);
    }
    if (row) run_port_threads(run, NULL); else run_port_one_way(run, NULL);
}

const peer_job threads_jobs[2] = {
    {"port/threads", run_row, &async},
    {"port/one-way-1khz", run_row, NULL},
};
