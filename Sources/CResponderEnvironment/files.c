#define _GNU_SOURCE
#include "responder_environment.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <unistd.h>

const int rse_path_only = O_PATH;

int rse_open_below(int folder, const char *path, int flags, mode_t mode) {
    struct open_how how = {
        // openat2 refuses a mode where no file is made.
        .flags = (unsigned long long)flags,
        .mode = (flags & O_CREAT) ? mode : 0,
        .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS,
    };
    return (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
}

int rse_exchange(int folder, const char *name, int other_folder, const char *other_name) {
    return renameat2(folder, name, other_folder, other_name, RENAME_EXCHANGE);
}

int rse_move_new(int folder, const char *name, int other_folder, const char *other_name) {
    return renameat2(folder, name, other_folder, other_name, RENAME_NOREPLACE);
}

int rse_lock(int file, int alone) {
    int result;
    do {
        result = flock(file, alone ? LOCK_EX : LOCK_SH);
    } while (result != 0 && errno == EINTR);
    return result;
}

void rse_unlock(int file) { flock(file, LOCK_UN); }
