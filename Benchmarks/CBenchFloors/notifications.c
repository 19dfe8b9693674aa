// The floor of posting a notification: an array of functions with their contexts.
#include "bench_floors.h"

#include <stdlib.h>

typedef struct {
    void (*function)(void *context, const bench_note *note);
    void *context;
} observer;

struct bench_observers {
    observer *observers;
    size_t count;
    int64_t sum;
};

static void add(void *context, const bench_note *note) {
    ((bench_observers *)context)->sum += note->number;
}

bench_observers *bench_observers_create(size_t count) {
    bench_observers *all = calloc(1, sizeof *all);
    all->observers = calloc(count + 1, sizeof *all->observers);
    all->count = count;
    for (size_t index = 0; index < count; index++) all->observers[index] = (observer){add, all};
    return all;
}

void bench_observers_destroy(bench_observers *observers) {
    free(observers->observers);
    free(observers);
}

__attribute__((noinline)) static void post(bench_observers *all, const bench_note *note) {
    for (size_t index = 0; index < all->count; index++) {
        all->observers[index].function(all->observers[index].context, note);
    }
}

int64_t bench_observers_post(bench_observers *observers, size_t count) {
    observers->sum = 0;
    for (size_t index = 0; index < count; index++) post(observers, &(bench_note){.number = 1});
    return observers->sum;
}
