#ifdef RESPONDER_WAYLAND
#define _GNU_SOURCE
#include "responder_wayland.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

const struct wl_interface *rwl_interface(enum rwl_interface interface) {
    switch (interface) {
    case RWL_COMPOSITOR: return &wl_compositor_interface;
    case RWL_SHM: return &wl_shm_interface;
    case RWL_SEAT: return &wl_seat_interface;
    case RWL_OUTPUT: return &wl_output_interface;
    case RWL_DATA_DEVICE_MANAGER: return &wl_data_device_manager_interface;
    case RWL_WM_BASE: return &xdg_wm_base_interface;
    case RWL_VIEWPORTER: return &wp_viewporter_interface;
    case RWL_FRACTIONAL_SCALE_MANAGER: return &wp_fractional_scale_manager_v1_interface;
    case RWL_TEXT_INPUT_MANAGER: return &zwp_text_input_manager_v3_interface;
    }
    return NULL;
}

int rwl_memory_file(size_t count) {
    int file = memfd_create("responderkit", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (file < 0) return -1;
    if (ftruncate(file, (off_t)count) < 0) {
        close(file);
        return -1;
    }
    return file;
}

int rwl_pipe(int ends[2]) {
    if (pipe2(ends, O_CLOEXEC) < 0) return -1;
    return fcntl(ends[0], F_SETFL, O_NONBLOCK);
}

ssize_t rwl_write(int file, const void *bytes, size_t count) {
    sigset_t broken_pipe, former, pending;
    sigemptyset(&broken_pipe);
    sigaddset(&broken_pipe, SIGPIPE);
    sigpending(&pending);
    bool was_pending = sigismember(&pending, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &broken_pipe, &former);
    ssize_t written = write(file, bytes, count);
    int error = errno;
    if (written < 0 && error == EPIPE && !was_pending) {
        // Takes the signal that the call has raised.
        struct timespec no_time = {0, 0};
        while (sigtimedwait(&broken_pipe, NULL, &no_time) < 0 && errno == EINTR) {}
    }
    pthread_sigmask(SIG_SETMASK, &former, NULL);
    errno = error;
    return written;
}

static void say_nothing(const char *format, va_list arguments) {
    (void)format;
    (void)arguments;
}

void rwl_silence(void) { wl_log_set_handler_client(say_nothing); }
#endif
