// Requests to evdev nodes by ioctl(2), and to inotify(7).
//
// Swift cannot import the ioctl numbers of linux/input.h, because macros compute them; so C functions make the calls.
#ifndef RESPONDER_INPUT_H
#define RESPONDER_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The kernel's numbers for a device: its struct input_id.
typedef struct {
    uint16_t bus, vendor, product, version;
} rin_identity;

/// The kernel's struct input_absinfo.
typedef struct {
    int32_t value, minimum, maximum, fuzz, flat, resolution;
} rin_axis;

/// The kernel's texts about a device.
enum { RIN_NAME, RIN_LOCATION, RIN_SERIAL };

/// The number of bytes that hold a bit for each key, axis, property, event type or relative axis.
enum { RIN_KEY_BYTES = 96, RIN_AXIS_BYTES = 8, RIN_PROPERTY_BYTES = 8, RIN_TYPE_BYTES = 4, RIN_RELATIVE_BYTES = 2 };

// Each of these functions returns 0 or more, or -1 with errno set: ENOTTY where the descriptor is not an evdev node.

/// Writes the numbers of the device.
int rin_get_identity(int descriptor, rin_identity *identity);
/// Writes one of the texts, ended by a zero byte; `text` has room for at least 256 bytes.
int rin_get_text(int descriptor, int which, char *text);
/// Writes the input properties, one bit each.
int rin_get_properties(int descriptor, uint8_t bits[RIN_PROPERTY_BYTES]);
/// Writes the keys that the device has, one bit each.
int rin_get_keys(int descriptor, uint8_t bits[RIN_KEY_BYTES]);
/// Writes the absolute axes that the device has, one bit each.
int rin_get_axes(int descriptor, uint8_t bits[RIN_AXIS_BYTES]);
/// Writes the types of events that the device sends, one bit each.
int rin_get_types(int descriptor, uint8_t bits[RIN_TYPE_BYTES]);
/// Writes the relative axes that the device has, one bit each.
int rin_get_relative_axes(int descriptor, uint8_t bits[RIN_RELATIVE_BYTES]);
/// Writes the range and the other properties of an absolute axis.
int rin_get_axis(int descriptor, unsigned code, rin_axis *axis);
/// Writes the keys that are down now, one bit each.
int rin_get_pressed_keys(int descriptor, uint8_t bits[RIN_KEY_BYTES]);
/// Writes the value of a multi-touch axis in each of `count` slots.
///
/// `request` has room for `count + 1` numbers: the first is the code of the axis, the values follow.
int rin_get_slots(int descriptor, int32_t *request, size_t count);
/// Sets the clock that stamps the device's events; `clock` is a clock id of clock_gettime(2).
int rin_set_clock(int descriptor, int clock);
/// Grabs the device, so that it sends its events to no other reader, or releases the grab.
int rin_grab(int descriptor, bool is_grabbed);

/// Begins to watch a folder for files that come, go or change their permissions; returns an inotify descriptor, or -1
/// with errno set.
int rin_watch_folder(const char *path);
/// A summary of the notices: whether anything changed in the folder, and whether the folder itself was deleted or
/// moved.
typedef struct {
    bool changed;
    bool gone;
} rin_notices;

/// Reads all notices of a descriptor that rin_watch_folder returned.
rin_notices rin_drain_notices(int descriptor);

#endif
