// The narrow C face of ResponderKit's run loop on libevent.
//
// Only the .c files behind this header include libevent's headers: in a Clang module that Swift imports, libevent's
// view of fd_set clashes with Dispatch's. So everything here is opaque or a plain number.
//
// A loop is made, used and destroyed on one thread at a time (the main actor). Only rel_wake may be called from any.
#ifndef RESPONDER_EVENT_LOOP_H
#define RESPONDER_EVENT_LOOP_H

#include <stdbool.h>
#include <stdint.h>

typedef struct rel_loop rel_loop;
typedef struct rel_watch rel_watch;

/// What a descriptor is watched for, and what it became ready for. Values of our own, not libevent's.
enum { REL_READ = 1, REL_WRITE = 2 };

/// No deadline.
#define REL_NEVER INT64_MAX

/// A loop with its event base and timer descriptor, woken by the eventfd `wake_descriptor`, which stays the caller's;
/// NULL with errno set when the system has no descriptor or memory to give.
rel_loop *rel_loop_create(int wake_descriptor);
/// Ends the loop and every watch of it.
void rel_loop_destroy(rel_loop *loop);

/// Wakes whoever waits on the wake-up descriptor; safe on any thread and in a signal handler.
void rel_wake(int wake_descriptor);

/// Records what is ready: waits for it until `deadline` (CLOCK_MONOTONIC, nanoseconds; REL_NEVER: for ever) when
/// `block` is set, otherwise only looks. Returns false with errno set when libevent failed.
bool rel_loop_poll(rel_loop *loop, bool block, int64_t deadline);
/// Sets the timer descriptor, for those who wait on rel_loop_descriptor themselves.
void rel_loop_set_deadline(rel_loop *loop, int64_t deadline);
/// The descriptor that libevent waits on, readable when anything is ready, of the loop that `wake_descriptor` wakes; -1
/// where it cannot be found. Reads /proc: ask once.
int rel_loop_descriptor(int wake_descriptor);

/// Watches `descriptor`, level-triggered; NULL with errno set when it cannot be watched (closed, a regular file or a folder).
rel_watch *rel_watch_create(rel_loop *loop, int descriptor, int events, void *context);
/// Ends the watch; a readiness that was recorded and not yet taken is forgotten.
void rel_watch_destroy(rel_watch *watch);

/// The number of the newest recorded readiness: what a step may serve is what is not newer.
uint64_t rel_loop_ready_mark(const rel_loop *loop);
/// Whether a readiness is recorded and not yet taken.
bool rel_loop_has_ready(const rel_loop *loop);
/// Takes the oldest recorded readiness that is not newer than `mark`: returns the watch's context and sets `events`,
/// or returns NULL.
void *rel_loop_take_ready(rel_loop *loop, uint64_t mark, int *events);

/// libdispatch's descriptor of the main queue: readable when main-queue blocks or main-actor jobs wait; -1 where the
/// process's first thread serves them itself (dispatch_main), or where libdispatch is not linked.
int rel_main_queue_descriptor(void);
/// Runs what waits on the main queue. Call it only when the descriptor was readable.
void rel_main_queue_drain(void);
/// Watches the main queue, or stops watching it. Returns whether it is watched now.
bool rel_loop_watch_main_queue(rel_loop *loop, bool on);
/// Whether the main queue was seen ready since the last call.
bool rel_loop_take_main_queue_ready(rel_loop *loop);
/// The same without forgetting it.
bool rel_loop_main_queue_is_ready(const rel_loop *loop);

/// From now on the first SIGINT or SIGTERM writes `descriptor` (an eventfd), and the second ends the process at once
/// with status 128 + its number. A signal that the process was started with ignored stays ignored. For the life of the
/// process: call it once.
void rel_termination_install(int descriptor);

/// Asks for the right to call rel_barrier; false where the system has no such call, or forbids it.
bool rel_barrier_register(void);
/// Makes every other thread of the process pass a full memory barrier, wherever it is just now, before this returns; false
/// when it was not done. For the seldom side of an order that costs the frequent side nothing; some microseconds.
bool rel_barrier(void);

/// Keeps the compiler from moving memory accesses over this place, for the frequent side of rel_barrier.
static inline void rel_compiler_barrier(void) { __asm__ volatile("" ::: "memory"); }

/// Lets some hundred nanoseconds pass, without memory accesses.
static inline void rel_pause(void) {
    for (int count = 0; count < 8; count++) {
#if defined(__x86_64__)
        __builtin_ia32_pause();
#elif defined(__aarch64__)
        __asm__ volatile("isb");
#else
        rel_compiler_barrier();
#endif
    }
}

/// An eventfd, non-blocking and closed on exec; -1 with errno set when there is none to be had.
int rel_eventfd_create(void);
/// Takes the count off an eventfd.
void rel_eventfd_clear(int descriptor);
/// Closes a descriptor.
void rel_close(int descriptor);

#endif
