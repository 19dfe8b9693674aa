// The terminal. Its state is static, and the functions that signal handlers use make async-signal-safe calls only.
#include "responder_terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

// How long the last write waits for a terminal that takes no output, in milliseconds.
static const int patience = 250;

static int input_descriptor = -1;
static int output_descriptor = -1;
// Whether the output descriptor was opened here. Only then may it be non-blocking: a shell's descriptors are shared
// with other programs.
static bool is_own_output;
static struct termios original;
static char leave_text[128];
static unsigned long leave_length;
static volatile sig_atomic_t is_entered;

bool rtm_open(int input, int output, const char *leave) {
    leave_length = strlen(leave);
    if (leave_length > sizeof leave_text) {
        errno = EINVAL;
        return false;
    }
    memcpy(leave_text, leave, leave_length);
    input_descriptor = input;
    char path[32];
    snprintf(path, sizeof path, "/proc/self/fd/%d", output);
    // The terminal of another user, for example under su, cannot be opened again.
    int own = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    is_own_output = own >= 0;
    output_descriptor = is_own_output ? own : output;
    return tcgetattr(input, &original) == 0;
}

bool rtm_enter(void) {
    struct termios raw = original;
    raw.c_iflag &= ~(tcflag_t)(BRKINT | ICRNL | INLCR | IGNCR | INPCK | ISTRIP | IXON);
    raw.c_oflag &= ~(tcflag_t)OPOST;
    // Without ISIG, Ctrl-C and Ctrl-Z are bytes: they reach the demo alone, not also the `make` that started it.
    raw.c_lflag &= ~(tcflag_t)(ECHO | ICANON | IEXTEN | ISIG);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    // Noted before the modes are set, so that a handler that runs meanwhile undoes them.
    is_entered = 1;
    // Called before any output: tcsetattr stops a background job, which must not write over another program's screen.
    while (tcsetattr(input_descriptor, TCSANOW, &raw) != 0) {
        if (errno != EINTR) return false;
    }
    return true;
}

static bool has_room(int milliseconds) {
    struct pollfd writable = {.fd = output_descriptor, .events = POLLOUT};
    int count;
    while ((count = poll(&writable, 1, milliseconds)) < 0 && errno == EINTR) continue;
    return count > 0;
}

long rtm_write(const char *bytes, unsigned long count) {
    unsigned long done = 0;
    while (done < count) {
        // A single byte does not block where there is room.
        if (!is_own_output && !has_room(0)) break;
        ssize_t written = write(output_descriptor, bytes + done, is_own_output ? count - done : 1);
        if (written > 0) {
            done += (unsigned long)written;
        } else if (written == 0 || errno == EAGAIN) {
            break;
        } else if (errno != EINTR) {
            return -1;
        }
    }
    return (long)done;
}

void rtm_write_last(const char *bytes, unsigned long count) {
    while (true) {
        long written = rtm_write(bytes, count);
        if (written < 0) return;
        bytes += written;
        count -= (unsigned long)written;
        if (count == 0 || !has_room(patience)) return;
    }
}

void rtm_leave(void) {
    if (!is_entered) return;
    int error = errno;
    // Without this, SIGTTOU would stop a process in the background here, before its end.
    sigset_t background, former;
    sigemptyset(&background);
    sigaddset(&background, SIGTTOU);
    sigprocmask(SIG_BLOCK, &background, &former);
    rtm_write_last(leave_text, leave_length);
    // Discards mouse reports that would go to the shell.
    tcflush(input_descriptor, TCIFLUSH);
    tcsetattr(input_descriptor, TCSANOW, &original);
    sigprocmask(SIG_SETMASK, &former, NULL);
    // Cleared last: a handler that interrupts this function and ends the process must do all of it again.
    is_entered = 0;
    errno = error;
}

int rtm_output(void) {
    return output_descriptor;
}

bool rtm_size(int *columns, int *rows) {
    struct winsize size;
    if (ioctl(output_descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return false;
    *columns = size.ws_col;
    *rows = size.ws_row;
    return true;
}
