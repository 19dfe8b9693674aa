#include "Jobs.h"
#include "Measure.h"
#include "QuickScene.h"
#include "Results.h"

#include <QTouchEvent>
#include <algorithm>

// Gestures by the pointer handlers of Qt Quick, which are what Qt's documentation offers for touch:
// https://doc.qt.io/qt-6/qtquickhandlers-index.html. The recognisers of widgets (QGestureRecognizer) are older, do not
// change any more, and their pan takes two fingers.

namespace {

/// An item that counts touches. When it takes them, it gets all of them, until a handler takes them over; otherwise it
/// gets only their began.
class CountingItem : public QQuickItem {
public:
    CountingItem(QQuickItem *parent, bool takesTouches) : QQuickItem(parent), takesTouches(takesTouches) {
        setAcceptTouchEvents(true);
    }
    size_t touches = 0;

protected:
    void touchEvent(QTouchEvent *event) override {
        touches += static_cast<size_t>(event->pointCount());
        event->setAccepted(takesTouches);
    }

private:
    bool takesTouches;
};

/// The tree of the dispatch below an item with a handler; the hit item counts touches.
struct GestureScene {
    Results results;
    QuickScene scene{1024, 1024};
    CountingItem *hit = nullptr;

    GestureScene(const char *file, bool hitTakesTouches) {
        QQuickItem *parent = scene.add(file, {{QStringLiteral("results"), QVariant::fromValue(&results)}});
        parent->setSize(QSizeF(1024, 1024));
        for (int level = 0, half = 512; level < 8; level++, half /= 2) {
            QQuickItem *first = level == 7 ? hit = new CountingItem(parent, hitTakesTouches) : new QQuickItem(parent);
            const QPointF places[] = {{0.0, 0.0}, {1.0 * half, 0.0}, {0.0, 1.0 * half}, {1.0 * half, 1.0 * half}};
            for (const QPointF &place : places) {
                QQuickItem *child = place.isNull() ? first : new QQuickItem(parent);
                child->setPosition(place);
                child->setSize(QSizeF(half, half));
            }
            parent = first;
        }
    }
};

}

/// The frames of a gesture, from the began to the ended: the first finger moves, and the second rests.
static QList<TouchFrame> gestureFrames(int moves, int fingers) {
    QList<TouchFrame> frames;
    for (int step = 0; step <= moves + 1; step++) {
        const bool begins = step == 0, ends = step > moves;
        const auto moving = begins ? QEventPoint::State::Pressed
            : ends                 ? QEventPoint::State::Released
                                   : QEventPoint::State::Updated;
        const auto resting = begins || ends ? moving : QEventPoint::State::Stationary;
        TouchFrame frame{touchPoint(1, moving, 2 + 4 * std::min(step, moves), 2)};
        if (fingers == 2) frame.append(touchPoint(2, resting, 1, 2));
        frames.append(frame);
    }
    return frames;
}

static void gesture(
    peer_run *run, GestureScene &scene, const QList<TouchFrame> &frames, size_t actions, size_t touches
) {
    const size_t batches = peer_count(run, 40);
    const size_t gestures = std::max<size_t>(1, 220 / static_cast<size_t>(frames.size()));
    const size_t actionsBefore = scene.results.actions, touchesBefore = scene.hit->touches;
    const double time = medianOfBatches(batches, [&] {
        return nanoseconds([&] {
            for (size_t index = 0; index < gestures; index++)
                for (const TouchFrame &frame : frames) scene.scene.take(frame);
        });
    });
    peer_expect(run, batches * gestures * actions, scene.results.actions - actionsBefore);
    peer_expect(run, batches * gestures * touches, scene.hit->touches - touchesBefore);
    peer_sample(run, "time", "ns/frame", time / static_cast<double>(gestures * static_cast<size_t>(frames.size())));
}

// gestures/tap: https://doc.qt.io/qt-6/qml-qtquick-taphandler.html. A TapHandler does not look at a touch that an item
// in front has taken, so the hit item gets the began and does not take it.
void tap(peer_run *run, void *) {
    static auto &scene = *new GestureScene("Tap.qml", false);
    gesture(run, scene, gestureFrames(0, 1), 1, 1);
}

// gestures/pan: https://doc.qt.io/qt-6/qml-qtquick-draghandler.html. The finger has gone more than the ten points of
// QStyleHints::startDragDistance with the third move, which the hit item still gets; each move after that is an action.
void pan(peer_run *run, void *) {
    static auto &scene = *new GestureScene("Pan.qml", true);
    gesture(run, scene, gestureFrames(20, 1), 17, 4);
}

// gestures/pinch: https://doc.qt.io/qt-6/qml-qtquick-pinchhandler.html. The handler begins with the third move, and
// acts at this and each later move; the hit item gets two touches in each of the first four frames.
void pinch(peer_run *run, void *) {
    static auto &scene = *new GestureScene("Pinch.qml", true);
    gesture(run, scene, gestureFrames(20, 2), 18, 8);
}
