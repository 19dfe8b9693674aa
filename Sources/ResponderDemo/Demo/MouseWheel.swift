import ResponderKit

/// The wheel of the mouse: turns reports of its notches into frames of the wheel.
///
/// xterm reports each notch as a press of a button: 64 up, 65 down, 66 left and 67 right.
struct MouseWheel {
    /// By how many rows or columns of the terminal a notch moves the content, as in most terminals' own scrolling.
    private static let cellsOfNotch = 3.0

    /// The screen's place among the terminal's cells.
    var screen: CellGrid.Area

    /// The frame that a report makes at `time`; nil for reports that are not of the wheel, and off the screen.
    func frame(for report: MouseReport, at time: MainRunLoop.Instant) -> WheelFrame? {
        guard report.action == .press, let direction = Self.direction(of: report) else { return nil }
        let cell = screen.cell(of: report)
        guard screen.contains(cell) else { return nil }
        let size = TerminalCanvas.cell
        return WheelFrame(
            time: time,
            location: CellGrid.Area.location(of: cell),
            delta: Point(
                direction.x * Self.cellsOfNotch * size.width,
                direction.y * Self.cellsOfNotch * size.height
            )
        )
    }

    /// Where a notch moves the content; nil for other buttons.
    ///
    /// With Shift the wheel scrolls sideways, for mice with one wheel; some terminals keep such notches for themselves.
    private static func direction(of report: MouseReport) -> Point? {
        let isSideways = report.modifiers.contains(.shift)
        return switch report.button {
        case 64: isSideways ? Point(1, 0) : Point(0, 1)
        case 65: isSideways ? Point(-1, 0) : Point(0, -1)
        case 66: Point(1, 0)
        case 67: Point(-1, 0)
        default: nil
        }
    }
}
