internal import ResponderCore
internal import ResponderTouchInput

/// How bars look: a light gray, with a line at the edge toward the content.
@MainActor
enum BarBackground {
    private static let fill = Color(white: 0.97)
    private static let line = Color(white: 0.7)

    static func apply(to bar: View) { bar.backgroundColor = fill }

    /// Draws the line; `y` is its lower edge.
    static func drawLine(above y: Double, of bar: View, in canvas: any Canvas) {
        canvas.fill(Rect(0, y - 1, bar.bounds.width, 1), with: line)
    }
}
