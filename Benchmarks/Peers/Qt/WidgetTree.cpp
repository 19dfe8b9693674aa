#include "WidgetTree.h"

#include <QCoreApplication>
#include <QTouchEvent>

bool CountingWidget::event(QEvent *event) {
    switch (event->type()) {
    case QEvent::TouchBegin:
    case QEvent::TouchUpdate:
    case QEvent::TouchEnd:
    case QEvent::TouchCancel:
        touches += static_cast<size_t>(static_cast<QTouchEvent *>(event)->pointCount());
        return true;
    default: return QWidget::event(event);
    }
}

/// A widget, or the widget that handles touches.
static QWidget *makeWidget(QWidget *parent, const QRect &place, CountingWidget **handler) {
    QWidget *widget = handler ? (*handler = new CountingWidget(parent)) : new QWidget(parent);
    widget->setGeometry(place);
    // Widgets without it get no touches, and do not pass them up.
    widget->setAttribute(Qt::WA_AcceptTouchEvents);
    return widget;
}

WidgetTree::WidgetTree(int wrappers, bool topHandles) {
    const QRect whole(0, 0, 1024, 1024);
    top.reset(makeWidget(nullptr, whole, topHandles ? &handler : nullptr));
    QWidget *parent = makeWidget(top.get(), whole, nullptr);
    for (int index = 0; index < wrappers; index++) parent = makeWidget(parent, whole, nullptr);
    for (int level = 0, half = 512; level < 8; level++, half /= 2) {
        const bool handles = level == 7 && !topHandles;
        hit = makeWidget(parent, QRect(0, 0, half, half), handles ? &handler : nullptr);
        makeWidget(parent, QRect(half, 0, half, half), nullptr);
        makeWidget(parent, QRect(0, half, half, half), nullptr);
        makeWidget(parent, QRect(half, half, half, half), nullptr);
        parent = hit;
    }
    // A frame would move the window's contents to the right and down.
    top->setWindowFlag(Qt::FramelessWindowHint);
    top->show();
    QCoreApplication::processEvents();
}
