import ResponderKit
import ResponderKitTesting
import ResponderSimulator
import TestSupport
import Testing

/// What is kept and let go of what windows show, when an application goes to the background.
@MainActor
@Suite("Snapshots and backing stores in the background")
struct BackgroundDrawingTests {
    private let harness: AppHarness
    private let delegate = LeavingDelegate()
    private let log = ResponderLog()
    private let view: DrawnView

    init() throws {
        harness = try AppHarness(delegate: delegate, screenSize: Size(100, 100))
        view = DrawnView("view", log)
        harness.add(view)
        draw("first")
        harness.settle()
    }

    private func draw(_ text: String) {
        view.body = { _, canvas in canvas.draw(text, at: .zero, style: TextStyle(fontSize: 10)) }
        view.setNeedsDisplay()
    }

    private func lines(_ snapshots: [ViewSnapshot]) -> [String] {
        let canvas = LineCanvas()
        for snapshot in snapshots { snapshot.render(in: canvas) }
        return canvas.lines.filter { !["save", "restore"].contains($0) && !$0.hasPrefix("move") }
    }

    private func goToBackground() throws { try harness.device.perform(.home) }

    private func comeBack() throws {
        try harness.device.perform(.openSwitcher)
        try harness.device.perform(.choose("Application"))
        harness.settle()
    }

    // Rules: V13, A37.
    @Test("The snapshot is what was drawn when did enter background had returned: a later mark comes too late")
    func marked() throws {
        delegate.onEnteringBackground = { [self] _ in
            #expect(harness.application.windowSnapshots.isEmpty)
            draw("second")
        }
        try goToBackground()
        #expect(lines(harness.application.windowSnapshots) == ["clip 0,0,100,100", "text first"])
        #expect(lines(try harness.device.snapshots(of: "Application")) == ["clip 0,0,100,100", "text first"])
        delegate.onEnteringBackground = nil
        view.body = nil
    }

    // Rules: V13.
    @Test("A forced synchronous update, of layout and drawing, is seen in the snapshot", arguments: [true, false])
    func forced(bySnapshot: Bool) throws {
        delegate.onEnteringBackground = { [self] _ in
            draw("second")
            view.onLayout = { [self] in view.frame.size = Size(50, 40) }
            view.setNeedsLayout()
            if bySnapshot {
                #expect(lines([harness.window.snapshot(afterScreenUpdates: false)]).last == "text first")
                #expect(lines([harness.window.snapshot(afterScreenUpdates: true)]).last == "text second")
            } else {
                harness.window.layoutIfNeeded()
                harness.window.displayIfNeeded()
            }
        }
        try goToBackground()
        #expect(lines(harness.application.windowSnapshots) == ["clip 0,0,50,40", "text second"])
        delegate.onEnteringBackground = nil
        (view.body, view.onLayout) = (nil, nil)
    }

    // Rules: A37.
    @Test("Views that the delegate hides on entering the background, as secrets are, are not in the snapshot")
    func hidden() throws {
        delegate.onEnteringBackground = { [self] _ in view.isHidden = true }
        try goToBackground()
        #expect(harness.application.windowSnapshots.count == 1)
        #expect(lines(harness.application.windowSnapshots).isEmpty)
        delegate.onEnteringBackground = nil
        view.body = nil
    }

