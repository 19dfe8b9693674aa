import ResponderKit

/// The mouse as a pointer that hovers: turns reports of its motion without the left button into frames of a contact.
///
/// The pointer is over the screen from the first motion there until it moves off the screen or the left button is
/// pressed: then the mouse is a finger. The first motion after the release brings the pointer back.
struct MousePointer {
    /// The contact's number for the port, which no finger has.
    private static let contact = 2

    /// The screen's place among the terminal's cells.
    var screen: CellGrid.Area
    /// The pointer's place in the screen's cells; nil while it is not over the screen.
    private var place: (column: Int, row: Int)?

    init(screen: CellGrid.Area) {
        self.screen = screen
    }

    /// The frame that a report makes at `time`; nil where nothing changes.
    mutating func frame(for report: MouseReport, at time: MainRunLoop.Instant) -> TouchFrame? {
        guard report.button != MouseReport.leftButton else { return leave(.ended, at: time) }
        guard report.action == .drag else { return nil }
        let cell = screen.cell(of: report)
        guard screen.contains(cell) else { return leave(.ended, at: time) }
        let former = place
        place = cell
        if let former, former == cell { return nil }
        return frame(former == nil ? .began : .moved, at: time)
    }

    /// The frame that cancels the pointer, for example when the terminal is left; nil while it is not over the screen.
    mutating func cancel(at time: MainRunLoop.Instant) -> TouchFrame? { leave(.cancelled, at: time) }

    private mutating func leave(_ phase: TouchContact.Phase, at time: MainRunLoop.Instant) -> TouchFrame? {
        defer { place = nil }
        return frame(phase, at: time)
    }

    private func frame(_ phase: TouchContact.Phase, at time: MainRunLoop.Instant) -> TouchFrame? {
        guard let place else { return nil }
        let location = CellGrid.Area.location(of: place)
        return TouchFrame(time: time, contacts: [.hovering(Self.contact, phase, at: location)])
    }
}
