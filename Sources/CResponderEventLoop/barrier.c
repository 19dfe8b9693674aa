// The expensive half of an asymmetric barrier: membarrier(2), from Linux 4.14 on.
#include "responder_event_loop.h"

#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

bool rel_barrier_register(void) {
    return syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) == 0;
}

bool rel_barrier(void) { return syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0) == 0; }
