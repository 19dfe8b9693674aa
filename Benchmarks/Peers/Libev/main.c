// The peer libev.
#include "jobs.h"
#include "timer_rows.h"

#include <stdio.h>

int main(void) {
    static size_t one = 1, hundred = 100;
    const peer_job jobs[] = {
        {"loop/post", run_post, NULL},
        {"loop/turn", run_turn, NULL},
        {"fds/1000-1", run_pipes, &one},
        {"fds/1000-100", run_pipes, &hundred},
        {"timers/lateness-1ms", run_lateness, NULL},
        threads_jobs[0],
        threads_jobs[1],
        TIMER_JOBS,
    };
    // The version of the interface: libev tells no other.
    char version[32];
    snprintf(version, sizeof version, "%d.%d", ev_version_major(), ev_version_minor());
    return peer_main("libev", version, jobs, sizeof jobs / sizeof *jobs);
}
