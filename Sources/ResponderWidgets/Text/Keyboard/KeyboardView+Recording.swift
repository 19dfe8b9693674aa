internal import ResponderCore
package import ResponderTouchInput

extension KeyboardView: SecretView {
    /// The middle of the first key that types, for all keys that type; other keys are recorded as they are.
    package func recordedPoint(for point: Point) -> Point {
        let plane = shownLayout.planes[planeIndex]
        guard let place = geometry.place(at: point), Self.typesText(plane.rows[place.row][place.column]) else {
            return point
        }
        for (row, keys) in plane.rows.enumerated() {
            for (column, key) in keys.enumerated() where Self.typesText(key) {
                guard let rect = geometry.rect(of: KeyboardLayout.Place(row: row, column: column)) else { continue }
                return Point(rect.midX, rect.midY)
            }
        }
        return point
    }

    private static func typesText(_ key: KeyboardLayout.Key) -> Bool {
        switch key.action {
        case .text, .space: true
        case .return, .delete, .shift, .plane: false
        }
    }
}
