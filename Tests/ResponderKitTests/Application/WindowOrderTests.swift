import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore

@MainActor
@Suite("The order of windows")
struct WindowOrderTests {
    private let harness: AppHarness
    private let log = ResponderLog()

    init() throws {
        harness = try AppHarness()
        harness.window.isHidden = true
    }

    /// A window as large as the screen, shown, with a view that fills it and notes its touches by the window's name.
    private func show(_ name: String, _ level: Window.Level = .normal) -> Window {
        let window = Window(frame: Rect(0, 0, 1000, 1000), application: harness.application)
        window.windowLevel = level
        window.addSubview(RecordingView(name, log: log, frame: window.bounds))
        return harness.show(window)
    }

    /// Which window gets a touch.
    private func hit() -> String? {
        log.clear()
        harness.finger().down(at: Point(5, 5)).up()
        harness.settle()
        return log.entries.first?.responder
    }

    // Rules: H7.
    @Test("Window levels are numbers: normal 0, status bar 1000, alert 2000, and any other")
    func levels() {
        #expect(Window.Level.normal.rawValue == 0)
        #expect(Window.Level.statusBar.rawValue == 1000)
        #expect(Window.Level.alert.rawValue == 2000)
        #expect(Window.Level(rawValue: -0.5) < .normal && .alert < Window.Level(2000.25))
        #expect(Window(frame: .zero, application: harness.application).windowLevel == .normal)
    }

