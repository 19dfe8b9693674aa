import ArgumentParser
import ResponderDemo

/// The value of `--gestures`: some gestures, each once.
struct GestureKinds {
    /// In the order in which they were named.
    let kinds: [GestureKind]

    /// Reads names that are separated by commas.
    init(_ list: String) throws {
        var kinds: [GestureKind] = []
        for name in list.split(separator: ",", omittingEmptySubsequences: false) {
            guard let kind = GestureKind(rawValue: String(name)) else {
                let known = GestureKind.allCases.map(\.rawValue).joined(separator: ", ")
                throw ValidationError("there is no gesture '\(name)'; the gestures are \(known)")
            }
            if kinds.contains(kind) { throw ValidationError("the gesture '\(name)' is named twice") }
            kinds.append(kind)
        }
        self.kinds = kinds
    }
}
