// The event base: libevent waits, its callbacks only record. event_base_loop is not re-entrant, so what is ready is
// served by the turn after it has returned; that is what makes nested runs possible.
#define _GNU_SOURCE  // dup3
#include "responder_event_loop.h"

#include <errno.h>
#include <event2/event.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/queue.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <unistd.h>

// What is touched at each readiness is a cache line: among many descriptors it is in no near cache.
struct rel_watch {
    rel_loop *loop;
    TAILQ_ENTRY(rel_watch) link;  // in its priority's ready list, while something is recorded
    uint64_t recorded;            // its number, see rel_loop_ready_mark
    uint64_t modes;
    rel_call call;
    // The next line.
    struct event *event;
    LIST_ENTRY(rel_watch) all_link;  // in the list of all
    int descriptor;                  // -1 for a signal
    bool is_signal, is_edge;
};
enum { CACHE_LINE = 64 };
_Static_assert(offsetof(struct rel_watch, event) == CACHE_LINE, "a readiness touches more than a cache line");

TAILQ_HEAD(rel_ready_list, rel_watch);
LIST_HEAD(rel_watch_list, rel_watch);

struct rel_loop {
    rel_news news;
    struct event_base *base;
    struct event *wake, *timer, *main_queue;
    int wake_descriptor, timer_descriptor;
    int64_t armed;  // what the timer descriptor is set to
    uint64_t process;  // the generation of the process that the descriptors are of
    uint64_t recorded;
    size_t triggers[2];  // how many descriptors are watched by level, and by edge
    struct rel_ready_list ready[REL_PRIORITIES];
    struct rel_watch_list all;
};

// The loop's own descriptors are watched by edge: each write, each expiration is reported once, so that neither needs a read,
// which would stand between a sender and what it has sent.
static void on_wake(evutil_socket_t descriptor, short events, void *context) {
    (void)descriptor, (void)events, (void)context;
}

static void on_timer(evutil_socket_t descriptor, short events, void *context) {
    (void)descriptor, (void)events;
    ((rel_loop *)context)->armed = REL_NEVER;
}

// The count stays on the descriptor until the queue is drained: who serves the queue after this loop has ended must
// still find it readable.
static void on_main_queue(evutil_socket_t descriptor, short events, void *context) {
    (void)descriptor, (void)events;
    ((rel_loop *)context)->news.main_queue = true;
}

static void record(rel_watch *watch, int ready) {
    if (watch->call.ready == 0) {
        // It is called soon: until then what its call reads is fetched, since one thing leads to the next.
        __builtin_prefetch(watch->call.body);
        __builtin_prefetch(watch->call.fetched);
        watch->loop->news.ready |= 1u << watch->call.priority;
        watch->recorded = ++watch->loop->recorded;
        TAILQ_INSERT_TAIL(&watch->loop->ready[watch->call.priority], watch, link);
    }
    watch->call.ready = ready;
}

static void remove_ready(rel_watch *watch) {
    struct rel_ready_list *list = &watch->loop->ready[watch->call.priority];
    TAILQ_REMOVE(list, watch, link);
    if (TAILQ_EMPTY(list)) watch->loop->news.ready &= ~(1u << watch->call.priority);
    watch->call.ready = 0;
}

static void on_ready(evutil_socket_t descriptor, short events, void *context) {
    (void)descriptor;
    rel_watch *watch = context;
    // Reported again before it was taken, as when its mode is not run: it would end every wait at once.
    if (watch->call.ready != 0 && !watch->is_edge && !(watch->call.standing & REL_PARKED))
        if (event_del(watch->event) == 0) watch->call.standing |= REL_PARKED;
    record(watch, watch->call.ready | (events & EV_READ ? REL_READ : 0) | (events & EV_WRITE ? REL_WRITE : 0));
}

// libevent calls it once for each time the signal came.
static void on_signal(evutil_socket_t number, short events, void *context) {
    (void)number, (void)events;
    rel_watch *watch = context;
    record(watch, watch->call.ready < INT32_MAX ? watch->call.ready + 1 : INT32_MAX);
}

