internal import ResponderEventLoop
internal import ResponderSupport

/// The place of a value in a file of JSON, as the keys and indices that lead to it.
///
/// Written out for an error alone: a file may nest many values deeply, and each has its place.
package indirect enum KeyPlace: Sendable, CustomStringConvertible {
    case root
    case key(String, in: KeyPlace)
    case index(Int, in: KeyPlace)

    /// The first and the last steps that are written of a long place.
    private static let (firstSteps, lastSteps) = (6, 9)

    /// The keys joined by dots, the indices in brackets; empty for the whole file.
    ///
    /// A long place, which could fill screens, has … for the steps in its middle.
    package var description: String {
        var steps = self.steps
        if steps.count > Self.firstSteps + Self.lastSteps {
            steps.replaceSubrange(Self.firstSteps..<(steps.count - Self.lastSteps), with: CollectionOfOne("…"))
        }
        return steps.joined()
    }

    /// The steps from the root to the place.
    private var steps: [String] {
        var steps: [String] = []
        var place = self
        while true {
            switch place {
            case .root:
                return steps.reversed()
            case .key(let key, in: let outer):
                let name = key.isPlainKey ? key : key.quotedInOneLine(limit: 64)
                if case .root = outer { steps.append(name) } else { steps.append(".\(name)") }
                place = outer
            case .index(let index, in: let outer):
                steps.append("[\(index)]")
                place = outer
            }
        }
    }
}

extension String {
    /// Whether the key can stand in a place without quotes.
    fileprivate var isPlainKey: Bool {
        !isEmpty && utf8.count <= 64 && unicodeScalars.allSatisfy { $0.properties.isAlphabetic || "0"..."9" ~= $0 }
    }
}
