import QtQuick
import Peer

Item {
    id: root
    required property Results results

    DragHandler {
        // Nothing is dragged along: the handler only recognises.
        target: null
        onActiveTranslationChanged: root.results.add(activeTranslation.x)
    }
}
