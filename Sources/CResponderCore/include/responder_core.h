// Where the core finds the module that stands on it, in programs that have that module.
#ifndef RESPONDER_CORE_H
#define RESPONDER_CORE_H

#include <stdbool.h>

/// Makes the observer of the core, an object that the caller releases; NULL in a program without one.
void *_Nullable responder_observer(void);

/// Whether the responder whose handler runs is noted; read and set on the main thread alone.
static inline bool responder_notes_handlers(void) {
    extern bool responder_handlers_are_noted;
    return responder_handlers_are_noted;
}
void responder_note_handlers(bool on);

#endif
