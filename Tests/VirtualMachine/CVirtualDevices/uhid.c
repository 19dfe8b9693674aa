#include "virtual_devices.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <linux/uhid.h>
#include <string.h>
#include <unistd.h>

static int send_event(int descriptor, const struct uhid_event *event) {
    return write(descriptor, event, sizeof *event) < 0 ? -1 : 0;
}

int vd_create_hid(const char *name, uint16_t vendor, uint16_t product, const uint8_t *bytes, size_t size) {
    struct uhid_event event = {.type = UHID_CREATE2};
    if (size > sizeof event.u.create2.rd_data) {
        errno = EINVAL;
        return -1;
    }
    int descriptor = open("/dev/uhid", O_RDWR | O_CLOEXEC);
    if (descriptor < 0) return -1;
    strncpy((char *)event.u.create2.name, name, sizeof event.u.create2.name - 1);
    memcpy(event.u.create2.rd_data, bytes, size);
    event.u.create2.rd_size = size;
    event.u.create2.bus = BUS_USB;
    event.u.create2.vendor = vendor;
    event.u.create2.product = product;
    if (send_event(descriptor, &event) == 0) return descriptor;
    int reason = errno;
    close(descriptor);
    errno = reason;
    return -1;
}

int vd_send_report(int descriptor, const uint8_t *bytes, size_t size) {
    struct uhid_event event = {.type = UHID_INPUT2};
    if (size > sizeof event.u.input2.data) {
        errno = EINVAL;
        return -1;
    }
    memcpy(event.u.input2.data, bytes, size);
    event.u.input2.size = size;
    return send_event(descriptor, &event);
}

int vd_serve_hid(int descriptor, const uint8_t *feature, size_t size) {
    struct uhid_event event;
    if (read(descriptor, &event, sizeof event) < 0) return -1;
    struct uhid_event answer = {0};
    switch (event.type) {
    case UHID_GET_REPORT:
        answer.type = UHID_GET_REPORT_REPLY;
        answer.u.get_report_reply.id = event.u.get_report.id;
        if (size > 0 && size <= sizeof answer.u.get_report_reply.data && event.u.get_report.rnum == feature[0]) {
            memcpy(answer.u.get_report_reply.data, feature, size);
            answer.u.get_report_reply.size = size;
        } else {
            answer.u.get_report_reply.err = EIO;
        }
        return send_event(descriptor, &answer);
    case UHID_SET_REPORT:
        answer.type = UHID_SET_REPORT_REPLY;
        answer.u.set_report_reply.id = event.u.set_report.id;
        return send_event(descriptor, &answer);
    default: return 0;
    }
}
