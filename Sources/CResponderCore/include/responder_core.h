// Where the core finds the module that stands on it, in programs that have that module.
#ifndef RESPONDER_CORE_H
#define RESPONDER_CORE_H

/// Makes the observer of the core, an object that the caller releases; NULL in a program without one.
void *_Nullable responder_observer(void);

#endif
