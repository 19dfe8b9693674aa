internal import ResponderCore
internal import ResponderSupport

extension KeyboardLayout {
    /// The reason why planes make no layout.
    public struct Invalid: Error, Hashable, CustomStringConvertible {
        /// The plane with the mistake; nil when the mistake concerns no plane.
        public let plane: String?
        /// The row with the mistake, from 0; nil when the mistake concerns no row.
        public let row: Int?
        /// What is wrong.
        public let reason: String

        /// The mistake with its place.
        public var description: String {
            let place = plane.map { "plane \($0.quotedInOneLine())" + (row.map { ", row \($0 + 1)" } ?? "") + ": " }
            return (place ?? "") + reason
        }
    }

    static func check(_ planes: [Plane]) throws(Invalid) {
        guard !planes.isEmpty else { throw Invalid(plane: nil, row: nil, reason: "a layout needs a plane") }
        var names: Set<String> = []
        for plane in planes where !names.insert(plane.name).inserted {
            throw Invalid(plane: plane.name, row: nil, reason: "another plane has this name")
        }
        for plane in planes {
            guard !plane.rows.isEmpty else { throw Invalid(plane: plane.name, row: nil, reason: "there is no row") }
            for (row, keys) in plane.rows.enumerated() {
                guard !keys.isEmpty else { throw Invalid(plane: plane.name, row: row, reason: "there is no key") }
                for key in keys {
                    if let reason = mistake(in: key, names) {
                        throw Invalid(plane: plane.name, row: row, reason: reason)
                    }
                }
            }
        }
    }

    private static func mistake(in key: Key, _ names: Set<String>) -> String? {
        // No row has room for a wider key, and the limit keeps the sum of the widths finite.
        guard key.width.isFinite, key.width > 0, key.width <= 1000 else {
            return "a key cannot have the width \(key.width); use a number above 0, and 1000 at most"
        }
        switch key.action {
        case .text(let text, let shifted):
            let types = [text, shifted].allSatisfy { ResponderCore.Key(characters: $0).typedText != nil }
            return types ? nil : "a key types nothing, or a control character"
        case .plane(let name):
            return names.contains(name) ? nil : "a key goes to plane \(name.quotedInOneLine()), which is missing"
        case .space, .return, .delete, .shift: return nil
        }
    }
}
