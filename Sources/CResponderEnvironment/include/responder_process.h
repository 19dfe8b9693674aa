// A lock of a file, and landlock.
#pragma once

/// flock(2) that takes the lock alone, and fails with EWOULDBLOCK where another open file has it.
int rse_try_lock(int file);
