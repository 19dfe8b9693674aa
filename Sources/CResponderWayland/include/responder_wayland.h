// What ResponderWayland calls of libwayland, of xkbcommon, and of the protocols' code, and what Swift cannot see there.
#pragma once

#if !__has_include("../Protocols/xdg-shell-client.h")
#error "The protocols' code is missing: call Scripts/prepare-wayland in the folder of ResponderKit."
#endif
#if !__has_include(<wayland-cursor.h>) || !__has_include(<xkbcommon/xkbcommon.h>)
#error "ResponderWayland needs libwayland-dev and libxkbcommon-dev."
#endif

#include <wayland-client.h>
#include <wayland-cursor.h>
#include <xkbcommon/xkbcommon.h>
#include <xkbcommon/xkbcommon-compose.h>

#include "../Protocols/fractional-scale-v1-client.h"
#include "../Protocols/text-input-unstable-v3-client.h"
#include "../Protocols/viewporter-client.h"
#include "../Protocols/xdg-shell-client.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// The interfaces that are bound, whose addresses Swift cannot take.
enum rwl_interface {
    RWL_COMPOSITOR,
    RWL_SHM,
    RWL_SEAT,
    RWL_OUTPUT,
    RWL_DATA_DEVICE_MANAGER,
    RWL_WM_BASE,
    RWL_VIEWPORTER,
    RWL_FRACTIONAL_SCALE_MANAGER,
    RWL_TEXT_INPUT_MANAGER,
};

const struct wl_interface *rwl_interface(enum rwl_interface interface);

// The descriptor of a new file in memory of so many bytes; -1 with errno.
int rwl_memory_file(size_t count);

// The ends of a new pipe, the first of which does not wait; -1 with errno.
int rwl_pipe(int ends[2]);

// Writes as write(2) does, but raises no SIGPIPE where nobody reads.
ssize_t rwl_write(int file, const void *bytes, size_t count);

// What libwayland prints of an error of the connection goes nowhere: the host reports the error itself.
void rwl_silence(void);