static struct event *add_event(rel_loop *loop, int descriptor, short events, event_callback_fn callback, void *context) {
    struct event *event = event_new(loop->base, descriptor, (short)(events | EV_PERSIST), callback, context);
    if (event == NULL) {
        errno = ENOMEM;
        return NULL;
    }
    if (event_add(event, NULL) != 0) {
        int error = errno;
        event_free(event);
        errno = error;
        return NULL;
    }
    return event;
}

// An event base takes three descriptors: its epoll's and the two ends of its signal pipe. libevent ends the process when
// it has no pipe to be had, so whether there are three is tried before.
static bool has_descriptors_for_base(int any) {
    int tried[3], count = 0;
    while (count < 3 && (tried[count] = fcntl(any, F_DUPFD_CLOEXEC, 0)) >= 0) count++;
    int error = errno;
    for (int index = 0; index < count; index++) close(tried[index]);
    errno = error;
    return count == 3;
}

static struct event_base *create_base(void) {
    struct event_config *config = event_config_new();
    if (config == NULL) return NULL;
    // Only epoll: without a descriptor for it libevent would fall back to a way of waiting that nobody else can wait on.
    event_config_avoid_method(config, "poll");
    event_config_avoid_method(config, "select");
    // No lock: other threads only write the wake-up descriptor. No cached time: no libevent timeout is ever used, so
    // reading the clock around each wait would be wasted.
    event_config_set_flag(config, EVENT_BASE_FLAG_NOLOCK | EVENT_BASE_FLAG_NO_CACHE_TIME | EVENT_BASE_FLAG_IGNORE_ENV);
    struct event_base *base = event_base_new_with_config(config);
    event_config_free(config);
    return base;
}

static int create_timer(void) { return timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC); }

rel_loop *rel_loop_create(int wake_descriptor) {
    rel_loop *loop = calloc(1, sizeof *loop);
    if (loop == NULL) return NULL;
    for (size_t priority = 0; priority < REL_PRIORITIES; priority++) TAILQ_INIT(&loop->ready[priority]);
    LIST_INIT(&loop->all);
    loop->armed = REL_NEVER;
    loop->process = rel_process();
    loop->wake_descriptor = wake_descriptor;
    loop->timer_descriptor = create_timer();
    if (loop->timer_descriptor >= 0) {
        errno = 0;
        if (has_descriptors_for_base(wake_descriptor)) loop->base = create_base();
        if (loop->base != NULL) {
            loop->wake = add_event(loop, loop->wake_descriptor, EV_READ | EV_ET, on_wake, loop);
            loop->timer = add_event(loop, loop->timer_descriptor, EV_READ | EV_ET, on_timer, loop);
        }
    }
    if (loop->wake == NULL || loop->timer == NULL) {
        int error = errno != 0 ? errno : EMFILE;  // libevent does not always say why it has no base
        rel_loop_destroy(loop);
        errno = error;
        return NULL;
    }
    return loop;
}

bool rel_loop_is_own(const rel_loop *loop) { return loop->process == rel_process(); }

// Puts another file behind a descriptor, which all keep using by its number.
static bool replace_descriptor(int descriptor, int other) {
    if (other < 0) return false;
    bool is_replaced = dup3(other, descriptor, O_CLOEXEC) >= 0;
    int error = errno;
    close(other);
    errno = error;
    return is_replaced;
}

bool rel_loop_make_own(rel_loop *loop) {
    if (rel_loop_is_own(loop)) return true;
    // libevent ends the process where it has no descriptors to begin anew.
    if (!has_descriptors_for_base(loop->wake_descriptor)) return false;
    if (!replace_descriptor(loop->wake_descriptor, rel_eventfd_create())) return false;
    if (!replace_descriptor(loop->timer_descriptor, create_timer())) return false;
    // What cannot be watched any more, as a descriptor that the child has closed, is left out.
    event_reinit(loop->base);
    loop->process = rel_process();
    loop->armed = REL_NEVER;
    rel_loop_watch_main_queue(loop, false);
    return true;
}

