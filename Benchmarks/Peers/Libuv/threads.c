// port/…: uv_async_send wakes the loop from another thread, and carries nothing: calls are merged. So the messages
// are in a queue with a lock.
// https://docs.libuv.org/en/v1.x/async.html
// https://docs.libuv.org/en/v1.x/guide/threads.html#inter-thread-communication
#include "jobs.h"
#include "message_queue.h"
#include "threads_rows.h"

static uv_loop_t loop;
static uv_async_t async;

static void send_message(const message *message) {
    queue_put(message);
    uv_async_send(&async);
}

static void on_wake(uv_async_t *handle) {
    const message_list *taken = queue_take();
    for (size_t index = 0; index < taken->count; index++) {
        if (receive_message(&taken->messages[index])) uv_stop(handle->loop);
    }
}

static void run_loop(void) { uv_run(&loop, UV_RUN_DEFAULT); }

static void run_row(peer_run *run, void *row) {
    static bool is_made;
    if (!is_made && (uv_loop_init(&loop) != 0 || uv_async_init(&loop, &async, on_wake) != 0)) {
        return peer_fail(run, "uv_async_init");
    }
    is_made = true;
    if (row) run_port_threads(run, NULL); else run_port_one_way(run, NULL);
}

const peer_job threads_jobs[2] = {
    {"port/threads", run_row, &loop},
    {"port/one-way-1khz", run_row, NULL},
};
