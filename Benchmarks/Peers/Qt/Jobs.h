// The jobs, each in the file of its idea.
#pragma once

#include "peer.h"

// Dispatch.cpp
void dispatchSequence(peer_run *run, void *);
void dispatchChain(peer_run *run, void *);
void dispatchFingers(peer_run *run, void *fingers);
void hitTest(peer_run *run, void *);
// Gestures.cpp
void tap(peer_run *run, void *);
void pan(peer_run *run, void *);
void pinch(peer_run *run, void *);
// List.cpp
void scrollList(peer_run *run, void *);
// Notifications.cpp
void post(peer_run *run, void *observers);
// Loop.cpp
void loopPost(peer_run *run, void *);
void loopTurn(peer_run *run, void *);
// Descriptors.cpp
void descriptors(peer_run *run, void *active);
// Threads.cpp
void threads(peer_run *run, void *);
void oneWay(peer_run *run, void *);
// Timers.cpp
void timers(peer_run *run, void *operation);
// Lateness.cpp
void lateness(peer_run *run, void *);
