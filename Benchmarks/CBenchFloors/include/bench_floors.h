// The floors: each job of the benchmark's workloads written by hand in C, which shows the least that the job costs.
//
// The floor of the dispatch is a tree of views with tables of function pointers, as in a careful C program; the floor
// of the loops is epoll with a ring and an eventfd. libevent's programs are the same with libevent in the place of
// epoll. SwiftPM compiles all of them with -O2 in release.
#ifndef BENCH_FLOORS_H
#define BENCH_FLOORS_H

#include "timer_plan.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// MARK: Versions (loops.c)

/// The compiler of these programs.
const char *bench_compiler(void);
const char *bench_libevent_version(void);

// MARK: Dispatch (tree.c)

typedef struct floor_app floor_app;

enum { FLOOR_BEGAN, FLOOR_MOVED, FLOOR_ENDED, FLOOR_CANCELLED };

/// The responder that handles the touches of a tree's hit view.
enum {
    FLOOR_HIT_VIEW,          // the hit view, which counts
    FLOOR_HIT_VIEW_READING,  // the hit view, which also reads the touch's location in itself and its timestamp
    FLOOR_HIT_VIEW_FINGERS,  // the hit view, which is called once for all its fingers in an event, and counts them
    FLOOR_APPLICATION,       // the application, at the end of the chain
};

enum { FLOOR_TAP, FLOOR_PAN, FLOOR_PINCH };

/// One sample of one finger, as the program gets it from outside.
typedef struct {
    int64_t time;
    double x, y;
    int32_t identifier, phase;
} floor_sample;

/// An application with a window, a root view, `wrappers` nested views that fill it, and in the innermost view a tree of
/// 8 levels with 4 children each; the hit child of each level is the backmost.
floor_app *floor_app_create(int handler, int wrappers);
/// An application with a window and a root view that has `count` children in rows of 100; the hit child is the
/// backmost.
floor_app *floor_app_create_flat(int count);
void floor_app_destroy(floor_app *app);
/// Gives the root view a recogniser, FLOOR_TAP or one of the constants after it (gestures.c).
void floor_app_add_recognizer(floor_app *app, int gesture);
/// How often the recogniser's action was called.
uint64_t floor_app_actions(const floor_app *app);
/// Takes samples from an array and dispatches each as one event.
void floor_app_receive(floor_app *app, const floor_sample *samples, size_t count);
/// Takes frames of `fingers` samples of one phase each, and dispatches each frame as one event.
void floor_app_receive_frames(floor_app *app, const floor_sample *samples, size_t count, size_t fingers);
/// Takes moves of any number of fingers, and dispatches nothing yet.
void floor_app_collect(floor_app *app, const floor_sample *samples, size_t count);
/// Dispatches the moves that were taken as one event, if there are any.
void floor_app_send_collected(floor_app *app);
/// How many calls the application's handler got; with FLOOR_HIT_VIEW_FINGERS, how many touches in them.
uint64_t floor_app_handled(const floor_app *app);
/// The sum of the values that a reading handler has read.
double floor_app_sum(const floor_app *app);
/// Hit-tests the window `repetitions` times; returns how often the right view was hit.
size_t floor_app_hit_test(floor_app *app, double x, double y, size_t repetitions);
/// Does the same in an application of `floor_app_create_flat`; before each hit-test, another child moves.
size_t floor_app_hit_test_moving(floor_app *app, double x, double y, size_t repetitions);

// MARK: Loops (epoll_loop.c, libevent_loop.c)

/// The interfaces that a loop waits with.
enum { BENCH_EPOLL, BENCH_LIBEVENT };

/// Nanoseconds of CLOCK_MONOTONIC.
int64_t bench_now(void);

/// Another thread puts `count` samples, in sequences of 22, into a ring; this thread takes them as they arrive, and
/// sleeps while the ring is empty. The eventfd is written only while this thread sleeps. Each sample goes into `app`,
/// or, with NULL, is only counted. Returns the nanoseconds from the start to the last sample; negative when something
/// failed.
int64_t bench_threads(int loop, floor_app *app, size_t count);
/// Another thread puts a sample into the ring each millisecond; fills in the nanoseconds until each was taken.
bool bench_one_way(int loop, int64_t *latencies, size_t count);

/// `count` sources are marked and then performed, `rounds` times. Returns the nanoseconds, negative on a failure.
int64_t bench_sources(int loop, size_t count, size_t rounds);
/// `count` functions with their contexts are posted and then run, `rounds` times: in a queue with a lock that any
/// thread may take, or as events of libevent that are made active.
int64_t bench_posts(int loop, size_t count, size_t rounds);
/// Runs `count` turns with a source that marks itself again: each turn performs the source, and polls the kernel once.
int64_t bench_turns(int loop, size_t count);
/// Writes the first bytes: to `active` of the pipes, spread over all of them.
bool write_to_active(const int *pipes, size_t pipe_count, size_t active);
/// Watches the pipes (read end, write end, …), `active` of which hold a byte, for `count` events; each event reads a
/// byte and writes a byte to the next pipe.
int64_t bench_descriptors(int loop, const int *pipes, size_t pipe_count, size_t active, size_t count);

// MARK: Frames (frames.c)

