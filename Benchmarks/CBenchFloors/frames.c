// An application's work for a frame of moves: one turn, one event, one call of the hit view's handler.
#define _GNU_SOURCE  // for the sets of processors

#include "frames.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <time.h>

int64_t bench_thread_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

void bench_pause(void) { nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL); }

static _Thread_local cpu_set_t former;

void bench_stay_on_processor(bool stays) {
    if (!stays) {
        sched_setaffinity(0, sizeof former, &former);
        return;
    }
    if (sched_getaffinity(0, sizeof former, &former) != 0) return;
    int last = CPU_SETSIZE - 1;
    while (last > 0 && !CPU_ISSET(last, &former)) last--;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(last, &one);
    sched_setaffinity(0, sizeof one, &one);
}

bench_frames *bench_frames_create(int loop, floor_app *app, int fingers) {
    if (fingers < 0 || fingers > MOST_FINGERS) return NULL;
    bench_frames *frames = calloc(1, sizeof *frames);
    *frames = (bench_frames){.ring = ring_create(), .app = app, .fingers = (size_t)fingers};
    frames->waiter = waiter_create(loop, frames->ring->descriptor);
    if (frames->waiter == NULL) {
        ring_destroy(frames->ring);
        free(frames);
        return NULL;
    }
    for (int index = 0; index < fingers; index++) {
        floor_sample *sample = &frames->samples[index];
        *sample = (floor_sample){.time = 1, .x = 2, .y = (index + 1) / 10.0, .identifier = index + 1};
        sample->phase = FLOOR_BEGAN;
        floor_app_receive(app, sample, 1);
        sample->phase = FLOOR_MOVED;
    }
    return frames;
}

void bench_frames_destroy(bench_frames *frames) {
    for (size_t index = 0; index < frames->fingers; index++) frames->samples[index].phase = FLOOR_ENDED;
    floor_app_receive(frames->app, frames->samples, frames->fingers);
    frames->waiter->destroy(frames->waiter);
    ring_destroy(frames->ring);
    free(frames);
}

void bench_frames_turns(bench_frames *frames, size_t count) {
    for (size_t index = 0; index < count; index++) {
        send_frame(frames, 1);
        frames->waiter->look(frames->waiter);
        receive_frames(frames);
    }
}

void bench_frames_replay(bench_frames *frames, const floor_sample *samples, size_t count, size_t fingers) {
    for (size_t index = 0; index + fingers <= count; index += fingers) {
        ring_put_frame(frames->ring, &samples[index], fingers);
        frames->waiter->look(frames->waiter);
        const floor_sample *first;
        size_t available;
        while ((available = ring_peek(frames->ring, &first)) > 0) {
            floor_app_receive_frames(frames->app, first, available, fingers);
            ring_take(frames->ring, available);
        }
    }
}

typedef struct {
    bench_frames *frames;
    size_t count;
    _Atomic int64_t sent_at;
    _Atomic size_t served;
} pacing;

static void *send_while_asleep(void *context) {
    pacing *pacing = context;
    for (size_t index = 0; index < pacing->count; index++) {
        bool is_served;
        do {
            is_served = atomic_load(&pacing->served) == index;
            bench_pause();
        } while (!is_served);
        int64_t now = bench_now();
        atomic_store(&pacing->sent_at, now);
        send_frame(pacing->frames, now);
    }
    return NULL;
}

int64_t bench_frames_sleeping(bench_frames *frames, int64_t *times, size_t count) {
    pacing pacing = {.frames = frames, .count = count};
    pthread_t thread;
    if (pthread_create(&thread, NULL, send_while_asleep, &pacing) != 0) return -1;
    int64_t start = bench_thread_now();
    size_t served = 0;
    while (true) {
        if (receive_frames(frames)) {
            times[served++] = bench_now() - atomic_load(&pacing.sent_at);
            atomic_store(&pacing.served, served);
        }
        if (served == count) break;
        if (ring_will_sleep(frames->ring)) frames->waiter->wait(frames->waiter);
    }
    int64_t elapsed = bench_thread_now() - start;
    pthread_join(thread, NULL);
    return elapsed;
}
