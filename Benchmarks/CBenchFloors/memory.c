// How much memory the process has allocated.
#include "bench_floors.h"

#include <malloc.h>

size_t bench_allocated_bytes(void) {
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}
