// The C floor's kit: the parts that every app needs, and nothing else.
#include "tree.h"

// MARK: The default of each member

static void forward_began(responder *self, touch_set touches, event *event) {
    if (self->next != NULL) self->next->class->touches[FLOOR_BEGAN](self->next, touches, event);
}
static void forward_moved(responder *self, touch_set touches, event *event) {
    if (self->next != NULL) self->next->class->touches[FLOOR_MOVED](self->next, touches, event);
}
static void forward_ended(responder *self, touch_set touches, event *event) {
    if (self->next != NULL) self->next->class->touches[FLOOR_ENDED](self->next, touches, event);
}
static void forward_cancelled(responder *self, touch_set touches, event *event) {
    if (self->next != NULL) self->next->class->touches[FLOOR_CANCELLED](self->next, touches, event);
}

static inline bool contains(const rect *bounds, point p) {
    return p.x >= bounds->x && p.y >= bounds->y && p.x < bounds->x + bounds->width && p.y < bounds->y + bounds->height;
}

static responder *hit_test(responder *self, point p, event *event) {
    if (self->flags & (HIDDEN | INTERACTION_DISABLED | TRANSPARENT)) return NULL;
    const responder_class *class = self->class;
    if (class->point_inside == NULL ? !contains(&self->bounds, p) : !class->point_inside(self, p, event)) return NULL;
    for (int32_t index = self->child_count - 1; index >= 0; index--) {
        responder *child = self->children[index];
        point inner = {p.x - child->frame.x + child->bounds.x, p.y - child->frame.y + child->bounds.y};
        responder *hit = child->class->hit_test(child, inner, event);
        if (hit != NULL) return hit;
    }
    return self;
}

// MARK: Events

static inline void find_view(responder *self, touch *touch, event *event) {
    responder *view = self->class->hit_test(self, touch->location, event);
    if (view != NULL) view->references++;
    touch->view = view;
}

static void window_send_event(responder *self, event *event) {
    for (uint64_t remaining = event->changed; remaining != 0; remaining &= remaining - 1) {
        touch *touch = &event->touches[__builtin_ctzll(remaining)];
        if (touch->window != self) continue;
        if (touch->phase == FLOOR_BEGAN) find_view(self, touch, event);
        if (touch->view == NULL) continue;
        responder *view = touch->view;
        view->class->touches[touch->phase](view, (touch_set){event->touches, remaining & -remaining}, event);
    }
}

static inline responder *view_of(responder *self, touch *touch, event *event) {
    if (touch->phase == FLOOR_BEGAN && touch->view == NULL) find_view(self, touch, event);
    return touch->view;
}

/// Calls each view once for all its touches in the same phase.
static void window_send_frame(responder *self, event *event) {
    for (uint64_t remaining = event->changed; remaining != 0;) {
        touch *first = &event->touches[__builtin_ctzll(remaining)];
        responder *view = view_of(self, first, event);
        uint64_t alike = remaining & -remaining;
        for (uint64_t rest = remaining ^ alike; rest != 0; rest &= rest - 1) {
            touch *touch = &event->touches[__builtin_ctzll(rest)];
            if (view_of(self, touch, event) == view && touch->phase == first->phase) alike |= rest & -rest;
        }
        remaining &= ~alike;
        if (first->window != self || view == NULL) continue;
        view->class->touches[first->phase](view, (touch_set){event->touches, alike}, event);
    }
}

static void application_send_event(responder *self, event *event) {
    responder *window = ((floor_app *)self)->key_window;
    window->class->send_event(window, event);
}

const responder_class plain_view_class = {
    {forward_began, forward_moved, forward_ended, forward_cancelled}, hit_test, NULL, NULL,
};
const responder_class window_class = {
    {forward_began, forward_moved, forward_ended, forward_cancelled}, hit_test, NULL, window_send_event,
};
const responder_class frames_window_class = {
    {forward_began, forward_moved, forward_ended, forward_cancelled}, hit_test, NULL, window_send_frame,
};
const responder_class application_class = {
    {forward_began, forward_moved, forward_ended, forward_cancelled}, NULL, NULL, application_send_event,
};

