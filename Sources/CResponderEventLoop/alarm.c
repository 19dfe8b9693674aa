// A timerfd on which a thread blocks, so that it wakes only when the time has come.
#include "responder_event_loop.h"

#include <errno.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

int rel_alarm_create(void) { return timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC); }

void rel_alarm_set(int alarm, int64_t deadline) {
    struct itimerspec spec = {0};
    if (deadline > 0) {
        spec.it_value.tv_sec = deadline / 1000000000;
        spec.it_value.tv_nsec = deadline % 1000000000;
    }
    timerfd_settime(alarm, TFD_TIMER_ABSTIME, &spec, NULL);
}

bool rel_alarm_wait(int alarm) {
    uint64_t count;
    while (read(alarm, &count, sizeof count) < 0) {
        if (errno != EINTR) return false;
    }
    return true;
}
