// The narrow C interface of ResponderKit's run loop on libevent.
//
// Only the .c files behind this header include libevent's headers: in a Clang module that Swift imports, libevent's
// view of fd_set clashes with Dispatch's. So all types here are opaque or plain numbers.
//
// A loop is made, used and destroyed on one thread at a time (the main actor). Only rel_wake may be called on any
// thread.
#ifndef RESPONDER_EVENT_LOOP_H
#define RESPONDER_EVENT_LOOP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct rel_loop rel_loop;
typedef struct rel_watch rel_watch;

/// The readiness for which a descriptor is watched, or that it has. REL_EDGE: the descriptor is reported once each time
/// it becomes ready, not as long as it is ready. These are not libevent's values.
///
/// A watch for any of the last three has an epoll set of its own for its descriptor, and tells all of them apart, as
/// epoll does: REL_HANG_UP and REL_ERROR even if they are not asked for. Another watch tells a hang-up and an error as
/// REL_READ and REL_WRITE.
enum { REL_READ = 1, REL_WRITE = 2, REL_EDGE = 4, REL_PRIORITY = 8, REL_HANG_UP = 16, REL_ERROR = 32 };

/// A watch has a priority below this number, and a mask of modes; the caller gives both their meaning.
enum { REL_PRIORITIES = 3 };

/// No deadline.
#define REL_NEVER INT64_MAX

/// The readiness that was recorded and not served yet: for code that reads it several times a turn.
typedef struct {
    /// The priorities, as bits, that have a watch whose readiness is recorded and not taken yet.
    uint32_t ready;
    /// Whether the main queue was seen ready.
    bool main_queue;
} rel_pending;

/// The number of calls of fork(2) between the program's start and this process: each child has another number than its
/// parent.
static inline uint64_t rel_process(void) {
    extern uint64_t rel_process_generation;
    return rel_process_generation;
}

/// Makes a loop with its event base and timer descriptor, woken by the eventfd `wake_descriptor`, which the caller goes
/// on owning; NULL with errno set when the system has no descriptor or memory left.
rel_loop *rel_loop_create(int wake_descriptor);
/// The readiness that the loop has recorded; valid as long as the loop.
const rel_pending *rel_loop_pending(const rel_loop *loop);
/// Ends the loop and all its watches; their owners still have to free the watches.
void rel_loop_destroy(rel_loop *loop);
/// Gives the copy of a loop in a child process descriptors of its own: a new epoll set with everything that is watched,
/// and new timer and wake-up descriptors, under the old numbers. The parent's loop does not change. Returns false with
/// errno set if no descriptors are left. Does nothing to a loop of this process.
///
/// rel_watch_create, rel_watch_end and rel_loop_destroy do the same first.
bool rel_loop_make_own(rel_loop *loop);

/// Makes the wake-up descriptor readable; safe on any thread and in a signal handler.
void rel_wake(int wake_descriptor);

/// Records which watches are ready. When `block` is set, waits until one is ready, or until `deadline`
/// (CLOCK_MONOTONIC, nanoseconds; REL_NEVER: for ever); otherwise only polls. Returns false with errno set when
/// libevent failed, ECHILD if the loop is not this process's.
bool rel_loop_poll(rel_loop *loop, bool block, int64_t deadline);
/// Sets the timer descriptor to `deadline`, for callers that wait on rel_loop_descriptor themselves.
void rel_loop_set_deadline(rel_loop *loop, int64_t deadline);
/// A descriptor that is readable when anything is ready, owned by the loop; -1 with errno set if the system has no
/// descriptor left.
int rel_loop_descriptor(rel_loop *loop);

/// The call that is made when a watch is ready; part of the watch, on the cache line that each readiness accesses
/// anyway.
typedef struct {
    /// The caller's object, and other memory that the call reads. Both are prefetched when the watch is found ready;
    /// nothing reads `fetched`, so its memory may be freed.
    void *body;
    const void *fetched;
    /// The readiness that was recorded and not taken yet; for a signal, how often it came.
    int32_t ready;
    /// How many calls are under way, one inside another; the caller counts.
    uint16_t calls;
    uint8_t priority;
    /// A set of REL_PARKED, REL_ENDED and REL_DOUBTFUL.
    uint8_t standing;
} rel_call;

/// REL_PARKED: the watch is removed from the base, since it stays ready and its readiness is not taken. REL_ENDED: the
/// watch has ended. REL_DOUBTFUL: epoll may report a closed file under the watch's number.
enum { REL_PARKED = 1, REL_ENDED = 2, REL_DOUBTFUL = 4 };

