#include "Jobs.h"
#include "Measure.h"

#include <QObject>
#include <map>
#include <memory>

// notifications/post-N: a signal is emitted that so many slots are connected to by pointers to member functions
// (https://doc.qt.io/qt-6/signalsandslots.html); each slot adds the signal's number to the sum.

class Poster : public QObject {
    Q_OBJECT

signals:
    void posted(int number);
};

class Observer : public QObject {
    Q_OBJECT

public:
    explicit Observer(int64_t *total) : total(total) {}

public slots:
    void add(int number) { *total += number; }

private:
    int64_t *total;
};

namespace {

struct Observed {
    Poster poster;
    int64_t total = 0;
    std::vector<std::unique_ptr<Observer>> observers;

    explicit Observed(int count) {
        for (int index = 0; index < count; index++) {
            observers.push_back(std::make_unique<Observer>(&total));
            QObject::connect(&poster, &Poster::posted, observers.back().get(), &Observer::add);
        }
    }
};

}

void post(peer_run *run, void *context) {
    const int observers = *static_cast<const int *>(context);
    static std::map<int, std::unique_ptr<Observed>> all;
    auto &observed = all[observers];
    if (!observed) observed = std::make_unique<Observed>(observers);
    const size_t batches = 20, count = peer_count(run, observers == 0 ? 2000 : 20000 / (observers + 9));
    observed->total = 0;
    const double time = medianOfBatches(batches, [&] {
        return nanoseconds([&] {
            for (size_t index = 0; index < count; index++) emit observed->poster.posted(1);
        });
    });
    peer_expect(run, batches * count * static_cast<size_t>(observers), static_cast<size_t>(observed->total));
    peer_sample(run, "time", "ns/post", time / static_cast<double>(count));
}

#include "Notifications.moc"
