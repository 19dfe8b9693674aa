// The peer SDL: SDL 2 without a display.
#include "jobs.h"

#include <SDL.h>
#include <stdio.h>

int main(int argc, char **argv) {
    (void)argc, (void)argv;
    SDL_SetHint(SDL_HINT_VIDEODRIVER, "dummy");
    // SDL would turn the signals that end a program into events, which nobody takes between two runs.
    SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1");
    if (SDL_Init(SDL_INIT_VIDEO | SDL_INIT_TIMER) != 0) {
        fprintf(stderr, "SDL_Init: %s\n", SDL_GetError());
        return 1;
    }
    SDL_version version;
    SDL_GetVersion(&version);
    char name[32];
    snprintf(name, sizeof name, "%d.%d.%d", version.major, version.minor, version.patch);
    const peer_job jobs[] = {
        {"dispatch/sequence-hit", run_sequence, NULL},
        threads_jobs[0],
        threads_jobs[1],
        {"timers/lateness-1ms", run_lateness, NULL},
    };
    int status = peer_main("SDL", name, jobs, sizeof jobs / sizeof *jobs);
    SDL_Quit();
    return status;
}
