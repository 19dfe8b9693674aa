// The rows port/threads and port/one-way-1khz: another thread sends messages to the loop. Included by a file that
// defines, before or after it,
//
//     void send_message(const message *message)     called by the other thread
//     void run_loop(void)                           runs the loop until it is stopped
//
// and calls receive_message for each message, in the order in which the messages were sent, and stops the loop when
// that returns true. The functions are static, so that the compiler sees the whole way of a message.
#include "message.h"
#include "peer.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

static void send_message(const message *message);
static void run_loop(void);

static struct {
    size_t goal, received;
    int64_t sum;
    double *latencies;  // NULL in port/threads
    _Atomic bool is_ready, may_go;
} messages;

/// By how many messages the other thread is ahead at most: seven eighths of responder-bench's ring.
enum { GREATEST_LEAD = 896 };

/// How many messages were received, as the other thread knows, in a cache line that holds nothing else.
static struct {
    _Alignas(128) _Atomic size_t count;
} reported;

/// Returns whether that was the last message.
static inline bool receive_message(const message *message) {
    if (messages.latencies) {
        messages.latencies[messages.received] = (double)(peer_now() - message->time) / 1000;
    } else {
        messages.sum += message->time;
    }
    messages.received++;
    // Reported after each, the line would go to and fro between the threads.
    if (messages.received % 64 == 0) atomic_store_explicit(&reported.count, messages.received, memory_order_release);
    return messages.received == messages.goal;
}

static void *send_all(void *context) {
    atomic_store(&messages.is_ready, true);
    while (!atomic_load(&messages.may_go)) sched_yield();
    size_t known = 0;
    for (size_t sent = 0; sent < messages.goal; sent++) {
        while (sent - known >= GREATEST_LEAD) {
            known = atomic_load_explicit(&reported.count, memory_order_acquire);
            if (sent - known >= GREATEST_LEAD) sched_yield();
        }
        message message = message_of_sequence(sent, 1);
        send_message(&message);
    }
    return context;
}

static void *send_paced(void *context) {
    struct timespec next;
    clock_gettime(CLOCK_MONOTONIC, &next);
    for (size_t index = 0; index < messages.goal; index++) {
        next.tv_nsec += 1000000;
        if (next.tv_nsec >= 1000000000) next.tv_nsec -= 1000000000, next.tv_sec++;
        clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &next, NULL);
        message message = message_of_sequence(index, peer_now());
        send_message(&message);
    }
    return context;
}

// The messages of a run are those of as many sequences as responder-bench's own contenders send, of 22 samples each.
static void run_port_threads(peer_run *run, void *context) {
    (void)context;
    pthread_t thread;
    messages.goal = peer_count(run, 5000) * 22;
    messages.received = 0;
    messages.sum = 0;
    messages.latencies = NULL;
    reported.count = 0;
    messages.is_ready = messages.may_go = false;
    if (pthread_create(&thread, NULL, send_all, NULL) != 0) return peer_fail(run, "no thread can be started");
    while (!atomic_load(&messages.is_ready)) sched_yield();
    int64_t start = peer_now();
    atomic_store(&messages.may_go, true);
    run_loop();
    int64_t elapsed = peer_now() - start;
    pthread_join(thread, NULL);
    peer_expect(run, messages.goal, messages.received);
    peer_expect(run, messages.goal, (size_t)messages.sum);
    peer_time(run, "ns/event", elapsed, messages.goal);
}

static void run_port_one_way(peer_run *run, void *context) {
    (void)context;
    pthread_t thread;
    messages.goal = peer_count(run, 10) * 22;
    messages.received = 0;
    messages.latencies = calloc(messages.goal, sizeof *messages.latencies);
    if (pthread_create(&thread, NULL, send_paced, NULL) != 0) return peer_fail(run, "no thread can be started");
    run_loop();
    pthread_join(thread, NULL);
    peer_expect(run, messages.goal, messages.received);
    peer_sample(run, "p50", "us", peer_quantile(messages.latencies, messages.goal, 0.5));
    peer_sample(run, "p99", "us", peer_quantile(messages.latencies, messages.goal, 0.99));
    free(messages.latencies);
}
