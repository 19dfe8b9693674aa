// port/…: g_main_context_invoke carries a pointer, here to a copy of the message: "Invokes a function in such a way
// that context is owned during the invocation of function".
// https://docs.gtk.org/glib/method.MainContext.invoke.html
#include "jobs.h"
#include "threads_rows.h"

static GMainLoop *loop;

static gboolean on_message(gpointer message) {
    if (receive_message(message)) g_main_loop_quit(loop);
    g_free(message);
    return G_SOURCE_REMOVE;
}

static void send_message(const message *sent) {
    message *copy = g_new(message, 1);
    *copy = *sent;
    g_main_context_invoke(NULL, on_message, copy);
}

static void run_loop(void) { g_main_loop_run(loop); }

static void run_row(peer_run *run, void *row) {
    // The loop's thread owns the context all the time: where nobody owns it, the sender would run the function itself.
    if (!loop) {
        loop = g_main_loop_new(NULL, FALSE);
        g_main_context_acquire(NULL);
    }
    if (row) run_port_threads(run, NULL); else run_port_one_way(run, NULL);
}

const peer_job threads_jobs[2] = {
    {"port/threads", run_row, &loop},
    {"port/one-way-1khz", run_row, NULL},
};
