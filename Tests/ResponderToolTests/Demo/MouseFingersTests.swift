import ResponderKit
import Testing

@testable import ResponderDemo

@Suite("The mouse as a finger")
struct MouseFingersTests {
    private var fingers = MouseFingers(screen: CellGrid.Area(column: 2, row: 1, columns: 10, rows: 5))

    /// What the contacts of the next frame do, and where; empty where there is no frame.
    private mutating func contacts(
        _ action: MouseReport.Action,
        _ column: Int,
        _ row: Int,
        button: Int = MouseReport.leftButton,
        _ modifiers: MouseReport.Modifiers = []
    ) -> [TouchContact] {
        let report = MouseReport(action: action, button: button, modifiers: modifiers, column: column, row: row)
        return fingers.frame(for: report, at: .zero)?.contacts ?? []
    }

    @Test("A mouse's finger comes down, goes and is lifted in the middles of cells, in points of the screen")
    mutating func drag() {
        #expect(contacts(.press, 2, 1) == [TouchContact(0, .began, at: Point(4, 8))])
        #expect(contacts(.drag, 3, 3) == [TouchContact(0, .moved, at: Point(12, 40))])
        #expect(contacts(.drag, 3, 3).isEmpty)
        #expect(contacts(.release, 4, 3) == [TouchContact(0, .ended, at: Point(20, 40))])
        #expect(contacts(.drag, 5, 3).isEmpty && contacts(.release, 5, 3).isEmpty)
    }

    @Test("A mouse's finger has a mirrored one until the release, when Ctrl or Alt was down at the press")
    mutating func mirrored() {
        for modifier in [MouseReport.Modifiers.control, .meta] {
            #expect(
                contacts(.press, 2, 1, modifier) == [
                    TouchContact(0, .began, at: Point(4, 8)), TouchContact(1, .began, at: Point(76, 72)),
                ]
            )
            #expect(contacts(.drag, 3, 1).map(\.location) == [Point(12, 8), Point(68, 72)])
            #expect(contacts(.release, 3, 1).map(\.phase) == [.ended, .ended])
        }
    }

    @Test("A mouse's finger does not leave the screen, and does not come down beside it")
    mutating func edges() {
        #expect(contacts(.press, 1, 1).isEmpty && contacts(.press, 12, 1).isEmpty && contacts(.press, 2, 6).isEmpty)
        #expect(contacts(.press, 11, 5) == [TouchContact(0, .began, at: Point(76, 72))])
        #expect(contacts(.drag, 500, 500).isEmpty)
        #expect(contacts(.drag, 0, 0) == [TouchContact(0, .moved, at: Point(4, 8))])
    }

    @Test("Only the left button of the mouse is a finger, which goes on where a release was lost")
    mutating func buttons() {
        #expect(contacts(.press, 4, 4, button: 2).isEmpty && contacts(.press, 4, 4, button: 64).isEmpty)
        #expect(contacts(.press, 4, 4).count == 1)
        #expect(contacts(.release, 4, 4, button: 2).isEmpty)
        #expect(contacts(.press, 5, 4).map(\.phase) == [.moved])
        #expect(contacts(.release, 5, 4, button: MouseReport.noButton).map(\.phase) == [.ended])
        #expect(fingers.cancel(at: .zero) == nil)
    }
}
