#define _GNU_SOURCE
#include "responder_scenarios.h"

#include <sched.h>
#include <unistd.h>

int rsc_processor_count(void) {
    cpu_set_t processors;
    if (sched_getaffinity(0, sizeof processors, &processors) == 0) return CPU_COUNT(&processors);
    // The system has more processors than the set has room for.
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? (int)count : 1;
}
