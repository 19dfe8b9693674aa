#include "Jobs.h"
#include "Measure.h"

#include <QEventLoop>
#include <QSocketNotifier>
#include <memory>
#include <vector>

extern "C" {
#include "pipes.h"
}

// fds/1000-N: a QSocketNotifier for each pipe's read end (https://doc.qt.io/qt-6/qsocketnotifier.html). Each turn looks
// at all of them, so a run with one active pipe has fewer events than that of responder-bench.
void descriptors(peer_run *run, void *context) {
    const size_t active = static_cast<size_t>(*static_cast<const int *>(context));
    pipes *const opened = pipes_open(run);
    if (!opened) return;
    QEventLoop loop;
    std::vector<std::unique_ptr<QSocketNotifier>> notifiers;
    for (size_t index = 0; index < PIPE_COUNT; index++) {
        notifiers.push_back(std::make_unique<QSocketNotifier>(opened->ends[index][0], QSocketNotifier::Read));
        QObject::connect(notifiers.back().get(), &QSocketNotifier::activated, [&loop, opened, index] {
            if (pipes_pass(opened, index)) loop.quit();
        });
    }
    const int64_t elapsed = nanoseconds([&] {
        pipes_start(opened, active, peer_count(run, active == 1 ? 250 : 5000));
        if (opened->good) loop.exec();
    });
    pipes_report(run, opened, elapsed);
}
