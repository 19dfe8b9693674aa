import ResponderKit
import Testing

@testable import ResponderDemo

@Suite("The mouse as a pointer that hovers")
struct MousePointerTests {
    private var pointer = MousePointer(screen: CellGrid.Area(column: 2, row: 1, columns: 10, rows: 5))

    /// What the contact of the next frame does, and where; nil where there is no frame.
    private mutating func contact(
        _ action: MouseReport.Action,
        _ column: Int,
        _ row: Int,
        button: Int = MouseReport.noButton
    ) -> TouchContact? {
        let report = MouseReport(action: action, button: button, column: column, row: row)
        return pointer.frame(for: report, at: .zero)?.contacts.first
    }

    @Test("A mouse's pointer enters with its first motion, moves from cell to cell, and leaves at the screen's edge")
    mutating func motion() {
        #expect(contact(.drag, 1, 1) == nil)
        #expect(contact(.drag, 2, 1) == .hovering(2, .began, at: Point(4, 8)))
        #expect(contact(.drag, 2, 1) == nil)
        #expect(contact(.drag, 3, 1) == .hovering(2, .moved, at: Point(12, 8)))
        #expect(contact(.drag, 12, 1) == .hovering(2, .ended, at: Point(12, 8)))
        #expect(contact(.drag, 13, 1) == nil)
        #expect(contact(.drag, 11, 5) == .hovering(2, .began, at: Point(76, 72)))
        #expect(pointer.cancel(at: .zero)?.contacts == [.hovering(2, .cancelled, at: Point(76, 72))])
        #expect(pointer.cancel(at: .zero) == nil)
    }

    @Test("A mouse's pointer leaves at a press of the left button alone, and is back with motion after the release")
    mutating func buttons() {
        #expect(contact(.drag, 2, 1)?.phase == .began)
        #expect(contact(.press, 2, 1, button: 2) == nil && contact(.release, 2, 1, button: 2) == nil)
        #expect(contact(.press, 2, 1, button: 64) == nil)
        #expect(contact(.drag, 3, 1, button: 2)?.phase == .moved)
        #expect(contact(.press, 3, 1, button: MouseReport.leftButton) == .hovering(2, .ended, at: Point(12, 8)))
        #expect(contact(.drag, 4, 1, button: MouseReport.leftButton) == nil)
        #expect(contact(.release, 4, 1, button: MouseReport.leftButton) == nil && contact(.release, 4, 1) == nil)
        #expect(contact(.drag, 4, 2) == .hovering(2, .began, at: Point(20, 24)))
    }

    @MainActor
    @Test("A mouse's pointer marks the view that it is over, and no other")
    func mark() {
        let monitor = DemoMonitor()
        let views = [DemoLabel(frame: .zero), DemoLabel(frame: .zero)]
        for (index, view) in views.enumerated() {
            monitor.notePointer(at: Point(1, 2), over: view)
            #expect(views.map(\.isUnderPointer) == [index == 0, index == 1])
            #expect(monitor.pointer?.view === view && monitor.pointer?.location == Point(1, 2))
        }
        monitor.notePointer(at: .zero, over: nil)
        #expect(!views.contains(where: \.isUnderPointer) && monitor.pointer == nil)
    }
}
