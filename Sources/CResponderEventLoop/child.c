// The end of a child process, by a descriptor of the process (pidfd_open(2)): unlike SIGCHLD, it concerns this child
// alone, and unlike a number, it never means another process.
#define _GNU_SOURCE  // __WALL
#include "responder_event_loop.h"

#include <errno.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434  // the number on all architectures
#endif
enum { BY_PIDFD = 3 };  // P_PIDFD, which older headers lack

// The system call, since the function of the C library does not give the usage.
static int await(int descriptor, siginfo_t *info, int options, struct rusage *usage) {
    *info = (siginfo_t){0};
    return (int)syscall(SYS_waitid, BY_PIDFD, descriptor, info, WEXITED | WNOHANG | __WALL | options, usage);
}

int rel_child_open(int process) {
    int descriptor = (int)syscall(SYS_pidfd_open, process, 0);
    if (descriptor < 0) return -1;
    // A look that takes nothing fails for what is no child.
    siginfo_t info;
    if (await(descriptor, &info, WNOWAIT, NULL) == 0) return descriptor;
    // Linux 5.3 has the first call, and does not know BY_PIDFD.
    int error = errno == EINVAL ? ENOSYS : errno;
    close(descriptor);
    errno = error;
    return -1;
}

static int64_t nanoseconds(struct timeval time) {
    return (int64_t)time.tv_sec * 1000000000 + (int64_t)time.tv_usec * 1000;
}

int rel_child_take(int descriptor, rel_child_end *end) {
    siginfo_t info;
    struct rusage usage = {0};
    int status;
    do status = await(descriptor, &info, 0, &usage);
    while (status != 0 && errno == EINTR);
    if (status != 0) return -1;
    if (info.si_pid == 0) return 0;
    *end = (rel_child_end){
        .status = info.si_status,
        .is_signalled = info.si_code != CLD_EXITED,
        .has_dumped_core = info.si_code == CLD_DUMPED,
        .user_time = nanoseconds(usage.ru_utime),
        .system_time = nanoseconds(usage.ru_stime),
        .peak_resident_size = (int64_t)usage.ru_maxrss * 1024,
        .major_faults = usage.ru_majflt,
    };
    return 1;
}
