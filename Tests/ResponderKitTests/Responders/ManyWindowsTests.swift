import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore

@MainActor
@Suite("Very many windows")
struct ManyWindowsTests {
    // Rules: H4, R27.
    @Test("Very many windows are shown, raised and hidden in time that does not grow with the square")
    func changing() throws {
        func time(_ count: Int, _ work: String) throws -> Double {
            let harness = try AppHarness()
            let windows = (0..<count).map { _ in Window(frame: Rect(0, 0, 9, 9), application: harness.application) }
            if work == "showing at levels" {
                for (number, window) in windows.enumerated() {
                    window.windowLevel = .init(Double(number * 7919 % count))
                }
            }
            let showing = processorTime { for window in windows { window.isHidden = false } }
            return switch work {
            case "raising": processorTime { for window in windows { window.makeKeyAndVisible() } }
            case "hiding the rearmost": processorTime { for window in windows { window.isHidden = true } }
            case "hiding the frontmost": processorTime { for window in windows.reversed() { window.isHidden = true } }
            default: showing
            }
        }
        let works = ["showing", "showing at levels", "raising", "hiding the rearmost", "hiding the frontmost"]
        var all: [Growth] = []
        for work in works { all.append((work, { try time($0, work) })) }
        let tooFast = try growingTooFast(from: 100, all)
        #expect(tooFast == [])
    }

    // Rules: H2, H4.
    @Test("Windows lie in the order of their levels, and the frontmost gets the touch, after any changes")
    func order() throws {
        let harness = try AppHarness()
        var random = SeededGenerator(seed: 1)
        let windows = (0..<200).map { _ in
            let window = Window(frame: Rect(0, 0, 9, 9), application: harness.application)
            window.addSubview(View(frame: Rect(0, 0, 9, 9)))
            return window
        }
        var expected = harness.application.windows
        func put(_ window: Window) {
            expected.removeAll { $0 === window }
            let place = expected.lastIndex { $0.windowLevel <= window.windowLevel }.map { $0 + 1 } ?? 0
            if !window.isHidden { expected.insert(window, at: place) }
        }
        for _ in 0..<1_500 {
            let window = windows[Int.random(in: 0..<200, using: &random)]
            switch Int.random(in: 0..<4, using: &random) {
            case 0: window.isHidden = true
            case 1:
                if !window.isHidden { continue }
                window.isHidden = false
            case 2:
                let level = Window.Level(Double(Int.random(in: -2...2, using: &random)))
                if level == window.windowLevel { continue }
                window.windowLevel = level
            default: window.makeKeyAndVisible()
            }
            put(window)
            guard harness.application.windows == expected else { break }
        }
        #expect(harness.application.windows == expected)
        let hit = harness.application.explainTouch(at: Point(1, 1)).view
        #expect(hit?.window === expected.last { windows.contains($0) })
    }
}
