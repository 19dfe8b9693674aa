#ifndef RESPONDER_FOUNDATION_H
#define RESPONDER_FOUNDATION_H

/// Adds a source to the default mode of the process's main CFRunLoop: a wait of that loop ends when the descriptor
/// becomes readable. Returns NULL if there is no memory left.
void *rfd_source_add(int descriptor);

/// Removes and releases the source; safe on any thread.
void rfd_source_remove(void *source);

/// Whether the descriptor is readable now.
_Bool rfd_is_readable(int descriptor);

#endif
