// The floor of a loop: epoll itself, and a list of the sources that are marked.
#include "loops.h"
#include "ring.h"

#include <stdlib.h>
#include <sys/epoll.h>

// MARK: Waiting for a ring

typedef struct {
    waiter base;
    int epoll, descriptor;
} epoll_waiter;

static void epoll_waiter_wait(waiter *self) {
    epoll_waiter *waiter = (epoll_waiter *)self;
    struct epoll_event event;
    uint64_t count;
    if (epoll_wait(waiter->epoll, &event, 1, -1) > 0 && read(waiter->descriptor, &count, sizeof count) < 0) return;
}

static void epoll_waiter_look(waiter *self) {
    struct epoll_event event;
    epoll_wait(((epoll_waiter *)self)->epoll, &event, 1, 0);
}

static void epoll_waiter_destroy(waiter *self) {
    close(((epoll_waiter *)self)->epoll);
    free(self);
}

waiter *epoll_waiter_create(int descriptor) {
    epoll_waiter *waiter = malloc(sizeof *waiter);
    *waiter = (epoll_waiter){
        {epoll_waiter_wait, epoll_waiter_look, epoll_waiter_destroy},
        epoll_create1(EPOLL_CLOEXEC),
        descriptor,
    };
    struct epoll_event event = {.events = EPOLLIN};
    epoll_ctl(waiter->epoll, EPOLL_CTL_ADD, descriptor, &event);
    return &waiter->base;
}

// MARK: Sources

typedef struct source {
    struct source *next;
    void (*perform)(struct source *, struct list *);
    bool marked;
    uint64_t *performed;
} source;

typedef struct list {
    source *first, **last;
} list;

static void mark(list *list, source *source) {
    if (source->marked) return;
    source->marked = true;
    source->next = NULL;
    *list->last = source;
    list->last = &source->next;
}

static void perform_marked(list *list) {
    source *next = list->first;
    list->first = NULL;
    list->last = &list->first;
    while (next != NULL) {
        source *source = next;
        next = source->next;
        source->marked = false;
        source->perform(source, list);
    }
}

static void count_source(source *source, list *list) {
    (void)list;
    ++*source->performed;
}

static void mark_again(source *source, list *list) {
    ++*source->performed;
    mark(list, source);
}

int64_t epoll_sources(size_t count, size_t rounds) {
    uint64_t performed = 0;
    source *sources = calloc(count, sizeof *sources);
    for (size_t index = 0; index < count; index++) {
        sources[index] = (source){.perform = count_source, .performed = &performed};
    }
    list list = {.last = &list.first};
    int64_t start = bench_now();
    for (size_t round = 0; round < rounds; round++) {
        for (size_t index = 0; index < count; index++) mark(&list, &sources[index]);
        perform_marked(&list);
    }
    int64_t elapsed = bench_now() - start;
    free(sources);
    return performed == count * rounds ? elapsed : -1;
}

int64_t epoll_turns(size_t count) {
    uint64_t performed = 0;
    source again = {.perform = mark_again, .performed = &performed};
    list list = {.last = &list.first};
    int epoll = epoll_create1(EPOLL_CLOEXEC);
    struct epoll_event event;
    mark(&list, &again);
    int64_t start = bench_now();
    while (performed < count) {
        perform_marked(&list);
        if (epoll_wait(epoll, &event, 1, 0) != 0) break;
    }
    int64_t elapsed = bench_now() - start;
    close(epoll);
    return performed == count ? elapsed : -1;
}

int64_t epoll_descriptors(const int *pipes, size_t pipe_count, size_t active, size_t count) {
    int epoll = epoll_create1(EPOLL_CLOEXEC);
    for (size_t index = 0; index < pipe_count; index++) {
        struct epoll_event event = {.events = EPOLLIN, .data.u64 = index};
        epoll_ctl(epoll, EPOLL_CTL_ADD, pipes[2 * index], &event);
    }
    char byte = 0;
    size_t performed = 0, written = active;
    int64_t start = bench_now();
    bool good = write_to_active(pipes, pipe_count, active);
    while (good && performed < count) {
        struct epoll_event events[128];
        int ready = epoll_wait(epoll, events, 128, -1);
        for (int index = 0; good && index < ready; index++) {
            size_t pipe = events[index].data.u64;
            good = read(pipes[2 * pipe], &byte, 1) == 1;
            performed++;
            if (written++ < count) good = good && write(pipes[2 * ((pipe + 1) % pipe_count) + 1], &byte, 1) == 1;
        }
    }
    int64_t elapsed = bench_now() - start;
    close(epoll);
    return good && performed == count ? elapsed : -1;
}
