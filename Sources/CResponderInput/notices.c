#include "responder_input.h"

#include <errno.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

int rin_watch_folder(const char *path) {
    int descriptor = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    if (descriptor < 0) return -1;
    // IN_ATTRIB, because a node's permissions are set after the node is made.
    uint32_t changes = IN_CREATE | IN_MOVED_TO | IN_ATTRIB | IN_DELETE | IN_MOVED_FROM | IN_DELETE_SELF |
                       IN_MOVE_SELF | IN_ONLYDIR;
    if (inotify_add_watch(descriptor, path, changes) >= 0) return descriptor;
    int error = errno;
    close(descriptor);
    errno = error;
    return -1;
}

rin_notices rin_drain_notices(int descriptor) {
    char notices[4096] __attribute__((aligned(8)));
    rin_notices found = {false, false};
    for (;;) {
        ssize_t count = read(descriptor, notices, sizeof notices);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return found;
        found.changed = true;
        for (ssize_t place = 0; place + (ssize_t)sizeof(struct inotify_event) <= count;) {
            struct inotify_event notice;
            memcpy(&notice, notices + place, sizeof notice);
            if (notice.mask & (IN_IGNORED | IN_DELETE_SELF | IN_MOVE_SELF)) found.gone = true;
            place += (ssize_t)sizeof notice + notice.len;
        }
    }
}
