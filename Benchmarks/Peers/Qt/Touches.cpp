#include "Touches.h"

#include <QPointingDevice>
#include <algorithm>

TouchPoint touchPoint(int finger, QEventPoint::State state, double x, double y) {
    TouchPoint point;
    point.id = finger;
    point.state = state;
    point.area = QRectF(x, y, 0, 0);
    point.normalPosition = QPointF(x / 1024, y / 1024);
    point.pressure = state == QEventPoint::State::Released ? 0 : 1;
    return point;
}

QList<TouchFrame> sequence(int fingers) {
    constexpr int moves = 20;
    QList<TouchFrame> frames;
    for (int step = 0; step <= moves + 1; step++) {
        const auto state = step == 0 ? QEventPoint::State::Pressed
            : step <= moves          ? QEventPoint::State::Updated
                                     : QEventPoint::State::Released;
        const double x = step == 0 || step > moves ? 2 : 2 + 0.01 * (step - 1);
        TouchFrame frame;
        for (int finger = 1; finger <= fingers; finger++)
            frame.append(touchPoint(finger, state, x, fingers == 1 ? 2 : finger / 10.0));
        frames.append(frame);
    }
    return frames;
}

QList<TouchFrame> batch(int fingers) {
    constexpr int capacity = 1024;
    const QList<TouchFrame> one = sequence(fingers);
    QList<TouchFrame> frames;
    const int sequences = std::max(1, (capacity - 1) / (static_cast<int>(one.size() + 1) * fingers));
    for (int index = 0; index < sequences; index++) frames += one;
    return frames;
}

static const QPointingDevice *panel() {
    static const QPointingDevice *device = [] {
        auto device = new QPointingDevice(
            QStringLiteral("panel"), 1, QInputDevice::DeviceType::TouchScreen, QPointingDevice::PointerType::Finger,
            QInputDevice::Capability::Position | QInputDevice::Capability::NormalizedPosition, 10, 0
        );
        QWindowSystemInterface::registerInputDevice(device);
        return device;
    }();
    return device;
}

void queueFrame(QWindow *window, const TouchFrame &frame) {
    static ulong time = 1000;
    time += 16;
    QWindowSystemInterface::handleTouchEvent<QWindowSystemInterface::AsynchronousDelivery>(
        window, time, panel(), frame
    );
}