    // Rules: H7.
    @Test("NaN as a window's level stops the process with a message")
    func notANumber() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Window.Level(.nan)
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("a window's level cannot be NaN"), "\(text)")
    }

    // Rules: H2, H4, H7.
    @Test("The window of the higher level is in front; within a level it is the one shown last")
    func order() {
        let alert = show("alert", .alert)
        let first = show("first")
        let backdrop = show("backdrop", Window.Level(-1))
        let second = show("second")
        let above = show("above", Window.Level(0.5))
        #expect(harness.application.windows == [backdrop, first, second, above, alert])
        for (window, name) in [(alert, "alert"), (above, "above"), (second, "second"), (first, "first")] {
            #expect(hit() == name)
            window.isHidden = true
        }
        #expect(hit() == "backdrop")
        backdrop.isHidden = true
        #expect(hit() == nil)
    }

    // Rules: H4.
    @Test("A new level puts a window in front of those that have it; the same level changes nothing")
    func changeOfLevel() {
        let (first, second) = (show("first"), show("second"))
        let (bar, otherBar) = (show("bar", .statusBar), show("otherBar", .statusBar))
        first.windowLevel = .statusBar
        #expect(harness.application.windows == [second, bar, otherBar, first])
        #expect(hit() == "first")
        bar.windowLevel = .statusBar
        #expect(harness.application.windows == [second, bar, otherBar, first])
        first.windowLevel = .normal
        bar.windowLevel = .normal
        #expect(harness.application.windows == [second, first, bar, otherBar])
        otherBar.isHidden = true
        #expect(hit() == "bar")
    }

    // Rules: H3, H4.
    @Test("`makeKeyAndVisible` brings a window in front of its level, not of higher ones; `makeKey` moves none")
    func makeKey() {
        let (first, second, alert) = (show("first"), show("second"), show("alert", .alert))
        first.makeKey()
        #expect(harness.application.windows == [first, second, alert])
        #expect(harness.application.keyWindow === first)
        #expect(hit() == "alert")
        alert.frame = .zero
        #expect(hit() == "second")
        first.makeKeyAndVisible()
        #expect(harness.application.windows == [second, first, alert])
        #expect(hit() == "first")
        alert.makeKeyAndVisible()
        #expect(harness.application.keyWindow === alert)
        #expect(hit() == "first")
    }

    // Rules: H5, H6.
    @Test(
        "A window that is hidden, nearly transparent or without interaction is passed over",
        arguments: ["hidden", "transparent", "without interaction"]
    )
    func passedOver(_ reason: String) {
        let (back, front) = (show("back"), show("front"))
        for (window, behind) in [(front, "back"), (back, nil)] {
            switch reason {
            case "hidden": window.isHidden = true
            case "transparent": window.alpha = 0.0099
            default: window.isUserInteractionEnabled = false
            }
            #expect(hit() == behind)
        }
        #expect(harness.application.touchStatistics.missedTouches == 1)
        front.alpha = 0.01
        front.isUserInteractionEnabled = true
        front.isHidden = false
        #expect(hit() == "front")
    }

    // Rules: H2, H17.
    @Test("A hitTest of a window that returns nil lets the touch through to the window behind")
    func letThrough() {
        _ = show("back")
        let front = harness.show(LettingThrough(frame: Rect(0, 0, 1000, 1000), application: harness.application))
        front.addSubview(RecordingView("front", log: log, frame: Rect(0, 0, 2, 2)))
        #expect(hit() == "back")
        harness.finger().down(at: Point(1, 1)).up()
        harness.settle()
        #expect(log.lines.last == "front.ended(1, 1)")
    }

    // Rules: H2, T11.
    @Test("A window without a view under the finger gets the touch itself")
    func ownHit() {
        let window = harness.show(NotingWindow(frame: Rect(10, 20, 100, 100), application: harness.application))
        harness.finger().down(at: Point(15, 25)).move(to: Point(500, 500)).up()
        harness.settle()
        #expect(window.log.lines == ["window.began(5, 5)", "window.moved(490, 480)", "window.ended(490, 480)"])
        #expect(window.boundToItself)
    }

    @Test("A touch stays with its window when another window comes to lie in front")
    func overtaken() {
        let back = show("back")
        let finger = harness.finger().down(at: Point(5, 5))
        harness.settle()
        let front = show("front")
        #expect(harness.application.windows == [back, front])
        finger.move(to: Point(6, 6)).up()
        harness.settle()
        #expect(log.lines == ["back.began(5, 5)", "back.moved(6, 6)", "back.ended(6, 6)"])
    }

    // Rules: H2, H4, H7.
    @Test("After any changes windows lie by level, and within one by when they were placed there", arguments: 0..<40)
    func model(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let windows = (0..<6).map { _ in Window(frame: .zero, application: harness.application) }
        var placed = Array(repeating: 0, count: windows.count)
        for step in 1...60 {
            let index = Int.random(in: 0..<windows.count, using: &random)
            let window = windows[index]
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                if window.isHidden { placed[index] = step }
                window.isHidden = false
            case 1: window.isHidden = true
            case 2:
                let level = Window.Level(Double(Int.random(in: 0..<3, using: &random)))
                if level != window.windowLevel { placed[index] = step }
                window.windowLevel = level
            default:
                window.makeKeyAndVisible()
                placed[index] = step
                #expect(window.isKeyWindow)
            }
            let expected = windows.indices.filter { !windows[$0].isHidden }
                .sorted { (windows[$0].windowLevel, placed[$0]) < (windows[$1].windowLevel, placed[$1]) }
            #expect(harness.application.windows == expected.map { windows[$0] }, "step \(step)")
            #expect(harness.application.keyWindow.map { !$0.isHidden } ?? true)
        }
        for window in windows { window.isHidden = true }
        #expect(harness.application.windows.isEmpty && harness.application.keyWindow == nil)
    }
}

/// A window that takes no touch for itself.
private final class LettingThrough: Window {
    override func hitTest(_ point: Point, with event: Event?) -> View? {
        let hit = super.hitTest(point, with: event)
        return hit === self ? nil : hit
    }
}

/// A window that notes its own touches.
private final class NotingWindow: Window {
    let log = ResponderLog()
    var boundToItself = true

    private func note(_ phase: Touch.Phase, _ touches: TouchSet, _ event: Event) {
        log.note(phase, of: "window", touches, event)
        boundToItself = boundToItself && touches.allSatisfy { $0.view === self && $0.window === self }
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event) { note(.began, touches, event) }
    override func touchesMoved(_ touches: TouchSet, with event: Event) { note(.moved, touches, event) }
    override func touchesEnded(_ touches: TouchSet, with event: Event) { note(.ended, touches, event) }
    override func touchesCancelled(_ touches: TouchSet, with event: Event) { note(.cancelled, touches, event) }
}
