// Input devices that the calling process makes in the kernel: of evdev by uinput, and of HID by uhid.
//
// Swift cannot import the ioctl numbers of linux/uinput.h, because macros compute them, nor the packed unions of
// linux/uhid.h; so C functions make the calls.
#pragma once

#include <stddef.h>
#include <stdint.h>

// Each function returns 0 or more, or -1 with errno set.

/// Opens /dev/uinput for a device, which is described by the next functions and then made by vd_create; returns the
/// descriptor, whose end unplugs the device.
int vd_open(void);
/// Lets the device have a key or a button.
int vd_add_key(int descriptor, uint16_t code);
/// Lets the device have a relative axis.
int vd_add_relative(int descriptor, uint16_t code);
/// Lets the device have an absolute axis.
int vd_add_axis(int descriptor, uint16_t code, int32_t minimum, int32_t maximum);
/// Says that the device is a screen.
int vd_set_direct(int descriptor);
/// Makes the device.
int vd_create(int descriptor, const char *name, uint16_t vendor, uint16_t product);
/// Sends an event.
int vd_send(int descriptor, uint16_t type, uint16_t code, int32_t value);

/// Makes a device on USB that describes itself by a report descriptor; returns the descriptor, whose end unplugs it.
int vd_create_hid(const char *name, uint16_t vendor, uint16_t product, const uint8_t *bytes, size_t size);
/// Sends an input report.
int vd_send_report(int descriptor, const uint8_t *bytes, size_t size);
/// Serves one event of the kernel: a question for a feature report gets `feature`, where the report's number, its first
/// byte, is the same, and an error otherwise.
int vd_serve_hid(int descriptor, const uint8_t *feature, size_t size);
