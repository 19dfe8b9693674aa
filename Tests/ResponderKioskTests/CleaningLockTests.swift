import ResponderKiosk
import ResponderKit
import ResponderKitTesting
import ResponderSimulator
import Testing

@MainActor
@Suite("A screen that is locked for cleaning")
struct CleaningLockTests {
    let harness: AppHarness
    let view: RecordingView
    let lock: CleaningLock

    init() throws {
        harness = try AppHarness()
        view = harness.add(RecordingView("view", frame: Rect(0, 0, 1000, 1000)))
        lock = CleaningLock(over: harness.window)
    }

    private func wipe() async {
        let fingers = [harness.finger().down(at: Point(300, 300)), harness.finger().down(at: Point(350, 330))]
        for step in 1...20 {
            for finger in fingers { finger.move(by: 10, Double(step)) }
            await harness.advance(by: .milliseconds(20))
        }
        for finger in fingers { finger.up() }
        await harness.settle()
    }

    private var countdown: String? {
        (harness.application.windows.last?.subviews.first as? Label)?.text
    }

    // Rules: K11.
    @Test("A touch that is down is cancelled, wiping reaches no view, and a window counts the seconds down")
    func locked() async {
        let finger = harness.finger().down(at: Point(10, 10))
        await harness.settle()
        lock.lock(for: .seconds(30))
        await harness.settle()
        finger.up()
        #expect(harness.application.windows.count == 2)
        #expect(countdown?.contains("30 s") == true)
        await wipe()
        await harness.advance(by: .seconds(2))
        #expect(countdown?.contains("28 s") == true, "\(countdown ?? "no countdown")")
        #expect(view.log.lines == ["view.began(10, 10)", "view.cancelled(10, 10)"])
        await harness.advance(by: .milliseconds(27600))
        #expect(!lock.isLocked && harness.application.windows.count == 1)
        harness.finger().down(at: Point(50, 50)).up()
        await harness.settle()
        #expect(view.log.lines.suffix(2) == ["view.began(50, 50)", "view.ended(50, 50)"])
    }

    // Rules: K12.
    @Test("One finger that stays in a corner for three seconds ends the lock, and reaches no view")
    func wayOut() async {
        lock.lock(for: .seconds(30))
        let finger = harness.finger().down(at: Point(990, 10))
        await harness.advance(by: .milliseconds(2999))
        #expect(lock.isLocked)
        await harness.advance(by: .milliseconds(1))
        #expect(!lock.isLocked)
        finger.up()
        await harness.settle()
        #expect(view.log.lines.isEmpty && !harness.application.isWithholdingInput)
    }

    // Rules: K12.
    @Test("A finger that leaves the corner, and a second finger, end nothing", arguments: [true, false])
    func noWayOut(leaves: Bool) async {
        lock.lock(for: .seconds(30))
        let finger = harness.finger().down(at: Point(10, 10))
        await harness.advance(by: .seconds(2))
        if leaves { finger.move(to: Point(200, 10)) } else { harness.finger().down(at: Point(500, 500)) }
        await harness.advance(by: .seconds(5))
        #expect(lock.isLocked)
    }

    // Rules: K11.
    @Test("A lock inside another ends at the later of both ends, and one end ends it")
    func nested() async {
        var ended = 0
        lock.onUnlock = { ended += 1 }
        lock.lock(for: .seconds(10))
        lock.lock(for: .seconds(5))
        await harness.advance(by: .seconds(6))
        #expect(lock.isLocked)
        lock.lock(for: .seconds(10))
        await harness.advance(by: .seconds(9))
        #expect(lock.isLocked && ended == 0)
        await harness.advance(by: .seconds(1))
        #expect(!lock.isLocked && ended == 1 && !harness.application.isWithholdingInput)
    }

    // Rules: K11.
    @Test("The background ends the lock")
    func background() async throws {
        lock.lock(for: .seconds(30))
        try harness.device.perform(.home)
        await harness.settle()
        #expect(!lock.isLocked && !harness.application.isWithholdingInput)
        lock.lock(for: .seconds(30))
        #expect(!lock.isLocked)
    }

    // Rules: K11.
    @Test("An app that shows the countdown itself gets the time each second and nil at the end, and no window is shown")
    func ownCountdown() async {
        var told: [Int64?] = []
        let lock = CleaningLock(over: harness.window) { told.append($0?.components.seconds) }
        lock.lock(for: .seconds(3))
        #expect(harness.application.windows.count == 1)
        await harness.advance(by: .seconds(3))
        #expect(told.first == 3 && told.contains(2) && told.contains(1) && told.last == .some(nil))
    }

    @Test("A lock that is released while it is on ends all the same")
    func released() async throws {
        weak var reference: CleaningLock?
        do {
            let lock = CleaningLock(over: harness.window)
            reference = lock
            lock.lock(for: .seconds(5))
        }
        await harness.advance(by: .seconds(5))
        #expect(reference == nil && !harness.application.isWithholdingInput)
    }

    // Rules: K11.
    @Test("A handler of a touch that the lock cancels may end the lock: nothing stays locked, and no window is left")
    func endedByHandler() async {
        let ending = harness.add(CancelView(frame: Rect(0, 0, 1000, 1000)))
        ending.onCancel = { [lock] in lock.unlock() }
        harness.finger().down(at: Point(300, 300))
        await harness.settle()
        lock.lock(for: .seconds(30))
        await harness.settle()
        #expect(!lock.isLocked && !harness.application.isWithholdingInput && harness.application.windows.count == 1)
    }

    // Rules: K12.
    @Test("A lock whose application has another one that ends before keeps its way out")
    func two() async {
        let other = CleaningLock(over: harness.window)
        lock.lock(for: .seconds(60))
        other.lock(for: .seconds(5))
        await harness.advance(by: .seconds(6))
        #expect(lock.isLocked && !other.isLocked)
        let finger = harness.finger().down(at: Point(10, 10))
        await harness.advance(by: .seconds(3))
        #expect(!lock.isLocked)
        finger.up()
        await harness.settle()
        #expect(!harness.application.isWithholdingInput)
    }

    // Rules: K12.
    @Test("The corners are those of the window as it is when the lock begins")
    func turned() async {
        harness.window.frame = Rect(0, 0, 600, 1000)
        lock.lock(for: .seconds(30))
        harness.finger().down(at: Point(590, 10))
        await harness.advance(by: .seconds(3))
        #expect(!lock.isLocked)
    }
}

/// Tells of the cancel of a touch.
final class CancelView: View {
    var onCancel: () -> Void = {}

    override func touchesBegan(_ touches: TouchSet, with event: Event) {}
    override func touchesMoved(_ touches: TouchSet, with event: Event) {}
    override func touchesEnded(_ touches: TouchSet, with event: Event) {}
    override func touchesCancelled(_ touches: TouchSet, with event: Event) { onCancel() }
}
