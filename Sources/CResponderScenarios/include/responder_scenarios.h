// Calls of Linux that Swift does not see.
#pragma once

#include <sys/types.h>

/// From now on the system kills the calling process when the thread that started the process ends. Ends the calling
/// process at once if `parent` is not its parent any more.
void rsc_end_with_parent(pid_t parent);

/// How many processors the calling process may use; at least 1.
int rsc_processor_count(void);
