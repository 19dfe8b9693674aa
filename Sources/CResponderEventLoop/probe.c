#include "probe.h"

#include <errno.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "epoll_set.h"
#include "responder_event_loop.h"

static uint32_t events_of(int readiness) {
    return (readiness & REL_READ ? EPOLLIN : 0u) | (readiness & REL_WRITE ? EPOLLOUT : 0u)
        | (readiness & REL_PRIORITY ? EPOLLPRI : 0u) | (readiness & REL_HANG_UP ? EPOLLRDHUP : 0u)
        | (readiness & REL_EDGE ? EPOLLET : 0u);
}

int rel_probe_create(int descriptor, int readiness) {
    int probe = epoll_create1(EPOLL_CLOEXEC);
    if (probe < 0 || rel_epoll_add(probe, descriptor, events_of(readiness))) return probe;
    int error = errno;
    close(probe);
    errno = error;
    return -1;
}

int rel_probe_look(int probe, int readiness) {
    struct epoll_event event = {0};
    int count = epoll_wait(probe, &event, 1, 0);
    // Some files report urgent data once, as triggers of pressure stall information do: libevent's look has taken it.
    if (count == 0 && (readiness & (REL_READ | REL_WRITE | REL_PRIORITY)) == REL_PRIORITY) return REL_PRIORITY;
    return (event.events & EPOLLIN ? REL_READ : 0) | (event.events & EPOLLOUT ? REL_WRITE : 0)
        | (event.events & EPOLLPRI ? REL_PRIORITY : 0) | (event.events & (EPOLLRDHUP | EPOLLHUP) ? REL_HANG_UP : 0)
        | (event.events & EPOLLERR ? REL_ERROR : 0);
}
