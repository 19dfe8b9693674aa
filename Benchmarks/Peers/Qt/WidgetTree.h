// The tree of the dispatch, made of widgets.
#pragma once

#include <QWidget>
#include <memory>

/// A widget that counts the touches of the touch events that it gets.
class CountingWidget : public QWidget {
public:
    using QWidget::QWidget;
    size_t touches = 0;

protected:
    bool event(QEvent *event) override;
};

/// The tree that responder-bench has: eight levels of four children below a root widget; the hit child of each level is
/// the backmost.
class WidgetTree {
public:
    /// With `wrappers` widgets between the root widget and the eight levels, each filling its parent.
    ///
    /// With `topHandles`, the window handles touches, and otherwise the hit widget does.
    WidgetTree(int wrappers, bool topHandles);

    QWidget &window() { return *top; }
    QWidget *hitWidget() const { return hit; }
    /// How many touches the handler got.
    size_t handled() const { return handler->touches; }

private:
    std::unique_ptr<QWidget> top;
    QWidget *hit;
    CountingWidget *handler;
};
