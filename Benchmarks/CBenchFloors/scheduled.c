// Samples that are sent at instants fixed in advance, whatever the receiver is doing.
#include "ring.h"

#include <errno.h>
#include <pthread.h>
#include <time.h>

/// How long before the instant a sleep ends: the scheduler wakes threads late, and the rest is waited for busily.
enum { EARLY_NANOSECONDS = 300000 };

void bench_wait_until(int64_t instant) {
    int64_t early = instant - EARLY_NANOSECONDS;
    if (early > bench_now()) {
        struct timespec time = {.tv_sec = early / 1000000000, .tv_nsec = early % 1000000000};
        while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL) == EINTR) {}
    }
    while (bench_now() < instant) {
    }
}

typedef struct {
    ring *ring;
    size_t count;
    int64_t start, interval;
} schedule;

static void *send_scheduled(void *context) {
    schedule *schedule = context;
    for (size_t index = 0; index < schedule->count; index++) {
        int64_t instant = schedule->start + (int64_t)index * schedule->interval;
        bench_wait_until(instant);
        floor_sample sample = {.time = instant, .identifier = 1, .x = 2 + (double)(index % 2), .y = 2};
        sample.phase = FLOOR_MOVED;
        ring_put(schedule->ring, &sample);
    }
    return NULL;
}

bool bench_scheduled(int loop, floor_app *app, int64_t interval, int64_t *latencies, size_t count) {
    ring *ring = ring_create();
    waiter *waiter = waiter_create(loop, ring->descriptor);
    floor_sample sample = {.time = 1, .identifier = 1, .x = 2, .y = 2, .phase = FLOOR_BEGAN};
    floor_app_receive(app, &sample, 1);
    schedule schedule = {.ring = ring, .count = count, .start = bench_now() + 20000000, .interval = interval};
    pthread_t thread;
    bool done = waiter != NULL && pthread_create(&thread, NULL, send_scheduled, &schedule) == 0;
    for (size_t taken = 0; done && taken < count;) {
        const floor_sample *first;
        size_t available = ring_peek(ring, &first);
        if (available == 0) {
            if (ring_will_sleep(ring)) waiter->wait(waiter);
            continue;
        }
        for (size_t index = 0; index < available; index++) {
            floor_app_receive(app, &first[index], 1);
            latencies[taken++] = bench_now() - first[index].time;
        }
        ring_take(ring, available);
    }
    if (done) pthread_join(thread, NULL);
    sample.phase = FLOOR_ENDED;
    floor_app_receive(app, &sample, 1);
    if (waiter != NULL) waiter->destroy(waiter);
    ring_destroy(ring);
    return done;
}
