// The event base: libevent waits, and its callbacks only record what is ready. event_base_loop is not re-entrant, so
// the turn serves the records after event_base_loop has returned; this makes nested runs possible.
#define _GNU_SOURCE  // dup3
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "epoll_set.h"
#include "loop.h"
#include "probe.h"
#include "signals.h"

// How many events libevent asks epoll for, at first and at most; libevent doubles the number after each full answer.
enum { FIRST_ROOM = 32, MOST_ROOM = 4096 };

// Counts the descriptors of an answer; the callbacks of one descriptor come one after another.
static void note_answer(rel_loop *loop, int descriptor) {
    loop->answers += descriptor != loop->latest;
    loop->latest = descriptor;
}

static void record(rel_watch *watch, int ready) {
    if (watch->call.ready == 0) {
        // The call comes soon: prefetches the memory that it reads, to avoid one cache miss after another.
        __builtin_prefetch(watch->call.body);
        __builtin_prefetch(watch->call.fetched);
        watch->loop->pending.ready |= 1u << watch->call.priority;
        watch->recorded = ++watch->loop->recorded;
        TAILQ_INSERT_TAIL(&watch->loop->ready[watch->call.priority], watch, link);
    }
    watch->call.ready = ready;
}

SELDOM static bool is_ready(int descriptor, short events) {
    int wanted = (events & EV_READ ? POLLIN : 0) | (events & EV_WRITE ? POLLOUT : 0);
    struct pollfd asked = {.fd = descriptor, .events = (short)wanted};
    return poll(&asked, 1, 0) == 1;
}

// Takes a watch out of the epoll set until its readiness is taken. Notes the file, since the descriptor may be closed
// meanwhile.
static void park(rel_watch *watch) {
    if (!watch->is_probe) {
        struct stat file = {0};
        fstat(watch->number, &file);
        watch->file.device = file.st_dev;
        watch->file.inode = file.st_ino;
    }
    if (event_del(watch->event) == 0) watch->call.standing |= REL_PARKED;
}

// (All eventfds have the same inode.)
bool rel_watch_has_lost_file(const rel_watch *watch) {
    if (watch->is_probe) return false;
    struct stat file;
    return fstat(watch->number, &file) != 0 || file.st_dev != watch->file.device || file.st_ino != watch->file.inode;
}

// Parks a watch whose readiness is reported again before it was taken, as when no run serves its mode: it would end
// every wait.
static inline void park_if_untaken(rel_watch *watch) {
    if (watch->call.ready != 0 && !watch->is_edge && !(watch->call.standing & REL_PARKED) && !watch->loop->looks_again)
        park(watch);
}

void rel_watch_on_ready(evutil_socket_t descriptor, short events, void *context) {
    rel_watch *watch = context;
    // epoll may have reported the closed file that had this number before.
    if (watch->call.standing & REL_DOUBTFUL && !is_ready(descriptor, events)) return;
    note_answer(watch->loop, descriptor);
    park_if_untaken(watch);
    record(watch, watch->call.ready | (events & EV_READ ? REL_READ : 0) | (events & EV_WRITE ? REL_WRITE : 0));
}

SELDOM void rel_watch_on_probe(evutil_socket_t descriptor, short events, void *context) {
    (void)events;
    rel_watch *watch = context;
    int ready = rel_probe_look(descriptor, watch->probed.readiness);
    if (ready == 0) return;
    note_answer(watch->loop, descriptor);
    park_if_untaken(watch);
    record(watch, watch->call.ready | ready);
}

SELDOM static void record_signals(rel_loop *loop) {
    for (uint64_t came = rel_signals_that_came(); came != 0; came &= came - 1) {
        int number = __builtin_ctzll(came) + 1;
        uint64_t count = rel_signal_count(number);
        rel_watch *watch;
        LIST_FOREACH(watch, &loop->signals, all_link) {
            if (watch->number != number || count == 0) continue;
            uint64_t all = count + (uint64_t)watch->call.ready;
            record(watch, all < INT32_MAX ? (int)all : INT32_MAX);
        }
    }
}

// The loop's own descriptors are watched by edge: each write and each expiration is reported once, and needs no read,
// which would delay the work that was sent.
static void on_wake(evutil_socket_t descriptor, short events, void *context) {
    (void)events;
    rel_loop *loop = context;
    note_answer(loop, descriptor);
    if (!LIST_EMPTY(&loop->signals)) record_signals(loop);
}

