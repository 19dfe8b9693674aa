#include "Jobs.h"
#include "Measure.h"

#include <QCoreApplication>
#include <QEventLoop>
#include <QTimer>

namespace {

struct Totals : QObject {
    size_t performed = 0, sum = 0;

    void handle(size_t index) {
        performed++;
        sum += index;
    }
};

}

// loop/post: 1,000 functors are queued on the loop's own thread, and run in one turn
// (https://doc.qt.io/qt-6/qmetaobject.html#invokeMethod with Qt::QueuedConnection).
void loopPost(peer_run *run, void *) {
    const size_t count = 1000, rounds = peer_count(run, 40);
    Totals totals;
    const int64_t elapsed = nanoseconds([&] {
        for (size_t round = 1; round <= rounds; round++) {
            for (size_t index = 0; index < count; index++) {
                QMetaObject::invokeMethod(
                    &totals, [&totals, index] { totals.handle(index); }, Qt::QueuedConnection
                );
            }
            do QCoreApplication::processEvents();
            while (totals.performed < round * count);
        }
    });
    peer_expect(run, rounds * count, totals.performed);
    peer_expect(run, rounds * (count * (count - 1) / 2), totals.sum);
    peer_time(run, "ns/post", elapsed, rounds * count);
}

// loop/turn: a timer of no interval, which fires once in each turn (https://doc.qt.io/qt-6/qtimer.html). A functor that
// queues itself again takes a turn each time, too, but a dearer one: the loop wakes itself up by its eventfd.
void loopTurn(peer_run *run, void *) {
    const size_t count = peer_count(run, 5000);
    size_t performed = 0;
    QEventLoop loop;
    QTimer timer;
    QObject::connect(&timer, &QTimer::timeout, [&] {
        if (++performed == count) loop.quit();
    });
    timer.start(0);
    const int64_t elapsed = nanoseconds([&] { loop.exec(); });
    peer_expect(run, count, performed);
    peer_time(run, "ns/turn", elapsed, count);
}