/// Watches `descriptor`; NULL with errno set when it cannot be watched (closed: EBADF; a regular file, a folder, or a
/// device that cannot be waited on: EPERM; watched already with the other trigger: EEXIST; for nothing: EINVAL; a
/// descriptor that watches this loop: ELOOP; a further watch by edge, or one with an epoll set of its own, and no
/// descriptor left: EMFILE).
rel_watch *rel_watch_create(rel_loop *loop, int descriptor, int events, int priority, uint64_t modes);
/// Waits for the signal `number`; NULL with errno set when the signal cannot be caught. Only one loop of a process may
/// wait for signals.
rel_watch *rel_watch_create_signal(rel_loop *loop, int number, int priority, uint64_t modes);
/// The watch's call; valid as long as the watch.
rel_call *rel_watch_call(rel_watch *watch);
/// Stops watching the descriptor of a watch that has not ended, until rel_watch_resume; a readiness that was recorded
/// and not taken yet is forgotten. Until then the descriptor may be closed.
void rel_watch_pause(rel_watch *watch);
/// Watches a descriptor with a watch that pauses, as rel_watch_create does; false with errno set if that fails.
bool rel_watch_resume(rel_watch *watch, int descriptor, int events);
/// Ends a watch, whose loop must still exist; a readiness that was recorded and not taken yet is forgotten.
void rel_watch_end(rel_watch *watch);
/// Frees a watch that has ended.
void rel_watch_free(rel_watch *watch);

/// The number of the newest recorded readiness: a step serves only readiness that was recorded before the step began.
uint64_t rel_loop_ready_mark(const rel_loop *loop);
/// Whether a watch in one of the modes has a readiness that is not taken yet.
bool rel_loop_has_ready(const rel_loop *loop, uint64_t modes);
/// The number of watches of the priority and the modes whose readiness is not newer than `mark`; O(n squared).
size_t rel_loop_count_ready(const rel_loop *loop, int priority, uint64_t mark, uint64_t modes);
/// Takes the oldest readiness of those that rel_loop_count_ready counts, passing over the first `skip`. Returns the
/// watch's call, and sets `ready` to the descriptor's readiness, or to how often the signal came; NULL if there is
/// none.
rel_call *rel_loop_take_ready(rel_loop *loop, int priority, uint64_t mark, uint64_t modes, size_t skip, int *ready);

/// How a child process ended.
typedef struct {
    /// The exit status, or the number of the signal.
    int32_t status;
    bool is_signalled, has_dumped_core;
    /// Nanoseconds, and bytes.
    int64_t user_time, system_time, peak_resident_size;
    int64_t major_faults;
} rel_child_end;

/// A descriptor of a child of this process, readable when the child has ended; -1 with errno set if there is no such
/// process (ESRCH), if it is no child or its end was taken (ECHILD), for a number that no process has (EINVAL), or if
/// the kernel cannot do it (ENOSYS).
int rel_child_open(int process);
/// Takes the child's end: 1 if it has ended, 0 if it runs, -1 with errno set if its end was taken elsewhere (ECHILD).
int rel_child_take(int descriptor, rel_child_end *end);

/// What happened to a file of a folder, and to the folder.
enum {
    REL_FILE_CREATED = 1,
    REL_FILE_MODIFIED = 2,
    REL_FILE_WRITTEN = 4,
    REL_FILE_MOVED_AWAY = 8,
    REL_FILE_MOVED_HERE = 16,
    REL_FILE_REMOVED = 32,
    REL_FOLDER_GONE = 64,
    REL_FOLDER_OVERFLOWN = 128,
};

/// A descriptor that is readable when something of the wanted kinds has happened in the folder; -1 with errno set.
int rel_folder_open(const char *path, uint32_t wanted);
/// Reads what has happened; -1 with errno set if that is nothing.
long rel_folder_read(int descriptor, void *buffer, size_t size);
/// The name of the next event in what was read, empty for the folder itself; advances the offset, and sets what was
/// found. NULL at the end.
const char *rel_folder_next(const char *buffer, size_t size, size_t *offset, uint32_t *found);

/// libdispatch's descriptor of the main queue, which is readable while blocks or main-actor jobs wait; -1 if there is
/// none: after dispatch_main, off the process's first thread, without libdispatch, in a child that fork(2) made, and
/// when no descriptor is left.
int rel_main_queue_descriptor(void);
/// Makes libdispatch create that descriptor; false with errno set if no descriptor is left, on which libdispatch itself
/// would end the process.
bool rel_main_queue_prepare(void);
/// Whether the caller runs on the process's first thread or, if another thread serves the main queue, in one of the
/// queue's blocks.
bool rel_is_on_main_queue(void);
/// Runs the blocks and jobs that wait on the main queue. Call it only when the descriptor was readable.
void rel_main_queue_drain(void);

