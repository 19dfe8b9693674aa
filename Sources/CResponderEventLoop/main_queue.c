// The main queue of libdispatch, which is also the main actor's executor. libdispatch exports these two calls for
// CoreFoundation's run loop; they are linked weakly, so that a process without them still starts.
#include "responder_event_loop.h"

#include <stddef.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

extern int _dispatch_get_main_queue_handle_4CF(void) __attribute__((weak));
extern void _dispatch_main_queue_callback_4CF(void *) __attribute__((weak));
extern const char *dispatch_queue_get_label(void *) __attribute__((weak));

bool rel_is_on_main_queue(void) {
    // NULL stands for the current queue.
    const char *label = dispatch_queue_get_label != NULL ? dispatch_queue_get_label(NULL) : NULL;
    return label != NULL && strcmp(label, "com.apple.main-thread") == 0;
}

bool rel_is_first_thread(void) { return syscall(SYS_gettid) == getpid(); }

// Only the first thread may drain the queue: on another thread libdispatch traps. Once the first thread has called
// dispatch_main there is no descriptor any more, but for a moment libdispatch serves the queue elsewhere and still
// returns the descriptor. In a child that fork(2) made, libdispatch serves nothing, and the descriptor is the parent's:
// reading it would take the parent's wake-ups.
static bool has_queue(void) {
    if (_dispatch_get_main_queue_handle_4CF == NULL || _dispatch_main_queue_callback_4CF == NULL) return false;
    return rel_process() == 0 && rel_is_first_thread();
}

// Accessed on the first thread alone.
static bool is_prepared;

bool rel_main_queue_prepare(void) {
    if (is_prepared || !has_queue()) return true;
    // Tries whether a descriptor is left, and closes it again, so that libdispatch can make its own.
    int tried = rel_eventfd_create();
    if (tried < 0) return false;
    rel_close(tried);
    is_prepared = true;
    return _dispatch_get_main_queue_handle_4CF() >= 0;
}

int rel_main_queue_descriptor(void) {
    return has_queue() && rel_main_queue_prepare() ? _dispatch_get_main_queue_handle_4CF() : -1;
}

void rel_main_queue_drain(void) {
    int descriptor = rel_main_queue_descriptor();
    if (descriptor < 0) return;
    rel_eventfd_clear(descriptor);
    _dispatch_main_queue_callback_4CF(NULL);
}
