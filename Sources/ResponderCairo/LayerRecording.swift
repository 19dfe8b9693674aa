#if Cairo
internal import ResponderKit

/// What is drawn in transparency layers, until the outermost one ends.
///
/// A layer is a picture of its own, which is then drawn with its opacity. It needs memory for what was drawn in it, and
/// that is known at its end only.
struct LayerRecording {
    private struct Layer {
        let alpha: Double
        /// The box in pixels around what was drawn; nil for nothing.
        var drawn: Rect?
        var drawings = 0
        var canBeFolded = false
        /// The number of the command that ends the layer.
        var end = 0
    }

    private var commands: [DrawingCommand] = []
    private var layers: [Layer] = []
    private var depth = 0

    /// Whether a layer has not ended.
    var isOpen: Bool { depth > 0 }

    mutating func append(_ command: DrawingCommand) { commands.append(command) }

    /// Begins a layer, and returns its number.
    mutating func begin(alpha: Double) -> Int {
        let index = layers.count
        layers.append(Layer(alpha: alpha))
        commands.append(.beginLayer(index))
        depth += 1
        return index
    }

    /// Notes what is drawn in a layer.
    mutating func note(_ box: Rect, canBeFolded: Bool, in index: Int?) {
        guard let index else { return }
        layers[index].drawn = layers[index].drawn?.union(box) ?? box
        layers[index].drawings += 1
        layers[index].canBeFolded = canBeFolded && layers[index].drawings == 1
    }

    mutating func end(_ index: Int, in outer: Int?) {
        layers[index].end = commands.count
        commands.append(.endLayer(index))
        depth -= 1
        if let drawn = layers[index].drawn { note(drawn, canBeFolded: layers[index].canBeFolded, in: outer) }
    }

    mutating func removeAll() {
        commands.removeAll(keepingCapacity: true)
        layers.removeAll(keepingCapacity: true)
    }

    /// The most groups inside one another: each has pixels of its own.
    private static let mostGroups = 32

    /// Draws what was recorded.
    ///
    /// Where too many groups are open, what is drawn in a further layer has the layer's opacity by itself.
    @MainActor
    func replay(on painter: CairoPainter) {
        var opacity = 1.0
        /// Of each open layer without a group the opacity outside; nil for one with a group.
        var outside: [Double?] = []
        var groups = 0
        var next = 0
        while next < commands.count {
            let command = commands[next]
            next += 1
            switch command {
            case .beginLayer(let index):
                let layer = layers[index]
                guard let drawn = layer.drawn else {
                    next = layer.end + 1
                    continue
                }
                // A layer that is not folded itself lies in none that is, but for those beyond the limit.
                if layer.canBeFolded || groups == Self.mostGroups {
                    painter.perform(.saveState, opacity: 1)
                    outside.append(opacity)
                    opacity *= layer.alpha
                } else {
                    painter.beginGroup(in: drawn)
                    outside.append(nil)
                    groups += 1
                }
            case .endLayer(let index):
                if case .some(let former?) = outside.popLast() {
                    painter.perform(.restoreState, opacity: 1)
                    opacity = former
                } else {
                    painter.endGroup(alpha: layers[index].alpha)
                    groups -= 1
                }
            default: painter.perform(command, opacity: opacity)
            }
        }
    }
}
#endif
