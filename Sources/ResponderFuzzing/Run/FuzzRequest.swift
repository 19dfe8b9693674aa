internal import ResponderKit

/// What a run is to do, as the program sends it to its processes.
struct FuzzRequest: Equatable {
    /// What happens: steps that are known, or those that a monkey decides on.
    enum Source: Equatable {
        case monkey(seed: UInt64, steps: Int)
        case steps([String])
    }

    var app: String
    var screen: Size
    var source: Source
    /// Whether all that is observed is told, to compare two runs line by line.
    var wantsLog = false

    /// The screen of the random app, in points.
    static let usualScreen = Size(400, 700)

    /// The request as lines.
    var text: String {
        let head = "\(app)\n\(screen.width) \(screen.height)\(wantsLog ? " log" : "")\n"
        switch source {
        case .monkey(let seed, let steps): return head + "monkey \(seed) \(steps)"
        case .steps(let steps): return head + (["steps"] + steps).joined(separator: "\n")
        }
    }

    init(app: String, screen: Size = usualScreen, _ source: Source) {
        (self.app, self.screen, self.source) = (app, screen, source)
    }

    /// The request of a text; nil if the text is none.
    init?(_ text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard lines.count >= 3 else { return nil }
        var extents = lines[1].split(separator: " ").map(String.init)
        let wantsLog = extents.last == "log"
        if wantsLog { extents.removeLast() }
        guard extents.count == 2, let width = Double(extents[0]), let height = Double(extents[1]) else { return nil }
        let screen = Size(width, height)
        let words = lines[2].split(separator: " ")
        if words.count == 3, words[0] == "monkey", let seed = UInt64(words[1]), let steps = Int(words[2]) {
            self.init(app: lines[0], screen: screen, .monkey(seed: seed, steps: steps))
        } else if lines[2] == "steps" {
            self.init(app: lines[0], screen: screen, .steps(Array(lines.dropFirst(3))))
        } else {
            return nil
        }
        self.wantsLog = wantsLog
    }
}
