// port/…: another thread pushes events of an application's own type, and the loop waits for them.
// https://wiki.libsdl.org/SDL2/SDL_PushEvent, which any thread may call; https://wiki.libsdl.org/SDL2/SDL_WaitEvent
//
// Without a display SDL has nothing to sleep on: SDL_WaitEvent looks for events once a millisecond. With X11 or
// Wayland, SDL_PushEvent wakes it by a message of the window system.
#include "jobs.h"
#include "threads_rows.h"

#include <SDL.h>

static void send_message(int64_t message) {
    SDL_Event event = {.user = {.type = SDL_USEREVENT, .data1 = (void *)(intptr_t)message}};
    // The queue takes 65,535 events.
    while (SDL_PushEvent(&event) < 0) sched_yield();
}

static void run_loop(void) {
    SDL_Event event;
    while (SDL_WaitEvent(&event)) {
        if (event.type == SDL_USEREVENT && receive_message((int64_t)(intptr_t)event.user.data1)) return;
    }
}

const peer_job threads_jobs[2] = {
    {"port/threads", run_port_threads, NULL},
    {"port/one-way-1khz", run_port_one_way, NULL},
};
