// The event base: libevent waits, and its callbacks only record what is ready. event_base_loop is not re-entrant, so
// the turn serves the records after event_base_loop has returned; this makes nested runs possible.
#define _GNU_SOURCE  // dup3
#include "responder_event_loop.h"

#include <errno.h>
#include <event2/event.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/queue.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "epoll_set.h"
#include "signals.h"

// A readiness accesses only the first cache line: with many descriptors the line is in no near cache.
struct rel_watch {
    rel_loop *loop;
    TAILQ_ENTRY(rel_watch) link;  // in its priority's ready list, while something is recorded
    uint64_t recorded;            // the number of its readiness, see rel_loop_ready_mark
    uint64_t modes;
    rel_call call;
    // The next line.
    struct event *event;
    LIST_ENTRY(rel_watch) all_link;   // in the list of all descriptor watches, or of all signal watches
    LIST_ENTRY(rel_watch) slot_link;  // in the slot of its number
    int number;                       // the descriptor, -1 after it was closed; or the signal
    bool is_signal, is_edge;
    bool owns_number;  // a duplicate, made for this watch
    dev_t device;      // the file when the watch was parked
    ino_t inode;
};
enum { CACHE_LINE = 64 };
_Static_assert(sizeof(struct rel_watch) <= 2 * CACHE_LINE, "a watch takes more than two cache lines");
_Static_assert(offsetof(struct rel_watch, event) == CACHE_LINE, "a readiness touches more than a cache line");

TAILQ_HEAD(rel_ready_list, rel_watch);
LIST_HEAD(rel_watch_list, rel_watch);

// The watches of one descriptor number.
struct slot {
    struct rel_watch_list watches;
    bool is_doubtful;  // epoll may go on watching a closed file under this number
};

struct rel_loop {
    rel_pending pending;
    struct event_base *base;
    struct event *wake, *timer, *main_queue;
    int wake_descriptor, timer_descriptor;
    int64_t armed;  // the instant to which the timer descriptor is set
    uint64_t process;  // the generation of the process that owns the descriptors
    uint64_t recorded;
    int answers, latest;  // how many descriptors the poll under way has reported, and the latest of them
    int room;             // how many events libevent takes in one poll
    bool looks_again;
    bool has_doubts;  // whether any slot is doubtful
    int epoll;        // the base's epoll descriptor
    int pollable;     // an epoll descriptor that watches the base's, for waiting outside of libevent
    struct rel_ready_list ready[REL_PRIORITIES];
    struct rel_watch_list all, signals;
    struct slot *slots;
    int slot_count;
};

// Keeps seldom-called functions away from those that each turn calls.
#define SELDOM __attribute__((noinline, cold))

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

static void remove_ready(rel_watch *watch) {
    struct rel_ready_list *list = &watch->loop->ready[watch->call.priority];
    TAILQ_REMOVE(list, watch, link);
    if (TAILQ_EMPTY(list)) watch->loop->pending.ready &= ~(1u << watch->call.priority);
    watch->call.ready = 0;
}

SELDOM static bool is_ready(int descriptor, short events) {
    int wanted = (events & EV_READ ? POLLIN : 0) | (events & EV_WRITE ? POLLOUT : 0);
    struct pollfd asked = {.fd = descriptor, .events = (short)wanted};
    return poll(&asked, 1, 0) == 1;
}

// Takes a watch out of the epoll set until its readiness is taken. Notes the file, since the descriptor may be closed
// meanwhile.
static void park(rel_watch *watch) {
    struct stat file = {0};
    fstat(watch->number, &file);
    watch->device = file.st_dev;
    watch->inode = file.st_ino;
    if (event_del(watch->event) == 0) watch->call.standing |= REL_PARKED;
}

// Whether the number of a parked watch now refers to another file. (All eventfds have the same inode.)
static bool has_lost_file(const rel_watch *watch) {
    struct stat file;
    return fstat(watch->number, &file) != 0 || file.st_dev != watch->device || file.st_ino != watch->inode;
}

