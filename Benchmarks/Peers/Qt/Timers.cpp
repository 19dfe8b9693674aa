#include "Jobs.h"
#include "Measure.h"

#include <QCoreApplication>
#include <QTimer>
#include <memory>

extern "C" {
#include "timer_plan.h"
}

// timers/…-1000: single-shot timers, started and stopped (https://doc.qt.io/qt-6/qtimer.html). Qt keeps them in a list
// that is sorted by deadline, and looks for a timer that is stopped from the list's begin. So the rows with 100,000
// timers and more are left out: each stop walks over half of them.

namespace {

class Timers {
public:
    Timers(int operation, size_t count) : operation(operation), count(count) {}

    void run(peer_run *run);

private:
    const int operation;
    const size_t count;
    size_t next = 0;
    size_t fired = 0;
    std::vector<std::unique_ptr<QTimer>> timers;
    /// The batch's delays in Qt's own unit.
    std::vector<int> delays;

    void setDelays(const int64_t *nanoseconds, size_t size);
    void make(const int64_t *firstDelays);
    void start(const bench_timers_plan &batch);
    void stop(const bench_timers_plan &batch, size_t size);
    int64_t measure(const bench_timers_plan &batch);
    size_t verify(const bench_timers_plan &batch);
};

}

void Timers::setDelays(const int64_t *nanoseconds, size_t size) {
    delays.clear();
    for (size_t index = 0; index < size; index++) delays.push_back(static_cast<int>(nanoseconds[index] / 1000000));
}

void Timers::make(const int64_t *firstDelays) {
    setDelays(firstDelays, count);
    for (size_t index = 0; index < count; index++) {
        auto timer = std::make_unique<QTimer>();
        timer->setSingleShot(true);
        QObject::connect(timer.get(), &QTimer::timeout, [this] { fired++; });
        timer->start(delays[index]);
        timers.push_back(std::move(timer));
    }
}

/// Starting a timer that runs stops it first, so this pushes timers back too.
void Timers::start(const bench_timers_plan &batch) {
    for (size_t index = 0; index < batch.count; index++) timers[batch.chosen[index]]->start(delays[index]);
}

void Timers::stop(const bench_timers_plan &batch, size_t size) {
    for (size_t index = 0; index < size; index++) timers[batch.chosen[index]]->stop();
}

/// Returns the nanoseconds of the operation, or -1 when other timers fired than those that were due.
int64_t Timers::measure(const bench_timers_plan &batch) {
    const bool fires = operation == BENCH_TIMERS_FIRE;
    setDelays(fires ? batch.soon : batch.delays, batch.count);
    fired = 0;
    int64_t elapsed = 0;
    switch (operation) {
    case BENCH_TIMERS_ADD:
        stop(batch, batch.count);
        elapsed = nanoseconds([&] { start(batch); });
        break;
    case BENCH_TIMERS_CANCEL:
        elapsed = nanoseconds([&] { stop(batch, batch.count); });
        start(batch);
        break;
    case BENCH_TIMERS_REARM: elapsed = nanoseconds([&] { start(batch); }); break;
    default:
        start(batch);
        bench_timers_await(&batch);
        elapsed = nanoseconds([] { QCoreApplication::processEvents(); });
        setDelays(batch.delays, batch.count);
        start(batch);
    }
    return fired == (fires ? batch.count : 0) ? elapsed : -1;
}

/// Stops the first half of the batch, lets the rest fire, and returns how many fired.
size_t Timers::verify(const bench_timers_plan &batch) {
    setDelays(batch.soon, batch.count);
    fired = 0;
    start(batch);
    stop(batch, batch.count / 2);
    bench_timers_await(&batch);
    QCoreApplication::processEvents();
    return fired;
}

void Timers::run(peer_run *run) {
    std::unique_ptr<timer_plan, void (*)(timer_plan *)> plan(
        timer_plan_create(operation, count, peer_count(run, 40000)), timer_plan_destroy
    );
    make(timer_plan_delays(plan.get()));
    std::vector<double> times;
    for (size_t index = 0; index < timer_plan_batches(plan.get()); index++, next++) {
        const bench_timers_plan batch = timer_plan_batch(plan.get(), next);
        const int64_t elapsed = measure(batch);
        if (elapsed < 0) peer_fail(run, "other timers fired than those that were due");
        times.push_back(static_cast<double>(elapsed) / static_cast<double>(batch.count));
    }
    if (operation != BENCH_TIMERS_FIRE) {
        const bench_timers_plan batch = timer_plan_batch(plan.get(), next - 1);
        peer_expect(run, batch.count - batch.count / 2, verify(batch));
    }
    // Timers would take part in the turns of other jobs.
    timers.clear();
    peer_sample(run, "time", "ns/timer", peer_quantile(times.data(), times.size(), 0.5));
}

void timers(peer_run *run, void *operation) {
    // The batches go on from run to run.
    static Timers all[] = {
        {BENCH_TIMERS_ADD, 1000}, {BENCH_TIMERS_CANCEL, 1000}, {BENCH_TIMERS_REARM, 1000}, {BENCH_TIMERS_FIRE, 1000},
    };
    all[*static_cast<const int *>(operation)].run(run);
}