/// Whether the jobs are counted that the Swift runtime hands to its threads; counting begins with the first call. False
/// where the runtime has no hook, or where somebody has put another one into its place. Call it on the main actor.
bool rel_jobs_are_counted(void);
/// How many jobs the runtime has handed to its threads since counting began. Safe on any thread.
uint64_t rel_jobs_count(void);
/// Has the jobs of the calling task counted too, as from the start, or not, until the next call.
void rel_jobs_count_present_task(bool counts);

/// Watches the main queue, or stops watching it. Returns whether it is watched now.
bool rel_loop_watch_main_queue(rel_loop *loop, bool on);
/// Whether the main queue was seen ready since the last call.
bool rel_loop_take_main_queue_ready(rel_loop *loop);

/// From now on the first SIGINT or SIGTERM writes `descriptor` (an eventfd), and the second ends the process at once
/// with status 128 + its number. A signal that is ignored at the time of the call stays ignored. For the life of the
/// process: call it once.
void rel_termination_install(int descriptor);

/// From now on the first SIGTSTP writes `descriptor` (an eventfd), and a second one before rel_stopping_stop stops the
/// process at once. Does nothing if SIGTSTP is ignored at the time of the call, so that it stays ignored. For the life
/// of the process: call it once.
void rel_stopping_install(int descriptor);
/// Whether a SIGTSTP came that has not stopped the process, and after which no SIGCONT came.
bool rel_stopping_is_asked(void);
/// Stops the process, as SIGTSTP does by default, and returns when it is continued; does nothing if that is not asked
/// for any more. Where the kernel drops SIGTSTP, the process stops as by SIGSTOP.
void rel_stopping_stop(void);

/// Registers the process for rel_barrier; false if the system has no such call, or forbids it.
bool rel_barrier_register(void);
/// Makes every other thread of the process pass a full memory barrier before this returns, wherever the thread is;
/// false when that failed. The seldom side of an asymmetric barrier, whose frequent side costs nothing; takes some
/// microseconds.
bool rel_barrier(void);

/// A number that no other thread has while the calling thread lives; takes two instructions.
static inline uintptr_t rel_thread(void) { return (uintptr_t)__builtin_thread_pointer(); }
/// Whether the calling thread is the process's first.
bool rel_is_first_thread(void);

/// Keeps the compiler from moving memory accesses across this call: the frequent side of rel_barrier.
static inline void rel_compiler_barrier(void) { __asm__ volatile("" ::: "memory"); }

/// Tells the processor that the thread looks for the same memory again and again: it takes some ten nanoseconds, saves
/// power, and leaves more of a core to the other thread on it.
static inline void rel_relax(void) {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("isb");
#else
    rel_compiler_barrier();
#endif
}

/// Pauses for some hundred nanoseconds, without memory accesses.
static inline void rel_pause(void) {
    for (int count = 0; count < 8; count++) rel_relax();
}

/// Prefetches the cache line at `address` for writing, without waiting.
static inline void rel_prefetch_for_writing(const void *address) {
#if defined(__x86_64__)
    // __builtin_prefetch fetches the line for reading only, unless the compiler knows the processor.
    __asm__ volatile("prefetchw %0" : : "m"(*(const char *)address));
#else
    __builtin_prefetch(address, 1);
#endif
}

/// Maps memory that is zero, in whole pages; NULL with errno set when the system has none left.
void *rel_pages_create(size_t size);
/// Gives the memory and its addresses back to the system.
void rel_pages_destroy(void *start, size_t size);
/// Gives the whole pages in that part of a mapping back to the system, and keeps their addresses: the pages are zero
/// when they are read again, or unchanged where the system refuses (locked memory).
void rel_pages_clear(void *start, size_t size);

/// Makes an eventfd, non-blocking and closed on exec; -1 with errno set when there is no descriptor left.
int rel_eventfd_create(void);
/// Resets the count of an eventfd.
void rel_eventfd_clear(int descriptor);
/// Makes a timer on which a thread can wait; -1 with errno set when there is no descriptor left.
int rel_alarm_create(void);
/// Sets the timer to an instant of CLOCK_MONOTONIC, in nanoseconds; 0 for never. Safe on any thread.
void rel_alarm_set(int alarm, int64_t deadline);
/// Waits until the timer has come to its instant since the last call; false when that is impossible.
bool rel_alarm_wait(int alarm);
/// Closes a descriptor.
void rel_close(int descriptor);

#endif
