// The narrow C face of ResponderKit's run loop on libevent.
//
// Only the .c files behind this header include libevent's headers: in a Clang module that Swift imports, libevent's
// view of fd_set clashes with Dispatch's. So everything here is opaque or a plain number.
//
// A loop is made, used and destroyed on one thread at a time (the main actor). Only rel_wake may be called from any.
#ifndef RESPONDER_EVENT_LOOP_H
#define RESPONDER_EVENT_LOOP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct rel_loop rel_loop;
typedef struct rel_watch rel_watch;

/// What a descriptor is watched for, and what it became ready for; REL_EDGE: reported once each time it becomes so, not as
/// long as it is. Values of our own, not libevent's.
enum { REL_READ = 1, REL_WRITE = 2, REL_EDGE = 4 };

/// Watches have a priority below this, and a mask of modes; what these mean is the caller's affair.
enum { REL_PRIORITIES = 3 };

/// No deadline.
#define REL_NEVER INT64_MAX

/// What was found and not yet served: for those who look at it several times a turn.
typedef struct {
    /// The priorities, as bits, of which a watch has a readiness that is recorded and not yet taken.
    uint32_t ready;
    /// Whether the main queue was seen ready.
    bool main_queue;
} rel_news;

/// How many calls of fork(2) lie between the program's start and this process: another number than the parent's in each
/// child.
static inline uint64_t rel_process(void) {
    extern uint64_t rel_process_generation;
    return rel_process_generation;
}

/// A loop with its event base and timer descriptor, woken by the eventfd `wake_descriptor`, which stays the caller's;
/// NULL with errno set when the system has no descriptor or memory to give.
rel_loop *rel_loop_create(int wake_descriptor);
/// What it found, for as long as it lives.
const rel_news *rel_loop_news(const rel_loop *loop);
/// Ends the loop and every watch of it; their memory stays their owners'.
void rel_loop_destroy(rel_loop *loop);
/// Gives the copy of a loop in a child descriptors of its own: a new epoll set with all that is watched, new timer and
/// wake-up descriptors under the old numbers. The parent's loop is untouched. Returns false with errno set where there
/// are no descriptors left. Does nothing to a loop that is this process's.
///
/// rel_watch_create, rel_watch_end and rel_loop_destroy do the same first.
bool rel_loop_make_own(rel_loop *loop);

/// Wakes whoever waits on the wake-up descriptor; safe on any thread and in a signal handler.
void rel_wake(int wake_descriptor);

/// Records what is ready: waits for it until `deadline` (CLOCK_MONOTONIC, nanoseconds; REL_NEVER: for ever) when
/// `block` is set, otherwise only looks. Returns false with errno set when libevent failed, ECHILD where the loop is
/// not this process's.
bool rel_loop_poll(rel_loop *loop, bool block, int64_t deadline);
/// Sets the timer descriptor, for those who wait on rel_loop_descriptor themselves.
void rel_loop_set_deadline(rel_loop *loop, int64_t deadline);
/// A descriptor that is readable when anything is ready, the loop's as long as it lives; -1 with errno set where the
/// system has none to give.
int rel_loop_descriptor(rel_loop *loop);

/// What is called when a watch is ready; part of the watch, on the cache line that a readiness touches anyway.
typedef struct {
    /// What is called, and what it reads besides: both are the caller's affair. They are fetched into the cache when the watch
    /// is found ready; the second is not read, and may be gone.
    void *body;
    const void *fetched;
    /// What was recorded and not yet taken; for a signal how often it came.
    int32_t ready;
    /// How many calls are under way, one inside another: the caller's.
    uint16_t calls;
    uint8_t priority;
    /// REL_PARKED, REL_ENDED.
    uint8_t standing;
} rel_call;

/// A watch that was taken out of the base, since it stays ready and nobody takes it; one that has ended; one under
/// whose number epoll may tell of a closed file.
enum { REL_PARKED = 1, REL_ENDED = 2, REL_DOUBTFUL = 4 };

