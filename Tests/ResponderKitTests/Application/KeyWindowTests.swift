import ResponderKit
import ResponderKitTesting
import Testing

@MainActor
@Suite("The key window")
struct KeyWindowTests {
    private let harness: AppHarness
    private let log = ResponderLog()
    private let windows: [TellingWindow]
    private let token: ObservationToken

    init() throws {
        let harness = try AppHarness()
        harness.window.isHidden = true
        self.harness = harness
        let log = log
        windows = ["a", "b", "c"].map { name in
            let window = TellingWindow(frame: Rect(0, 0, 10, 10), application: harness.application)
            window.name = name
            window.log = log
            return window
        }
        token = harness.application.notificationCenter.observeAny { notification in
            guard let window = notification.subject as? TellingWindow else { return }
            log.note("N \(window.name) \(type(of: notification).name.dropFirst("UIWindowDid".count))")
        }
    }

    private func take() -> [String] { log.takeLines() }

    // Rules: R25, R28.
    @Test("The former key window resigns and is announced before the new one becomes key and is announced")
    func handOver() {
        windows[0].makeKeyAndVisible()
        #expect(
            take() == [
                "N a BecomeVisibleNotification", "a.becomeKey [a]", "N a BecomeKeyNotification",
            ]
        )
        windows[1].isHidden = false
        #expect(take() == ["N b BecomeVisibleNotification"])
        windows[1].makeKey()
        #expect(
            take() == [
                "a.resignKey [b]", "N a ResignKeyNotification", "b.becomeKey [b]", "N b BecomeKeyNotification",
            ]
        )
        #expect(!windows[0].isKeyWindow && windows[1].isKeyWindow)
        windows[1].makeKey()
        windows[1].makeKeyAndVisible()
        #expect(take().isEmpty)
    }

    @Test("A hidden window does not become key")
    func hidden() {
        windows[0].makeKeyAndVisible()
        log.clear()
        windows[1].makeKey()
        #expect(windows[0].isKeyWindow && !windows[1].isKeyWindow)
        #expect(take().isEmpty)
    }

    // Rules: R27, R28.
    @Test("When the key window is hidden, the frontmost shown window becomes key, or none when none is left")
    func next() {
        for window in windows { window.makeKeyAndVisible() }
        windows[0].windowLevel = .alert
        log.clear()
        windows[2].isHidden = true
        #expect(
            take() == [
                "c.resignKey [a]", "N c ResignKeyNotification", "a.becomeKey [a]", "N a BecomeKeyNotification",
                "N c BecomeHiddenNotification",
            ]
        )
        windows[1].isHidden = true
        #expect(take() == ["N b BecomeHiddenNotification"])
        windows[0].isHidden = true
        #expect(harness.application.keyWindow == nil)
        #expect(
            take() == ["a.resignKey [none]", "N a ResignKeyNotification", "N a BecomeHiddenNotification"]
        )
    }

    // Rules: R25.
    @Test("Another window made key inside a hook is key at once, and told when the hook has returned")
    func nested() {
        windows[2].isHidden = false
        windows[1].isHidden = false
        windows[0].makeKeyAndVisible()
        log.clear()
        defer { for window in windows { window.onHook = nil } }
        windows[0].onHook = { [windows] in
            windows[0].onHook = nil
            windows[2].makeKey()
        }
        windows[1].makeKey()
        #expect(
            take() == [
                "a.resignKey [b]", "N a ResignKeyNotification", "c.becomeKey [c]", "N c BecomeKeyNotification",
            ]
        )
        windows[1].onHook = { [windows] in
            windows[1].onHook = nil
            windows[1].isHidden = true
        }
        windows[1].makeKey()
        #expect(
            take() == [
                "c.resignKey [b]", "N c ResignKeyNotification", "b.becomeKey [b]",
                "N b BecomeHiddenNotification", "N b BecomeKeyNotification", "b.resignKey [a]",
                "N b ResignKeyNotification", "a.becomeKey [a]", "N a BecomeKeyNotification",
            ]
        )
    }

    @Test("A window shown again by the cancel of its own touch was never hidden for its observers")
    func shownAgain() {
        let window = windows[0]
        let view = RecordingView("view", frame: Rect(0, 0, 10, 10))
        window.addSubview(view)
        window.makeKeyAndVisible()
        harness.finger().down(at: Point(1, 1))
        harness.settle()
        log.clear()
        defer { view.handler = nil }
        view.handler = { phase, _, _ in
            if phase == .cancelled { window.isHidden = false }
        }
        window.isHidden = true
        #expect(view.log.lines == ["view.began(1, 1)", "view.cancelled(1, 1)"])
        #expect(!window.isHidden)
        #expect(take() == ["a.resignKey [none]", "N a ResignKeyNotification"])
        #expect(harness.application.keyWindow == nil)
    }
}

/// A window that notes its hooks, with the name of the key window there is then.
private final class TellingWindow: Window {
    var name = ""
    var log: ResponderLog?
    var onHook: (() -> Void)?

    override func becomeKey() { note("becomeKey") }
    override func resignKey() { note("resignKey") }

    private func note(_ hook: String) {
        log?.note("\(name).\(hook) [\((application?.keyWindow as? TellingWindow)?.name ?? "none")]")
        onHook?()
    }
}
