/// A profile as a picture: a bar for each function, upon the bar of its caller, as wide as its part of the whole.
///
/// The text is a whole SVG document that needs nothing else. A pointer that rests on a bar shows its full name.
struct FlameGraph {
    /// Bars narrower than this, in points, are left out with all that stands upon them.
    static let narrowest = 1.0
    static let width = 1200.0

    private static let margin = 10.0
    private static let barHeight = 17.0
    private static let fontSize = 11.0
    /// The width of a character of a monospaced font, with room for a font that is somewhat wider than usual.
    private static let characterWidth = 0.61 * fontSize

    private let tree: FrameTree
    private let title: String
    private let subtitle: String
    private var lines: [String] = []
    private var bottom = 0.0

    init(_ tree: FrameTree, title: String, subtitle: String) {
        (self.tree, self.title, self.subtitle) = (tree, title, subtitle)
    }

    /// The document.
    func svg() -> String {
        var drawing = self
        return drawing.draw()
    }

    private var plotWidth: Double { Self.width - 2 * Self.margin }

    private mutating func draw() -> String {
        drawText(title, Self.margin, 26, "font-size=\"16\" font-weight=\"bold\"")
        drawText(subtitle, Self.margin, 44, "fill=\"#4b5563\"")
        let top = drawLegend(at: 54) + 12
        bottom = top + Double(visibleHeight(tree.root)) * Self.barHeight
        draw(tree.root, level: 0, from: 0)
        let height = Self.number(bottom + Self.margin)
        let width = Self.number(Self.width)
        let head = [
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\" "
                + "viewBox=\"0 0 \(width) \(height)\" font-family=\"DejaVu Sans Mono, Menlo, Consolas, monospace\" "
                + "font-size=\"\(Self.number(Self.fontSize))\">",
            "<style>.bar rect { stroke: #ffffff; stroke-width: 0.5 } "
                + ".bar:hover rect { stroke: #000000; stroke-width: 1.5 } .bar text { pointer-events: none }</style>",
            "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>",
        ]
        return (head + lines + ["</svg>"]).joined(separator: "\n") + "\n"
    }

    // MARK: Parts

    /// Draws the legend of the modules that occur, and returns where it ends.
    private mutating func drawLegend(at y: Double) -> Double {
        var (x, y) = (Self.margin, y)
        for (module, part) in ModuleShares(tree).shares {
            let label = "\(module.rawValue) \((100 * part).fixed(1)) %"
            let labelWidth = Double(label.count) * Self.characterWidth + 32
            if x + labelWidth > Self.width - Self.margin {
                (x, y) = (Self.margin, y + 18)
            }
            lines.append(
                "<rect x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" width=\"12\" height=\"12\" "
                    + "fill=\"\(module.colour)\"/>"
            )
            drawText(label, x + 17, y + 10)
            x += labelWidth
        }
        return y + 12
    }

    /// Draws the bar of a function and the bars upon it.
    ///
    /// - Parameter start: The cost to the left of the bar, in samples or instructions.
    private mutating func draw(_ node: FrameNode, level: Int, from start: Int) {
        // Both edges are rounded, not the width, so that neighbouring bars meet, and fill the bar below them.
        let (left, right) = (edge(start), edge(start + node.total))
        let top = bottom - Double(level + 1) * Self.barHeight
        let frame =
            "x=\"\(Self.number(left))\" y=\"\(Self.number(top))\" width=\"\(Self.number(right - left))\" "
            + "height=\"\(Self.number(Self.barHeight))\""
        var bar = "<g class=\"bar\"><title>\(Self.escaped(description(of: node)))</title>"
        bar += "<rect \(frame) fill=\"\(level == 0 ? "#f3f4f6" : node.name.module.colour)\"/>"
        let room = Int((right - left - 4) / Self.characterWidth)
        if room >= 3 {
            // An SVG element of its own, which cuts off text that sticks out in a wider font.
            let label = Self.escaped(node.name.fitting(room))
            bar += "<svg \(frame)><text x=\"3\" y=\"12.5\">\(label)</text></svg>"
        }
        lines.append(bar + "</g>")
        var next = start
        for child in node.children {
            if isVisible(child) { draw(child, level: level + 1, from: next) }
            next += child.total
        }
    }

    private func description(of node: FrameNode) -> String {
        func share(_ cost: Int) -> String {
            "\(cost) \(tree.unit.rawValue), \((100 * Double(cost) / Double(tree.root.total)).fixed(2)) %"
        }
        let own = node.own > 0 && node.own < node.total ? "\nitself: \(share(node.own))" : ""
        return "\(node.fullName)\n\(node.name.module.rawValue): \(share(node.total))\(own)"
    }

    private mutating func drawText(_ text: String, _ x: Double, _ y: Double, _ more: String = "") {
        lines.append("<text x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" \(more)>\(Self.escaped(text))</text>")
    }

    // MARK: Geometry

    private func edge(_ cost: Int) -> Double {
        let exact = Self.margin + plotWidth * Double(cost) / Double(max(1, tree.root.total))
        return (exact * 100).rounded() / 100
    }

    private func isVisible(_ node: FrameNode) -> Bool {
        plotWidth * Double(node.total) / Double(max(1, tree.root.total)) >= Self.narrowest
    }

    private func visibleHeight(_ node: FrameNode) -> Int {
        1 + (node.children.filter(isVisible).map(visibleHeight).max() ?? 0)
    }

    private static func number(_ value: Double) -> String {
        let hundredths = Int((value * 100).rounded())
        return hundredths % 100 == 0 ? "\(hundredths / 100)" : (Double(hundredths) / 100).fixed(2)
    }

    /// The text escaped for XML; line breaks stay.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if !result.isEmpty { result += "\n" }
            for character in FunctionName.printable(String(line)) {
                switch character {
                case "&": result += "&amp;"
                case "<": result += "&lt;"
                case ">": result += "&gt;"
                default: result.append(character)
                }
            }
        }
        return result
    }
}

extension FrameModule {
    fileprivate var colour: String {
        switch self {
        case .responderKit: "#fb923c"
        case .eventLoop: "#facc15"
        case .touchInput: "#4ade80"
        case .notifications: "#f9a8d4"
        case .swiftRuntime: "#f87171"
        case .libevent: "#60a5fa"
        case .cLibrary: "#c4b5fd"
        case .kernel: "#b6bcc6"
        case .other: "#e7d8b1"
        }
    }
}
