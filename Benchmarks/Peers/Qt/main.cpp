// Qt as a peer: Qt 6 without a display, by the jobs in Jobs.h.
#include "Jobs.h"

#include <QApplication>
#include <unistd.h>

extern "C" {
#include "timer_plan.h"
}

static int none = 0, one = 1, two = 2, five = 5, ten = 10, hundred = 100;
static int add = BENCH_TIMERS_ADD, cancel = BENCH_TIMERS_CANCEL, rearm = BENCH_TIMERS_REARM, fire = BENCH_TIMERS_FIRE;

static const peer_job jobs[] = {
    {"dispatch/sequence-hit", dispatchSequence, nullptr},
    {"dispatch/sequence-chain-12", dispatchChain, nullptr},
    {"dispatch/fingers-2", dispatchFingers, &two},
    {"dispatch/fingers-5", dispatchFingers, &five},
    {"dispatch/fingers-10", dispatchFingers, &ten},
    {"dispatch/hit-test-34", hitTest, nullptr},
    {"gestures/tap", tap, nullptr},
    {"gestures/pan", pan, nullptr},
    {"gestures/pinch", pinch, nullptr},
    {"scroll/list", scrollList, nullptr},
    {"port/threads", threads, nullptr},
    {"port/one-way-1khz", oneWay, nullptr},
    {"loop/post", loopPost, nullptr},
    {"loop/turn", loopTurn, nullptr},
    {"fds/1000-1", descriptors, &one},
    {"fds/1000-100", descriptors, &hundred},
    {"timers/add-1000", timers, &add},
    {"timers/cancel-1000", timers, &cancel},
    {"timers/rearm-1000", timers, &rearm},
    {"timers/fire-1000", timers, &fire},
    {"timers/lateness-1ms", lateness, nullptr},
    {"notifications/post-none", post, &none},
    {"notifications/post-1", post, &one},
    {"notifications/post-10", post, &ten},
    {"notifications/post-100", post, &hundred},
};

int main(int argc, char **argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    // Qt's own event dispatcher: with GLib's, which Qt takes where it finds GLib, the rows would be GLib's.
    qputenv("QT_NO_GLIB", "1");
    // Qt would say in each start that it is not set, and where it makes a folder instead.
    if (!qEnvironmentVariableIsSet("XDG_RUNTIME_DIR"))
        qputenv("XDG_RUNTIME_DIR", "/tmp/responder-bench-qt-" + QByteArray::number(getuid()));
    // The jobs' windows stay until the process ends: the application must outlive what is destroyed.
    QApplication application(argc, argv);
    return peer_main("Qt", qVersion(), jobs, sizeof jobs / sizeof *jobs);
}
