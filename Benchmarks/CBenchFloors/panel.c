// The floor of a touch panel: its events are read from a pipe, decoded into slots, and dispatched once in each turn.
#include "loops.h"

#include <fcntl.h>
#include <linux/input.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

enum { SLOTS = 10, READ_EVENTS = 256 };

typedef struct {
    int32_t identifier, x, y;
    bool is_down, was_down, is_touched;
} slot;

struct bench_panel {
    floor_app *app;
    int epoll, descriptor;
    size_t slot, touched_count, next_identifier;
    slot slots[SLOTS];
    size_t touched[SLOTS];
    double scale;
    struct input_event events[READ_EVENTS];
};

bench_panel *bench_panel_create(floor_app *app, int descriptor, double scale) {
    bench_panel *panel = calloc(1, sizeof *panel);
    panel->app = app;
    panel->descriptor = descriptor;
    panel->scale = scale;
    panel->epoll = epoll_create1(EPOLL_CLOEXEC);
    struct epoll_event event = {.events = EPOLLIN};
    if (panel->epoll < 0 || epoll_ctl(panel->epoll, EPOLL_CTL_ADD, descriptor, &event) != 0) {
        bench_panel_destroy(panel);
        return NULL;
    }
    return panel;
}

void bench_panel_destroy(bench_panel *panel) {
    if (panel->epoll >= 0) close(panel->epoll);
    free(panel);
}

static void touch(bench_panel *panel, slot *slot) {
    if (slot->is_touched) return;
    slot->is_touched = true;
    panel->touched[panel->touched_count++] = panel->slot;
}

/// Dispatches, or collects for the turn's end, the contacts that changed since the last report.
static void report(bench_panel *panel) {
    floor_sample samples[SLOTS];
    size_t count = 0;
    for (size_t index = 0; index < panel->touched_count; index++) {
        slot *slot = &panel->slots[panel->touched[index]];
        slot->is_touched = false;
        if (!slot->is_down && !slot->was_down) continue;
        int phase = !slot->was_down ? FLOOR_BEGAN : slot->is_down ? FLOOR_MOVED : FLOOR_ENDED;
        slot->was_down = slot->is_down;
        samples[count++] = (floor_sample){
            .time = 1, .x = slot->x * panel->scale, .y = slot->y * panel->scale,
            .identifier = slot->identifier, .phase = phase};
    }
    panel->touched_count = 0;
    if (count == 0) return;
    // Only moves wait for the turn's end.
    if (samples[0].phase == FLOOR_MOVED) floor_app_collect(panel->app, samples, count);
    else floor_app_receive(panel->app, samples, count);
}

static void decode(bench_panel *panel, const struct input_event *event) {
    slot *slot = &panel->slots[panel->slot];
    if (event->type == EV_SYN && event->code == SYN_REPORT) return report(panel);
    if (event->type != EV_ABS) return;
    switch (event->code) {
    case ABS_MT_SLOT: if ((size_t)event->value < SLOTS) panel->slot = (size_t)event->value; break;
    case ABS_MT_TRACKING_ID:
        slot->is_down = event->value >= 0;
        if (slot->is_down) slot->identifier = (int32_t)++panel->next_identifier;
        touch(panel, slot);
        break;
    case ABS_MT_POSITION_X: slot->x = event->value; touch(panel, slot); break;
    case ABS_MT_POSITION_Y: slot->y = event->value; touch(panel, slot); break;
    default: break;
    }
}

bool bench_panel_turn(bench_panel *panel) {
    struct epoll_event event;
    if (epoll_wait(panel->epoll, &event, 1, 0) != 1) return false;
    ssize_t count;
    do {
        count = read(panel->descriptor, panel->events, sizeof panel->events);
        for (ssize_t index = 0; index < count / (ssize_t)sizeof *panel->events; index++) {
            decode(panel, &panel->events[index]);
        }
    } while (count == sizeof panel->events);
    floor_app_send_collected(panel->app);
    return true;
}
