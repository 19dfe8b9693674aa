#include "responder_environment.h"

void rse_checksum(unsigned long long *lanes, int count, const void *bytes, size_t size) {
    // Odd multipliers: each step then maps different values to different values.
    static const unsigned long long multipliers[4] = {
        0x100000001b3ULL, 0x9e3779b97f4a7c15ULL, 0xc2b2ae3d27d4eb4fULL, 0xd6e8feb86659fd93ULL,
    };
    const unsigned char *next = bytes;
    for (int lane = 0; lane < count; lane++) {
        unsigned long long value = lanes[lane];
        const unsigned long long multiplier = multipliers[lane & 3];
        for (size_t index = 0; index < size; index++) {
            value = (value ^ next[index]) * multiplier;
        }
        lanes[lane] = value;
    }
}
