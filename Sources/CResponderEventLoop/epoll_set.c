// epoll identifies a watch by a file and the number of the descriptor with which the file was added. If a descriptor is
// closed while another one, perhaps of another process, keeps the file open, epoll goes on watching the file, and
// nothing can remove the file from the set.
#include "epoll_set.h"

#include <errno.h>
#include <poll.h>
#include <stddef.h>
#include <sys/epoll.h>
#include <unistd.h>

// EPOLL_CTL_MOD fails for a descriptor that is not watched, so the call has no effect on an epoll set that is not the
// loop's.
static bool is_set_of(int epoll, int wake) {
    struct epoll_event same = {.events = EPOLLIN | EPOLLET, .data.fd = wake};
    return epoll_ctl(epoll, EPOLL_CTL_MOD, wake, &same) == 0;
}

int rel_epoll_find(int wake, int guess) {
    if (is_set_of(guess, wake)) return guess;
    // Another thread has taken the guessed number meanwhile.
    long limit = sysconf(_SC_OPEN_MAX);
    for (int descriptor = 0; descriptor < limit; descriptor++)
        if (is_set_of(descriptor, wake)) return descriptor;
    return -1;
}

bool rel_epoll_watches(int epoll, int descriptor) {
    struct epoll_event nothing = {0};
    if (epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &nothing) != 0) return errno == EEXIST;
    epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, &nothing);
    errno = 0;
    return false;
}

bool rel_epoll_add(int epoll, int descriptor, uint32_t events) {
    struct epoll_event event = {.events = events, .data.fd = descriptor};
    return epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) == 0;
}

bool rel_epoll_is_readable(int epoll) {
    struct pollfd asked = {.fd = epoll, .events = POLLIN};
    return poll(&asked, 1, 0) == 1;
}
