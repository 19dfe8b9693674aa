// A scene of Qt Quick that is driven by frames of touches, and draws nothing.
#pragma once

#include "Touches.h"

#include <QQmlEngine>
#include <QQuickItem>
#include <QQuickRenderControl>
#include <QQuickWindow>
#include <memory>

/// A window of Qt Quick whose frames the application makes (https://doc.qt.io/qt-6/qquickrendercontrol.html).
///
/// A frame is made up to the point where its items are polished: handlers and views have done their work, and items
/// have their places. Scene graph and pixels, which come next, are left out.
class QuickScene {
public:
    QuickScene(double width, double height);

    QQuickWindow &window() { return quickWindow; }
    QQuickItem &root() { return *quickWindow.contentItem(); }

    /// Makes the item that a QML file of this program describes, with these properties, below the root item.
    ///
    /// The program ends with a message when there is an error in the file.
    QQuickItem *add(const char *file, const QVariantMap &properties);

    /// Puts a frame of touches into Qt's queue, takes a turn of the loop, and polishes the items.
    ///
    /// Qt Quick keeps the moves that come in the turn until a frame begins: they are handled first when it polishes.
    void take(const TouchFrame &frame);

private:
    QQuickRenderControl control;
    QQuickWindow quickWindow{&control};
};
