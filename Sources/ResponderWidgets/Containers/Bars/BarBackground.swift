internal import ResponderCore
internal import ResponderTouchInput

/// How a bar looks: a color, with a line at the edge toward the content.
struct BarBackground {
    /// The color that an app has asked for; nil for that of the appearance.
    var tint: Color?
    /// The color that the bar was given last; a bar with another one has got it from the app.
    private var given: Color?

    /// Gives the bar its color, unless the app has set another background.
    @MainActor
    mutating func apply(to bar: View) {
        guard given == nil || bar.backgroundColor == given else { return }
        let color = tint ?? bar.resolvedControlAppearance.barBackground
        given = color
        bar.backgroundColor = color
    }

    /// Draws the line; `y` is its lower edge.
    @MainActor
    static func drawLine(above y: Double, of bar: View, in canvas: any Canvas) {
        canvas.fill(Rect(0, y - 1, bar.bounds.width, 1), with: bar.resolvedControlAppearance.line)
    }

    /// A color for text on the bar: the preferred one, if it can be read there; or else black or white.
    @MainActor
    static func readable(_ color: Color, on bar: View) -> Color {
        guard let background = bar.backgroundColor, background.alpha >= 1,
            color.contrastRatio(with: background) < leastContrast
        else { return color }
        let others = [Color.black, .white]
        return others.max { $0.contrastRatio(with: background) < $1.contrastRatio(with: background) } ?? color
    }

    /// The least contrast of text (WCAG 2.1, criterion 1.4.3).
    private static let leastContrast = 4.5
}
