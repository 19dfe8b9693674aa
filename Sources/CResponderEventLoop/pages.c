// Memory that comes from the system in whole pages, and goes back to it.
#include "responder_event_loop.h"

#include <sys/mman.h>
#include <unistd.h>

// Tells the leak checker, where there is one, that the memory may refer to objects.
extern void __lsan_register_root_region(const void *start, size_t size) __attribute__((weak));
extern void __lsan_unregister_root_region(const void *start, size_t size) __attribute__((weak));

void *rel_pages_create(size_t size) {
    void *start = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED) return NULL;
    if (__lsan_register_root_region) __lsan_register_root_region(start, size);
    return start;
}

void rel_pages_destroy(void *start, size_t size) {
    if (__lsan_unregister_root_region) __lsan_unregister_root_region(start, size);
    munmap(start, size);
}

void rel_pages_clear(void *start, size_t size) {
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    const uintptr_t first = ((uintptr_t)start + page - 1) & ~(page - 1);
    const uintptr_t end = ((uintptr_t)start + size) & ~(page - 1);
    if (first < end) madvise((void *)first, end - first, MADV_DONTNEED);
}