typedef struct bench_frames bench_frames;

/// Fingers, if any, that are down on the hit view of an application with the handler FLOOR_HIT_VIEW_FINGERS; the
/// application gets frames of their moves through a ring. NULL when the loop cannot be made.
bench_frames *bench_frames_create(int loop, floor_app *app, int fingers);
void bench_frames_destroy(bench_frames *frames);
/// Puts a frame into the ring, polls the kernel once and dispatches the frame, `count` times on this thread.
void bench_frames_turns(bench_frames *frames, size_t count);
/// Puts frames of `fingers` samples of one phase each into the ring, and gives each frame a turn as above.
void bench_frames_replay(bench_frames *frames, const floor_sample *samples, size_t count, size_t fingers);
/// Another thread puts `count` frames into the ring, each while this thread sleeps. Fills in the nanoseconds from the
/// send until this thread has dispatched the frame and is about to sleep again. Returns the nanoseconds that this
/// thread ran; negative on a failure.
int64_t bench_frames_sleeping(bench_frames *frames, int64_t *times, size_t count);

/// Another thread, on another processor, puts `count` frames into the ring, each `pause` nanoseconds after this thread
/// has dispatched the frame before. This thread looks into the ring for `looking` nanoseconds before it sleeps. Fills
/// in the nanoseconds from the send until the frame is dispatched. Returns the nanoseconds that this thread ran;
/// negative on a failure.
int64_t bench_frames_latency(bench_frames *frames, int64_t pause, int64_t looking, int64_t *latencies, size_t count);

/// How many processors this thread may run on.
int bench_processors(void);
/// Keeps this thread on the first of its processors; bench_stay_on_processor takes the last one.
void bench_take_first_processor(void);
/// Passes the nanoseconds: in a loop, if they are less than 200,000, otherwise asleep.
void bench_pause_for(int64_t pause);
/// Tells the processor that this thread looks for the same memory again and again.
void bench_relax(void);
/// Nanoseconds that this thread has run.
int64_t bench_thread_now(void);
/// Sleeps for 200 us: a loop that was about to sleep before is asleep by then.
void bench_pause(void);
/// Keeps this thread, and the threads that it starts meanwhile, on one processor, always the same one; or releases the
/// threads.
void bench_stay_on_processor(bool stays);

// MARK: Panels (panel.c)

typedef struct bench_panel bench_panel;

/// A panel of ten slots, whose events come through the descriptor; a unit of its axes is `scale` points. NULL on a
/// failure.
bench_panel *bench_panel_create(floor_app *app, int descriptor, double scale);
void bench_panel_destroy(bench_panel *panel);
/// Polls the kernel once, reads and decodes the panel's events, and dispatches their moves as one event; returns
/// whether there were events.
bool bench_panel_turn(bench_panel *panel);

// MARK: Notifications (notifications.c)

typedef struct {
    int64_t number;
} bench_note;

typedef struct bench_observers bench_observers;

/// `count` observers: functions that add up the numbers that they get.
bench_observers *bench_observers_create(size_t count);
void bench_observers_destroy(bench_observers *observers);
/// Posts the number 1 to all observers `count` times, and returns the sum.
int64_t bench_observers_post(bench_observers *observers, size_t count);

// MARK: Actions (actions.c)

typedef struct bench_actions bench_actions;

/// A chain of `length` objects of five classes, each with four actions; the last object alone performs the action that
/// is sent.
bench_actions *bench_actions_create(size_t length);
void bench_actions_destroy(bench_actions *actions);
/// Sends the action `count` times, to the last object or up the chain from the first. Returns how often it was
/// performed.
uint64_t bench_actions_send(bench_actions *actions, bool has_target, size_t count);

// MARK: Timers (libevent_timers.c, lateness.c)

typedef struct bench_timers bench_timers;

/// `count` timers of libevent, armed, one for each delay; NULL when the library refuses.
bench_timers *bench_timers_create(size_t count, const int64_t *delays);
void bench_timers_destroy(bench_timers *timers);
/// Does the operation with the chosen timers. Returns the nanoseconds; negative when too many or too few timers fired.
int64_t bench_timers_measure(bench_timers *timers, int operation, const bench_timers_plan *plan);
/// Cancels the first half of the chosen timers, lets the others fire, and arms all again. Returns how many fired.
size_t bench_timers_verify(bench_timers *timers, const bench_timers_plan *plan);

/// One-shot timers of a millisecond, one after the other; fills in how late each fired, in nanoseconds.
bool bench_lateness(int loop, int64_t *latencies, size_t count);

// MARK: Whole applications (scheduled.c, memory.c)

/// Returns at an instant of CLOCK_MONOTONIC, in nanoseconds: sleeps, and waits busily for the last 300 us.
void bench_wait_until(int64_t instant);
/// Another thread puts `count` moves into a ring, one every `interval` nanoseconds, whether the earlier ones were taken
/// or not; each goes into `app`. Fills in the nanoseconds from the instant at which each was due until it was handled.
bool bench_scheduled(int loop, floor_app *app, int64_t interval, int64_t *latencies, size_t count);

/// The bytes that this process has allocated and not freed, with malloc's own bookkeeping.
size_t bench_allocated_bytes(void);

#endif
