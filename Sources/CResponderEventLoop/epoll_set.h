// Access to the epoll descriptor of an event base, for which libevent 2.1 has no call.
#ifndef EPOLL_SET_H
#define EPOLL_SET_H

#include <stdbool.h>
#include <stdint.h>

/// The epoll descriptor that watches `wake`, a descriptor of the loop's own, by edge for reading; -1 if there is none.
/// `guess` is tried first. The epoll descriptor may report `wake` once more afterwards.
int rel_epoll_find(int wake, int guess);
/// Whether the epoll descriptor watches the file of `descriptor` under that number. False with errno set: 0 if it could
/// watch the file, otherwise the reason why it cannot.
bool rel_epoll_watches(int epoll, int descriptor);
/// Adds a descriptor to the epoll set, as libevent does.
bool rel_epoll_add(int epoll, int descriptor, uint32_t events);
/// Whether the epoll descriptor has anything to report.
bool rel_epoll_is_readable(int epoll);

#endif
