#pragma once
#include <SDL.h>
#include <SDL_syswm.h>

// The descriptor of the window's connection to the X server; -1 where the window is on something else.
static inline int sdl_connection(SDL_Window *window) {
    SDL_SysWMinfo info;
    SDL_VERSION(&info.version);
    if (!SDL_GetWindowWMInfo(window, &info) || info.subsystem != SDL_SYSWM_X11) return -1;
    return ConnectionNumber(info.info.x11.display);
}
