// Frames of moves that go through a ring to an application. Private to this target.
#ifndef BENCH_FRAMES_H
#define BENCH_FRAMES_H

#include "ring.h"

enum { MOST_FINGERS = 10 };

struct bench_frames {
    ring *ring;
    waiter *waiter;
    floor_app *app;
    size_t fingers, sent;
    floor_sample samples[MOST_FINGERS];
};

static inline void send_frame(bench_frames *frames, int64_t time) {
    double x = 2 + frames->sent++ % 2;
    for (size_t index = 0; index < frames->fingers; index++) {
        frames->samples[index].time = time;
        frames->samples[index].x = x;
    }
    ring_put_frame(frames->ring, frames->samples, frames->fingers);
}

/// Dispatches the samples in the ring as one event; returns whether there were any.
static inline bool receive_frames(bench_frames *frames) {
    const floor_sample *first;
    size_t available, taken = 0;
    while ((available = ring_peek(frames->ring, &first)) > 0) {
        floor_app_collect(frames->app, first, available);
        ring_take(frames->ring, available);
        taken += available;
    }
    floor_app_send_collected(frames->app);
    return taken > 0;
}

#endif
