#include "virtual_devices.h"

#include <fcntl.h>
#include <linux/uinput.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

int vd_open(void) { return open("/dev/uinput", O_RDWR | O_CLOEXEC); }

int vd_add_key(int descriptor, uint16_t code) {
    if (ioctl(descriptor, UI_SET_EVBIT, EV_KEY) < 0) return -1;
    return ioctl(descriptor, UI_SET_KEYBIT, code);
}

int vd_add_relative(int descriptor, uint16_t code) {
    if (ioctl(descriptor, UI_SET_EVBIT, EV_REL) < 0) return -1;
    return ioctl(descriptor, UI_SET_RELBIT, code);
}

int vd_add_axis(int descriptor, uint16_t code, int32_t minimum, int32_t maximum) {
    if (ioctl(descriptor, UI_SET_EVBIT, EV_ABS) < 0) return -1;
    struct uinput_abs_setup axis = {.code = code, .absinfo = {.minimum = minimum, .maximum = maximum}};
    return ioctl(descriptor, UI_ABS_SETUP, &axis);
}

int vd_set_direct(int descriptor) { return ioctl(descriptor, UI_SET_PROPBIT, INPUT_PROP_DIRECT); }

int vd_create(int descriptor, const char *name, uint16_t vendor, uint16_t product) {
    struct uinput_setup setup = {.id = {.bustype = BUS_VIRTUAL, .vendor = vendor, .product = product}};
    strncpy(setup.name, name, sizeof setup.name - 1);
    if (ioctl(descriptor, UI_DEV_SETUP, &setup) < 0) return -1;
    return ioctl(descriptor, UI_DEV_CREATE);
}

int vd_send(int descriptor, uint16_t type, uint16_t code, int32_t value) {
    struct input_event event = {.type = type, .code = code, .value = value};
    return write(descriptor, &event, sizeof event) == sizeof event ? 0 : -1;
}
