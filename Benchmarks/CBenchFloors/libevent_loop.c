// The same jobs in a C program on libevent, with the base configured as in ResponderKit's own loop: no lock, no cached
// time.
#include "loops.h"
#include "ring.h"

#include <event2/event.h>
#include <stdlib.h>

static struct event_base *create_base(void) {
    struct event_config *config = event_config_new();
    if (config == NULL) return NULL;
    event_config_set_flag(config, EVENT_BASE_FLAG_NOLOCK | EVENT_BASE_FLAG_NO_CACHE_TIME | EVENT_BASE_FLAG_IGNORE_ENV);
    struct event_base *base = event_base_new_with_config(config);
    event_config_free(config);
    return base;
}

// MARK: Waiting for a ring

typedef struct {
    waiter base;
    struct event_base *event_base;
    struct event *event;
} libevent_waiter;

static void on_wake(evutil_socket_t descriptor, short events, void *context) {
    (void)context;
    uint64_t count;
    // Without EV_READ, the loop's own thread made the event active, and there is nothing to read.
    if (events & EV_READ && read(descriptor, &count, sizeof count) < 0) return;
}

static void libevent_waiter_wait(waiter *self) {
    event_base_loop(((libevent_waiter *)self)->event_base, EVLOOP_ONCE);
}

static void libevent_waiter_look(waiter *self) {
    libevent_waiter *waiter = (libevent_waiter *)self;
    event_active(waiter->event, 0, 0);
    // EVLOOP_ONCE: after a callback libevent would otherwise poll the kernel a second time.
    event_base_loop(waiter->event_base, EVLOOP_ONCE | EVLOOP_NONBLOCK);
}

static void libevent_waiter_destroy(waiter *self) {
    libevent_waiter *waiter = (libevent_waiter *)self;
    event_free(waiter->event);
    event_base_free(waiter->event_base);
    free(waiter);
}

waiter *libevent_waiter_create(int descriptor) {
    struct event_base *base = create_base();
    if (base == NULL) return NULL;
    libevent_waiter *waiter = malloc(sizeof *waiter);
    *waiter = (libevent_waiter){
        {libevent_waiter_wait, libevent_waiter_look, libevent_waiter_destroy},
        base,
        event_new(base, descriptor, EV_READ | EV_PERSIST, on_wake, NULL),
    };
    event_add(waiter->event, NULL);
    return &waiter->base;
}

// MARK: Sources

static void on_source(evutil_socket_t descriptor, short events, void *context) {
    (void)descriptor, (void)events;
    ++*(uint64_t *)context;
}

int64_t libevent_sources(size_t count, size_t rounds) {
    struct event_base *base = create_base();
    if (base == NULL) return -1;
    uint64_t performed = 0;
    struct event **sources = calloc(count, sizeof *sources);
    for (size_t index = 0; index < count; index++) {
        sources[index] = event_new(base, -1, EV_PERSIST, on_source, &performed);
    }
    int64_t start = bench_now();
    for (size_t round = 0; round < rounds; round++) {
        for (size_t index = 0; index < count; index++) event_active(sources[index], EV_READ, 1);
        event_base_loop(base, EVLOOP_NONBLOCK);
    }
    int64_t elapsed = bench_now() - start;
    for (size_t index = 0; index < count; index++) event_free(sources[index]);
    free(sources);
    event_base_free(base);
    return performed == count * rounds ? elapsed : -1;
}

int64_t libevent_turns(size_t count) {
    struct event_base *base = create_base();
    if (base == NULL) return -1;
    uint64_t performed = 0;
    struct event *source = event_new(base, -1, EV_PERSIST, on_source, &performed);
    int64_t start = bench_now();
    // Made active from outside: an event that made itself active again would run before libevent polls the kernel.
    while (performed < count) {
        event_active(source, EV_READ, 1);
        if (event_base_loop(base, EVLOOP_NONBLOCK) < 0) break;
    }
    int64_t elapsed = bench_now() - start;
    event_free(source);
    event_base_free(base);
    return performed == count ? elapsed : -1;
}

// MARK: Descriptors

typedef struct {
    struct event_base *base;
    size_t performed, written, count;
    bool good;
} pipes_run;

typedef struct {
    pipes_run *run;
    struct event *event;
    int next;
} pipe_watch;

static void on_pipe(evutil_socket_t descriptor, short events, void *context) {
    (void)events;
    pipe_watch *watch = context;
    pipes_run *run = watch->run;
    char byte;
    run->good = run->good && read(descriptor, &byte, 1) == 1;
    run->performed++;
    if (run->written++ < run->count) run->good = run->good && write(watch->next, &byte, 1) == 1;
    if (run->performed == run->count || !run->good) event_base_loopbreak(run->base);
}

int64_t libevent_descriptors(const int *pipes, size_t pipe_count, size_t active, size_t count) {
    pipes_run run = {.base = create_base(), .written = active, .count = count};
    if (run.base == NULL) return -1;
    pipe_watch *watches = calloc(pipe_count, sizeof *watches);
    for (size_t index = 0; index < pipe_count; index++) {
        pipe_watch *watch = &watches[index];
        watch->run = &run;
        watch->next = pipes[2 * ((index + 1) % pipe_count) + 1];
        watch->event = event_new(run.base, pipes[2 * index], EV_READ | EV_PERSIST, on_pipe, watch);
        event_add(watch->event, NULL);
    }
    int64_t start = bench_now();
    run.good = write_to_active(pipes, pipe_count, active);
    if (run.good) event_base_loop(run.base, 0);
    int64_t elapsed = bench_now() - start;
    for (size_t index = 0; index < pipe_count; index++) event_free(watches[index].event);
    free(watches);
    event_base_free(run.base);
    return run.good && run.performed == count ? elapsed : -1;
}