void rel_loop_destroy(rel_loop *loop) {
    while (!LIST_EMPTY(&loop->all)) rel_watch_end(LIST_FIRST(&loop->all));
    // Taking anything out of an event base that is not this process's would take it out of the parent's.
    if (rel_loop_make_own(loop)) {
        if (loop->main_queue != NULL) event_free(loop->main_queue);
        if (loop->wake != NULL) event_free(loop->wake);
        if (loop->timer != NULL) event_free(loop->timer);
        if (loop->base != NULL) event_base_free(loop->base);
    }
    if (loop->timer_descriptor >= 0) close(loop->timer_descriptor);
    free(loop);
}

void rel_loop_set_deadline(rel_loop *loop, int64_t deadline) {
    // A deadline that moved later keeps the earlier setting: it costs one wake-up that finds nothing due, and makes
    // pushing a timeout back at every event free of system calls.
    if (deadline >= loop->armed) return;
    struct itimerspec setting = {0};
    int64_t first = deadline > 0 ? deadline : 1;  // zero would disarm it
    setting.it_value.tv_sec = first / 1000000000;
    setting.it_value.tv_nsec = first % 1000000000;
    if (timerfd_settime(loop->timer_descriptor, TFD_TIMER_ABSTIME, &setting, NULL) == 0) loop->armed = deadline;
}

bool rel_loop_poll(rel_loop *loop, bool block, int64_t deadline) {
    if (!rel_loop_is_own(loop)) {
        errno = ECHILD;
        return false;
    }
    if (block) rel_loop_set_deadline(loop, deadline);
    int flags = EVLOOP_ONCE | EVLOOP_NO_EXIT_ON_EMPTY | (block ? 0 : EVLOOP_NONBLOCK);
    return event_base_loop(loop->base, flags) >= 0;
}

// Some devices cannot be waited on, as /dev/null; only an epoll descriptor says which. Where there is none to be had
// libevent's tells.
static bool can_device_be_watched(int descriptor) {
    int epoll = epoll_create1(EPOLL_CLOEXEC);
    if (epoll < 0) return true;
    struct epoll_event event = {.events = EPOLLIN};
    bool can = epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) == 0;
    int error = errno;
    close(epoll);
    errno = error;
    return can;
}

// libevent's epoll says the same, but libevent would print a warning about it.
static bool can_be_watched(int descriptor) {
    struct stat status;
    if (fstat(descriptor, &status) != 0) return false;
    if (S_ISCHR(status.st_mode) || S_ISBLK(status.st_mode)) return can_device_be_watched(descriptor);
    if (!S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)) return true;
    errno = EPERM;
    return false;
}

static rel_watch *create_watch(rel_loop *loop, int priority, uint64_t modes) {
    rel_watch *watch = aligned_alloc(CACHE_LINE, 2 * CACHE_LINE);
    if (watch == NULL) return NULL;
    *watch = (rel_watch){.loop = loop, .descriptor = -1, .modes = modes, .call = {.priority = (uint8_t)priority}};
    return watch;
}

// Takes the watch in when libevent watches it; frees it otherwise.
static rel_watch *add_watch(rel_watch *watch) {
    if (watch->event == NULL) {
        int error = errno;
        free(watch);
        errno = error;
        return NULL;
    }
    LIST_INSERT_HEAD(&watch->loop->all, watch, all_link);
    if (!watch->is_signal) watch->loop->triggers[watch->is_edge]++;
    return watch;
}

// epoll has one trigger for a descriptor, and libevent takes the last one asked for: the sources asked before would not be
// reported as they were promised. Looked for only where there are both kinds, which is seldom.
static bool is_watched_otherwise(const rel_loop *loop, int descriptor, bool is_edge) {
    if (loop->triggers[!is_edge] == 0) return false;
    const rel_watch *watch;
    LIST_FOREACH(watch, &loop->all, all_link)
        if (watch->descriptor == descriptor && watch->is_edge != is_edge) return true;
    return false;
}

