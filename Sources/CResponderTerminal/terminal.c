// The state of the terminal. It is static since handlers of crashes use it, with no more than async-signal-safe calls.
#include "responder_terminal.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

static int input_descriptor = -1;
static int output_descriptor = -1;
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
    output_descriptor = output;
    return tcgetattr(input, &original) == 0;
}

bool rtm_enter(const char *enter) {
    struct termios raw = original;
    raw.c_iflag &= ~(tcflag_t)(BRKINT | ICRNL | INLCR | IGNCR | INPCK | ISTRIP | IXON);
    raw.c_oflag &= ~(tcflag_t)OPOST;
    // Without ISIG, Ctrl-C and Ctrl-Z are bytes: they reach the demo alone, not also the `make` that started it.
    raw.c_lflag &= ~(tcflag_t)(ECHO | ICANON | IEXTEN | ISIG);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    // Before the modes are set: what stops the process or crashes meanwhile finds something to undo.
    is_entered = 1;
    // First of all, since this is what stops a job in the background before it writes over another's screen.
    while (tcsetattr(input_descriptor, TCSANOW, &raw) != 0) {
        if (errno != EINTR) return false;
    }
    return rtm_write(enter, strlen(enter));
}

void rtm_leave(void) {
    if (!is_entered) return;
    is_entered = 0;
    int error = errno;
    // A process in the background would be stopped here, and never come to its end.
    sigset_t background, former;
    sigemptyset(&background);
    sigaddset(&background, SIGTTOU);
    sigprocmask(SIG_BLOCK, &background, &former);
    rtm_write(leave_text, leave_length);
    // What the mouse still said is not for the shell.
    tcflush(input_descriptor, TCIFLUSH);
    tcsetattr(input_descriptor, TCSANOW, &original);
    sigprocmask(SIG_SETMASK, &former, NULL);
    errno = error;
}

bool rtm_write(const char *bytes, unsigned long count) {
    while (count > 0) {
        ssize_t written = write(output_descriptor, bytes, count);
        if (written > 0) {
            bytes += written;
            count -= (unsigned long)written;
        } else if (written < 0 && errno == EAGAIN) {
            // Whoever started us may have made the descriptor non-blocking.
            struct pollfd writable = {.fd = output_descriptor, .events = POLLOUT};
            poll(&writable, 1, -1);
        } else if (written < 0 && errno != EINTR) {
            return false;
        }
    }
    return true;
}

bool rtm_size(int *columns, int *rows) {
    struct winsize size;
    if (ioctl(output_descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return false;
    *columns = size.ws_col;
    *rows = size.ws_row;
    return true;
}
