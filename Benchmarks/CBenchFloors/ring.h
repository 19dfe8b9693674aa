// A ring for one producer and one consumer, with an eventfd that is written only when the consumer sleeps. Private to
// this target.
#ifndef BENCH_RING_H
#define BENCH_RING_H

#include "bench_floors.h"

#include <stdatomic.h>
#include <unistd.h>

enum { RING_CAPACITY = 1024 };

typedef struct {
    _Alignas(128) _Atomic uint64_t tail;
    uint64_t known_head;  // the producer's
    _Alignas(128) _Atomic uint64_t head;
    uint64_t known_tail;  // the consumer's
    _Alignas(128) _Atomic bool asleep;
    int descriptor;
    floor_sample places[RING_CAPACITY];
} ring;

ring *ring_create(void);
void ring_destroy(ring *ring);

/// Whether `count` samples have room behind `tail`.
static inline bool ring_has_room(ring *ring, uint64_t tail, size_t count) {
    if (tail - ring->known_head <= RING_CAPACITY - count) return true;
    ring->known_head = atomic_load_explicit(&ring->head, memory_order_acquire);
    return tail - ring->known_head <= RING_CAPACITY - count;
}

/// Publishes the samples before `tail` to the consumer, and wakes the consumer if it sleeps.
static inline void ring_publish(ring *ring, uint64_t tail) {
    atomic_store_explicit(&ring->tail, tail, memory_order_release);
    atomic_thread_fence(memory_order_seq_cst);
    if (atomic_load_explicit(&ring->asleep, memory_order_relaxed) && atomic_exchange(&ring->asleep, false)) {
        uint64_t one = 1;
        if (write(ring->descriptor, &one, sizeof one) < 0) return;
    }
}

static inline bool ring_put(ring *ring, const floor_sample *sample) {
    uint64_t tail = atomic_load_explicit(&ring->tail, memory_order_relaxed);
    if (!ring_has_room(ring, tail, 1)) return false;
    ring->places[tail % RING_CAPACITY] = *sample;
    ring_publish(ring, tail + 1);
    return true;
}

/// Puts the samples of a frame into the ring; the consumer sees them all at once. False when there is no room.
static inline bool ring_put_frame(ring *ring, const floor_sample *samples, size_t count) {
    uint64_t tail = atomic_load_explicit(&ring->tail, memory_order_relaxed);
    if (!ring_has_room(ring, tail, count)) return false;
    for (size_t index = 0; index < count; index++) ring->places[(tail + index) % RING_CAPACITY] = samples[index];
    ring_publish(ring, tail + count);
    return true;
}

static inline bool ring_is_empty(ring *ring) {
    uint64_t head = atomic_load_explicit(&ring->head, memory_order_relaxed);
    return head == atomic_load_explicit(&ring->tail, memory_order_acquire);
}

/// How many samples lie in one piece of memory at the ring's head; `first` gets the first sample.
static inline size_t ring_peek(ring *ring, const floor_sample **first) {
    uint64_t head = atomic_load_explicit(&ring->head, memory_order_relaxed);
    uint64_t available = atomic_load_explicit(&ring->tail, memory_order_acquire) - head;
    uint64_t until_end = RING_CAPACITY - head % RING_CAPACITY;
    *first = &ring->places[head % RING_CAPACITY];
    return available < until_end ? available : until_end;
}

static inline void ring_take(ring *ring, size_t count) {
    uint64_t head = atomic_load_explicit(&ring->head, memory_order_relaxed);
    atomic_store_explicit(&ring->head, head + count, memory_order_release);
}

/// Announces that the consumer is about to sleep; false when there is a sample after all.
static inline bool ring_will_sleep(ring *ring) {
    atomic_store_explicit(&ring->asleep, true, memory_order_relaxed);
    atomic_thread_fence(memory_order_seq_cst);
    if (ring_is_empty(ring)) return true;
    atomic_store_explicit(&ring->asleep, false, memory_order_relaxed);
    return false;
}

/// Waits for a descriptor, and reads the eventfd's count. Each of the two loops has a waiter of its own.
typedef struct waiter {
    void (*wait)(struct waiter *);
    /// Polls the kernel without waiting, after the loop's own thread has sent something.
    void (*look)(struct waiter *);
    void (*destroy)(struct waiter *);
} waiter;

/// The waiter of `loop`, BENCH_EPOLL or BENCH_LIBEVENT; NULL when the library refuses.
waiter *waiter_create(int loop, int descriptor);
waiter *epoll_waiter_create(int descriptor);
waiter *libevent_waiter_create(int descriptor);

#endif
