// The floor of sending an action: a table for each class, found by the action's number, and a chain of objects.
#include "bench_floors.h"

#include <stdlib.h>

typedef struct {
    uint32_t number;
} action;

typedef struct object object;

typedef struct {
    const action *action;
    void (*perform)(object *receiver, object *sender, void *event);
} row;

/// Open addressing; at most half of the rows are in use.
typedef struct {
    row *rows;
    uint32_t last;
} class;

struct object {
    const class *class;
    object *next;
    uint64_t performed;
};

enum { CLASSES = 5, OTHERS = 4 };

struct bench_actions {
    action actions[CLASSES * OTHERS + 1];
    class classes[CLASSES];
    object *objects;
    size_t count;
    object *first_responder;
    uint64_t failures;
};

static void count(object *receiver, object *sender, void *event) {
    (void)sender;
    (void)event;
    receiver->performed++;
}

static void add(class *class, const action *action) {
    uint32_t place = action->number & class->last;
    while (class->rows[place].action) place = (place + 1) & class->last;
    class->rows[place] = (row){action, count};
}

bench_actions *bench_actions_create(size_t length) {
    bench_actions *all = calloc(1, sizeof *all);
    for (uint32_t number = 0; number <= CLASSES * OTHERS; number++) all->actions[number].number = number;
    for (int index = 0; index < CLASSES; index++) {
        class *class = &all->classes[index];
        class->last = 15;
        class->rows = calloc(class->last + 1, sizeof *class->rows);
        for (int other = 0; other < OTHERS; other++) add(class, &all->actions[1 + index * OTHERS + other]);
    }
    // Only the last class performs the action that is sent: the first one.
    add(&all->classes[CLASSES - 1], &all->actions[0]);
    all->objects = calloc(length, sizeof *all->objects);
    all->count = length;
    for (size_t index = 0; index < length; index++) {
        bool is_last = index + 1 == length;
        all->objects[index].class = &all->classes[is_last ? CLASSES - 1 : index % (CLASSES - 1)];
        all->objects[index].next = is_last ? NULL : &all->objects[index + 1];
    }
    all->first_responder = all->objects;
    return all;
}

void bench_actions_destroy(bench_actions *actions) {
    for (int index = 0; index < CLASSES; index++) free(actions->classes[index].rows);
    free(actions->objects);
    free(actions);
}

static inline const row *find(const class *class, const action *action) {
    uint32_t place = action->number & class->last;
    for (; class->rows[place].action; place = (place + 1) & class->last) {
        if (class->rows[place].action == action) return &class->rows[place];
    }
    return NULL;
}

static inline bool send_up(object *start, const action *action, object *sender, void *event) {
    for (object *object = start; object; object = object->next) {
        const row *row = find(object->class, action);
        if (!row) continue;
        row->perform(object, sender, event);
        return true;
    }
    return false;
}

__attribute__((noinline)) static bool
send(bench_actions *all, const action *action, object *target, object *sender, void *event) {
    if (target) {
        const row *row = find(target->class, action);
        if (row) row->perform(target, sender, event);
        return row;
    }
    if (all->first_responder && send_up(all->first_responder, action, sender, event)) return true;
    return send_up(sender, action, sender, event);
}

uint64_t bench_actions_send(bench_actions *actions, bool has_target, size_t count) {
    object *sender = actions->objects, *last = &actions->objects[actions->count - 1];
    uint64_t before = last->performed;
    for (size_t index = 0; index < count; index++) {
        if (!send(actions, &actions->actions[0], has_target ? last : NULL, sender, NULL)) actions->failures++;
    }
    return last->performed - before;
}
