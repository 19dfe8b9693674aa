import QtQuick
import Peer

Item {
    id: root
    required property Results results

    TapHandler {
        onTapped: (point) => root.results.add(point.position.x)
    }
}
