// A thread that sends, and a loop that sleeps while there are no samples.
#include "ring.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>

int64_t bench_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

typedef struct {
    ring *ring;
    size_t count;
    _Atomic bool ready, go;
} producer;

ring *ring_create(void) {
    ring *ring = aligned_alloc(128, (sizeof *ring + 127) / 128 * 128);
    memset(ring, 0, sizeof *ring);
    ring->descriptor = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    return ring;
}

void ring_destroy(ring *ring) {
    close(ring->descriptor);
    free(ring);
}

static floor_sample sample_of_sequence(size_t index, int64_t time) {
    size_t place = index % 22;
    return (floor_sample){
        .time = time,
        .identifier = 1,
        .x = 2 + 0.01 * (double)place,
        .y = 2,
        .phase = place == 0 ? FLOOR_BEGAN : place == 21 ? FLOOR_ENDED : FLOOR_MOVED,
    };
}

static void *send_all(void *context) {
    producer *producer = context;
    atomic_store(&producer->ready, true);
    while (!atomic_load(&producer->go)) sched_yield();
    for (size_t index = 0; index < producer->count; index++) {
        floor_sample sample = sample_of_sequence(index, 1);
        while (!ring_put(producer->ring, &sample)) sched_yield();
    }
    return NULL;
}

waiter *waiter_create(int loop, int descriptor) {
    return loop == BENCH_EPOLL ? epoll_waiter_create(descriptor) : libevent_waiter_create(descriptor);
}

int64_t bench_threads(int loop, floor_app *app, size_t count) {
    ring *ring = ring_create();
    waiter *waiter = waiter_create(loop, ring->descriptor);
    producer producer = {.ring = ring, .count = count};
    pthread_t thread;
    int64_t elapsed = -1;
    if (waiter != NULL && pthread_create(&thread, NULL, send_all, &producer) == 0) {
        while (!atomic_load(&producer.ready)) sched_yield();
        int64_t start = bench_now();
        atomic_store(&producer.go, true);
        int64_t sum = 0;
        for (size_t taken = 0; taken < count;) {
            const floor_sample *first;
            size_t available = ring_peek(ring, &first);
            if (available == 0) {
                if (ring_will_sleep(ring)) waiter->wait(waiter);
                continue;
            }
            if (app != NULL) {
                floor_app_receive(app, first, available);
            } else {
                for (size_t index = 0; index < available; index++) sum += first[index].time;
            }
            ring_take(ring, available);
            taken += available;
        }
        elapsed = bench_now() - start;
        if (app == NULL && sum != (int64_t)count) elapsed = -1;
        pthread_join(thread, NULL);
    }
    if (waiter != NULL) waiter->destroy(waiter);
    ring_destroy(ring);
    return elapsed;
}

static void *send_paced(void *context) {
    producer *producer = context;
    struct timespec next;
    clock_gettime(CLOCK_MONOTONIC, &next);
    for (size_t index = 0; index < producer->count; index++) {
        next.tv_nsec += 1000000;
        if (next.tv_nsec >= 1000000000) next.tv_nsec -= 1000000000, next.tv_sec++;
        clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &next, NULL);
        floor_sample sample = sample_of_sequence(index, bench_now());
        ring_put(producer->ring, &sample);
    }
    return NULL;
}

bool bench_one_way(int loop, int64_t *latencies, size_t count) {
    ring *ring = ring_create();
    waiter *waiter = waiter_create(loop, ring->descriptor);
    producer producer = {.ring = ring, .count = count};
    pthread_t thread;
    bool done = waiter != NULL && pthread_create(&thread, NULL, send_paced, &producer) == 0;
    for (size_t taken = 0; done && taken < count;) {
        const floor_sample *first;
        size_t available = ring_peek(ring, &first);
        if (available == 0) {
            if (ring_will_sleep(ring)) waiter->wait(waiter);
            continue;
        }
        for (size_t index = 0; index < available; index++) latencies[taken++] = bench_now() - first[index].time;
        ring_take(ring, available);
    }
    if (done) pthread_join(thread, NULL);
    if (waiter != NULL) waiter->destroy(waiter);
    ring_destroy(ring);
    return done;
}