/// Watches `descriptor`; NULL with errno set when it cannot be watched (closed: EBADF; a regular file, a
/// folder, or a device that cannot be waited on: EPERM; watched by level already and now by edge, or so: EEXIST;
/// neither for reading nor for writing: EINVAL; one that watches this loop: ELOOP; by edge, beside another, and no
/// descriptor left: EMFILE).
rel_watch *rel_watch_create(rel_loop *loop, int descriptor, int events, int priority, uint64_t modes);
/// Watches for the signal `number`; NULL with errno set when that cannot be had. Only one loop of a process may.
rel_watch *rel_watch_create_signal(rel_loop *loop, int number, int priority, uint64_t modes);
/// The watch's call, as long as the watch is there.
rel_call *rel_watch_call(rel_watch *watch);
/// Ends the watch of a loop that is there; a readiness that was recorded and not yet taken is forgotten.
void rel_watch_end(rel_watch *watch);
/// Frees a watch that has ended.
void rel_watch_free(rel_watch *watch);

/// The number of the newest recorded readiness: what a step may serve is what is not newer.
uint64_t rel_loop_ready_mark(const rel_loop *loop);
/// Whether a readiness is recorded of one of the modes, and not yet taken.
bool rel_loop_has_ready(const rel_loop *loop, uint64_t modes);
/// How many there are of that priority and the modes that are not newer than `mark`; O(their number squared).
size_t rel_loop_count_ready(const rel_loop *loop, int priority, uint64_t mark, uint64_t modes);
/// Takes the oldest of these, those first left out that `skip` says: returns the watch's call and sets `ready`, to what
/// the descriptor is ready for or how often the signal came; or returns NULL.
rel_call *rel_loop_take_ready(rel_loop *loop, int priority, uint64_t mark, uint64_t modes, size_t skip, int *ready);

/// libdispatch's descriptor of the main queue: readable when main-queue blocks or main-actor jobs wait; -1 where the
/// process's first thread serves them itself (dispatch_main), where libdispatch is not linked, and in a child that
/// fork(2) made, where libdispatch serves nothing.
int rel_main_queue_descriptor(void);
/// Has libdispatch make that descriptor, which it ends the process without; false with errno set where there is none to
/// be had.
bool rel_main_queue_prepare(void);
/// Whether this is the process's first thread or, where another serves the main queue, one of its blocks.
bool rel_is_on_main_queue(void);
/// Runs what waits on the main queue. Call it only when the descriptor was readable.
void rel_main_queue_drain(void);
/// Watches the main queue, or stops watching it. Returns whether it is watched now.
bool rel_loop_watch_main_queue(rel_loop *loop, bool on);
/// Whether the main queue was seen ready since the last call.
bool rel_loop_take_main_queue_ready(rel_loop *loop);

/// From now on the first SIGINT or SIGTERM writes `descriptor` (an eventfd), and the second ends the process at once
/// with status 128 + its number. A signal that the process was started with ignored stays ignored. For the life of the
/// process: call it once.
void rel_termination_install(int descriptor);

/// Asks for the right to call rel_barrier; false where the system has no such call, or forbids it.
bool rel_barrier_register(void);
/// Makes every other thread of the process pass a full memory barrier, wherever it is just now, before this returns; false
/// when it was not done. For the seldom side of an order that costs the frequent side nothing; some microseconds.
bool rel_barrier(void);

/// A number that no other thread has while the calling one lives; two instructions.
static inline uintptr_t rel_thread(void) { return (uintptr_t)__builtin_thread_pointer(); }
/// Whether the calling thread is the process's first.
bool rel_is_first_thread(void);

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

/// Has the cache line at `address` fetched for writing, without waiting for it.
static inline void rel_prefetch_for_writing(const void *address) {
#if defined(__x86_64__)
    // The compiler's own call fetches it for reading where it does not know the processor.
    __asm__ volatile("prefetchw %0" : : "m"(*(const char *)address));
#else
    __builtin_prefetch(address, 1);
#endif
}

/// An eventfd, non-blocking and closed on exec; -1 with errno set when there is none to be had.
int rel_eventfd_create(void);
/// Takes the count off an eventfd.
void rel_eventfd_clear(int descriptor);
/// Closes a descriptor.
void rel_close(int descriptor);

#endif
