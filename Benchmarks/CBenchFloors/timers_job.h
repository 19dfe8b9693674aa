// The timers' job, once for each library: included by a file that defines the library's timer, and how a timer is
// armed, cancelled, rearmed and fired. The definitions are static functions and macros, so that the library is called
// directly, not through a pointer.
//
//     PEER(name)                     `name` with the library's prefix
//     peer_loop, peer_timer          the library's types
//     peer_delay peer_delay_of(int64_t nanoseconds)
//     peer_loop *peer_loop_create(void); void peer_loop_destroy(peer_loop *)
//     void peer_init(peer_loop *, peer_timer *, uint64_t *fired); each callout adds 1 to *fired
//     void peer_now(peer_loop *)     updates the time, where the library caches it
//     void peer_add, peer_rearm(peer_loop *, peer_timer *, const peer_delay *)
//     void peer_cancel(peer_loop *, peer_timer *)
//     void peer_run(peer_loop *)     fires the timers that are due, without waiting
#include <stdlib.h>

typedef struct {
    bench_timers base;
    peer_loop *loop;
    peer_timer *timers;
    size_t count;
    uint64_t fired;
    // The plan's delays in the library's own unit, as an app would keep them.
    peer_delay *delays;
    size_t delay_capacity;
} job;

static const peer_delay *delays_of(job *job, const int64_t *nanoseconds, size_t count) {
    if (count > job->delay_capacity) {
        free(job->delays);
        job->delays = calloc(count, sizeof *job->delays);
        job->delay_capacity = count;
    }
    for (size_t index = 0; index < count; index++) job->delays[index] = peer_delay_of(nanoseconds[index]);
    return job->delays;
}

void PEER(timers_destroy)(bench_timers *timers) {
    job *job = (void *)timers;
    for (size_t index = 0; index < job->count; index++) peer_cancel(job->loop, &job->timers[index]);
    peer_loop_destroy(job->loop);
    free(job->timers);
    free(job->delays);
    free(job);
}

bench_timers *PEER(timers_create)(size_t count, const int64_t *delays) {
    job *job = calloc(1, sizeof *job);
    job->base.loop = PEER_LOOP;
    job->loop = peer_loop_create();
    if (job->loop == NULL) {
        free(job);
        return NULL;
    }
    job->timers = calloc(count, sizeof *job->timers);
    job->count = count;
    peer_now(job->loop);
    for (size_t index = 0; index < count; index++) {
        peer_delay delay = peer_delay_of(delays[index]);
        peer_init(job->loop, &job->timers[index], &job->fired);
        peer_add(job->loop, &job->timers[index], &delay);
    }
    return &job->base;
}

static void add_chosen(job *job, const bench_timers_plan *plan, const peer_delay *delays) {
    peer_now(job->loop);
    for (size_t index = 0; index < plan->count; index++)
        peer_add(job->loop, &job->timers[plan->chosen[index]], &delays[index]);
}

static void rearm_chosen(job *job, const bench_timers_plan *plan, const peer_delay *delays) {
    peer_now(job->loop);
    for (size_t index = 0; index < plan->count; index++)
        peer_rearm(job->loop, &job->timers[plan->chosen[index]], &delays[index]);
}

static void cancel_chosen(job *job, const bench_timers_plan *plan, size_t count) {
    for (size_t index = 0; index < count; index++) peer_cancel(job->loop, &job->timers[plan->chosen[index]]);
}

int64_t PEER(timers_measure)(bench_timers *timers, int operation, const bench_timers_plan *plan) {
    job *job = (void *)timers;
    bool fires = operation == BENCH_TIMERS_FIRE;
    const peer_delay *delays = delays_of(job, fires ? plan->soon : plan->delays, plan->count);
    int64_t start = 0, elapsed = 0;
    job->fired = 0;
    switch (operation) {
    case BENCH_TIMERS_ADD:
        cancel_chosen(job, plan, plan->count);
        start = bench_now();
        add_chosen(job, plan, delays);
        elapsed = bench_now() - start;
        break;
    case BENCH_TIMERS_CANCEL:
        start = bench_now();
        cancel_chosen(job, plan, plan->count);
        elapsed = bench_now() - start;
        add_chosen(job, plan, delays);
        break;
    case BENCH_TIMERS_REARM:
        start = bench_now();
        rearm_chosen(job, plan, delays);
        elapsed = bench_now() - start;
        break;
    case BENCH_TIMERS_FIRE:
        rearm_chosen(job, plan, delays);
        bench_timers_await(plan);
        start = bench_now();
        peer_run(job->loop);
        elapsed = bench_now() - start;
        add_chosen(job, plan, delays_of(job, plan->delays, plan->count));
        break;
    }
    return job->fired == (fires ? plan->count : 0) ? elapsed : -1;
}

size_t PEER(timers_verify)(bench_timers *timers, const bench_timers_plan *plan) {
    job *job = (void *)timers;
    job->fired = 0;
    rearm_chosen(job, plan, delays_of(job, plan->soon, plan->count));
    cancel_chosen(job, plan, plan->count / 2);
    bench_timers_await(plan);
    peer_run(job->loop);
    add_chosen(job, plan, delays_of(job, plan->delays, plan->count));
    return job->fired;
}
