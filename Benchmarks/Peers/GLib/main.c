// The peer GLib: the default main context, and GObject's signals.
#include "jobs.h"
#include "timer_rows.h"

int main(void) {
    static size_t none = 0, one = 1, ten = 10, hundred = 100;
    const peer_job jobs[] = {
        {"loop/post", run_post, NULL},
        {"loop/turn", run_turn, NULL},
        {"fds/1000-1", run_pipes, &one},
        {"fds/1000-100", run_pipes, &hundred},
        {"notifications/post-none", run_emit, &none},
        {"notifications/post-1", run_emit, &one},
        {"notifications/post-10", run_emit, &ten},
        {"notifications/post-100", run_emit, &hundred},
        {"timers/lateness-1ms", run_lateness, NULL},
        threads_jobs[0],
        threads_jobs[1],
        TIMER_JOBS,
    };
    char *version = g_strdup_printf("%u.%u.%u", glib_major_version, glib_minor_version, glib_micro_version);
    return peer_main("GLib", version, jobs, sizeof jobs / sizeof *jobs);
}
