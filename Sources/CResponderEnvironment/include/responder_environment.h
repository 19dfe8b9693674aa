// Calls of Linux that Swift does not see.
#pragma once

#include <sys/types.h>

/// O_PATH, which the headers show to GNU's C alone.
extern const int rse_path_only;

/// openat2(2) below `folder`: a path that leaves the folder, or goes through a symbolic link, fails with EXDEV or ELOOP.
/// Returns -1 and sets errno on failure.
int rse_open_below(int folder, const char *path, int flags, mode_t mode);

/// renameat2(2) that swaps the two names in one step. Returns -1 and sets errno on failure.
int rse_exchange(int folder, const char *name, int other_folder, const char *other_name);
