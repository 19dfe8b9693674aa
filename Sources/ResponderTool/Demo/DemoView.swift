import ResponderKit

/// The base class of the demo's views: a box with a title, drawn so that a terminal can show it in its cells.
///
/// A view takes any number of fingers, so that no contact of a recording is refused.
@MainActor
class DemoView: View {
    /// What the fingers that are down have to do with a view.
    enum Mark {
        /// A finger hit the view.
        case hit
        /// The view handles a finger that hit another view.
        case handles
    }

    final var mark: Mark? { didSet { if mark != oldValue { setNeedsDisplay() } } }

    /// Whether the pointer is over the view, and over none of its subviews.
    final var isUnderPointer = false { didSet { if isUnderPointer != oldValue { setNeedsDisplay() } } }

    /// The text in the upper edge.
    var title: String { DemoMonitor.name(of: self) }
    /// The text in the middle.
    var caption: String? { nil }
    /// Whether the caption is white on black.
    var isCaptionReversed: Bool { false }

    override init(frame: Rect) {
        super.init(frame: frame)
        isMultipleTouchEnabled = true
        backgroundColor = .white
    }

    override func draw(_ rect: Rect, in canvas: any Canvas) {
        let cell = TerminalCanvas.cell
        let columns = Int((bounds.width / cell.width).rounded())
        let rows = Int((bounds.height / cell.height).rounded())
        let edge = bounds.insetBy(dx: cell.width / 2, dy: cell.height / 2)
        if columns >= 2, rows >= 2 {
            let isBold = mark != nil || isUnderPointer
            canvas.stroke(edge, with: color, width: isBold ? 2 : 1)
            let room = columns - 2
            // With a blank at each end, if there is room.
            let text = title.count + 2 <= room ? " \(title) " : String(title.prefix(room))
            draw(text, column: 1, row: 0, color, isBold: isBold, behind: .white, in: canvas)
        }
        guard let caption else { return }
        let text = String(caption.prefix(max(0, columns - 2)))
        draw(
            text,
            column: (columns - text.count) / 2,
            row: rows / 2,
            isCaptionReversed ? .white : .gray,
            behind: isCaptionReversed ? .black : nil,
            in: canvas
        )
    }

    private var color: Color {
        switch mark {
        case .hit: Color(red: 0, green: 0.55, blue: 0)
        case .handles: Color(red: 0.7, green: 0.55, blue: 0)
        case nil: .black
        }
    }

    /// Draws a text that begins in a cell of a terminal.
    private func draw(
        _ text: String,
        column: Int,
        row: Int,
        _ color: Color,
        isBold: Bool = false,
        behind background: Color?,
        in canvas: any Canvas
    ) {
        let cell = TerminalCanvas.cell
        let origin = Point(
            bounds.origin.x + Double(column) * cell.width,
            bounds.origin.y + Double(row) * cell.height
        )
        if let background {
            let size = Size(Double(text.count) * cell.width, cell.height)
            canvas.fill(Rect(origin: origin, size: size), with: background)
        }
        let style = TextStyle(fontSize: TerminalCanvas.fontSize, isBold: isBold, color: color)
        canvas.draw(text, at: origin, style: style)
    }
}
