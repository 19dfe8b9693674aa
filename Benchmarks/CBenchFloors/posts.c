// The floor of posting from any thread: a queue, with a lock, of functions and their contexts.
#include "loops.h"

#include <pthread.h>
#include <stdlib.h>

typedef struct {
    void (*function)(void *context, size_t number);
    void *context;
    size_t number;
} post;

typedef struct {
    post *posts;
    size_t count, capacity;
} posts;

typedef struct {
    pthread_mutex_t lock;
    posts posted;
    posts taken;
} queue;

static void put(queue *queue, post post) {
    pthread_mutex_lock(&queue->lock);
    posts *posted = &queue->posted;
    if (posted->count == posted->capacity) {
        posted->capacity = posted->capacity == 0 ? 16 : 2 * posted->capacity;
        posted->posts = realloc(posted->posts, posted->capacity * sizeof *posted->posts);
    }
    posted->posts[posted->count++] = post;
    pthread_mutex_unlock(&queue->lock);
}

static void run_posted(queue *queue) {
    pthread_mutex_lock(&queue->lock);
    posts taken = queue->posted;
    queue->posted = queue->taken;
    queue->taken = taken;
    pthread_mutex_unlock(&queue->lock);
    for (size_t index = 0; index < taken.count; index++)
        taken.posts[index].function(taken.posts[index].context, taken.posts[index].number);
    queue->taken.count = 0;
}

typedef struct {
    size_t performed, sum;
} totals;

static void count_post(void *context, size_t number) {
    totals *totals = context;
    totals->performed++;
    totals->sum += number;
}

int64_t queue_posts(size_t count, size_t rounds) {
    queue queue = {.lock = PTHREAD_MUTEX_INITIALIZER};
    totals totals = {0};
    int64_t start = bench_now();
    for (size_t round = 0; round < rounds; round++) {
        for (size_t index = 0; index < count; index++) put(&queue, (post){count_post, &totals, index});
        run_posted(&queue);
    }
    int64_t elapsed = bench_now() - start;
    free(queue.posted.posts);
    free(queue.taken.posts);
    bool good = totals.performed == count * rounds && totals.sum == rounds * (count * (count - 1) / 2);
    return good ? elapsed : -1;
}
