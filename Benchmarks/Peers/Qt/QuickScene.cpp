#include "QuickScene.h"

#include <QCoreApplication>
#include <QQmlComponent>

static QQmlEngine &engine() {
    static auto &engine = *new QQmlEngine;
    return engine;
}

QuickScene::QuickScene(double width, double height) {
    quickWindow.setGeometry(0, 0, static_cast<int>(width), static_cast<int>(height));
    root().setSize(QSizeF(width, height));
}

QQuickItem *QuickScene::add(const char *file, const QVariantMap &properties) {
    QQmlComponent component(&engine(), QUrl(QStringLiteral("qrc:/Peer/") + QLatin1String(file)));
    auto *item = component.isReady()
        ? qobject_cast<QQuickItem *>(component.createWithInitialProperties(properties))
        : nullptr;
    if (!item) qFatal("%s", qPrintable(component.errorString()));
    item->setParentItem(&root());
    item->setParent(&root());
    return item;
}

void QuickScene::take(const TouchFrame &frame) {
    queueFrame(&quickWindow, frame);
    QCoreApplication::processEvents();
    control.polishItems();
}
