import ResponderKitTesting
import Testing

@testable import ResponderCore

@MainActor
@Suite("A memory warning")
struct MemoryWarningTests {
    // Rules: VC24, VC25.
    @Test("A memory warning reaches the delegate, the observers and every live controller; no view is unloaded")
    func order() throws {
        let log = ResponderLog()
        let delegate = WarnedDelegate(log)
        let harness = try AppHarness(delegate: delegate)
        let (root, child, covered, lone) = (
            HookedController("root", log), HookedController("child", log), HookedController("covered", log),
            HookedController("lone", log)
        )
        harness.window.rootViewController = covered
        covered.present(root)
        root.addChild(child)
        let token = harness.application.notificationCenter.observe(Application.DidReceiveMemoryWarning.self) { _ in
            log.note("observer")
        }
        log.clear()
        try harness.application.receive(.memoryWarning)
        #expect(
            log.take() == [
                "delegate", "observer", "root.memoryWarning", "child.memoryWarning", "covered.memoryWarning",
                "lone.memoryWarning",
            ]
        )
        #expect(covered.isViewLoaded && !lone.isViewLoaded)
        token.cancel()
    }

    @Test("A memory warning does not reach controllers that another application shows, nor those that are gone")
    func others() throws {
        let log = ResponderLog()
        let (harness, other) = (try AppHarness(), try AppHarness())
        let (shown, inside) = (HookedController("shown", log), HookedController("inside", log))
        other.window.rootViewController = shown
        shown.addChild(inside)
        do { _ = HookedController("gone", log) }
        log.clear()
        try harness.application.receive(.memoryWarning)
        #expect(log.take() == [])
        try other.application.receive(.memoryWarning)
        #expect(log.take() == ["shown.memoryWarning", "inside.memoryWarning"])
    }

    @Test("A memory warning passes the controllers that live, and no entries of the many that once lived")
    func entries() async {
        // In a process of its own: where tests run in parallel, those of others live too.
        await #expect(processExitsWith: .success) { @MainActor in
            let harness = try AppHarness()
            do {
                let many = (0..<1000).map { _ in ViewController() }
                #expect(LiveControllers.entryCount >= many.count)
            }
            try harness.application.receive(.memoryWarning)
            #expect(LiveControllers.entryCount < 10)
        }
    }

    @Test("A memory warning reaches a child that was never shown by its present parent's application alone")
    func inherited() throws {
        let log = ResponderLog()
        let (harness, other) = (try AppHarness(), try AppHarness())
        let (first, second, child) = (
            HookedController("first", log), HookedController("second", log), HookedController("child", log)
        )
        harness.window.rootViewController = first
        other.window.rootViewController = second
        first.addChild(child)
        try harness.application.receive(.memoryWarning)
        second.addChild(child)
        log.clear()
        try harness.application.receive(.memoryWarning)
        #expect(log.take() == ["first.memoryWarning"])
        try other.application.receive(.memoryWarning)
        #expect(log.take() == ["second.memoryWarning", "child.memoryWarning"])
    }

    @Test("A memory warning calls no controller after the application has ended")
    func ended() throws {
        let log = ResponderLog()
        let harness = try AppHarness()
        let (first, second) = (HookedController("a", log), HookedController("b", log))
        harness.add(first.view)
        harness.add(second.view)
        log.clear()
        first.body = { [harness] _ in _ = try? harness.application.receive(.kill) }
        try harness.application.receive(.memoryWarning)
        first.body = nil
        #expect(log.take() == ["a.memoryWarning"])
    }
}

@MainActor
private final class WarnedDelegate: ApplicationDelegate {
    let log: ResponderLog
    init(_ log: ResponderLog) { self.log = log }
    func applicationDidReceiveMemoryWarning(_ application: Application) { log.note("delegate") }
}
