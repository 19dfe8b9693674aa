#include "responder_landlock.h"

#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// As in linux/landlock.h, which older systems have without the later members, or not at all.
struct rse_rules {
    unsigned long long files;
    unsigned long long network;
    unsigned long long scopes;
};

struct rse_below {
    unsigned long long actions;
    int file;
} __attribute__((packed));

enum { RSE_VERSION = 1, RSE_PATH_BENEATH = 1, RSE_ALL_THREADS = 1 << 3 };

// The numbers are the same ones on all processors.
enum { RSE_CREATE_RULESET = 444, RSE_ADD_RULE = 445, RSE_RESTRICT_SELF = 446 };

int rse_landlock_version(void) { return (int)syscall(RSE_CREATE_RULESET, NULL, 0, RSE_VERSION); }

int rse_landlock_rules(unsigned long long files, unsigned long long network, unsigned long long scopes) {
    struct rse_rules rules = {files, network, scopes};
    // A system takes members that it does not know if they are zero.
    return (int)syscall(RSE_CREATE_RULESET, &rules, sizeof rules, 0);
}

int rse_landlock_allow(int rules, int file, unsigned long long actions) {
    struct rse_below below = {actions, file};
    return (int)syscall(RSE_ADD_RULE, rules, RSE_PATH_BENEATH, &below, 0);
}

int rse_landlock_restrict(int rules, int all_threads) {
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
    return (int)syscall(RSE_RESTRICT_SELF, rules, all_threads ? RSE_ALL_THREADS : 0);
}
