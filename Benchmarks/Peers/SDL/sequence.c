// dispatch/sequence-hit: events of fingers are put into SDL's queue, which is not timed, as sending to
// responder-bench's port is not. The time is that of taking all of them and giving each to a handler. SDL has no views:
// there is no hit-testing, and a place has no handler of its own. https://wiki.libsdl.org/SDL2/SDL_PollEvent,
// https://wiki.libsdl.org/SDL2/SDL_TouchFingerEvent, and https://wiki.libsdl.org/SDL2/SDL_PushEvent, which is the only
// way into the queue for touches that come from no device.
#include "jobs.h"

#include <SDL.h>

enum { MOVES = 20, EVENTS = MOVES + 2, SEQUENCES = 1023 / (EVENTS + 1), BATCH = SEQUENCES * EVENTS };

/// What the handlers count, each in its own place.
static struct {
    size_t began, moved, ended;
} calls;

static bool push_batch(void) {
    bool good = true;
    for (int index = 0; index < BATCH; index++) {
        int place = index % EVENTS;
        SDL_Event event = {0};
        event.type = place == 0 ? SDL_FINGERDOWN : place <= MOVES ? SDL_FINGERMOTION : SDL_FINGERUP;
        event.tfinger.touchId = 1;
        event.tfinger.fingerId = 1;
        // From 0 to 1 across the window, whose side has 1,024 points.
        event.tfinger.x = (float)(2 + 0.01 * place) / 1024;
        event.tfinger.y = 2.0f / 1024;
        event.tfinger.pressure = 1;
        good = SDL_PushEvent(&event) == 1 && good;
    }
    return good;
}

static void take_all(void) {
    SDL_Event event;
    while (SDL_PollEvent(&event)) {
        switch (event.type) {
        case SDL_FINGERDOWN: calls.began++; break;
        case SDL_FINGERMOTION: calls.moved++; break;
        case SDL_FINGERUP: calls.ended++; break;
        default: break;
        }
    }
}

void run_sequence(peer_run *run, void *context) {
    (void)context;
    double times[40];
    size_t batches = peer_count(run, 40);
    // What other jobs have left.
    take_all();
    calls.began = calls.moved = calls.ended = 0;
    for (size_t batch = 0; batch < batches; batch++) {
        if (!push_batch()) return peer_fail(run, "SDL_PushEvent has no room");
        int64_t start = peer_now();
        take_all();
        times[batch] = (double)(peer_now() - start);
    }
    peer_expect(run, batches * SEQUENCES, calls.began);
    peer_expect(run, batches * SEQUENCES * MOVES, calls.moved);
    peer_expect(run, batches * SEQUENCES, calls.ended);
    peer_sample(run, "time", "ns/event", peer_quantile(times, batches, 0.5) / BATCH);
}
