internal import ResponderKit

/// A group of elements with what the group changes for them.
///
/// SVG applies a group's transform before its clip, and the clip before the opacity, whatever the order of attributes.
private struct SVGGroup {
    /// From the group's coordinates to those of the group around it.
    let transform: Transform
    /// The digits of lengths in the group around it.
    let precision: SVGPrecision
    var clip: SVGDefinition?
    var opacity: Double?

    var svg: String {
        let transform = transform.isIdentity ? "" : " transform=\"\(transform.svg(precision))\""
        let clip = clip.map { " clip-path=\"url(#\($0.name))\"" } ?? ""
        let opacity = opacity.map { " opacity=\"\($0.svg())\"" } ?? ""
        return "<g\(transform)\(clip)\(opacity)>"
    }
}

/// The groups that are open, by the states and layers that they belong to.
///
/// A clip and an opacity open a group. A transform opens none until an element is drawn, in a group for this element
/// and those after it that have the same transform: readers of XML refuse a tree that is as deep as a tree of views may
/// be. A group begins in the text with the first element that is in it, so that groups without elements leave nothing.
struct SVGGroups {
    enum Opening {
        case state
        case layer
    }

    private struct Level {
        let opening: Opening?
        /// How many groups were open at the level's beginning.
        let groups: Int
        /// From the present coordinates to those of the innermost group.
        var transform = Transform.identity
        /// From the present coordinates to those of the picture.
        var toPicture = Transform.identity
        /// Whether what is drawn cannot be seen, as after a transform with a number that is not finite.
        var isHidden = false
    }

    private var levels = [Level(opening: nil, groups: 0)]
    private var groups: [SVGGroup] = []
    /// How many of the groups stand in the text.
    private var written = 0
    /// The transform of the group for elements alone that is open in the text, inside of the others.
    private var elementTransform: Transform?
    private var definedNames: Set<String> = []
    /// What the elements in the text refer to.
    private(set) var definitions = ""

    private var level: Level {
        get { levels[levels.count - 1] }
        set { levels[levels.count - 1] = newValue }
    }

    var isHidden: Bool { level.isHidden }

    /// From the present coordinates to those of the picture.
    var toPicture: Transform { level.toPicture }

    mutating func begin(_ opening: Opening) {
        let outer = level
        levels.append(
            Level(
                opening: opening,
                groups: groups.count,
                transform: outer.transform,
                toPicture: outer.toPicture,
                isHidden: outer.isHidden
            )
        )
    }

    /// Ends the innermost level, if it is such a level; returns the ends of the groups that end in the text.
    mutating func end(_ opening: Opening) -> String {
        guard level.opening == opening else { return "" }
        let former = levels.removeLast()
        let ending = max(0, written - former.groups)
        groups.removeSubrange(former.groups...)
        written -= ending
        guard ending > 0 else { return "" }
        return endOfElements() + String(repeating: "</g>", count: ending)
    }

    mutating func hide() { level.isHidden = true }

    /// Maps coordinates from now on; a map that is not finite hides what is drawn.
    mutating func concatenate(_ transform: Transform) {
        let (inner, whole) = (transform.concatenating(level.transform), transform.concatenating(level.toPicture))
        guard inner.isFinite, whole.isFinite else { return hide() }
        level.transform = inner
        level.toPicture = whole
    }

    /// Opens a group with the present transform.
    mutating func add(clip: SVGDefinition? = nil, opacity: Double? = nil) {
        groups.append(SVGGroup(transform: level.transform, precision: precision, clip: clip, opacity: opacity))
        level.transform = .identity
    }

    /// The digits of lengths in the innermost group.
    private var precision: SVGPrecision {
        // What the transform enlarges has more digits inside than outside.
        SVGPrecision(under: level.transform.inverted().map { $0.concatenating(level.toPicture) } ?? level.toPicture)
    }

    /// Adds a definition, unless it is there.
    mutating func define(_ definition: SVGDefinition) {
        if definedNames.insert(definition.name).inserted { definitions += definition.svg }
    }

    /// The beginnings of the groups that do not stand in the text yet, and of one for the next element if that has
    /// another transform than the last one.
    mutating func write() -> String {
        var text = ""
        if written < groups.count {
            text += endOfElements()
            for group in groups[written...] {
                text += group.svg
                if let clip = group.clip { define(clip) }
            }
            written = groups.count
        }
        guard level.transform != elementTransform ?? .identity else { return text }
        text += endOfElements()
        if !level.transform.isIdentity {
            text += SVGGroup(transform: level.transform, precision: precision).svg
            elementTransform = level.transform
        }
        return text
    }

    /// Ends the group for elements alone.
    private mutating func endOfElements() -> String {
        defer { elementTransform = nil }
        return elementTransform == nil ? "" : "</g>"
    }

    /// The ends of all groups in the text.
    var ends: String { String(repeating: "</g>", count: written + (elementTransform == nil ? 0 : 1)) }
}

extension Transform {
    var isFinite: Bool { [a, b, c, d, tx, ty].allSatisfy(\.isFinite) }

    /// The map as SVG writes it.
    ///
    /// - Parameter precision: The digits of lengths in the coordinates that the transform leads to.
    func svg(_ precision: SVGPrecision) -> String {
        let translation = "\(tx.svg(precision)) \(ty.svg(precision))"
        if a == 1, b == 0, c == 0, d == 1 { return "translate(\(translation))" }
        // The factors need more digits than places do, and more yet where they are small.
        let greatest = [a, b, c, d].map(\.magnitude).max() ?? 1
        var scale = 1000 * precision.scale
        while greatest > 0, scale * greatest < 1e6, scale < 1e15 { scale *= 10 }
        let factors = [a, b, c, d].map { $0.svg(roundedTo: scale) }.joined(separator: " ")
        return "matrix(\(factors) \(translation))"
    }
}
