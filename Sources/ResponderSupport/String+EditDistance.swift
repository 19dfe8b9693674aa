extension String {
    /// How many characters must be inserted, removed or changed to turn the text into another one, without regard to
    /// upper and lower case: to guess what a mistyped name was meant to be.
    ///
    /// O(product of the lengths).
    package func editDistance(to other: String) -> Int {
        let (one, other) = (Array(lowercased()), Array(other.lowercased()))
        var row = Array(0...other.count)
        for (place, character) in one.enumerated() {
            var corner = row[0]
            row[0] = place + 1
            for (column, candidate) in other.enumerated() {
                let changed = corner + (character == candidate ? 0 : 1)
                corner = row[column + 1]
                row[column + 1] = Swift.min(changed, row[column] + 1, corner + 1)
            }
        }
        return row[other.count]
    }
    /// The word of `known` that was probably meant; nil where none is near.
    ///
    /// O(product of the lengths) for each known word; a text of more than 40 characters is no typing error.
    package func nearest(of known: [String]) -> String? {
        guard count <= 40 else { return nil }
        let most = (count + 1) / 2
        var best: (word: String, distance: Int)?
        for candidate in known {
            let distance = editDistance(to: candidate)
            if distance <= most, distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best?.word ?? known.first { $0.hasPrefix(lowercased()) && count > 1 }
    }

    /// The question whether the nearest word of `known` was meant, such as `did you mean "tap"? `, with a space behind
    /// it for what follows in a message; empty where no word is near.
    ///
    /// As costly as ``nearest(of:)``.
    package func question(of known: [String]) -> String { nearest(of: known).map { "did you mean \"\($0)\"? " } ?? "" }
}
