#include "peer.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct peer_run {
    FILE *answers;
    bool is_quick;
    bool has_failed;
};

// A reason may come from a library; a tab or a line's end in it would be read as the protocol's.
static void write_reason(FILE *answers, const char *what) {
    fputs("failed\t", answers);
    for (; *what; what++) fputc((unsigned char)*what < 0x20 ? ' ' : *what, answers);
    fputc('\n', answers);
}

static void serve(peer_run *run, const char *workload, const peer_job *jobs, size_t count) {
    run->has_failed = false;
    for (size_t index = 0; index < count; index++) {
        if (strcmp(jobs[index].workload, workload) != 0) continue;
        jobs[index].run(run, jobs[index].context);
        if (!run->has_failed) fputs("done\n", run->answers);
        return;
    }
    peer_fail(run, "the peer has no such job");
}

int peer_main(const char *name, const char *version, const peer_job *jobs, size_t count) {
    // The answers keep the standard output to themselves.
    int descriptor = dup(STDOUT_FILENO);
    FILE *answers = descriptor < 0 ? NULL : fdopen(descriptor, "w");
    if (!answers || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {
        perror("the answers' descriptor");
        return 1;
    }
    fprintf(answers, "peer\t1\t%s\t%s\n", name, version);
    for (size_t index = 0; index < count; index++) fprintf(answers, "job\t%s\n", jobs[index].workload);
    fputs("ready\n", answers);
    fflush(answers);

    peer_run run = {.answers = answers};
    char *line = NULL;
    size_t capacity = 0;
    while (getline(&line, &capacity, stdin) >= 0) {
        char *rest = line;
        const char *verb = strsep(&rest, "\t\n");
        const char *workload = rest ? strsep(&rest, "\t\n") : "";
        const char *effort = rest ? strsep(&rest, "\t\n") : "";
        if (strcmp(verb, "run") != 0) {
            write_reason(answers, "only `run` is understood");
        } else {
            run.is_quick = strcmp(effort, "quick") == 0;
            serve(&run, workload, jobs, count);
        }
        if (fflush(answers) != 0) break;
    }
    free(line);
    fclose(answers);
    return 0;
}

size_t peer_count(const peer_run *run, size_t full) {
    if (!run->is_quick) return full;
    return full < 20 ? 1 : full / 20;
}

void peer_sample(peer_run *run, const char *metric, const char *unit, double value) {
    if (!run->has_failed) fprintf(run->answers, "sample\t%s\t%s\t%.17g\n", metric, unit, value);
}

void peer_time(peer_run *run, const char *unit, int64_t nanoseconds, size_t count) {
    peer_sample(run, "time", unit, (double)nanoseconds / (double)count);
}

void peer_expect(peer_run *run, size_t events, size_t handled) {
    if (events == handled) return;
    char what[128];
    snprintf(what, sizeof what, "%zu events were fed, but the handlers were called %zu times", events, handled);
    peer_fail(run, what);
}

void peer_fail(peer_run *run, const char *what) {
    if (run->has_failed) return;
    run->has_failed = true;
    write_reason(run->answers, what);
}

int64_t peer_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static int compare(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

double peer_quantile(double *values, size_t count, double part) {
    if (count == 0) return 0;
    qsort(values, count, sizeof *values, compare);
    double position = part * (double)(count - 1);
    size_t below = (size_t)position;
    size_t above = below + 1 < count ? below + 1 : below;
    return values[below] + (values[above] - values[below]) * (position - (double)below);
}
