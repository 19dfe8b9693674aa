#pragma once

/// syncfs(2): has the system write all files of the file system that `descriptor` is on to the disk.
/// Returns -1 and sets errno on failure.
int rse_sync_all(int descriptor);
