import ResponderKitTesting
import Testing

@testable import Kiosk

/// The example's screens, as a person and a keyboard use them.
@MainActor
@Suite("The kiosk's screens")
final class KioskScreenTests {
    private let harness: AppHarness
    private let log = ResponderLog()

    init() throws {
        say = { [log] in log.note($0) }
        harness = try AppHarness(manifest: Manifest(delegateClass: Kiosk.self), screenSize: Size(1024, 600))
    }

    /// What the kiosk has said since the last call.
    private var said: [String] {
        defer { log.clear() }
        return log.lines
    }

    @Test("The kiosk goes to its settings and back by the buttons on the screen")
    func settings() throws {
        #expect(said == ["screen: Card", "ready"])
        try harness.tap(.button("Settings"))
        try harness.tap(.switch())
        try harness.tap(.button("Put back"))
        try harness.tap(.switch())
        try harness.tap(.button("Restart"))
        try harness.tap(.button("Restart").within(.alert()))
        try harness.tap(.button("Card"))
        #expect(
            said == [
                "screen: Settings", "clock stopped", "card put back", "clock runs", "clock restarted", "screen: Card",
            ]
        )
        harness.advance(by: .seconds(60))
        #expect(said == ["up for 1 min"])
    }

    @Test("Fingers drag the kiosk's card and make it larger")
    func card() throws {
        let card = ElementQuery.type(Card.self)
        try harness.pinch(card, scale: 2)
        try harness.drag(card, by: 100, 50)
        let scale = try #require(said.last?.wholeMatch(of: /card at \((\d+), (\d+)\), (\d+) % of its size/))
        #expect(scale.1 > "580" && scale.2 > "280" && scale.3 > "150", "\(scale.0)")
    }

    @Test("The kiosk fills its form by fingers on the screen keyboard")
    func form() async throws {
        try await harness.tap(.button("Form"))
        try await harness.type("Adam", into: .field("Name"))
        await harness.screenKeyboard.tap(.delete)
        await harness.screenKeyboard.type("\n15")
        try await harness.tap(.button("Send"))
        #expect(
            said.dropFirst(2) == [
                "screen: Form", "keyboard covers 192 points", "name Ada", "order of Ada at table 15", "keyboard hidden",
            ]
        )
    }

    @Test("The kiosk fills its form by keys alone, without a screen keyboard, and takes no letters for a table")
    func formByKeys() {
        let keys = harness.keyboard
        // Past the back button to the name; the return key leads to the table.
        for text in ["\t\n", "\t\tab\n", "5x\n"] {
            keys.type(text)
            harness.settle()
        }
        #expect(said.dropFirst(2) == ["screen: Form", "name ab", "order of ab at table 5"])
    }

    @Test("The kiosk orders from its menu by the buttons in the rows, and scrolls the menu by a finger")
    func menu() throws {
        try harness.tap(.button("Menu"))
        for title in ["+", "+", "−"] { try harness.tap(.button(title).nth(0)) }
        try harness.tap(.row().nth(1))
        #expect(
            said.dropFirst(2)
                == ["screen: Menu", "dish 1: 1 ordered", "dish 1: 2 ordered", "dish 1: 1 ordered", "dish 2"]
        )
        harness.flick(from: Point(300, 560), to: Point(300, 80))
        try harness.advanceUntilIdle()
        let lines = said
        let dish = try #require(lines.last?.wholeMatch(of: /menu from dish (\d+) on/))
        #expect(lines.count == 2 && lines[0] == "menu is dragged" && Int(dish.1).map { $0 > 6 } == true, "\(lines)")
    }
}
