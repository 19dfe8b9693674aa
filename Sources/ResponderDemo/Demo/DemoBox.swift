import ResponderKit

/// A view of the demo that is drawn as a box with a title, so that a terminal can show it in its cells.
@MainActor
protocol DemoBox: View {
    /// What the fingers that are down have to do with the view.
    var mark: DemoMark? { get set }
    /// Whether the pointer is over the view, and over none of its subviews.
    var isUnderPointer: Bool { get set }
    /// The text in the upper edge.
    var title: String { get }
    /// The text in the middle.
    var caption: String? { get }
    /// Whether the caption is white on black.
    var isCaptionReversed: Bool { get }
    /// Whether keys act on the view.
    var hasFocus: Bool { get }
}

/// What the fingers that are down have to do with a view.
enum DemoMark {
    /// A finger hit the view.
    case hit
    /// The view handles a finger that hit another view.
    case handles
}

extension DemoBox {
    /// Draws the box, its title and its caption.
    func drawBox(in canvas: any Canvas) {
        let cell = TerminalCanvas.cell
        let columns = Int((bounds.width / cell.width).rounded())
        let rows = Int((bounds.height / cell.height).rounded())
        let edge = bounds.insetBy(dx: cell.width / 2, dy: cell.height / 2)
        if columns >= 2, rows >= 2 {
            let isBold = mark != nil || isUnderPointer || hasFocus
            canvas.stroke(edge, with: boxColor, width: isBold ? 2 : 1)
            let room = columns - 2
            // With a blank at each end, if there is room.
            let text = title.count + 2 <= room ? " \(title) " : String(title.prefix(room))
            draw(text, column: 1, row: 0, boxColor, isBold: isBold, behind: .white, in: canvas)
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

    private var boxColor: Color {
        switch mark {
        case .hit: Color(red: 0, green: 0.55, blue: 0)
        case .handles: Color(red: 0.7, green: 0.55, blue: 0)
        case nil: hasFocus ? Color(red: 0, green: 0.4, blue: 0.9) : .black
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
