// The epoll descriptor of an event base, for which libevent 2.1 has no call, and what it watches.
#ifndef EPOLL_SET_H
#define EPOLL_SET_H

#include <stdbool.h>
#include <stdint.h>

/// The epoll descriptor that watches `wake`, a descriptor of the loop's own, by edge for reading; `guess` is looked at
/// first. -1 where none does. It may report `wake` once more.
int rel_epoll_find(int wake, int guess);
/// Whether the epoll descriptor watches the file that `descriptor` stands for, under that number; false with errno set
/// to 0 where it does not but could, otherwise to why it cannot.
bool rel_epoll_watches(int epoll, int descriptor);
/// Has the epoll descriptor watch another one as libevent does.
bool rel_epoll_add(int epoll, int descriptor, uint32_t events);
/// Whether the epoll descriptor has anything to report.
bool rel_epoll_is_readable(int epoll);

#endif
