// Descriptors of the loop's own: eventfds, and libevent's epoll descriptor, for which libevent has no call.
#include "responder_event_loop.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
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

// The number may stand for a file that was closed while another descriptor keeps it open: then epoll goes on to watch that
// file. Only what is watched itself cannot be added once more.
static bool is_registered(int epoll, int watched) {
    struct epoll_event nothing = {0};
    if (epoll_ctl(epoll, EPOLL_CTL_ADD, watched, &nothing) != 0) return errno == EEXIST;
    epoll_ctl(epoll, EPOLL_CTL_DEL, watched, &nothing);
    return false;
}

// The kernel lists what an epoll descriptor watches in its fdinfo, a line `tfd: N …` for each. The one that watches
// our wake-up descriptor is the event base's: nothing else ever watches that.
static bool watches(const char *name, int watched) {
    char path[64], line[256];
    snprintf(path, sizeof path, "/proc/self/fdinfo/%.20s", name);
    FILE *file = fopen(path, "re");
    if (file == NULL) return false;
    bool found = false;
    int target;
    while (!found && fgets(line, sizeof line, file) != NULL)
        found = sscanf(line, "tfd: %d", &target) == 1 && target == watched;
    fclose(file);
    return found && is_registered(atoi(name), watched);
}

int rel_loop_descriptor(int wake_descriptor) {
    DIR *directory = opendir("/proc/self/fdinfo");
    if (directory == NULL) return -1;
    int found = -1;
    for (struct dirent *entry; found < 0 && (entry = readdir(directory)) != NULL;)
        if (entry->d_name[0] != '.' && watches(entry->d_name, wake_descriptor)) found = atoi(entry->d_name);
    closedir(directory);
    return found;
}
