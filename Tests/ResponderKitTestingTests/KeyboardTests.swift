import ResponderKit
import ResponderKitTesting
import Testing

@Suite("A harness's keyboard")
@MainActor
struct KeyboardTests {
    /// A first responder that notes presses as `began a @500`, with the milliseconds.
    private final class Field: View {
        var lines: [String] = []
        override var canBecomeFirstResponder: Bool { true }
        override func pressesBegan(_ presses: PressSet, with event: PressesEvent) { note("began", presses) }
        override func pressesChanged(_ presses: PressSet, with event: PressesEvent) { note("changed", presses) }
        override func pressesEnded(_ presses: PressSet, with event: PressesEvent) { note("ended", presses) }
        override func pressesCancelled(_ presses: PressSet, with event: PressesEvent) { note("cancelled", presses) }

        private func note(_ message: String, _ presses: PressSet) {
            for press in presses {
                let text = press.key.characters.isEmpty ? "\(press.key.usage.identifier)" : press.key.characters
                lines.append("\(message) \(text) @\(press.timestamp.nanoseconds / 1_000_000)")
            }
        }
    }

    @MainActor
    private struct Scene {
        let harness: AppHarness
        let field = Field(frame: .zero)

        init() throws {
            harness = try AppHarness()
            harness.add(field).becomeFirstResponder()
        }

        func take() -> [String] {
            defer { field.lines = [] }
            return field.lines
        }
    }

    @Test("A harness's keyboard types each character by its key, with shift where needed, and all US keys")
    func typing() throws {
        let scene = try Scene()
        scene.harness.keyboard.type("a?\n")
        scene.harness.settle()
        #expect(
            scene.take() == [
                "began a @0", "ended a @0", "began 225 @0", "began ? @0", "ended ? @0", "ended 225 @0", "began \r @0",
                "ended \r @0",
            ]
        )
        let all = (0x20...0x7e).map { String(UnicodeScalar(UInt8($0))) }.joined()
        var typed = ""
        scene.harness.keyboard.type(all)
        scene.harness.settle()
        for line in scene.take() where line.hasPrefix("began ") && !line.hasPrefix("began 225") {
            typed += line.dropFirst("began ".count).dropLast(" @0".count)
        }
        #expect(typed == all)
    }

    @Test("A harness's keyboard holds a key while time passes, and repeats it")
    func holding() async throws {
        let scene = try Scene()
        let expected = [
            "began a @0", "changed a @500", "changed a @600", "changed a @700", "ended a @750",
        ]
        await scene.harness.keyboard.hold(.keyboardA, for: .milliseconds(750), every: .milliseconds(100))
        await scene.harness.settle()
        #expect(scene.take() == expected)
        await scene.harness.keyboard.hold(.keyboardA, for: .milliseconds(250))
        await scene.harness.settle()
        #expect(scene.take() == ["began a @750", "ended a @1000"])
        #expect(scene.harness.keyboard.keysDown.isEmpty)
    }

    @Test("A harness's keyboard holds a shortcut's modifiers, and cancels what is down when it is unplugged")
    func shortcut() throws {
        let scene = try Scene()
        scene.harness.keyboard.shortcut("s", [.command, .shift]).press("x")
        scene.harness.settle()
        #expect(
            scene.take() == [
                "began 225 @0", "began 227 @0", "began S @0", "ended S @0", "ended 227 @0", "ended 225 @0",
                "began x @0",
            ]
        )
        scene.harness.keyboard.unplug()
        scene.harness.settle()
        #expect(scene.take() == ["cancelled x @0"] && scene.harness.keyboard.keysDown.isEmpty)
    }

    @Test("Pressing a key that is down, or releasing one that is not, stops the test and names key and line")
    func misuse() async throws {
        func check(_ result: ExitTest.Result?, _ text: String) throws {
            let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
            #expect(output.contains("KeyTests.swift:42: Fatal error: \(text)"), "\(output)")
        }
        try check(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
                let keyboard = try AppHarness().keyboard.press("a")
                keyboard.type("ba", file: "KeyTests.swift", line: 42)
            },
            "key \"a\" is down already: release it first"
        )
        try check(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
                try AppHarness().keyboard.release(.keyboardUpArrow, file: "KeyTests.swift", line: 42)
            },
            "key \"up\" is not down: press it first"
        )
        try check(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
                try AppHarness().keyboard.type("aé", file: "KeyTests.swift", line: 42)
            },
            "no key types \"é\"; send it by SimulatedDevice.press(_:)"
        )
        try check(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
                let harness = try AppHarness()
                harness.together { harness.keyboard.press("a", file: "KeyTests.swift", line: 42) }
            },
            "no key can be pressed inside together(_:), which makes one frame"
        )
        try check(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
                try await AppHarness().keyboard.hold(.keyboardA, for: .zero, file: "KeyTests.swift", line: 42)
            },
            "a key cannot be held for 0.0 seconds, repeated after 0.5 seconds every 0.033 seconds: all times must be "
                + "greater than zero"
        )
        try check(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
                try AppHarness().keyboard.shortcut("a", .alphaShift, file: "KeyTests.swift", line: 42)
            },
            "caps lock and the numeric pad cannot be held for a shortcut"
        )
    }
}
