import QtQuick
import Peer

Item {
    id: root
    required property Results results

    PinchHandler {
        // Nothing is scaled along: the handler only recognises.
        target: null
        onActiveScaleChanged: root.results.add(activeScale)
    }
}
