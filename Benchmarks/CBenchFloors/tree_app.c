// The C floor's app: its handlers and its trees. In a file of its own, so that the compiler cannot inline the app into
// the kit: a real kit is compiled without its apps.
#include "tree.h"

#include <stdlib.h>

static void count(responder *self, touch_set touches, event *event) {
    (void)touches, (void)event;
    self->handled++;
}

static void count_reading(responder *self, touch_set touches, event *event) {
    self->handled++;
    const touch *first = &touches.touches[__builtin_ctzll(touches.mask)];
    self->sum += touch_location(first, self).x + (double)event->time;
}

static void count_touches(responder *self, touch_set touches, event *event) {
    (void)event;
    self->handled += (uint64_t)__builtin_popcountll(touches.mask);
}

static responder_class counting(const responder_class *base, void (*handler)(responder *, touch_set, event *)) {
    responder_class class = *base;
    for (int phase = FLOOR_BEGAN; phase <= FLOOR_CANCELLED; phase++) class.touches[phase] = handler;
    return class;
}

static responder_class counting_view_class, reading_view_class, fingers_view_class, counting_application_class;
static responder_class gestures_window_class;

static void make_classes(void) {
    counting_view_class = counting(&plain_view_class, count);
    reading_view_class = counting(&plain_view_class, count_reading);
    fingers_view_class = counting(&plain_view_class, count_touches);
    counting_application_class = counting(&application_class, count);
    gestures_window_class = window_class;
    gestures_window_class.send_event = window_send_gestures;
}

static responder *make_view(const responder_class *class, rect frame) {
    responder *view = calloc(1, sizeof *view);
    view->class = class;
    view->frame = frame;
    view->bounds = (rect){0, 0, frame.width, frame.height};
    return view;
}

static responder *add(responder *parent, responder *child) {
    if (parent->child_count == parent->child_capacity) {
        parent->child_capacity = parent->child_capacity == 0 ? 4 : parent->child_capacity * 2;
        parent->children = realloc(parent->children, (size_t)parent->child_capacity * sizeof *parent->children);
    }
    parent->children[parent->child_count++] = child;
    child->superview = child->next = parent;
    return child;
}

static floor_app *make_app(const responder_class *class, double size) {
    floor_app *app = calloc(1, sizeof *app);
    app->base.class = class;
    app->event.touches = app->touches;
    app->key_window = make_view(&window_class, (rect){0, 0, size, size});
    app->key_window->flags |= WINDOW;
    app->key_window->next = &app->base;
    return app;
}

floor_app *floor_app_create(int handler, int wrappers) {
    make_classes();
    const double size = 1024;
    const rect whole = {0, 0, size, size};
    floor_app *app = make_app(handler == FLOOR_APPLICATION ? &counting_application_class : &application_class, size);
    if (handler == FLOOR_HIT_VIEW_FINGERS) app->key_window->class = &frames_window_class;
    responder *root = add(app->key_window, make_view(&plain_view_class, whole));
    // In the responder chain, the root view's controller stands between the view and the window.
    responder *controller = make_view(&plain_view_class, whole);
    controller->next = root->next;
    root->next = controller;

    responder *view = root;
    for (int index = 0; index < wrappers; index++) view = add(view, make_view(&plain_view_class, whole));
    const responder_class *leaf = handler == FLOOR_HIT_VIEW           ? &counting_view_class
                                  : handler == FLOOR_HIT_VIEW_READING ? &reading_view_class
                                  : handler == FLOOR_HIT_VIEW_FINGERS ? &fingers_view_class
                                                                      : &plain_view_class;
    double half = size;
    for (int level = 0; level < 8; level++) {
        half /= 2;
        responder *hit = add(view, make_view(level == 7 ? leaf : &plain_view_class, (rect){0, 0, half, half}));
        add(view, make_view(&plain_view_class, (rect){half, 0, half, half}));
        add(view, make_view(&plain_view_class, (rect){0, half, half, half}));
        add(view, make_view(&plain_view_class, (rect){half, half, half, half}));
        view = hit;
    }
    app->expected = view;
    app->handler = handler == FLOOR_APPLICATION ? &app->base : view;
    return app;
}

void floor_app_add_recognizer(floor_app *app, int gesture) {
    responder *root = app->key_window->children[0];
    root->recognizer = recognizer_create(gesture);
    app->key_window->class = &gestures_window_class;
}

uint64_t floor_app_actions(const floor_app *app) {
    return recognizer_actions(app->key_window->children[0]->recognizer);
}

floor_app *floor_app_create_flat(int count) {
    make_classes();
    floor_app *app = make_app(&application_class, 1000);
    responder *root = add(app->key_window, make_view(&plain_view_class, (rect){0, 0, 1000, 1000}));
    for (int index = 0; index < count; index++) {
        rect frame = {10.0 * (index % 100), 10.0 * (index / 100), 10, 10};
        responder *child = add(root, make_view(&plain_view_class, frame));
        if (index == 0) app->expected = child;
    }
    app->handler = app->expected;
    return app;
}

size_t floor_app_hit_test_moving(floor_app *app, double x, double y, size_t repetitions) {
    responder *root = app->key_window->children[0];
    size_t hits = 0;
    for (size_t index = 0; index < repetitions; index++) {
        // Any child except the hit child moves by half its width, or back.
        size_t others = (size_t)(root->child_count - 1);
        responder *child = root->children[1 + app->moves % others];
        child->frame.x += child->bounds.width * (app->moves / others % 2 == 0 ? 0.5 : -0.5);
        app->moves++;
        if (app->key_window->class->hit_test(app->key_window, (point){x, y}, NULL) == app->expected) hits++;
    }
    return hits;
}

static void destroy_view(responder *view) {
    for (int32_t index = 0; index < view->child_count; index++) destroy_view(view->children[index]);
    // Only a root view's controller stands between a view and its superview.
    if (view->next != view->superview && !(view->flags & WINDOW)) free(view->next);
    recognizer_destroy(view->recognizer);
    free(view->children);
    free(view);
}

void floor_app_destroy(floor_app *app) {
    destroy_view(app->key_window);
    free(app);
}
