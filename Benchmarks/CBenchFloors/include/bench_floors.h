// What the least costs: the jobs of the benchmark's workloads, written by hand in C.
//
// The floor of the dispatch is a tree of views with tables of function pointers, as a careful C program would have it;
// that of the loops is epoll with a ring and an eventfd. libevent's programs are the same with libevent in the place
// of epoll. All of it is compiled with -O2, as SwiftPM does in release.
#ifndef BENCH_FLOORS_H
#define BENCH_FLOORS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// MARK: Dispatch (tree.c)

typedef struct floor_app floor_app;

enum { FLOOR_BEGAN, FLOOR_MOVED, FLOOR_ENDED, FLOOR_CANCELLED };

/// Who handles the touches of a tree's hit view.
enum {
    FLOOR_HIT_VIEW,          // the hit view, which counts
    FLOOR_HIT_VIEW_READING,  // the hit view, which also reads the touch's location in itself and its timestamp
    FLOOR_APPLICATION,       // the application, at the end of the chain
};

/// One sample of one finger, as the program gets it from outside.
typedef struct {
    int64_t time;
    double x, y;
    int32_t identifier, phase;
} floor_sample;

/// An application with a window, a root view, `wrappers` views that fill it inside one another, and in the innermost a
/// tree 8 deep with 4 children a level, of which the hit child is the backmost.
floor_app *floor_app_create(int handler, int wrappers);
/// An application with a window and a root view that has `count` children in rows of 100; the hit child is the backmost.
floor_app *floor_app_create_flat(int count);
void floor_app_destroy(floor_app *app);
/// Takes samples from an array and dispatches each as one event.
void floor_app_receive(floor_app *app, const floor_sample *samples, size_t count);
/// How many calls its handler got.
uint64_t floor_app_handled(const floor_app *app);
/// What a reading handler summed up.
double floor_app_sum(const floor_app *app);
/// Hit-tests the window that many times; returns how often the view was hit that is to be hit.
size_t floor_app_hit_test(floor_app *app, double x, double y, size_t repetitions);
/// The same, in an application of `floor_app_create_flat`; each time another child moves before.
size_t floor_app_hit_test_moving(floor_app *app, double x, double y, size_t repetitions);

// MARK: Loops (epoll_loop.c, libevent_loop.c)

/// What a loop waits with.
enum { BENCH_EPOLL, BENCH_LIBEVENT };

/// Nanoseconds of CLOCK_MONOTONIC.
int64_t bench_now(void);

/// A thread puts `count` samples of sequences of 22 into a ring, this one takes them while it comes, and sleeps when
/// there is none; the eventfd is written only when it sleeps. Each goes into `app`, or, with NULL, is only counted.
/// Returns the nanoseconds from the start to the last; negative when something failed.
int64_t bench_threads(int loop, floor_app *app, size_t count);
/// A thread puts a sample into the ring each millisecond; fills in how long after that it was taken, in nanoseconds.
bool bench_one_way(int loop, int64_t *latencies, size_t count);

/// `count` sources are marked and then performed, `rounds` times. Returns the nanoseconds, negative on a failure.
int64_t bench_sources(int loop, size_t count, size_t rounds);
/// A source that marks itself again, so that each turn performs one and looks at the kernel once.
int64_t bench_turns(int loop, size_t count);
/// Of the pipes (read end, write end, …) each event reads a byte and writes one to the next pipe.
int64_t bench_descriptors(int loop, const int *pipes, size_t pipe_count, size_t count);

#endif
