// A loop and its watches, which loop.c and watches.c share.
#ifndef LOOP_H
#define LOOP_H

#include <event2/event.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/queue.h>
#include <sys/stat.h>

#include "responder_event_loop.h"

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
    int number;                       // the descriptor, -1 once closed and while the watch pauses; or the signal
    bool is_signal : 1, is_edge : 1;
    bool owns_number : 1;  // a duplicate or a probe, made for this watch
    bool is_probe : 1;
    union {
        struct {
            dev_t device;
            ino_t inode;
        } file;  // the file when the watch was parked
        struct {
            int descriptor;
            int readiness;
        } probed;  // what the probe watches
    };
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

static inline void remove_ready(rel_watch *watch) {
    struct rel_ready_list *list = &watch->loop->ready[watch->call.priority];
    TAILQ_REMOVE(list, watch, link);
    if (TAILQ_EMPTY(list)) watch->loop->pending.ready &= ~(1u << watch->call.priority);
    watch->call.ready = 0;
}

// In loop.c.

/// Records the readiness of a watch of a descriptor, and of one with a probe.
void rel_watch_on_ready(evutil_socket_t descriptor, short events, void *context);
void rel_watch_on_probe(evutil_socket_t descriptor, short events, void *context);
/// Has libevent watch a descriptor; NULL with errno set if that fails.
struct event *rel_add_event(
    rel_loop *loop, int descriptor, short events, event_callback_fn callback, void *context
);
/// Whether the number of a parked watch now refers to another file.
bool rel_watch_has_lost_file(const rel_watch *watch);

// In watches.c.

/// The events for which epoll watches the slot's number.
uint32_t rel_slot_events(const struct slot *slot);
/// Ends the watching of a descriptor that was closed: the watch has no number from now on.
void rel_watch_lose(rel_watch *watch);

#endif
