#include "responder_machine.h"

#include <errno.h>
#include <linux/netlink.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>

int rse_alarm_create(void) { return timerfd_create(CLOCK_REALTIME, TFD_NONBLOCK | TFD_CLOEXEC); }

int rse_alarm_set(int alarm, long long seconds) {
    struct itimerspec time = {.it_value = {.tv_sec = (time_t)seconds}};
    return timerfd_settime(alarm, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &time, NULL);
}

bool rse_alarm_take(int alarm) {
    uint64_t count;
    ssize_t size;
    do size = read(alarm, &count, sizeof count);
    while (size < 0 && errno == EINTR);
    return size > 0 || errno == ECANCELED;
}

int rse_uevents_open(void) {
    int sock = socket(AF_NETLINK, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, NETLINK_KOBJECT_UEVENT);
    if (sock < 0) return -1;
    // Group 1 has the kernel's messages, group 2 those of udev.
    struct sockaddr_nl address = {.nl_family = AF_NETLINK, .nl_groups = 1};
    if (bind(sock, (struct sockaddr *)&address, sizeof address) == 0) return sock;
    int error = errno;
    close(sock);
    errno = error;
    return -1;
}

int rse_uevents_take(int sock, const char *subsystem) {
    // The kernel's messages have at most 2048 bytes of variables, after a line of their own.
    char message[8192];
    struct sockaddr_nl sender = {0};
    socklen_t length = sizeof sender;
    ssize_t size;
    do size = recvfrom(sock, message, sizeof message - 1, 0, (struct sockaddr *)&sender, &length);
    while (size < 0 && errno == EINTR);
    if (size < 0) return errno == ENOBUFS ? 1 : -1;
    // A program may send such messages too, if it is privileged.
    if (length == sizeof sender && sender.nl_family == AF_NETLINK && sender.nl_pid != 0) return 0;
    message[size] = 0;
    static const char key[] = "SUBSYSTEM=";
    for (ssize_t place = 0; place < size; place += (ssize_t)strlen(message + place) + 1) {
        const char *variable = message + place;
        if (strncmp(variable, key, sizeof key - 1) == 0) return strcmp(variable + sizeof key - 1, subsystem) == 0;
    }
    return 0;
}