rel_watch *rel_watch_create(rel_loop *loop, int descriptor, int events, int priority, uint64_t modes) {
    if (!rel_loop_make_own(loop) || !can_be_watched(descriptor)) return NULL;
    if ((events & (REL_READ | REL_WRITE)) == 0) {
        errno = EINVAL;
        return NULL;
    }
    if (is_watched_otherwise(loop, descriptor, (events & REL_EDGE) != 0)) {
        errno = EEXIST;
        return NULL;
    }
    rel_watch *watch = create_watch(loop, priority, modes);
    if (watch == NULL) return NULL;
    watch->descriptor = descriptor;
    watch->is_edge = (events & REL_EDGE) != 0;
    int wanted = (events & REL_READ ? EV_READ : 0) | (events & REL_WRITE ? EV_WRITE : 0) | (watch->is_edge ? EV_ET : 0);
    watch->event = add_event(loop, descriptor, (short)wanted, on_ready, watch);
    return add_watch(watch);
}

rel_watch *rel_watch_create_signal(rel_loop *loop, int number, int priority, uint64_t modes) {
    if (!rel_loop_make_own(loop)) return NULL;
    rel_watch *watch = create_watch(loop, priority, modes);
    if (watch == NULL) return NULL;
    watch->is_signal = true;
    watch->event = add_event(loop, number, EV_SIGNAL, on_signal, watch);
    return add_watch(watch);
}

rel_call *rel_watch_call(rel_watch *watch) { return &watch->call; }

void rel_watch_end(rel_watch *watch) {
    if (watch->call.ready != 0) remove_ready(watch);
    LIST_REMOVE(watch, all_link);
    if (!watch->is_signal) watch->loop->triggers[watch->is_edge]--;
    if (rel_loop_make_own(watch->loop)) event_free(watch->event);
    watch->call.standing |= REL_ENDED;
}

void rel_watch_free(rel_watch *watch) { free(watch); }

uint64_t rel_loop_ready_mark(const rel_loop *loop) { return loop->recorded; }

static rel_watch *find_ready(const rel_loop *loop, int priority, uint64_t mark, uint64_t modes, size_t skip) {
    rel_watch *watch;
    TAILQ_FOREACH(watch, &loop->ready[priority], link) {
        if (watch->recorded > mark) return NULL;
        if ((watch->modes & modes) != 0 && skip-- == 0) return watch;
    }
    return NULL;
}

const rel_news *rel_loop_news(const rel_loop *loop) { return &loop->news; }

bool rel_loop_has_ready(const rel_loop *loop, uint64_t modes) {
    if (loop->news.ready == 0) return false;
    for (int priority = 0; priority < REL_PRIORITIES; priority++)
        if (find_ready(loop, priority, UINT64_MAX, modes, 0) != NULL) return true;
    return false;
}

size_t rel_loop_count_ready(const rel_loop *loop, int priority, uint64_t mark, uint64_t modes) {
    size_t count = 0;
    while (find_ready(loop, priority, mark, modes, count) != NULL) count++;
    return count;
}

rel_call *rel_loop_take_ready(rel_loop *loop, int priority, uint64_t mark, uint64_t modes, size_t skip, int *ready) {
    rel_watch *watch = find_ready(loop, priority, mark, modes, skip);
    if (watch == NULL) return NULL;
    *ready = watch->call.ready;
    remove_ready(watch);
    if (watch->call.standing & REL_PARKED && event_add(watch->event, NULL) == 0) watch->call.standing &= (uint8_t)~REL_PARKED;
    return &watch->call;
}

bool rel_loop_watch_main_queue(rel_loop *loop, bool on) {
    if (on && loop->main_queue == NULL) {
        int descriptor = rel_main_queue_descriptor();
        if (descriptor >= 0) loop->main_queue = add_event(loop, descriptor, EV_READ, on_main_queue, loop);
    } else if (!on && loop->main_queue != NULL) {
        event_free(loop->main_queue);
        loop->main_queue = NULL;
        // Whoever serves the queue from now on finds its descriptor readable; a turn that does not block must not drain.
        loop->news.main_queue = false;
    }
    return loop->main_queue != NULL;
}

bool rel_loop_take_main_queue_ready(rel_loop *loop) {
    bool ready = loop->news.main_queue;
    loop->news.main_queue = false;
    return ready;
}
