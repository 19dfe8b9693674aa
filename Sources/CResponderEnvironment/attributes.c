#include "responder_environment.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/xattr.h>

// The most that Linux keeps of one attribute, or of all names.
static const size_t most = 65536;

int rse_copy_user_attributes(int from, int to) {
    char *names = malloc(2 * most);
    if (names == NULL) return -1;
    char *value = names + most;
    int result = 0;
    ssize_t length = flistxattr(from, names, most);
    // A file system without attributes has none to copy.
    if (length < 0 && errno != ENOTSUP) result = -1;
    for (char *name = names; result == 0 && name < names + length; name += strlen(name) + 1) {
        if (strncmp(name, "user.", 5) != 0) continue;
        ssize_t size = fgetxattr(from, name, value, most);
        if (size < 0 || fsetxattr(to, name, value, (size_t)size, 0) != 0) result = -1;
    }
    int number = errno;
    free(names);
    errno = number;
    return result;
}
