#include "Jobs.h"
#include "Measure.h"

#include <QEventLoop>
#include <QSocketNotifier>
#include <memory>
#include <sys/resource.h>
#include <unistd.h>

namespace {

/// Pipes, each with its read end first.
struct Pipes {
    std::vector<int> descriptors;

    explicit Pipes(size_t count) {
        rlimit limit;
        if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
            limit.rlim_cur = limit.rlim_max;
            setrlimit(RLIMIT_NOFILE, &limit);
        }
        for (size_t index = 0; index < count; index++) {
            int pair[2];
            if (pipe(pair) != 0) break;
            descriptors.insert(descriptors.end(), pair, pair + 2);
        }
    }
    ~Pipes() {
        for (int descriptor : descriptors) close(descriptor);
    }
};

}

// fds/1000-N: a QSocketNotifier for each pipe's read end (https://doc.qt.io/qt-6/qsocketnotifier.html). Each turn looks
// at all of them, so a run with one active pipe has fewer events than that of responder-bench.
void descriptors(peer_run *run, void *context) {
    const size_t active = static_cast<size_t>(*static_cast<const int *>(context));
    const size_t pipeCount = 1000, count = peer_count(run, active == 1 ? 250 : 5000);
    Pipes pipes(pipeCount);
    const std::vector<int> &ends = pipes.descriptors;
    if (ends.size() != 2 * pipeCount) return peer_fail(run, "1,000 pipes need 2,000 descriptors (ulimit -Hn)");
    size_t performed = 0, written = active;
    bool good = true;
    QEventLoop loop;
    std::vector<std::unique_ptr<QSocketNotifier>> notifiers;
    for (size_t index = 0; index < ends.size(); index += 2) {
        const int own = ends[index], next = ends[(index + 3) % ends.size()];
        notifiers.push_back(std::make_unique<QSocketNotifier>(own, QSocketNotifier::Read));
        QObject::connect(notifiers.back().get(), &QSocketNotifier::activated, [&, own, next] {
            char byte = 0;
            if (read(own, &byte, 1) != 1) good = false;
            performed++;
            if (written < count) {
                written++;
                if (write(next, &byte, 1) != 1) good = false;
            }
            if (!good || performed == count) loop.quit();
        });
    }
    const int64_t elapsed = nanoseconds([&] {
        for (size_t index = 0; good && index < active; index++)
            good = write(ends[2 * (index * pipeCount / active) + 1], "", 1) == 1;
        if (good) loop.exec();
    });
    if (!good) return peer_fail(run, "a pipe could not be read or written");
    peer_expect(run, count, performed);
    peer_time(run, "ns/event", elapsed, count);
}
