#include "responder_exclusion.h"

#include <errno.h>
#include <stddef.h>
#include <sys/xattr.h>

int rse_set_attribute(int file, const char *name) { return fsetxattr(file, name, "1", 1, 0); }

int rse_remove_attribute(int file, const char *name) {
    return fremovexattr(file, name) == 0 || errno == ENODATA ? 0 : -1;
}

int rse_has_attribute(int file, const char *name) {
    if (fgetxattr(file, name, NULL, 0) >= 0) return 1;
    return errno == ENODATA || errno == EOPNOTSUPP ? 0 : -1;
}
