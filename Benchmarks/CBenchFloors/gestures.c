// The C floor's gestures: state machines that see each event before the hit view, and take the touch from the view when
// they succeed.
#include "tree.h"

#include <math.h>
#include <stdlib.h>

enum { NO_REQUEST = -1, POSSIBLE, BEGAN, CHANGED, ENDED, FAILED };

enum { VELOCITY_SAMPLES = 32 };

typedef struct {
    int64_t time;
    point location;
} velocity_sample;

struct recognizer {
    /// The touch methods, by phase.
    void (*touches[4])(recognizer *, touch_set, event *);
    void (*reset)(recognizer *);
    void (*action)(recognizer *);
    int state, request;
    /// The touches of the attempt, and whether they were taken from their view.
    uint64_t tracked;
    bool claimed;
    uint64_t actions;
    double sum;
    // A tap.
    point start, place;
    int fingers;
    // A pan.
    point mean, path;
    velocity_sample samples[VELOCITY_SAMPLES];
    int newest, sample_count;
    // A pinch.
    double span, first_span, base;
};

static inline double distance_squared(point a, point b) {
    return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
}

static inline touch *first_of(touch_set touches) { return &touches.touches[__builtin_ctzll(touches.mask)]; }

// MARK: Tap

static void tap_began(recognizer *self, touch_set touches, event *event) {
    (void)event;
    self->fingers += __builtin_popcountll(touches.mask);
    self->start = self->place = first_of(touches)->location;
    if (self->fingers > 1) self->request = FAILED;
}

static void tap_moved(recognizer *self, touch_set touches, event *event) {
    (void)event;
    self->place = first_of(touches)->location;
    if (distance_squared(self->place, self->start) > 18 * 18) self->request = FAILED;
}

static void tap_ended(recognizer *self, touch_set touches, event *event) {
    tap_moved(self, touches, event);
    if (self->request == NO_REQUEST) self->request = ENDED;
}

static void tap_reset(recognizer *self) { self->fingers = 0; }

static void tap_action(recognizer *self) { self->sum += self->place.x; }

// MARK: Pan

static point mean_of(const event *event, uint64_t mask) {
    point sum = {0, 0};
    for (uint64_t rest = mask; rest != 0; rest &= rest - 1) {
        const touch *touch = &event->touches[__builtin_ctzll(rest)];
        sum.x += touch->location.x;
        sum.y += touch->location.y;
    }
    double count = (double)__builtin_popcountll(mask);
    return (point){sum.x / count, sum.y / count};
}

static void add_sample(recognizer *self, point location, int64_t time) {
    if (self->sample_count > 0) {
        int64_t gap = time - self->samples[self->newest].time;
        if (gap < 0 || gap > 100000000) {
            self->sample_count = 0;
        } else if (gap == 0) {
            self->samples[self->newest].location = location;
            return;
        }
    }
    self->newest = (self->newest + 1) % VELOCITY_SAMPLES;
    self->samples[self->newest] = (velocity_sample){time, location};
    if (self->sample_count < VELOCITY_SAMPLES) self->sample_count++;
}

static void pan_began(recognizer *self, touch_set touches, event *event) {
    (void)touches;
    self->mean = mean_of(event, self->tracked);
    self->path = (point){0, 0};
    add_sample(self, self->path, event->time);
}

static void pan_moved(recognizer *self, touch_set touches, event *event) {
    (void)touches;
    point mean = mean_of(event, self->tracked);
    point step = {mean.x - self->mean.x, mean.y - self->mean.y};
    self->mean = mean;
    if (step.x == 0 && step.y == 0) return;
    self->path.x += step.x;
    self->path.y += step.y;
    add_sample(self, self->path, event->time);
    if (self->state != POSSIBLE) {
        self->request = CHANGED;
    } else if (distance_squared(self->path, (point){0, 0}) >= 8 * 8) {
        self->request = BEGAN;
    }
}

static void pan_ended(recognizer *self, touch_set touches, event *event) {
    if ((self->tracked & ~touches.mask) != 0) {
        self->mean = mean_of(event, self->tracked & ~touches.mask);
    } else {
        self->request = self->state == POSSIBLE ? FAILED : ENDED;
    }
}

static void pan_reset(recognizer *self) { self->sample_count = 0; }

static void pan_action(recognizer *self) { self->sum += self->path.x; }

// MARK: Pinch

static double span_of(const recognizer *self, const event *event) {
    uint64_t mask = self->tracked;
    const touch *first = &event->touches[__builtin_ctzll(mask)];
    const touch *second = &event->touches[__builtin_ctzll(mask & (mask - 1))];
    return fmax(1, sqrt(distance_squared(first->location, second->location)));
}

