#include "pipes.h"

#include <stdlib.h>
#include <sys/resource.h>

pipes *pipes_open(peer_run *run) {
    static pipes *opened;
    if (opened != NULL) return opened;
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    pipes *pipes = calloc(1, sizeof *pipes);
    pipes->ends = calloc(PIPE_COUNT, sizeof *pipes->ends);
    for (size_t index = 0; index < PIPE_COUNT; index++) {
        if (pipe(pipes->ends[index]) == 0) continue;
        while (index-- > 0) close(pipes->ends[index][0]), close(pipes->ends[index][1]);
        free(pipes->ends);
        free(pipes);
        peer_fail(run, "1,000 pipes need more descriptors than the system gives (ulimit -Hn)");
        return NULL;
    }
    return opened = pipes;
}

void pipes_start(pipes *pipes, size_t active, size_t goal) {
    char byte = 0;
    pipes->performed = 0;
    pipes->written = active;
    pipes->goal = goal;
    pipes->good = true;
    for (size_t index = 0; pipes->good && index < active; index++)
        pipes->good = write(pipes->ends[index * PIPE_COUNT / active][1], &byte, 1) == 1;
}

void pipes_report(peer_run *run, const pipes *pipes, int64_t nanoseconds) {
    if (!pipes->good) peer_fail(run, "a pipe could not be read or written");
    peer_expect(run, pipes->goal, pipes->performed);
    peer_time(run, "ns/event", nanoseconds, pipes->goal);
}
