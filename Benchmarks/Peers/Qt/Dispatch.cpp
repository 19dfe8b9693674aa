#include "Jobs.h"
#include "Measure.h"
#include "Touches.h"
#include "WidgetTree.h"

// A touch from Qt's queue of window-system events to the widget that handles it.
//
// The window system's plug-ins put touches there (QWindowSystemInterface::handleTouchEvent, a private interface), which
// is not timed, as sending to responder-bench's port is not. The time is that of taking all of them in one go. A widget
// gets touches as https://doc.qt.io/qt-6/qtouchevent.html says: it has the attribute WA_AcceptTouchEvents, and its
// event() takes TouchBegin, TouchUpdate and TouchEnd.
static void dispatch(peer_run *run, WidgetTree &tree, int fingers, const char *unit) {
    const QList<TouchFrame> frames = batch(fingers);
    const size_t batches = peer_count(run, 40);
    const size_t samples = static_cast<size_t>(frames.size()) * static_cast<size_t>(fingers);
    QWindow *window = tree.window().windowHandle();
    const size_t before = tree.handled();
    const double time = medianOfBatches(batches, [&] {
        for (const TouchFrame &frame : frames) queueFrame(window, frame);
        return nanoseconds([] { QWindowSystemInterface::sendWindowSystemEvents(QEventLoop::AllEvents); });
    });
    peer_expect(run, batches * samples, tree.handled() - before);
    peer_sample(run, "time", unit, time / static_cast<double>(samples));
}

/// The tree whose hit widget handles touches.
static WidgetTree &hitTree() {
    static auto &tree = *new WidgetTree(0, false);
    return tree;
}

// dispatch/sequence-hit: the hit widget handles touches.
void dispatchSequence(peer_run *run, void *) { dispatch(run, hitTree(), 1, "ns/event"); }

// dispatch/sequence-chain-12: the window handles touches, the twelfth of the widgets from the hit widget up. Qt passes
// only the TouchBegin up, and sends the rest to the widget that took it (QApplication::notify).
void dispatchChain(peer_run *run, void *) {
    static auto &tree = *new WidgetTree(2, true);
    dispatch(run, tree, 1, "ns/event");
}

// dispatch/fingers-N: a touch event for all fingers, as they are on one widget.
void dispatchFingers(peer_run *run, void *fingers) {
    dispatch(run, hitTree(), *static_cast<const int *>(fingers), "ns/touch");
}

// dispatch/hit-test-34: https://doc.qt.io/qt-6/qwidget.html#childAt
void hitTest(peer_run *run, void *) {
    const size_t batches = 20, count = peer_count(run, 500);
    const QWidget &window = hitTree().window();
    const QWidget *expected = hitTree().hitWidget();
    size_t hits = 0;
    const double time = medianOfBatches(batches, [&] {
        return nanoseconds([&] {
            for (size_t index = 0; index < count; index++) hits += window.childAt(2, 2) == expected;
        });
    });
    peer_expect(run, batches * count, hits);
    peer_sample(run, "time", "ns/hit-test", time / static_cast<double>(count));
}