static void on_ready(evutil_socket_t descriptor, short events, void *context) {
    rel_watch *watch = context;
    // epoll may have reported the closed file that had this number before.
    if (watch->call.standing & REL_DOUBTFUL && !is_ready(descriptor, events)) return;
    note_answer(watch->loop, descriptor);
    // A readiness that is reported again before it was taken, as when no run serves its mode, would end every wait.
    if (watch->call.ready != 0 && !watch->is_edge && !(watch->call.standing & REL_PARKED) && !watch->loop->looks_again)
        park(watch);
    record(watch, watch->call.ready | (events & EV_READ ? REL_READ : 0) | (events & EV_WRITE ? REL_WRITE : 0));
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

static struct event *add_event(
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
            loop->wake = add_event(loop, loop->wake_descriptor, EV_READ | EV_ET, on_wake, loop);
            loop->timer = add_event(loop, loop->timer_descriptor, EV_READ | EV_ET, on_timer, loop);
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

static uint32_t slot_events(const struct slot *slot) {
    int events = 0;
    const rel_watch *watch;
    LIST_FOREACH(watch, &slot->watches, slot_link)
        if (!(watch->call.standing & REL_PARKED)) events |= event_get_events(watch->event);
    return (events & EV_READ ? EPOLLIN : 0u) | (events & EV_WRITE ? EPOLLOUT : 0u) | (events & EV_ET ? EPOLLET : 0u);
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
        uint32_t events = slot_events(slot);
        if (events != 0 && rel_epoll_watches(loop->epoll, number)) rel_epoll_add(renewed, number, events);
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

bool rel_loop_make_own(rel_loop *loop) {
    if (is_own(loop)) return true;
    if (!replace_descriptor(loop->wake_descriptor, rel_eventfd_create())) return false;
    if (!replace_descriptor(loop->timer_descriptor, create_timer())) return false;
    if (loop->pollable >= 0 && !replace_descriptor(loop->pollable, epoll_create1(EPOLL_CLOEXEC))) return false;
    if (!renew_epoll(loop)) return false;
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

static rel_watch *create_watch(rel_loop *loop, int number, int priority, uint64_t modes) {
    rel_watch *watch = aligned_alloc(CACHE_LINE, 2 * CACHE_LINE);
    if (watch == NULL) return NULL;
    *watch = (rel_watch){.loop = loop, .number = number, .modes = modes, .call = {.priority = (uint8_t)priority}};
    return watch;
}

static struct slot *slot_of(rel_loop *loop, int number) {
    if (number >= loop->slot_count) {
        int count = number < INT_MAX / 2 ? 2 * number + 16 : INT_MAX;
        struct slot *slots = realloc(loop->slots, (size_t)count * sizeof *slots);
        if (slots == NULL) return NULL;
        // The first entry of a list points back to the list's head, which may have moved.
        for (int index = 0; index < loop->slot_count; index++)
            if (!LIST_EMPTY(&slots[index].watches))
                LIST_FIRST(&slots[index].watches)->slot_link.le_prev = &LIST_FIRST(&slots[index].watches);
        for (int index = loop->slot_count; index < count; index++) slots[index] = (struct slot){0};
        loop->slots = slots;
        loop->slot_count = count;
    }
    return &loop->slots[number];
}

// Ends the watching of a descriptor that was closed: the watch has no number from now on.
static void lose(rel_watch *watch) {
    LIST_REMOVE(watch, slot_link);
    watch->number = -1;
    event_del(watch->event);
    watch->call.standing &= (uint8_t)~REL_PARKED;
}

// Ends all watching under the number of a descriptor that was closed, since the number refers to another file now.
static void abandon(rel_loop *loop, struct slot *slot) {
    while (!LIST_EMPTY(&slot->watches)) lose(LIST_FIRST(&slot->watches));
    slot->is_doubtful = loop->has_doubts = true;
}

// Makes sure that a descriptor can be watched, since libevent would otherwise print a warning; and that no closed file
// is watched under the descriptor's number.
static bool prepare_slot(rel_loop *loop, int descriptor, bool is_edge) {
    bool is_watched = rel_epoll_watches(loop->epoll, descriptor);
    if (!is_watched && errno != 0) return false;
    struct slot *slot = slot_of(loop, descriptor);
    if (slot == NULL) return false;
    if (!is_watched) {
        rel_watch *watch, *next;
        for (watch = LIST_FIRST(&slot->watches); watch != NULL; watch = next) {
            next = LIST_NEXT(watch, slot_link);
            if (watch->call.standing & REL_PARKED && has_lost_file(watch)) lose(watch);
        }
        if (slot_events(slot) != 0) abandon(loop, slot);
    }
    // epoll has one trigger for a descriptor, and libevent sets the trigger asked for last: earlier sources would not
    // be reported as promised.
    const rel_watch *first = LIST_FIRST(&slot->watches);
    if (first == NULL || first->is_edge == is_edge) return true;
    errno = EEXIST;
    return false;
}

static void free_keeping_errno(rel_watch *watch) {
    int error = errno;
    if (watch->owns_number) close(watch->number);
    free(watch);
    errno = error;
}

rel_watch *rel_watch_create(rel_loop *loop, int descriptor, int events, int priority, uint64_t modes) {
    bool is_edge = (events & REL_EDGE) != 0;
    if ((events & (REL_READ | REL_WRITE)) == 0) {
        errno = EINVAL;
        return NULL;
    }
    if (!rel_loop_make_own(loop) || !prepare_slot(loop, descriptor, is_edge)) return NULL;
    rel_watch *watch = create_watch(loop, descriptor, priority, modes);
    if (watch == NULL) return NULL;
    watch->is_edge = is_edge;
    // epoll reports an edge once, and again to all watches after a change to the descriptor's events: so each
    // edge-triggered source has a descriptor of its own.
    if (is_edge && !LIST_EMPTY(&loop->slots[descriptor].watches)) {
        watch->number = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
        watch->owns_number = watch->number >= 0;
    }
    struct slot *slot = watch->number >= 0 ? slot_of(loop, watch->number) : NULL;
    // The duplicate's number was free, so any file that is watched under it is closed.
    if (watch->owns_number && slot != NULL && !LIST_EMPTY(&slot->watches)) abandon(loop, slot);
    int wanted = (events & REL_READ ? EV_READ : 0) | (events & REL_WRITE ? EV_WRITE : 0) | (is_edge ? EV_ET : 0);
    if (slot != NULL) watch->event = add_event(loop, watch->number, (short)wanted, on_ready, watch);
    if (watch->event == NULL) {
        free_keeping_errno(watch);
        return NULL;
    }
    LIST_INSERT_HEAD(&loop->all, watch, all_link);
    LIST_INSERT_HEAD(&slot->watches, watch, slot_link);
    if (slot->is_doubtful) watch->call.standing |= REL_DOUBTFUL;
    return watch;
}

rel_watch *rel_watch_create_signal(rel_loop *loop, int number, int priority, uint64_t modes) {
    if (!rel_loop_make_own(loop)) return NULL;
    rel_watch *watch = create_watch(loop, number, priority, modes);
    if (watch == NULL) return NULL;
    watch->is_signal = true;
    if (!rel_signal_take(number, loop->wake_descriptor)) {
        free_keeping_errno(watch);
        return NULL;
    }
    LIST_INSERT_HEAD(&loop->signals, watch, all_link);
    return watch;
}

rel_call *rel_watch_call(rel_watch *watch) { return &watch->call; }

static void end_event(rel_watch *watch) {
    if (watch->number >= 0) {
        struct slot *slot = &watch->loop->slots[watch->number];
        bool is_parked = watch->call.standing & REL_PARKED;
        LIST_REMOVE(watch, slot_link);
        // The descriptor was closed before: epoll may go on watching its file, if that is still open elsewhere.
        if (!is_parked && !rel_epoll_watches(watch->loop->epoll, watch->number)) abandon(watch->loop, slot);
    }
    event_free(watch->event);
    if (watch->owns_number) close(watch->number);
}

void rel_watch_end(rel_watch *watch) {
    if (watch->call.ready != 0) remove_ready(watch);
    LIST_REMOVE(watch, all_link);
    if (watch->is_signal) rel_signal_leave(watch->number);
    else if (rel_loop_make_own(watch->loop)) end_event(watch);
    else if (watch->number >= 0) LIST_REMOVE(watch, slot_link);
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
    if (has_lost_file(watch)) lose(watch);
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
        if (descriptor >= 0) loop->main_queue = add_event(loop, descriptor, EV_READ, on_main_queue, loop);
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
