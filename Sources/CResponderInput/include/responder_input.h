// What an evdev node answers when it is asked, by ioctl(2).
//
// Swift cannot call the ioctls of linux/input.h, whose numbers are made by macros; so they are plain functions here.
#ifndef RESPONDER_INPUT_H
#define RESPONDER_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Which device it is, as the kernel numbers it.
typedef struct {
    uint16_t bus, vendor, product, version;
} rin_identity;

/// The kernel's struct input_absinfo.
typedef struct {
    int32_t value, minimum, maximum, fuzz, flat, resolution;
} rin_axis;

/// The kernel's texts about a device.
enum { RIN_NAME, RIN_LOCATION, RIN_SERIAL };

/// How many bytes hold a bit for each key, axis or property.
enum { RIN_KEY_BYTES = 96, RIN_AXIS_BYTES = 8, RIN_PROPERTY_BYTES = 8 };

// All of these return 0 or more, or -1 with errno set; ENOTTY where the descriptor is no evdev node.

/// Answers which device it is.
int rin_get_identity(int descriptor, rin_identity *identity);
/// Writes one of the texts, ended by a zero byte; the bytes of `text` are 256 at least.
int rin_get_text(int descriptor, int which, char *text);
/// Writes the input properties, a bit each.
int rin_get_properties(int descriptor, uint8_t bits[RIN_PROPERTY_BYTES]);
/// Writes the keys that the device has, a bit each.
int rin_get_keys(int descriptor, uint8_t bits[RIN_KEY_BYTES]);
/// Writes the absolute axes that the device has, a bit each.
int rin_get_axes(int descriptor, uint8_t bits[RIN_AXIS_BYTES]);
/// Answers what an absolute axis is.
int rin_get_axis(int descriptor, unsigned code, rin_axis *axis);
/// Writes the keys that are down now, a bit each.
int rin_get_pressed_keys(int descriptor, uint8_t bits[RIN_KEY_BYTES]);
/// Writes the value of a multi-touch axis in each of `count` slots.
///
/// `request` has room for `count + 1` numbers: the first is the axis's code, the values follow.
int rin_get_slots(int descriptor, int32_t *request, size_t count);
/// Has the device stamp its events by that clock of clock_gettime(2).
int rin_set_clock(int descriptor, int clock);
/// Has the device send its events to nobody else, or to all again.
int rin_grab(int descriptor, bool is_grabbed);

/// Begins to watch a folder for files that come, go or change their permissions; returns a descriptor.
int rin_watch_folder(const char *path);
/// What notices said: whether anything changed in the folder, and whether the folder itself is no longer there.
typedef struct {
    bool changed;
    bool gone;
} rin_notices;

/// Reads all notices of such a descriptor.
rin_notices rin_drain_notices(int descriptor);

#endif
