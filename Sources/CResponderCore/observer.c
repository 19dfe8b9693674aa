#include "responder_core.h"

#include <stddef.h>

/// ResponderWidgets defines the function. In a program without that module it has no address, since it is weak.
extern void *responder_make_observer(void) __attribute__((weak));

void *responder_observer(void) { return responder_make_observer ? responder_make_observer() : NULL; }
