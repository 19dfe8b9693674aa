#define _GNU_SOURCE
#include "responder_backup.h"

#include <unistd.h>

int rse_sync_all(int descriptor) { return syncfs(descriptor); }
