#include "responder_core.h"

bool responder_handlers_are_noted;

void responder_note_handlers(bool on) { responder_handlers_are_noted = on; }
