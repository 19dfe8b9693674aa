// What handlers in QML call.
#pragma once

#include <QObject>
#include <QtQml/qqmlregistration.h>

/// Counts a recogniser's actions, and adds up the values that they read.
class Results : public QObject {
    Q_OBJECT
    QML_ELEMENT

public:
    size_t actions = 0;
    double sum = 0;

    Q_INVOKABLE void add(double value) {
        actions++;
        sum += value;
    }
};
