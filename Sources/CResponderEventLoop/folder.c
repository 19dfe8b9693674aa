// The changes of the files in a folder (inotify(7)).
#include "responder_event_loop.h"

#include <errno.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

static const struct {
    uint32_t kind, event;
} kinds[] = {
    {REL_FILE_CREATED, IN_CREATE},       {REL_FILE_MODIFIED, IN_MODIFY},     {REL_FILE_WRITTEN, IN_CLOSE_WRITE},
    {REL_FILE_MOVED_AWAY, IN_MOVED_FROM}, {REL_FILE_MOVED_HERE, IN_MOVED_TO}, {REL_FILE_REMOVED, IN_DELETE},
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

int rel_folder_open(const char *path, uint32_t wanted) {
    int descriptor = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    if (descriptor < 0) return -1;
    uint32_t events = IN_ONLYDIR | IN_DELETE_SELF | IN_MOVE_SELF;
    for (int index = 0; index < KINDS; index++)
        if (wanted & kinds[index].kind) events |= kinds[index].event;
    if (inotify_add_watch(descriptor, path, events) >= 0) return descriptor;
    int error = errno;
    close(descriptor);
    errno = error;
    return -1;
}

long rel_folder_read(int descriptor, void *buffer, size_t size) {
    long count;
    do count = read(descriptor, buffer, size);
    while (count < 0 && errno == EINTR);
    return count;
}

const char *rel_folder_next(const char *buffer, size_t size, size_t *offset, uint32_t *found) {
    struct inotify_event event;
    if (size - *offset < sizeof event) return NULL;
    memcpy(&event, buffer + *offset, sizeof event);
    const char *name = buffer + *offset + sizeof event;
    if (event.len > size - *offset - sizeof event) return NULL;
    *offset += sizeof event + event.len;
    *found = 0;
    for (int index = 0; index < KINDS; index++)
        if (event.mask & kinds[index].event) *found |= kinds[index].kind;
    if (event.mask & IN_Q_OVERFLOW) *found |= REL_FOLDER_OVERFLOWN;
    if (event.mask & (IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT | IN_IGNORED)) *found |= REL_FOLDER_GONE;
    // The kernel ends a name by a zero, and gives none to an event of the folder itself.
    return event.len > 0 ? name : "";
}
