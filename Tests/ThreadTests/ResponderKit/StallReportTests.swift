import Glibc
import ResponderKit
import TestSupport
import Testing

@testable import ResponderCore
@testable import ResponderEventLoop

/// A handler blocks until another thread has reported it, which the thread does on the monotonic clock.
@MainActor
@Suite("Reports of stalls")
struct StallReportTests {
    private let application: Application
    private let reports = Reports()
    private var loop: MainRunLoop { application.runLoop }

    init() throws {
        application = Application(runLoop: try makeLoop())
        application.reportStalls(over: .milliseconds(1)) { [reports] in reports.add($0) }
    }

    // Rules: U8.
    @Test("A timer that hangs is reported by its name while it hangs")
    func timer() {
        var report: StallReport?
        loop.addTimer(after: .zero, name: "slow refresh") { [reports, loop] _ in
            report = reports.wait { $0.name == "slow refresh" }
            loop.stop()
        }
        loop.runNow()
        #expect(report?.step == .timer)
        #expect(report?.responder == nil)
        #expect((report?.duration ?? .zero) >= .milliseconds(1))
        let text = "the main thread is stuck for \(report?.duration ?? .zero) in timer \"slow refresh\""
        #expect(report?.description == text)
    }

    // Rules: U8.
    @Test("A touch handler that hangs is reported with its class and the view's identifier")
    func touch() {
        let view = HangingView(frame: Rect(0, 0, 100, 100))
        view.accessibilityIdentifier = "power"
        var report: StallReport?
        view.onTouch = { [reports, loop] in
            report = reports.wait { $0.handler == "touchesBegan" }
            loop.stop()
        }
        show(view)
        application.touchPort.makeSender().send(TouchContact(1, .began, at: Point(50, 50)), at: loop.now)
        loop.runNow()
        #expect(report?.step == .input)
        #expect(report?.responder == "HangingView")
        #expect(report?.identifier == "power")
        #expect(report?.description.hasSuffix(", touchesBegan of HangingView \"power\"") == true)
    }

    // Rules: U8.
    @Test("The action of a recogniser that hangs is reported with the recogniser's class and its view's identifier")
    func recognizer() {
        let view = HangingView(frame: Rect(0, 0, 100, 100))
        view.restorationIdentifier = "card"
        let tap = TapGestureRecognizer()
        var report: StallReport?
        tap.addAction { [reports, loop] _ in
            report = reports.wait { $0.handler == "action" }
            loop.stop()
        }
        view.addGestureRecognizer(tap)
        show(view)
        let finger = application.touchPort.makeSender()
        finger.send(TouchContact(1, .began, at: Point(50, 50)), at: loop.now)
        finger.send(TouchContact(1, .ended, at: Point(50, 50)), at: loop.now)
        loop.runNow()
        #expect(report?.responder == "TapGestureRecognizer")
        #expect(report?.identifier == "card")
    }

    // Rules: U8.
    @Test("A layout and a drawing that hang are reported as handlers of the update pass")
    func update() {
        let view = HangingView(frame: Rect(0, 0, 100, 100))
        var steps: [MainRunLoop.CallbackKind?] = []
        view.onLayout = { [reports] in
            steps.append(reports.wait { $0.handler == "layoutSubviews" && $0.responder == "HangingView" }.step)
        }
        view.onDraw = { [reports, loop] in
            steps.append(reports.wait { $0.handler == "draw" && $0.responder == "HangingView" }.step)
            loop.stop()
        }
        show(view)
        loop.runNow()
        #expect(steps == [.updateHandler, .updateHandler])
    }

    // Rules: U8.
    @Test("A turn that hangs is reported where many turns without a wait were before it, and after a turn that hung")
    func busy() {
        var turns = 0
        func postAgain() {
            loop.post(name: "busy") { [reports, loop] in
                turns += 1
                if turns % 1000 == 0 { _ = reports.wait { $0.name == "busy" } }
                if turns == 3000 { return loop.stop() }
                postAgain()
            }
        }
        postAgain()
        loop.runNow()
        #expect(turns == 3000)
    }

