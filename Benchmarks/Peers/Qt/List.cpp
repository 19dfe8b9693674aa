#include "Jobs.h"
#include "Measure.h"
#include "QuickScene.h"

#include <QAbstractListModel>
#include <QMetaProperty>
#include <utility>

// scroll/list: a ListView of Qt Quick with a model of 100,000 rows, whose items are used again (reuseItems), as
// https://doc.qt.io/qt-6/qml-qtquick-listview.html says. A row is an item with an item in it that a finger touches.
//
// Included are the touch's way from the queue of window-system events, the turn of the loop, the list's scrolling and
// layout, and the data of the rows that come in. Drawing is not: the window is never rendered, so there is no scene
// graph either, which Qt would bring up to date in each frame.

namespace {

constexpr int rows = 100000;
/// How far the finger goes in a frame, in points; a row is 44 points high.
constexpr double step = 9;
/// More rows than the list has items: Qt makes some of them before they are seen, and so some too few or too many when
/// the finger goes the other way.
constexpr size_t tolerance = 40;

class Rows : public QAbstractListModel {
public:
    mutable size_t shown = 0;

    int rowCount(const QModelIndex &) const override { return rows; }
    QHash<int, QByteArray> roleNames() const override { return {{Qt::UserRole, "number"}}; }
    QVariant data(const QModelIndex &index, int) const override {
        shown++;
        return index.row();
    }
};

struct ListScene {
    Rows model;
    QuickScene scene{1000, 1000};
    QQuickItem *list;
    size_t moves = 0;

    ListScene() {
        list = scene.add("List.qml", {{QStringLiteral("model"), QVariant::fromValue(&model)}});
        contentY = list->metaObject()->property(list->metaObject()->indexOfProperty("contentY"));
        // Near its begin the list would resist.
        position = 4400;
        contentY.write(list, position);
    }

    /// Puts the finger on the list, and begins to drag: up, or down when the last drag went up.
    void begin() {
        direction = -direction;
        place = 800;
        scene.take({touchPoint(1, QEventPoint::State::Pressed, 100, place)});
        take(100);
    }

    /// Moves the finger, a frame a turn, and counts the frames in which the list has moved.
    void take(size_t frames) {
        for (size_t index = 0; index < frames; index++) {
            place += direction * step;
            scene.take({touchPoint(1, QEventPoint::State::Updated, 100, place)});
            const double before = std::exchange(position, contentY.read(list).toDouble());
            moves += position - before == -direction * step;
        }
    }

    /// Lets the finger rest, and takes it away: it flings nothing then.
    void end() {
        for (int index = 0; index < 20; index++)
            scene.take({touchPoint(1, QEventPoint::State::Updated, 100, place)});
        scene.take({touchPoint(1, QEventPoint::State::Released, 100, place)});
    }

private:
    QMetaProperty contentY;
    double position, place;
    int direction = 1;
};

}

void scrollList(peer_run *run, void *) {
    static auto &scene = *new ListScene;
    // As many frames as responder-bench's own contender takes, in shorter batches: a frame is longer here.
    const size_t batches = peer_count(run, 200), frames = 200;
    scene.begin();
    const size_t movesBefore = scene.moves, shownBefore = scene.model.shown;
    const double time = medianOfBatches(batches, [&] { return nanoseconds([&] { scene.take(frames); }); });
    const size_t fed = batches * frames;
    peer_expect(run, fed, scene.moves - movesBefore);
    // A row comes in for each height of a row.
    const size_t expected = static_cast<size_t>(static_cast<double>(fed) * step / 44);
    const size_t shown = scene.model.shown - shownBefore;
    scene.end();
    if (shown + tolerance < expected || shown > expected + tolerance) peer_expect(run, expected, shown);
    peer_sample(run, "time", "ns/frame", time / static_cast<double>(frames));
}
