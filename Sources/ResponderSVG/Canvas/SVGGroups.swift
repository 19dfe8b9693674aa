internal import ResponderKit

/// A group of elements with what the group changes for them.
///
/// SVG applies a group's transform before its clip, and the clip before the opacity, whatever the order of attributes.
struct SVGGroup {
    var transform: Transform?
    /// The identifier of the clip path.
    var clip: String?
    var opacity: Double?

    /// Whether a transform or a clip can be added behind what the group has.
    var takesMore: Bool { clip == nil && opacity == nil }

    var svg: String {
        let transform = transform.map { " transform=\"\($0.svg)\"" } ?? ""
        let clip = clip.map { " clip-path=\"url(#\($0))\"" } ?? ""
        let opacity = opacity.map { " opacity=\"\($0.svg())\"" } ?? ""
        return "<g\(transform)\(clip)\(opacity)>"
    }
}

/// The groups that are open, by the states and layers that they belong to.
///
/// A group begins in the text with the first element that is in it, so that groups without elements leave nothing.
struct SVGGroups {
    enum Opening {
        case state
        case layer
    }

    private struct Level {
        let opening: Opening?
        /// How many groups were open at the level's beginning.
        let groups: Int
        /// Whether what is drawn cannot be seen, as after a transform with a number that is not finite.
        var isHidden: Bool
    }

    private var levels = [Level(opening: nil, groups: 0, isHidden: false)]
    private var groups: [SVGGroup] = []
    /// How many of the groups stand in the text.
    private var written = 0

    var isHidden: Bool { levels[levels.count - 1].isHidden }

    mutating func begin(_ opening: Opening) {
        levels.append(Level(opening: opening, groups: groups.count, isHidden: isHidden))
    }

    /// Ends the innermost level, if it is such a level; returns how many groups end in the text.
    mutating func end(_ opening: Opening) -> Int {
        guard let level = levels.last, level.opening == opening else { return 0 }
        levels.removeLast()
        let ending = max(0, written - level.groups)
        groups.removeSubrange(level.groups...)
        written -= ending
        return ending
    }

    mutating func hide() { levels[levels.count - 1].isHidden = true }

    /// Adds to the innermost group if that is possible, or adds a group.
    mutating func add(_ body: (inout SVGGroup) -> Bool) {
        let isOpen = groups.count > levels[levels.count - 1].groups && groups.count > written
        if isOpen, body(&groups[groups.count - 1]) { return }
        var group = SVGGroup()
        _ = body(&group)
        groups.append(group)
    }

    /// The beginnings of the groups that do not stand in the text yet.
    mutating func write() -> String {
        defer { written = groups.count }
        return groups[written...].map(\.svg).joined()
    }

    /// The ends of all groups in the text.
    var ends: String { String(repeating: "</g>", count: written) }
}

extension Transform {
    var isFinite: Bool { [a, b, c, d, tx, ty].allSatisfy(\.isFinite) }

    /// The map as SVG writes it.
    fileprivate var svg: String {
        if a == 1, b == 0, c == 0, d == 1 { return "translate(\(tx.svg()) \(ty.svg()))" }
        // The factors need more digits than places do.
        let factors = [a, b, c, d].map { $0.svg(1_000_000) }.joined(separator: " ")
        return "matrix(\(factors) \(tx.svg()) \(ty.svg()))"
    }
}
