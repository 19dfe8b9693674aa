#include "Jobs.h"
#include "Measure.h"

#include <QCoreApplication>
#include <QEventLoop>
#include <atomic>
#include <sched.h>
#include <thread>
#include <time.h>

// port/…: samples as events of an application's own type, which another thread posts
// (https://doc.qt.io/qt-6/qcoreapplication.html#postEvent, which may be called from any thread).

namespace {

const QEvent::Type sampleType = static_cast<QEvent::Type>(QEvent::registerEventType());

struct SampleEvent : QEvent {
    int64_t time;
    double x, y;
    int identifier, phase;

    SampleEvent(size_t index, int64_t time)
        : QEvent(sampleType), time(time), x(2 + 0.01 * static_cast<double>(index % 22)), y(2), identifier(1),
          phase(index % 22 == 0 ? 0 : index % 22 == 21 ? 2 : 1) {}
};

/// Counts samples where the other thread can read the count.
struct Receiver : QObject {
    size_t goal, taken = 0;
    int64_t sum = 0;
    std::vector<double> *latencies = nullptr;
    QEventLoop loop;
    alignas(128) std::atomic<size_t> reported{0};

    explicit Receiver(size_t goal) : goal(goal) {}

protected:
    bool event(QEvent *event) override {
        if (event->type() != sampleType) return QObject::event(event);
        const int64_t time = static_cast<SampleEvent *>(event)->time;
        if (latencies) latencies->push_back(static_cast<double>(peer_now() - time));
        sum += time;
        taken++;
        if (taken % 64 == 0) reported.store(taken, std::memory_order_release);
        if (taken == goal) loop.quit();
        return true;
    }
};

}

// port/threads: the thread is ahead by seven eighths of responder-bench's ring at most.
void threads(peer_run *run, void *) {
    const size_t count = peer_count(run, 5000) * 22, greatestLead = 896;
    Receiver receiver(count);
    std::atomic<bool> ready{false}, go{false};
    std::thread sender([&] {
        ready = true;
        while (!go) sched_yield();
        size_t known = 0;
        for (size_t sent = 0; sent < count; sent++) {
            while (sent - known >= greatestLead) {
                known = receiver.reported.load(std::memory_order_acquire);
                if (sent - known >= greatestLead) sched_yield();
            }
            QCoreApplication::postEvent(&receiver, new SampleEvent(sent, 1));
        }
    });
    while (!ready) sched_yield();
    const int64_t elapsed = nanoseconds([&] {
        go = true;
        receiver.loop.exec();
    });
    sender.join();
    peer_expect(run, count, static_cast<size_t>(receiver.sum));
    peer_time(run, "ns/event", elapsed, count);
}

// port/one-way-1khz
void oneWay(peer_run *run, void *) {
    const size_t count = peer_count(run, 10) * 22;
    std::vector<double> latencies;
    latencies.reserve(count);
    Receiver receiver(count);
    receiver.latencies = &latencies;
    std::thread sender([&] {
        int64_t next = peer_now();
        for (size_t index = 0; index < count; index++) {
            next += 1000000;
            const timespec time = {next / 1000000000, next % 1000000000};
            clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nullptr);
            QCoreApplication::postEvent(&receiver, new SampleEvent(index, peer_now()));
        }
    });
    receiver.loop.exec();
    sender.join();
    peer_expect(run, count, latencies.size());
    reportPercentiles(run, latencies);
}
