// Touches as a window system reports them to Qt.
#pragma once

#include <QList>
#include <QWindow>
#include <qpa/qwindowsysteminterface.h>

using TouchPoint = QWindowSystemInterface::TouchPoint;
/// The fingers that are on the panel at one time.
using TouchFrame = QList<TouchPoint>;

TouchPoint touchPoint(int finger, QEventPoint::State state, double x, double y);

/// A touch from its began to its ended with 20 moves, by that many fingers at once.
QList<TouchFrame> sequence(int fingers);
/// As many sequences as the port's ring of responder-bench holds.
QList<TouchFrame> batch(int fingers);

/// Puts a frame into Qt's queue of window-system events, as plug-ins for touch panels do; the loop takes it from there.
///
/// The frames' timestamps are 16 ms apart, as those of a panel with 60 frames a second.
void queueFrame(QWindow *window, const TouchFrame &frame);
