// The loop's eventfds.
#include "responder_event_loop.h"

#include <sys/eventfd.h>
#include <unistd.h>

int rel_eventfd_create(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }

void rel_eventfd_clear(int descriptor) {
    uint64_t count;
    if (read(descriptor, &count, sizeof count) < 0) { /* somebody else took the count */ }
}

void rel_wake(int wake_descriptor) {
    uint64_t one = 1;
    if (write(wake_descriptor, &one, sizeof one) < 0) { /* the count is at its limit: it is awake */ }
}

void rel_close(int descriptor) { close(descriptor); }
