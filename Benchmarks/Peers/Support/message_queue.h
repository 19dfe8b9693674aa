// A queue with a lock, for libraries that wake a loop from another thread, but carry no message there.
#include "message.h"

#include <pthread.h>
#include <stdlib.h>

typedef struct {
    message *messages;
    size_t count, capacity;
} message_list;

static pthread_mutex_t queue_lock = PTHREAD_MUTEX_INITIALIZER;
static message_list queue_waiting, queue_taken;

static inline void queue_put(const message *message) {
    pthread_mutex_lock(&queue_lock);
    message_list *list = &queue_waiting;
    if (list->count == list->capacity) {
        list->capacity = list->capacity == 0 ? 1024 : 2 * list->capacity;
        list->messages = realloc(list->messages, list->capacity * sizeof *list->messages);
    }
    list->messages[list->count++] = *message;
    pthread_mutex_unlock(&queue_lock);
}

/// All messages that wait; they hold until the next call.
static inline const message_list *queue_take(void) {
    pthread_mutex_lock(&queue_lock);
    message_list taken = queue_waiting;
    queue_taken.count = 0;
    queue_waiting = queue_taken;
    queue_taken = taken;
    pthread_mutex_unlock(&queue_lock);
    return &queue_taken;
}