static void on_timer(evutil_socket_t descriptor, short events, void *context) {
    (void)events;
    rel_loop *loop = context;
    note_answer(loop, descriptor);
    loop->armed = REL_NEVER;
}

// The count stays until the queue is drained: other code that serves the queue later must find the descriptor readable.
static void on_main_queue(evutil_socket_t descriptor, short events, void *context) {
    (void)events;
    rel_loop *loop = context;
    note_answer(loop, descriptor);
    loop->pending.main_queue = true;
}

struct event *rel_add_event(
    rel_loop *loop, int descriptor, short events, event_callback_fn callback, void *context
) {
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

// An event base takes three descriptors: for epoll and for the two ends of its signal pipe. libevent ends the process
// when it can make no pipe, so this first tries whether three are left. Returns the first number, -1 for too few.
static int try_descriptors_for_base(int any) {
    int tried[3], count = 0;
    while (count < 3 && (tried[count] = fcntl(any, F_DUPFD_CLOEXEC, 0)) >= 0) count++;
    int error = errno;
    for (int index = 0; index < count; index++) close(tried[index]);
    errno = error;
    return count == 3 ? tried[0] : -1;
}

static struct event_base *create_base(void) {
    struct event_config *config = event_config_new();
    if (config == NULL) return NULL;
    // Only epoll: without a descriptor for it, libevent would fall back to poll or select, on which no host can wait.
    event_config_avoid_method(config, "poll");
    event_config_avoid_method(config, "select");
    // No lock, since other threads only write the wake-up descriptor. No cached time, since no libevent timeout is
    // used, and reading the clock around each wait would be wasted.
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
    LIST_INIT(&loop->signals);
    loop->epoll = loop->pollable = -1;
    loop->room = FIRST_ROOM;
    loop->armed = REL_NEVER;
    loop->process = rel_process();
    loop->wake_descriptor = wake_descriptor;
    loop->timer_descriptor = create_timer();
    if (loop->timer_descriptor >= 0) {
        errno = 0;
        int first = try_descriptors_for_base(wake_descriptor);
        if (first >= 0) loop->base = create_base();
        if (loop->base != NULL) {
            loop->wake = rel_add_event(loop, loop->wake_descriptor, EV_READ | EV_ET, on_wake, loop);
            loop->timer = rel_add_event(loop, loop->timer_descriptor, EV_READ | EV_ET, on_timer, loop);
        }
        if (loop->wake != NULL && loop->timer != NULL) loop->epoll = rel_epoll_find(wake_descriptor, first);
    }
    if (loop->epoll < 0) {
        int error = errno != 0 ? errno : EMFILE;  // libevent does not always say why it has no base
        rel_loop_destroy(loop);
        errno = error;
        return NULL;
    }
    return loop;
}

void rel_loop_destroy(rel_loop *loop) {
    while (!LIST_EMPTY(&loop->all)) rel_watch_end(LIST_FIRST(&loop->all));
    while (!LIST_EMPTY(&loop->signals)) rel_watch_end(LIST_FIRST(&loop->signals));
    // Removing anything from an epoll set that is not this process's would remove it from the parent's.
    if (rel_loop_make_own(loop)) {
        if (loop->main_queue != NULL) event_free(loop->main_queue);
        if (loop->wake != NULL) event_free(loop->wake);
        if (loop->timer != NULL) event_free(loop->timer);
        if (loop->base != NULL) event_base_free(loop->base);
    }
    if (loop->timer_descriptor >= 0) close(loop->timer_descriptor);
    if (loop->pollable >= 0) close(loop->pollable);
    free(loop->slots);
    free(loop);
}

SELDOM static void arm(rel_loop *loop, int64_t deadline) {
    struct itimerspec setting = {0};
    int64_t first = deadline > 0 ? deadline : 1;  // zero would disarm it
    setting.it_value.tv_sec = first / 1000000000;
    setting.it_value.tv_nsec = first % 1000000000;
    if (timerfd_settime(loop->timer_descriptor, TFD_TIMER_ABSTIME, &setting, NULL) == 0) loop->armed = deadline;
}

void rel_loop_set_deadline(rel_loop *loop, int64_t deadline) {
    // If the deadline has moved later, the earlier setting stays: one wake-up then finds nothing due, but pushing back
    // a timeout takes no system call.
    if (deadline < loop->armed) arm(loop, deadline);
}

static bool look(rel_loop *loop, int flags) {
    loop->answers = 0;
    loop->latest = -1;
    return event_base_loop(loop->base, EVLOOP_ONCE | EVLOOP_NO_EXIT_ON_EMPTY | flags) >= 0;
}

// After a full answer more may be ready, and the last one found may have to be served first. epoll reports a ready
// descriptor again and again, so an answer without a new one is the last.
SELDOM static bool look_again(rel_loop *loop) {
    uint64_t recorded;
    loop->looks_again = true;
    bool succeeds;
    do {
        recorded = loop->recorded;
        if (loop->room < MOST_ROOM) loop->room *= 2;
        succeeds = look(loop, EVLOOP_NONBLOCK);
    } while (succeeds && loop->answers >= loop->room && loop->recorded != recorded);
    loop->looks_again = false;
    return succeeds;
}

static void watch_pollable(rel_loop *loop, bool on) {
    struct epoll_event event = {.events = EPOLLIN, .data.fd = loop->epoll};
    if (loop->pollable >= 0) epoll_ctl(loop->pollable, on ? EPOLL_CTL_ADD : EPOLL_CTL_DEL, loop->epoll, &event);
}

// Replaces the file of a descriptor, whose number stays in use.
static bool replace_descriptor(int descriptor, int other) {
    if (other < 0) return false;
    bool is_replaced = dup3(other, descriptor, O_CLOEXEC) >= 0;
    int error = errno;
    close(other);
    errno = error;
    return is_replaced;
}

// Replaces the base's epoll set, under its number, by a new set with only the present watches: the one way to remove a
// closed descriptor's file that is open elsewhere. Returns false, and changes nothing, if there is no descriptor for a
// new set.
SELDOM static bool renew_epoll(rel_loop *loop) {
    int renewed = epoll_create1(EPOLL_CLOEXEC);
    if (renewed < 0) return false;
    rel_epoll_add(renewed, loop->wake_descriptor, EPOLLIN | EPOLLET);
    rel_epoll_add(renewed, loop->timer_descriptor, EPOLLIN | EPOLLET);
    if (loop->main_queue != NULL) rel_epoll_add(renewed, event_get_fd(loop->main_queue), EPOLLIN);
    for (int number = 0; number < loop->slot_count; number++) {
        struct slot *slot = &loop->slots[number];
        uint32_t events = rel_slot_events(slot);
        // The former set does not know the probe that has replaced another in a child process.
        bool has_probe = events != 0 && LIST_FIRST(&slot->watches)->is_probe;
        if (has_probe || (events != 0 && rel_epoll_watches(loop->epoll, number)))
            rel_epoll_add(renewed, number, events);
        slot->is_doubtful = false;
        rel_watch *watch;
        LIST_FOREACH(watch, &slot->watches, slot_link) watch->call.standing &= (uint8_t)~REL_DOUBTFUL;
    }
    loop->has_doubts = false;
    watch_pollable(loop, false);
    replace_descriptor(loop->epoll, renewed);
    watch_pollable(loop, true);
    return true;
}

// Whether the loop belongs to this process; false for the copy of the parent's loop that fork(2) made.
static bool is_own(const rel_loop *loop) { return loop->process == rel_process(); }

// Gives the watches of a loop's copy probes of their own.
SELDOM static bool renew_probes(rel_loop *loop) {
    rel_watch *watch;
    LIST_FOREACH(watch, &loop->all, all_link) {
        if (!watch->is_probe || watch->number < 0) continue;
        int probe = rel_probe_create(watch->probed.descriptor, watch->probed.readiness);
        if (probe < 0 && (errno == EMFILE || errno == ENFILE)) return false;
        // For a descriptor that is closed in this process, a probe of nothing.
        if (!replace_descriptor(watch->number, probe >= 0 ? probe : epoll_create1(EPOLL_CLOEXEC))) return false;
    }
    return true;
}

bool rel_loop_make_own(rel_loop *loop) {
    if (is_own(loop)) return true;
    if (!replace_descriptor(loop->wake_descriptor, rel_eventfd_create())) return false;
    if (!replace_descriptor(loop->timer_descriptor, create_timer())) return false;
    if (loop->pollable >= 0 && !replace_descriptor(loop->pollable, epoll_create1(EPOLL_CLOEXEC))) return false;
    if (!renew_probes(loop) || !renew_epoll(loop)) return false;
    loop->process = rel_process();
    loop->armed = REL_NEVER;
    rel_loop_watch_main_queue(loop, false);
    // A signal that came before this has written the parent's descriptor.
    rel_wake(loop->wake_descriptor);
    return true;
}

// Waits by poll(2), since libevent would not return for a ready file that it does not know.
SELDOM static bool look_doubting(rel_loop *loop, bool block) {
    struct pollfd asked = {.fd = loop->epoll, .events = POLLIN};
    if (block) poll(&asked, 1, -1);
    if (!look(loop, EVLOOP_NONBLOCK)) return false;
    // If there is no descriptor for a new set, the next poll tries again.
    if (loop->answers == 0 && rel_epoll_is_readable(loop->epoll)) renew_epoll(loop);
    return true;
}

bool rel_loop_poll(rel_loop *loop, bool block, int64_t deadline) {
    if (!is_own(loop)) {
        errno = ECHILD;
        return false;
    }
    if (block) rel_loop_set_deadline(loop, deadline);
    bool succeeds = loop->has_doubts ? look_doubting(loop, block) : look(loop, block ? 0 : EVLOOP_NONBLOCK);
    return succeeds && loop->answers >= loop->room ? look_again(loop) : succeeds;
}

int rel_loop_descriptor(rel_loop *loop) {
    if (loop->pollable < 0) {
        loop->pollable = epoll_create1(EPOLL_CLOEXEC);
        watch_pollable(loop, true);
    }
    return loop->pollable;
}

uint64_t rel_loop_ready_mark(const rel_loop *loop) { return loop->recorded; }

static rel_watch *find_ready(const rel_loop *loop, int priority, uint64_t mark, uint64_t modes, size_t skip) {
    rel_watch *watch;
    TAILQ_FOREACH(watch, &loop->ready[priority], link) {
        if (watch->recorded > mark) return NULL;
        if ((watch->modes & modes) != 0 && skip-- == 0) return watch;
    }
    return NULL;
}

const rel_pending *rel_loop_pending(const rel_loop *loop) { return &loop->pending; }

bool rel_loop_has_ready(const rel_loop *loop, uint64_t modes) {
    if (loop->pending.ready == 0) return false;
    for (int priority = 0; priority < REL_PRIORITIES; priority++)
        if (find_ready(loop, priority, UINT64_MAX, modes, 0) != NULL) return true;
    return false;
}

size_t rel_loop_count_ready(const rel_loop *loop, int priority, uint64_t mark, uint64_t modes) {
    size_t count = 0;
    while (find_ready(loop, priority, mark, modes, count) != NULL) count++;
    return count;
}

SELDOM static void unpark(rel_watch *watch) {
    if (rel_watch_has_lost_file(watch)) rel_watch_lose(watch);
    else if (event_add(watch->event, NULL) == 0) watch->call.standing &= (uint8_t)~REL_PARKED;
}

rel_call *rel_loop_take_ready(rel_loop *loop, int priority, uint64_t mark, uint64_t modes, size_t skip, int *ready) {
    rel_watch *watch = find_ready(loop, priority, mark, modes, skip);
    if (watch == NULL) return NULL;
    *ready = watch->call.ready;
    remove_ready(watch);
    if (watch->call.standing & REL_PARKED) unpark(watch);
    return &watch->call;
}

bool rel_loop_watch_main_queue(rel_loop *loop, bool on) {
    if (on && loop->main_queue == NULL) {
        int descriptor = rel_main_queue_descriptor();
        if (descriptor >= 0) loop->main_queue = rel_add_event(loop, descriptor, EV_READ, on_main_queue, loop);
    } else if (!on && loop->main_queue != NULL) {
        event_free(loop->main_queue);
        loop->main_queue = NULL;
        // Other code that serves the queue from now on finds its descriptor readable; a turn that does not block must
        // not drain the queue.
        loop->pending.main_queue = false;
    }
    return loop->main_queue != NULL;
}

bool rel_loop_take_main_queue_ready(rel_loop *loop) {
    bool ready = loop->pending.main_queue;
    loop->pending.main_queue = false;
    return ready;
}
