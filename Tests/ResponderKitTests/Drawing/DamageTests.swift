import ResponderKit
import ResponderKitTesting
import ResponderSimulator
import TestSupport
import Testing

@MainActor
@Suite("What the embedder is told to present")
final class DamageTests {
    private let harness: AppHarness
    private let log = ResponderLog()
    private let view: DrawnView

    init() throws {
        harness = try AppHarness(screenSize: Size(200, 200))
        view = harness.add(DrawnView("view", log, frame: Rect(10, 10, 50, 50)))
        harness.settle()
    }

    /// What is presented after a change.
    private func presented(_ change: () -> Void) -> [String] {
        var lines: [String] = []

        change()
        harness.application.onPresent = { _, rect in lines.append(rect.line) }
        harness.settle()
        return lines
    }

    private func presentedAfter(_ change: () -> Void) -> [String] {
        _ = presented {}
        var lines: [String] = []
        harness.application.onPresent = { [harness] window, rect in
            lines.append((window === harness.window ? "" : "other ") + rect.line)
        }
        harness.settle()
        lines = []
        change()
        harness.settle()
        harness.application.onPresent = nil
        return lines
    }

    // Rules: L37.
    @Test("A run nested in the disappearing of a window sleeps, since changes in that window are no work")
    func hiddenInCall() {
        let log = ResponderLog()
        let controller = HookedController("c", log)
        harness.window.rootViewController = controller
        harness.application.onPresent = { _, _ in log.note("presented") }
        controller.view.backgroundColor = Color(white: 0.5, alpha: 1)
        let loop = harness.loop
        var turns = 0
        controller.body = { [unowned harness] call in
            guard call == "willDisappear" else { return }
            let observer = loop.addObserver(of: .beforeTimers, name: "turns") { _ in
                turns += 1
                if turns > 100 { loop.stop() }
            }
            loop.run(until: harness.now.advanced(by: .seconds(1)))
            observer.cancel()
        }
        harness.window.isHidden = true
        controller.body = nil
        #expect(turns < 10 && !log.lines.contains("presented"))
        harness.window.isHidden = false
        harness.settle()
        #expect(log.lines.last == "presented")
        harness.application.onPresent = nil
    }

    @Test("A listener is told of all of the windows first, and of nothing while nothing changes")
    func first() {
        #expect(presented {} == ["0,0,200,200"])
        #expect(presentedAfter {}.isEmpty)
    }

    // Rules: V7.
    @Test("A drawn part is presented in the window's coordinates")
    func drawn() {
        #expect(presentedAfter { view.setNeedsDisplay(Rect(1, 2, 3, 4)) } == ["11,12,3,4"])
        view.transform = Transform(scaleX: 0.5, y: 2)
        #expect(presentedAfter { view.setNeedsDisplay(Rect(0, 20, 10, 5)) } == ["22,25,6,10"])
    }

    @Test("A change of place, look or order is presented where the view was and where it is")
    func changes() {
        let other = harness.add(View(frame: Rect(10, 10, 20, 20)))
        let changes: [(String, () -> Void, [String])] = [
            ("move", { self.view.frame.origin = Point(100, 10) }, ["10,10,140,50"]),
            ("hide", { self.view.isHidden = true }, ["100,10,50,50"]),
            ("show", { self.view.isHidden = false }, ["100,10,50,50"]),
            ("alpha", { self.view.alpha = 0.5 }, ["100,10,50,50"]),
            ("color", { self.view.backgroundColor = .blue }, ["100,10,50,50"]),
            ("order", { self.harness.window.sendSubviewToBack(other) }, ["10,10,20,20"]),
            ("exchange", { self.harness.window.exchangeSubview(at: 0, withSubviewAt: 1) }, ["10,10,140,50"]),
            ("remove", { other.removeFromSuperview() }, ["10,10,20,20"]),
            ("add", { self.view.addSubview(other) }, ["110,20,20,20"]),
            ("inner", { other.center = Point(60, 20) }, ["110,20,60,20"]),
            ("outer", { self.view.center = Point(125, 45) }, ["100,10,70,60"]),
            (
                "hidden inner",
                {
                    other.isHidden = true
                    other.center = Point(0, 0)
                }, ["150,30,20,20"]
            ),
            (
                "twice",
                {
                    self.view.isHidden = true
                    self.view.isHidden = false
                }, ["100,20,50,50"]
            ),
        ]
        for (name, change, lines) in changes {
            #expect(presentedAfter(change) == lines, "\(name)")
        }
    }

    @Test("Nothing outside of a clipping superview or of the window is presented")
    func clipped() {
        let inner = View(frame: Rect(40, 40, 50, 50))
        view.addSubview(inner)
        view.clipsToBounds = true
        #expect(presentedAfter { inner.alpha = 0.5 } == ["50,50,10,10"])
        view.clipsToBounds = false
        #expect(presentedAfter { inner.alpha = 1 } == ["50,50,50,50"])
        #expect(presentedAfter { inner.frame.origin = Point(170, 0) } == ["50,10,150,90"])
    }

    @Test("A window that moves, is shown, hidden or raised is presented with what it covers and uncovers")
    func windows() {
        let other = Window(frame: Rect(50, 50, 20, 20), application: harness.application)
        #expect(presentedAfter { other.isHidden = false } == ["50,50,20,20", "other 0,0,20,20"])
        #expect(presentedAfter { other.frame.origin = Point(60, 50) } == ["50,50,30,20", "other 0,0,20,20"])
        #expect(presentedAfter { harness.window.makeKeyAndVisible() } == ["other 0,0,20,20", "0,0,200,200"])
        #expect(presentedAfter { other.isHidden = true } == ["60,50,20,20"])
    }

    // Rules: V12, V14.
    @Test("Nothing is presented in the background, and all of it on return")
    func background() throws {
        var lines: [String] = []
        harness.application.onPresent = { _, rect in lines.append(rect.line) }
        harness.settle()
        lines = []
        try harness.device.perform(.home)
        view.frame.origin = Point(20, 10)
        view.setNeedsDisplay()
        harness.settle()
        #expect(lines.isEmpty)
        try harness.device.perform(.openSwitcher)
        try harness.device.perform(.choose("Application"))
        harness.settle()
        // The whole window: its views let go of what they had drawn (V14).
        #expect(lines == ["0,0,200,200"])
        harness.application.onPresent = nil
    }

    @Test("A change of very many views presents the window as a whole, at a bounded cost")
    func many() {
        let list = View(frame: Rect(0, 0, 10, 10))
        for _ in 0..<10_000 { list.addSubview(View(frame: Rect(0, 0, 1, 1))) }
        harness.add(list)
        #expect(presentedAfter { list.alpha = 0.5 } == ["0,0,200,200"])
        list.clipsToBounds = true
        #expect(presentedAfter { list.alpha = 1 } == ["0,0,10,10"])
    }

    @Test("A listener that changes the tree, or removes itself, is called as the tree is by then")
    func changesInside() {
        let other = Window(frame: Rect(50, 50, 20, 20), application: harness.application)
        other.isHidden = false
        var lines: [String] = []
        harness.application.onPresent = { [harness] _, rect in
            lines.append(rect.line)
            other.isHidden = true
            harness.application.onPresent = nil
        }
        harness.settle()
        #expect(lines == ["0,0,200,200"])
        view.alpha = 0.5
        harness.settle()
        #expect(lines == ["0,0,200,200"])
    }
}