    // Rules: U8.
    @Test("A turn that hangs on is reported again in another place, and not in the same one")
    func again() throws {
        application.reportStalls(over: .zero, to: nil)
        let former = FormerStall()
        func isNew(_ name: String, _ start: Int64) -> Bool {
            former.isNew(StallReport(stall(name, at: start), in: nil), at: .ms(start))
        }
        #expect(isNew("one", 1))
        #expect(!isNew("one", 1))
        #expect(isNew("two", 1))
        #expect(isNew("two", 2))
    }

    // Rules: P1, U8.
    @Test("The time in which the process stood still belongs to no turn")
    func stopped() {
        // With the turn's beginning in the name's place.
        loop.reportStalls(over: .milliseconds(1)) { [reports] stall in
            let named = MainRunLoop.Stall(
                kind: stall.kind,
                name: "\(stall.start.nanoseconds)",
                start: stall.start,
                duration: stall.duration
            )
            reports.add(StallReport(named, in: nil))
        }
        var hasFound = false
        loop.addTimer(after: .zero) { [reports, loop] _ in
            var end = MainRunLoop.Instant.now
            loop.callAsWait {
                usleep(20_000)
                end = .now
            }
            // What hangs afterwards is reported, from the end of the stop on.
            let report = reports.wait { Int64($0.name ?? "") ?? 0 >= end.nanoseconds }
            hasFound = report.step == .timer
            loop.stop()
        }
        loop.runNow()
        #expect(hasFound)
    }

    // Rules: U8.
    @Test("A handler is noted while it runs, nested ones too, and none is where no reports are wanted")
    func noted() {
        let (outer, inner) = (HangingView(frame: .zero), HangingView(frame: .zero))
        var noted: [String?] = []
        func note() { noted.append(HandlerNote.shared.present?.identifier) }
        func layOut() {
            HandlerNote.call("layoutSubviews", of: outer, named: "outer") {
                note()
                HandlerNote.call("draw", of: inner, named: "inner") { note() }
                note()
            }
            note()
        }
        layOut()
        #expect(noted == ["outer", "inner", "outer", nil])
        application.reportStalls(over: .zero, to: nil)
        noted = []
        layOut()
        #expect(noted == [nil, nil, nil, nil])
    }

    private func stall(_ name: String, at start: Int64) -> MainRunLoop.Stall {
        MainRunLoop.Stall(kind: .timer, name: name, start: .ms(start), duration: .seconds(1))
    }

    private func show(_ view: View) {
        let window = Window(frame: Rect(0, 0, 100, 100), application: application)
        window.addSubview(view)
        window.makeKeyAndVisible()
        application.launch()
    }
}

private final class HangingView: View {
    var onTouch: (() -> Void)?
    var onLayout: (() -> Void)?
    var onDraw: (() -> Void)?

    override func touchesBegan(_ touches: TouchSet, with event: Event) { onTouch?() }
    override func touchesMoved(_ touches: TouchSet, with event: Event) {}
    override func touchesEnded(_ touches: TouchSet, with event: Event) {}
    override func touchesCancelled(_ touches: TouchSet, with event: Event) {}
    override func layoutSubviews() { onLayout?() }
    override func draw(_ rect: Rect, in canvas: any Canvas) { onDraw?() }
}

/// The reports that came, on another thread.
///
/// It is Sendable because its variables are accessed under the lock alone.
private final class Reports: Sendable {
    nonisolated(unsafe) private var list: [StallReport] = []
    nonisolated(unsafe) private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    nonisolated(unsafe) private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    init() {
        pthread_mutex_init(lock, nil)
        pthread_cond_init(changed, nil)
    }

    deinit {
        pthread_cond_destroy(changed)
        pthread_mutex_destroy(lock)
        changed.deallocate()
        lock.deallocate()
    }

    func add(_ report: StallReport) {
        pthread_mutex_lock(lock)
        list.append(report)
        pthread_cond_signal(changed)
        pthread_mutex_unlock(lock)
    }

    /// Waits for a report that fits, forgets it and those before it, and returns it.
    func wait(for fits: (StallReport) -> Bool) -> StallReport {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        while true {
            if let index = list.firstIndex(where: fits) {
                let report = list[index]
                list.removeFirst(index + 1)
                return report
            }
            pthread_cond_wait(changed, lock)
        }
    }
}