point touch_location(const touch *touch, const responder *view) {
    point location = touch->location;
    for (; !(view->flags & WINDOW); view = view->superview) {
        location.x += view->bounds.x - view->frame.x;
        location.y += view->bounds.y - view->frame.y;
    }
    return location;
}

// MARK: From outside

/// Puts a sample into its touch; returns whether it is of a touch that there is.
static inline bool put(floor_app *app, const floor_sample *sample) {
    event *event = &app->event;
    int index = (int)(sample->identifier & 63);
    uint64_t bit = 1ull << index;
    touch *touch = &app->touches[index];
    point location = {sample->x, sample->y};
    if (sample->phase == FLOOR_BEGAN) {
        touch->identifier = sample->identifier;
        touch->previous = location;
        touch->window = app->key_window;
        touch->view = NULL;
        event->live |= bit;
    } else {
        if (!(event->live & bit) || touch->identifier != sample->identifier) return false;
        touch->previous = touch->location;
    }
    touch->location = location;
    touch->phase = sample->phase;
    touch->time = sample->time;
    event->time = sample->time;
    return true;
}

static inline void end(floor_app *app, const floor_sample *sample) {
    int index = (int)(sample->identifier & 63);
    touch *touch = &app->touches[index];
    app->event.live &= ~(1ull << index);
    if (touch->view != NULL) touch->view->references--;
    touch->view = NULL;
}

static void receive(floor_app *app, const floor_sample *sample) {
    if (!put(app, sample)) return;
    app->event.changed = 1ull << (sample->identifier & 63);
    app->base.class->send_event(&app->base, &app->event);
    if (sample->phase >= FLOOR_ENDED) end(app, sample);
}

void floor_app_receive(floor_app *app, const floor_sample *samples, size_t count) {
    for (size_t index = 0; index < count; index++) receive(app, &samples[index]);
}

void floor_app_receive_frames(floor_app *app, const floor_sample *samples, size_t count, size_t fingers) {
    for (size_t first = 0; first + fingers <= count; first += fingers) {
        const floor_sample *frame = &samples[first];
        app->event.changed = 0;
        for (size_t index = 0; index < fingers; index++) {
            if (put(app, &frame[index])) app->event.changed |= 1ull << (frame[index].identifier & 63);
        }
        if (app->event.changed == 0) continue;
        app->base.class->send_event(&app->base, &app->event);
        if (frame->phase < FLOOR_ENDED) continue;
        for (size_t index = 0; index < fingers; index++) end(app, &frame[index]);
    }
}

void floor_app_collect(floor_app *app, const floor_sample *samples, size_t count) {
    event *event = &app->event;
    for (size_t index = 0; index < count; index++) {
        const floor_sample *sample = &samples[index];
        uint64_t bit = 1ull << (sample->identifier & 63);
        touch *touch = &app->touches[sample->identifier & 63];
        if (!(event->live & bit) || touch->identifier != sample->identifier) continue;
        // The previous location of a touch that moves twice is its location before the first move.
        if (!(app->collected & bit)) touch->previous = touch->location;
        app->collected |= bit;
        touch->location = (point){sample->x, sample->y};
        touch->phase = FLOOR_MOVED;
        touch->time = event->time = sample->time;
    }
}

void floor_app_send_collected(floor_app *app) {
    if (app->collected == 0) return;
    app->event.changed = app->collected;
    app->collected = 0;
    app->base.class->send_event(&app->base, &app->event);
}

size_t floor_app_hit_test(floor_app *app, double x, double y, size_t repetitions) {
    responder *window = app->key_window;
    size_t hits = 0;
    for (size_t index = 0; index < repetitions; index++) {
        if (window->class->hit_test(window, (point){x, y}, NULL) == app->expected) hits++;
    }
    return hits;
}

uint64_t floor_app_handled(const floor_app *app) { return app->handler->handled; }
double floor_app_sum(const floor_app *app) { return app->handler->sum; }
