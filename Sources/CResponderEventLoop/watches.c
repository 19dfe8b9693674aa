// The watches of descriptors and signals: how they begin, pause and end.
#define _GNU_SOURCE  // EPOLLRDHUP
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "epoll_set.h"
#include "loop.h"
#include "probe.h"
#include "signals.h"

uint32_t rel_slot_events(const struct slot *slot) {
    int events = 0;
    const rel_watch *watch;
    LIST_FOREACH(watch, &slot->watches, slot_link)
        if (!(watch->call.standing & REL_PARKED)) events |= event_get_events(watch->event);
    return (events & EV_READ ? EPOLLIN : 0u) | (events & EV_WRITE ? EPOLLOUT : 0u) | (events & EV_ET ? EPOLLET : 0u);
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

void rel_watch_lose(rel_watch *watch) {
    LIST_REMOVE(watch, slot_link);
    watch->number = -1;
    event_del(watch->event);
    watch->call.standing &= (uint8_t)~REL_PARKED;
}

// Ends all watching under the number of a descriptor that was closed, since the number refers to another file now.
static void abandon(rel_loop *loop, struct slot *slot) {
    while (!LIST_EMPTY(&slot->watches)) rel_watch_lose(LIST_FIRST(&slot->watches));
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
            if (watch->call.standing & REL_PARKED && rel_watch_has_lost_file(watch)) rel_watch_lose(watch);
        }
        if (rel_slot_events(slot) != 0) abandon(loop, slot);
    }
    // epoll has one trigger for a descriptor, and libevent sets the trigger asked for last: earlier sources would not
    // be reported as promised.
    const rel_watch *first = LIST_FIRST(&slot->watches);
    if (first == NULL || first->is_edge == is_edge) return true;
    errno = EEXIST;
    return false;
}

// Releases what a watch has of its own under its number, and leaves errno.
static void release_number(rel_watch *watch) {
    int error = errno;
    if (watch->owns_number) close(watch->number);
    watch->owns_number = false;
    watch->number = -1;
    errno = error;
}

// Finds the number under which a watch by a probe is watched.
static bool take_probe(rel_watch *watch, int descriptor, int events) {
    watch->probed.descriptor = descriptor;
    watch->probed.readiness = events;
    watch->number = rel_probe_create(descriptor, events);
    watch->owns_number = watch->number >= 0;
    // libevent would print a warning if the base's set cannot watch the probe.
    return watch->owns_number && (rel_epoll_watches(watch->loop->epoll, watch->number) || errno == 0);
}

// Finds the number under which a watch is watched: the descriptor's, or that of a duplicate.
static bool take_number(rel_watch *watch, int descriptor) {
    if (!prepare_slot(watch->loop, descriptor, watch->is_edge)) return false;
    watch->number = descriptor;
    // epoll reports an edge once, and again to all watches after a change to the descriptor's events: so each
    // edge-triggered source has a descriptor of its own.
    if (watch->is_edge && !LIST_EMPTY(&watch->loop->slots[descriptor].watches)) {
        watch->number = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
        watch->owns_number = watch->number >= 0;
    }
    return watch->number >= 0;
}

// Begins to watch; false with errno set, and nothing watched, if that is not possible.
static bool attach(rel_watch *watch, int descriptor, int events) {
    rel_loop *loop = watch->loop;
    watch->is_edge = (events & REL_EDGE) != 0;
    watch->is_probe = (events & (REL_PRIORITY | REL_HANG_UP | REL_ERROR)) != 0;
    watch->call.standing &= (uint8_t)~(REL_PARKED | REL_DOUBTFUL);
    bool is_taken = watch->is_probe ? take_probe(watch, descriptor, events) : take_number(watch, descriptor);
    struct slot *slot = is_taken ? slot_of(loop, watch->number) : NULL;
    // A number of the watch's own was free, so any file that is watched under it is closed.
    if (watch->owns_number && slot != NULL && !LIST_EMPTY(&slot->watches)) abandon(loop, slot);
    int wanted = (events & REL_READ ? EV_READ : 0) | (events & REL_WRITE ? EV_WRITE : 0) | (watch->is_edge ? EV_ET : 0);
    event_callback_fn callback = rel_watch_on_ready;
    if (watch->is_probe) {
        wanted = EV_READ;
        callback = rel_watch_on_probe;
    }
    if (slot != NULL) watch->event = rel_add_event(loop, watch->number, (short)wanted, callback, watch);
    if (watch->event == NULL) {
        release_number(watch);
        return false;
    }
    LIST_INSERT_HEAD(&slot->watches, watch, slot_link);
    if (slot->is_doubtful) watch->call.standing |= REL_DOUBTFUL;
    return true;
}

static void free_keeping_errno(rel_watch *watch) {
    int error = errno;
    free(watch);
    errno = error;
}

rel_watch *rel_watch_create(rel_loop *loop, int descriptor, int events, int priority, uint64_t modes) {
    if ((events & ~REL_EDGE) == 0) {
        errno = EINVAL;
        return NULL;
    }
    if (!rel_loop_make_own(loop)) return NULL;
    rel_watch *watch = create_watch(loop, descriptor, priority, modes);
    if (watch == NULL) return NULL;
    if (!attach(watch, descriptor, events)) {
        free_keeping_errno(watch);
        return NULL;
    }
    LIST_INSERT_HEAD(&loop->all, watch, all_link);
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

// Ends the watching; the watch has no number from now on.
static void detach(rel_watch *watch) {
    if (watch->event == NULL) return;
    if (watch->number >= 0) {
        struct slot *slot = &watch->loop->slots[watch->number];
        bool is_parked = watch->call.standing & REL_PARKED;
        LIST_REMOVE(watch, slot_link);
        // The descriptor was closed before: epoll may go on watching its file, if that is still open elsewhere.
        if (!is_parked && !rel_epoll_watches(watch->loop->epoll, watch->number)) abandon(watch->loop, slot);
    }
    event_free(watch->event);
    watch->event = NULL;
    watch->call.standing &= (uint8_t)~REL_PARKED;
    release_number(watch);
}

void rel_watch_pause(rel_watch *watch) {
    if (watch->call.ready != 0) remove_ready(watch);
    if (rel_loop_make_own(watch->loop)) detach(watch);
}

bool rel_watch_resume(rel_watch *watch, int descriptor, int events) {
    if ((events & ~REL_EDGE) == 0) {
        errno = EINVAL;
        return false;
    }
    if (!rel_loop_make_own(watch->loop)) return false;
    // Still watched if the pause could not give a loop's copy descriptors of its own.
    detach(watch);
    return attach(watch, descriptor, events);
}

void rel_watch_end(rel_watch *watch) {
    if (watch->call.ready != 0) remove_ready(watch);
    LIST_REMOVE(watch, all_link);
    if (watch->is_signal) rel_signal_leave(watch->number);
    else if (rel_loop_make_own(watch->loop)) detach(watch);
    else if (watch->number >= 0) LIST_REMOVE(watch, slot_link);
    watch->call.standing |= REL_ENDED;
}

void rel_watch_free(rel_watch *watch) { free(watch); }
