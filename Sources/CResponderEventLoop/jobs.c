// The jobs that the Swift runtime hands to its threads. The runtime exports a hook and the present task for who
// replaces its executors; both are linked weakly, so that a process without them still starts.
#include "responder_event_loop.h"

#include <stdatomic.h>

#define SWIFT_CALL __attribute__((swiftcall))
typedef SWIFT_CALL void enqueue(void *job);
typedef SWIFT_CALL void enqueue_hook(void *job, enqueue *original);

extern enqueue_hook *swift_task_enqueueGlobal_hook __attribute__((weak));
extern SWIFT_CALL void *swift_task_getCurrent(void) __attribute__((weak));

static atomic_uint_fast64_t count;
static _Atomic(void *) uncounted;
// Somebody else's hook, which goes on to be called.
static _Atomic(enqueue_hook *) former_hook;

static SWIFT_CALL void count_job(void *job, enqueue *original) {
    // A task is its own job.
    if (job != atomic_load_explicit(&uncounted, memory_order_relaxed)) atomic_fetch_add(&count, 1);
    enqueue_hook *former = atomic_load_explicit(&former_hook, memory_order_acquire);
    if (former != NULL) {
        former(job, original);
    } else {
        original(job);
    }
}

bool rel_jobs_are_counted(void) {
    // Accessed on the main actor alone.
    static bool is_tried;
    if (&swift_task_enqueueGlobal_hook == NULL || swift_task_getCurrent == NULL) return false;
    if (!is_tried) {
        is_tried = true;
        atomic_store_explicit(&former_hook, swift_task_enqueueGlobal_hook, memory_order_release);
        // Other threads may read the hook meanwhile.
        __atomic_store_n(&swift_task_enqueueGlobal_hook, count_job, __ATOMIC_RELEASE);
    }
    // Who has replaced the hook since may call this one or not.
    return swift_task_enqueueGlobal_hook == count_job;
}

uint64_t rel_jobs_count(void) { return atomic_load(&count); }

void rel_jobs_count_present_task(bool counts) {
    void *task = counts || swift_task_getCurrent == NULL ? NULL : swift_task_getCurrent();
    atomic_store_explicit(&uncounted, task, memory_order_relaxed);
}
