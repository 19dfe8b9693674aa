// port/…: another thread pushes events of an application's own type, each with a pointer to a copy of the message, and
// the loop waits for them.
// https://wiki.libsdl.org/SDL2/SDL_PushEvent, which any thread may call; https://wiki.libsdl.org/SDL2/SDL_WaitEvent
//
// Without a display SDL has nothing to sleep on: SDL_WaitEvent looks for events once a millisecond. With X11 or
// Wayland, SDL_PushEvent wakes it by a message of the window system.
#include "jobs.h"
#include "threads_rows.h"

#include <SDL.h>
#include <stdlib.h>

static void send_message(const message *sent) {
    message *copy = malloc(sizeof *copy);
    *copy = *sent;
    SDL_Event event = {.user = {.type = SDL_USEREVENT, .data1 = copy}};
    // The queue takes 65,535 events.
    while (SDL_PushEvent(&event) < 0) sched_yield();
}

static void run_loop(void) {
    SDL_Event event;
    while (SDL_WaitEvent(&event)) {
        if (event.type != SDL_USEREVENT) continue;
        bool is_last = receive_message(event.user.data1);
        free(event.user.data1);
        if (is_last) return;
    }
}

const peer_job threads_jobs[2] = {
    {"port/threads", run_port_threads, NULL},
    {"port/one-way-1khz", run_port_one_way, NULL},
};
