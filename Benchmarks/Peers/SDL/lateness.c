// timers/lateness-1ms: SDL_AddTimer, whose callback SDL calls on a thread of its own, not in the loop. So the lateness
// is that of the callback; an application would push an event there, and wait for it.
// https://wiki.libsdl.org/SDL2/SDL_AddTimer
#include "jobs.h"

#include <SDL.h>
#include <stdlib.h>

enum { MILLISECOND = 1000000 };

typedef struct {
    int64_t deadline;
    double lateness;
    size_t calls;
    SDL_sem *called;
} shot;

static Uint32 on_timer(Uint32 interval, void *context) {
    (void)interval;
    shot *shot = context;
    shot->lateness = (double)(peer_now() - shot->deadline) / 1000;
    shot->calls++;
    SDL_SemPost(shot->called);
    // Not again.
    return 0;
}

void run_lateness(peer_run *run, void *context) {
    (void)context;
    size_t count = peer_count(run, 200);
    double *latencies = calloc(count, sizeof *latencies);
    shot shot = {.called = SDL_CreateSemaphore(0)};
    for (size_t index = 0; index < count; index++) {
        shot.deadline = peer_now() + MILLISECOND;
        if (SDL_AddTimer(1, on_timer, &shot) == 0) {
            peer_fail(run, SDL_GetError());
            break;
        }
        SDL_SemWait(shot.called);
        latencies[index] = shot.lateness;
    }
    peer_expect(run, count, shot.calls);
    peer_sample(run, "p50", "us", peer_quantile(latencies, count, 0.5));
    peer_sample(run, "p99", "us", peer_quantile(latencies, count, 0.99));
    SDL_DestroySemaphore(shot.called);
    free(latencies);
}
