// Counts calls of fork(2), so that a child knows which objects are copies that share the parent's descriptors.
#include "responder_event_loop.h"

#include <pthread.h>
#include <stdint.h>

uint64_t rel_process_generation;

static void count_fork(void) { rel_process_generation++; }

__attribute__((constructor)) static void watch_forks(void) { pthread_atfork(NULL, NULL, count_fork); }
