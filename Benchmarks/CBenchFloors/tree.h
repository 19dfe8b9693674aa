// The C floor's kit: responders with tables of function pointers. Private to this target.
#ifndef BENCH_TREE_H
#define BENCH_TREE_H

#include "bench_floors.h"

typedef struct responder responder;
typedef struct touch touch;
typedef struct recognizer recognizer;

typedef struct {
    double x, y;
} point;

typedef struct {
    double x, y, width, height;
} rect;

typedef struct {
    touch *touches;
    uint64_t live, changed;
    int64_t time;
} event;

typedef struct {
    touch *touches;
    uint64_t mask;
} touch_set;

typedef struct {
    /// The touch methods, by phase.
    void (*touches[4])(responder *, touch_set, event *);
    responder *(*hit_test)(responder *, point, event *);
    /// NULL for the default: whether the bounds contain the point.
    bool (*point_inside)(responder *, point, event *);
    void (*send_event)(responder *, event *);
} responder_class;

enum { HIDDEN = 1, INTERACTION_DISABLED = 2, TRANSPARENT = 4, WINDOW = 8 };

struct responder {
    const responder_class *class;
    // The fields that the hit-test reads.
    rect bounds, frame;
    responder **children;
    int32_t child_count;
    uint32_t flags;
    responder *next;
    responder *superview;
    int32_t child_capacity;
    uint32_t references;
    recognizer *recognizer;
    // For handlers only.
    uint64_t handled;
    double sum;
};

// 64 bytes, a cache line.
struct touch {
    point location, previous;
    int64_t time;
    responder *view, *window;
    int32_t identifier, phase;
};

struct floor_app {
    responder base;
    responder *key_window;
    responder *expected;
    responder *handler;
    event event;
    touch touches[64];
    uint64_t collected;  // the touches that have moved since the last event
    recognizer *recognizers[64];  // those of the touches, where the app has one
    size_t moves;
};

extern const responder_class plain_view_class, window_class, frames_window_class, application_class;

/// The position of a touch in a view's coordinates.
point touch_location(const touch *touch, const responder *view);

/// The `send_event` of a window whose views have recognisers (gestures.c).
void window_send_gestures(responder *self, event *event);
recognizer *recognizer_create(int gesture);
void recognizer_destroy(recognizer *self);
uint64_t recognizer_actions(const recognizer *self);

#endif
