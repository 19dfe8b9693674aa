// The time from a send on one processor to the handler on another one.
#define _GNU_SOURCE  // for the sets of processors

#include "frames.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <time.h>

static inline void relax(void) {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("isb");
#endif
}

int bench_processors(void) {
    cpu_set_t allowed;
    return sched_getaffinity(0, sizeof allowed, &allowed) == 0 ? CPU_COUNT(&allowed) : 1;
}

void bench_take_first_processor(void) {
    cpu_set_t allowed, one;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return;
    int first = 0;
    while (first < CPU_SETSIZE - 1 && !CPU_ISSET(first, &allowed)) first++;
    CPU_ZERO(&one);
    CPU_SET(first, &one);
    sched_setaffinity(0, sizeof one, &one);
}

void bench_pause_for(int64_t pause) {
    int64_t end = bench_now() + pause;
    if (pause < 200000) {
        while (bench_now() < end) relax();
        return;
    }
    struct timespec instant = {.tv_sec = end / 1000000000, .tv_nsec = end % 1000000000};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &instant, NULL) == EINTR) {}
}

void bench_relax(void) { relax(); }

typedef struct {
    bench_frames *frames;
    size_t count;
    int64_t pause;
    _Atomic int64_t sent_at;
    _Atomic int64_t served;  // -1 until the loop runs
} sender;

static void *send_after_pauses(void *context) {
    sender *sender = context;
    bench_take_first_processor();
    for (size_t index = 0; index < sender->count; index++) {
        while (atomic_load_explicit(&sender->served, memory_order_acquire) != (int64_t)index) relax();
        bench_pause_for(sender->pause);
        int64_t now = bench_now();
        atomic_store_explicit(&sender->sent_at, now, memory_order_release);
        send_frame(sender->frames, now);
    }
    return NULL;
}

// Looks into the ring for a while; returns whether there is a frame.
static bool finds_frame(ring *ring, int64_t looking) {
    int64_t end = bench_now() + looking;
    do {
        for (int look = 0; look < 4; look++) {
            if (!ring_is_empty(ring)) return true;
            relax();
        }
    } while (bench_now() < end);
    return false;
}

int64_t bench_frames_latency(
    bench_frames *frames, int64_t pause, int64_t looking, int64_t *latencies, size_t count
) {
    sender sender = {.frames = frames, .count = count, .pause = pause, .served = -1};
    pthread_t thread;
    if (pthread_create(&thread, NULL, send_after_pauses, &sender) != 0) return -1;
    bench_stay_on_processor(true);
    int64_t start = bench_thread_now();
    size_t served = 0;
    atomic_store(&sender.served, 0);
    while (true) {
        if (receive_frames(frames)) {
            latencies[served++] = bench_now() - atomic_load_explicit(&sender.sent_at, memory_order_acquire);
            atomic_store_explicit(&sender.served, (int64_t)served, memory_order_release);
        }
        if (served == count) break;
        if (looking > 0 && finds_frame(frames->ring, looking)) continue;
        if (ring_will_sleep(frames->ring)) frames->waiter->wait(frames->waiter);
    }
    int64_t ran = bench_thread_now() - start;
    bench_stay_on_processor(false);
    pthread_join(thread, NULL);
    return ran;
}
