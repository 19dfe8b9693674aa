#define _GNU_SOURCE
#include "responder_process.h"

#include <sys/file.h>

int rse_try_lock(int file) { return flock(file, LOCK_EX | LOCK_NB); }