    // Rules: A37.
    @Test("Each shown window has a snapshot with its place, back to front, and the history has one entry")
    func windows() throws {
        let panel = Window(frame: Rect(10, 20, 30, 40), application: harness.application)
        panel.backgroundColor = .green
        panel.windowLevel = .alert
        panel.isHidden = false
        let other = Window(frame: Rect(0, 0, 5, 5), application: harness.application)
        #expect(other.isHidden)
        harness.settle()
        try goToBackground()
        let snapshots = harness.application.windowSnapshots
        #expect(snapshots.map(\.bounds) == [Rect(0, 0, 100, 100), Rect(0, 0, 30, 40)])
        #expect(snapshots.map { Point.zero.applying($0.place) } == [.zero, Point(10, 20)])
        #expect(lines(snapshots).last == "fill 0,0,30,40")
        let kinds = harness.device.history.entries(of: "Application").suffix(4).map(\.description)
        #expect(
            kinds == [
                "D didEnterBackground [background]", "N UIApplicationDidEnterBackgroundNotification [background]",
                "snapshot of 2 windows", "-> suspended",
            ]
        )
        view.body = nil
    }

    // Rules: A37.
    @Test("The application drops its snapshots with its first frame; the device keeps them until the user's kill")
    func dropped() throws {
        try goToBackground()
        var seenInForeground: [Int] = []
        delegate.onBecomingActive = { seenInForeground.append($0.windowSnapshots.count) }
        try comeBack()
        #expect(seenInForeground == [1] && harness.application.windowSnapshots.isEmpty)
        #expect(try harness.device.snapshots(of: "Application").count == 1)
        let device = SimulatedDevice()
        try device.install(Manifest(identifier: "mail")) { application in
            Window(frame: Rect(0, 0, 10, 10), application: application).isHidden = false
        }
        for action in [DeviceAction.launch("mail"), .home] { try device.perform(action) }
        #expect(try device.snapshots(of: "mail").count == 1)
        try device.perform(.crash("mail"))
        #expect(try device.snapshots(of: "mail").count == 1)
        for action in [DeviceAction.openSwitcher, .kill("mail")] { try device.perform(action) }
        #expect(try device.snapshots(of: "mail").isEmpty)
        #expect(throws: DeviceError.self) { try device.snapshots(of: "maps") }
        delegate.onBecomingActive = nil
        view.body = nil
    }

    // Rules: V14, A34.
    @Test("Views and the embedder let go of what was drawn once the snapshot is taken, and keep their properties")
    func letGo() throws {
        var snapshotsSeen: [Int] = []
        harness.application.onReleaseBackingStores = { [harness] in
            snapshotsSeen.append(harness.application.windowSnapshots.count)
        }
        view.backgroundColor = .blue
        view.tag = 7
        try goToBackground()
        #expect(snapshotsSeen == [1])
        let canvas = LineCanvas()
        harness.window.render(in: canvas)
        #expect(canvas.lines.filter { $0.hasPrefix("text") || $0.hasPrefix("fill") } == ["fill 0,0,100,100"])
        #expect(view.tag == 7 && view.frame == Rect(0, 0, 100, 100))
        #expect(lines(harness.application.windowSnapshots).last == "text first")
        harness.application.onReleaseBackingStores = nil
        view.body = nil
    }

    // Rules: V14, V12.
    @Test("On return everything that can be seen draws once, whole, before the first touch, and is presented")
    func redrawn() throws {
        let (hidden, inner) = (DrawnView("hidden", log), DrawnView("inner", log, frame: Rect(0, 0, 9, 9)))
        harness.add(hidden)
        hidden.isHidden = true
        view.addSubview(inner)
        harness.settle()
        var presented: [Rect] = []
        harness.application.onPresent = { presented.append($1) }
        harness.settle()
        presented = []
        log.clear()
        try goToBackground()
        view.setNeedsDisplay(Rect(0, 0, 1, 1))
        harness.settle()
        #expect(log.lines.isEmpty && presented.isEmpty)
        try comeBack()
        #expect(log.lines.sorted() == ["inner 0,0,9,9", "view 0,0,100,100"])
        #expect(presented == [Rect(0, 0, 100, 100)])
        log.clear()
        hidden.isHidden = false
        harness.settle()
        #expect(log.lines == ["hidden 0,0,100,100"])
        harness.application.onPresent = nil
        view.body = nil
    }

    // Rules: V14.
    @Test("An application that is only inactive lets go of nothing, nor takes a snapshot")
    func inactive() throws {
        harness.application.onReleaseBackingStores = { Issue.record("let go while inactive") }
        log.clear()
        try harness.device.perform(.showAlert("low"))
        try harness.device.perform(.dismissAlert)
        harness.settle()
        #expect(log.lines.isEmpty)
        #expect(harness.application.windowSnapshots.isEmpty)
        #expect(!harness.device.history.entries.contains { $0.kind == .snapshot(windows: 1) })
        harness.application.onReleaseBackingStores = nil
        view.body = nil
    }

    @Test("An embedder's hook that ends the application is called once, and the end is clean")
    func endedInHook() throws {
        var calls = 0
        harness.application.onReleaseBackingStores = { [harness] in
            calls += 1
            _ = try? harness.application.receive(.kill)
        }
        try goToBackground()
        #expect(calls == 1)
        #expect(harness.application.endReason == .killed && harness.application.onReleaseBackingStores == nil)
        view.body = nil
    }
}

/// A delegate that does something when the application enters the background, or becomes active.
@MainActor
private final class LeavingDelegate: ApplicationDelegate {
    var onEnteringBackground: ((Application) -> Void)?
    var onBecomingActive: ((Application) -> Void)?

    func applicationDidEnterBackground(_ application: Application) { onEnteringBackground?(application) }
    func applicationDidBecomeActive(_ application: Application) { onBecomingActive?(application) }
}
