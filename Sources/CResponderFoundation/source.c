// CoreFoundation's calls, which Foundation's library exports. No module of the toolchain declares them to others, so
// they are declared here, as CFRunLoop.h has them for Linux.
#include "responder_foundation.h"

#include <poll.h>
#include <stddef.h>
#include <stdint.h>

struct context {
    long version;
    void *info;
    const void *(*retain)(const void *info);
    void (*release)(const void *info);
    const void *(*copy_description)(const void *info);
    unsigned char (*equal)(const void *one, const void *other);
    unsigned long (*hash)(const void *info);
    // Of version 1: on Linux a port is a descriptor, which the loop watches edge-triggered and does not read.
    void *(*port)(void *info);
    void (*perform)(void *info);
};

extern const void *const kCFRunLoopDefaultMode;
extern void *CFRunLoopGetMain(void);
extern void *CFRunLoopSourceCreate(const void *allocator, long order, struct context *context);
extern void CFRunLoopAddSource(void *loop, void *source, const void *mode);
extern void CFRunLoopSourceInvalidate(void *source);
extern void CFRelease(const void *object);

static void *port(void *info) { return info; }

// The wait has ended, and that is all.
static void perform(void *info) { (void)info; }

void *rfd_source_add(int descriptor) {
    struct context context = {
        .version = 1,
        .info = (void *)(intptr_t)descriptor,
        .port = port,
        .perform = perform,
    };
    void *source = CFRunLoopSourceCreate(NULL, 0, &context);
    if (source != NULL) CFRunLoopAddSource(CFRunLoopGetMain(), source, kCFRunLoopDefaultMode);
    return source;
}

void rfd_source_remove(void *source) {
    CFRunLoopSourceInvalidate(source);
    CFRelease(source);
}

_Bool rfd_is_readable(int descriptor) {
    struct pollfd asked = {.fd = descriptor, .events = POLLIN};
    return poll(&asked, 1, 0) == 1;
}
