// Calls of Linux that Swift does not see.
#pragma once

#include "responder_backup.h"
#include "responder_exclusion.h"
#include "responder_landlock.h"
#include "responder_machine.h"
#include "responder_process.h"

#include <stddef.h>
#include <sys/types.h>

/// O_PATH, which the headers show to GNU's C alone.
extern const int rse_path_only;

/// openat2(2) below `folder`: a path that leaves the folder, or goes through a symbolic link, fails with EXDEV or
/// ELOOP. Returns -1 and sets errno on failure.
int rse_open_below(int folder, const char *path, int flags, mode_t mode);

/// renameat2(2) that swaps the two names in one step. Returns -1 and sets errno on failure.
int rse_exchange(int folder, const char *name, int other_folder, const char *other_name);

/// renameat2(2) that fails with EEXIST where there is something already. Returns -1 and sets errno on failure.
int rse_move_new(int folder, const char *name, int other_folder, const char *other_name);

/// flock(2): waits until no other open file keeps the lock, and takes the lock, alone or with other readers. Returns -1
/// and sets errno on failure.
int rse_lock(int file, int alone);

/// Gives the lock of `rse_lock` back.
void rse_unlock(int file);

/// Goes on with a checksum over `size` more bytes: FNV-1a in each of `count` lanes, which differ in their multiplier.
/// A changed byte always changes each lane. It is no cryptographic digest.
void rse_checksum(unsigned long long *lanes, int count, const void *bytes, size_t size);

/// Gives a file the extended attributes `user.*` of another one. Returns -1 and sets errno on failure.
int rse_copy_user_attributes(int from, int to);
