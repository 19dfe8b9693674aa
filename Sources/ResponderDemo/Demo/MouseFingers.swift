import ResponderKit

/// The mouse as a finger: turns mouse reports, which name cells of the terminal, into frames of contacts.
///
/// A press of the left button puts the finger down in the middle of the cell; with Ctrl or Alt a second finger comes
/// down, mirrored about the middle of the screen, and both move together until the release. A finger stays on the
/// screen even when the mouse leaves it.
struct MouseFingers {
    /// The contacts' numbers for the port.
    private enum Contact: Int {
        case finger
        case mirrored
    }

    /// The screen's place among the terminal's cells.
    var screen: CellGrid.Area
    /// The finger's place in the screen's cells; nil while the finger is up.
    private var place: (column: Int, row: Int)?
    private var isMirrored = false

    init(screen: CellGrid.Area) {
        self.screen = screen
    }

    /// The frame that a report makes at `time`; nil where nothing changes.
    mutating func frame(for report: MouseReport, at time: MainRunLoop.Instant) -> TouchFrame? {
        // Some terminals do not name the button that was released.
        let isUnnamed = report.action == .release && report.button == MouseReport.noButton
        guard report.button == MouseReport.leftButton || isUnnamed else { return nil }
        let cell = screen.cell(of: report)
        let former = place
        switch (report.action, former) {
        case (.press, nil):
            guard screen.contains(cell) else { return nil }
            isMirrored = !report.modifiers.isDisjoint(with: [.control, .meta])
            place = cell
            return frame(.began, at: time)
        case (.press, .some), (.drag, .some):
            // The release before this press was lost: the finger moves on.
            let nearest = nearest(to: cell)
            guard let former, nearest != former else { return nil }
            place = nearest
            return frame(.moved, at: time)
        case (.release, .some):
            place = nearest(to: cell)
            defer { place = nil }
            return frame(.ended, at: time)
        case (.drag, nil), (.release, nil):
            return nil
        }
    }

    /// The frame that cancels the fingers, for example when the terminal is left; nil while they are up.
    mutating func cancel(at time: MainRunLoop.Instant) -> TouchFrame? {
        defer { place = nil }
        return frame(.cancelled, at: time)
    }

    private func frame(_ phase: TouchContact.Phase, at time: MainRunLoop.Instant) -> TouchFrame? {
        guard let place else { return nil }
        let cell = TerminalCanvas.cell
        let location = CellGrid.Area.location(of: place)
        var contacts = [TouchContact(Contact.finger.rawValue, phase, at: location)]
        if isMirrored {
            let (width, height) = (Double(screen.columns) * cell.width, Double(screen.rows) * cell.height)
            let mirrored = Point(width - location.x, height - location.y)
            contacts.append(TouchContact(Contact.mirrored.rawValue, phase, at: mirrored))
        }
        return TouchFrame(time: time, contacts: contacts)
    }

    private func nearest(to cell: (column: Int, row: Int)) -> (column: Int, row: Int) {
        (min(max(cell.column, 0), screen.columns - 1), min(max(cell.row, 0), screen.rows - 1))
    }
}
