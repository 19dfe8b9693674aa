// What a thread sends to the loop in the rows port/…: as much as a sample of responder-bench's own contenders.
#ifndef PEERS_MESSAGE_H
#define PEERS_MESSAGE_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
    int64_t time;
    double x, y;
    int32_t identifier, phase;
} message;

/// The message of this number.
static inline message message_of_sequence(size_t index, int64_t time) {
    size_t place = index % 22;
    return (message){
        .time = time,
        .x = 2 + 0.01 * (double)place,
        .y = 2,
        .identifier = 1,
        .phase = place == 0 ? 0 : place == 21 ? 2 : 1,
    };
}

#endif
