#include "responder_scenarios.h"

#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

void rsc_end_with_parent(pid_t parent) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    // The parent may have ended before the call, and then nothing would be sent.
    if (getppid() != parent) _exit(1);
}
