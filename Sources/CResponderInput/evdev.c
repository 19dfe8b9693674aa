#include "responder_input.h"

#include <linux/input.h>
#include <string.h>
#include <sys/ioctl.h>

int rin_get_identity(int descriptor, rin_identity *identity) {
    struct input_id id;
    int result = ioctl(descriptor, EVIOCGID, &id);
    if (result < 0) return -1;
    *identity = (rin_identity){id.bustype, id.vendor, id.product, id.version};
    return 0;
}

int rin_get_text(int descriptor, int which, char *text) {
    memset(text, 0, 256);
    int result;
    switch (which) {
    case RIN_NAME: result = ioctl(descriptor, EVIOCGNAME(256), text); break;
    case RIN_LOCATION: result = ioctl(descriptor, EVIOCGPHYS(256), text); break;
    default: result = ioctl(descriptor, EVIOCGUNIQ(256), text); break;
    }
    // The kernel truncates a longer text and adds no zero byte.
    text[255] = 0;
    return result;
}

int rin_get_properties(int descriptor, uint8_t bits[RIN_PROPERTY_BYTES]) {
    memset(bits, 0, RIN_PROPERTY_BYTES);
    return ioctl(descriptor, EVIOCGPROP(RIN_PROPERTY_BYTES), bits);
}

int rin_get_keys(int descriptor, uint8_t bits[RIN_KEY_BYTES]) {
    memset(bits, 0, RIN_KEY_BYTES);
    return ioctl(descriptor, EVIOCGBIT(EV_KEY, RIN_KEY_BYTES), bits);
}

int rin_get_axes(int descriptor, uint8_t bits[RIN_AXIS_BYTES]) {
    memset(bits, 0, RIN_AXIS_BYTES);
    return ioctl(descriptor, EVIOCGBIT(EV_ABS, RIN_AXIS_BYTES), bits);
}

int rin_get_types(int descriptor, uint8_t bits[RIN_TYPE_BYTES]) {
    memset(bits, 0, RIN_TYPE_BYTES);
    return ioctl(descriptor, EVIOCGBIT(0, RIN_TYPE_BYTES), bits);
}

int rin_get_relative_axes(int descriptor, uint8_t bits[RIN_RELATIVE_BYTES]) {
    memset(bits, 0, RIN_RELATIVE_BYTES);
    return ioctl(descriptor, EVIOCGBIT(EV_REL, RIN_RELATIVE_BYTES), bits);
}

int rin_get_axis(int descriptor, unsigned code, rin_axis *axis) {
    struct input_absinfo info = {0};
    int result = ioctl(descriptor, EVIOCGABS(code), &info);
    if (result < 0) return -1;
    *axis = (rin_axis){info.value, info.minimum, info.maximum, info.fuzz, info.flat, info.resolution};
    return 0;
}

int rin_get_pressed_keys(int descriptor, uint8_t bits[RIN_KEY_BYTES]) {
    memset(bits, 0, RIN_KEY_BYTES);
    return ioctl(descriptor, EVIOCGKEY(RIN_KEY_BYTES), bits);
}

int rin_get_slots(int descriptor, int32_t *request, size_t count) {
    return ioctl(descriptor, EVIOCGMTSLOTS((count + 1) * sizeof *request), request);
}

int rin_set_clock(int descriptor, int clock) { return ioctl(descriptor, EVIOCSCLOCKID, &clock); }

int rin_grab(int descriptor, bool is_grabbed) { return ioctl(descriptor, EVIOCGRAB, is_grabbed ? 1 : 0); }
