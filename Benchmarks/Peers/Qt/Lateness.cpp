#include "Jobs.h"
#include "Measure.h"

#include <QEventLoop>
#include <QTimer>

// timers/lateness-1ms: a single-shot timer of type PreciseTimer (https://doc.qt.io/qt-6/qtimer.html,
// https://doc.qt.io/qt-6/qt.html#TimerType-enum), which its slot starts again.
void lateness(peer_run *run, void *) {
    const size_t count = peer_count(run, 200);
    std::vector<double> latencies;
    latencies.reserve(count);
    int64_t deadline = 0;
    QEventLoop loop;
    QTimer timer;
    timer.setSingleShot(true);
    timer.setTimerType(Qt::PreciseTimer);
    const auto arm = [&] {
        deadline = peer_now() + 1000000;
        timer.start(1);
    };
    QObject::connect(&timer, &QTimer::timeout, [&] {
        latencies.push_back(static_cast<double>(peer_now() - deadline));
        if (latencies.size() < count) arm();
        else loop.quit();
    });
    arm();
    loop.exec();
    peer_expect(run, count, latencies.size());
    reportPercentiles(run, latencies);
}