static void pinch_began(recognizer *self, touch_set touches, event *event) {
    (void)touches;
    int fingers = __builtin_popcountll(self->tracked);
    if (fingers > 2) self->request = FAILED;
    if (fingers == 2) {
        self->span = self->first_span = span_of(self, event);
        add_sample(self, (point){self->span, 0}, event->time);
    }
}

static void pinch_moved(recognizer *self, touch_set touches, event *event) {
    (void)touches;
    if (__builtin_popcountll(self->tracked & event->live) != 2) return;
    self->span = span_of(self, event);
    add_sample(self, (point){self->span, 0}, event->time);
    if (self->state != POSSIBLE) {
        self->request = CHANGED;
    } else if (fabs(self->span - self->first_span) >= 16) {
        self->base = self->span;
        self->request = BEGAN;
    }
}

static void pinch_ended(recognizer *self, touch_set touches, event *event) {
    (void)event;
    if ((self->tracked & ~touches.mask) != 0) return;
    self->request = self->state == POSSIBLE ? FAILED : ENDED;
}

static void pinch_action(recognizer *self) { self->sum += self->span / self->base; }

// MARK: The window

/// Lets what the recogniser asked for take effect.
static void settle(recognizer *self, event *event, responder *view) {
    int request = self->request;
    self->request = NO_REQUEST;
    if (self->state == POSSIBLE && request != FAILED) {
        self->claimed = true;
        view->class->touches[FLOOR_CANCELLED](view, (touch_set){event->touches, self->tracked}, event);
    }
    self->state = request;
    if (request != FAILED) {
        self->actions++;
        self->action(self);
    }
    if (request >= ENDED) {
        self->reset(self);
        self->state = POSSIBLE;
        self->tracked &= ~event->changed;
    }
}

/// The touches of an event are in the same phase and on the same view, as those of the workloads are.
void window_send_gestures(responder *self, event *event) {
    touch *first = &event->touches[__builtin_ctzll(event->changed)];
    int phase = first->phase;
    recognizer **recognizers = ((floor_app *)self->next)->recognizers;
    for (uint64_t rest = phase == FLOOR_BEGAN ? event->changed : 0; rest != 0; rest &= rest - 1) {
        int index = __builtin_ctzll(rest);
        touch *touch = &event->touches[index];
        touch->view = self->class->hit_test(self, touch->location, event);
        if (touch->view == NULL) continue;
        touch->view->references++;
        recognizers[index] = NULL;
        for (responder *view = touch->view; view != NULL; view = view->superview) {
            if (view->recognizer == NULL) continue;
            if (view->recognizer->tracked == 0) view->recognizer->claimed = false;
            view->recognizer->tracked |= rest & -rest;
            recognizers[index] = view->recognizer;
        }
    }
    responder *view = first->view;
    if (view == NULL) return;
    touch_set touches = {event->touches, event->changed};
    recognizer *recognizer = recognizers[first - event->touches];
    if (recognizer != NULL) {
        recognizer->touches[phase](recognizer, touches, event);
        if (recognizer->request != NO_REQUEST) settle(recognizer, event, view);
        if (phase >= FLOOR_ENDED) recognizer->tracked &= ~event->changed;
        if (recognizer->claimed) return;
    }
    view->class->touches[phase](view, touches, event);
}

recognizer *recognizer_create(int gesture) {
    recognizer *self = calloc(1, sizeof *self);
    self->request = NO_REQUEST;
    switch (gesture) {
        case FLOOR_TAP:
            self->touches[FLOOR_BEGAN] = tap_began;
            self->touches[FLOOR_MOVED] = tap_moved;
            self->touches[FLOOR_ENDED] = tap_ended;
            self->reset = tap_reset;
            self->action = tap_action;
            break;
        case FLOOR_PAN:
            self->touches[FLOOR_BEGAN] = pan_began;
            self->touches[FLOOR_MOVED] = pan_moved;
            self->touches[FLOOR_ENDED] = pan_ended;
            self->reset = pan_reset;
            self->action = pan_action;
            break;
        default:
            self->touches[FLOOR_BEGAN] = pinch_began;
            self->touches[FLOOR_MOVED] = pinch_moved;
            self->touches[FLOOR_ENDED] = pinch_ended;
            self->reset = pan_reset;
            self->action = pinch_action;
    }
    return self;
}

uint64_t recognizer_actions(const recognizer *self) { return self->actions; }

void recognizer_destroy(recognizer *self) { free(self); }
