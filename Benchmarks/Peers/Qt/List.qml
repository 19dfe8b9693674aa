import QtQuick

ListView {
    width: 500
    height: 880
    reuseItems: true

    delegate: Item {
        // The row's data, which a row that is used again gets anew.
        required property int number

        width: 500
        height: 44

        Item { anchors.fill: parent }
    }
}
