import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore

@MainActor
@Suite("The reasons in the trace of recognisers")
struct GestureTraceReasonTests {
    /// What ends an attempt.
    enum Cause: String, CaseIterable {
        case itself, view, delegate, disabled, removed, leftWindow, source, ignored, notSent, applicationEnded

        /// Whether a gesture that has begun may be cancelled for it.
        var cancels: Bool { self != .view && self != .delegate }

        /// The reason in words; nil for the recogniser itself.
        fileprivate func reason(hasBegun: Bool) -> String? {
            switch self {
            case .itself: nil
            case .view: "its view's gestureRecognizerShouldBegin returned false"
            case .delegate: "its delegate's gestureRecognizerShouldBegin returned false"
            case .disabled: "its isEnabled was set to false"
            case .removed: "it was removed from its view"
            case .leftWindow: "its view is no longer in the window"
            case .source: "its touch was cancelled"
            case .ignored: "it has ignored all of its touches"
            // The view, which has still got the touch, gets a cancel instead of the end, and so does the recogniser.
            case .notSent where !hasBegun: "its touch was cancelled"
            case .notSent: "an override of sendEvent did not pass on the end of its touch"
            case .applicationEnded: "the application has ended"
            }
        }
    }

    /// Ends the attempt of a recogniser of the scene.
    private func end(_ cause: Cause, _ own: ScriptedRecognizer, _ finger: Finger, _ scene: TracedScene) {
        let delegate = ScriptedDelegate()
        delegate.begins = { _ in false }
        switch cause {
        case .itself: own.state = own.state == .possible ? .failed : .cancelled
        case .view:
            scene.view.begins = false
            finger.move(by: 4, 4)
        case .delegate:
            own.delegate = delegate
            finger.move(by: 4, 4)
        case .disabled: own.isEnabled = false
        case .removed: scene.view.removeGestureRecognizer(own)
        case .leftWindow: scene.view.removeFromSuperview()
        case .source: finger.cancel()
        case .ignored:
            own.script = { own, _, touches, event in
                for touch in touches { own.ignore(touch, for: event) }
            }
            finger.move(by: 1, 0)
        case .notSent:
            (scene.harness.application as? InterceptingApplication)?.intercept = { _ in false }
            finger.up()
        case .applicationEnded: scene.harness.application.dispatcher.discardAll()
        }
        scene.harness.settle()
        _ = delegate
    }

    /// Has an attempt ended, and returns the lines about it, and the calls that were made.
    private func run(_ cause: Cause, hasBegun: Bool, isTraced: Bool) throws -> (lines: [String], calls: [String]) {
        let scene = try TracedScene(isTraced: isTraced)
        let own = scene.drags("own")
        let finger = scene.down(1, 1)
        if hasBegun { finger.move(to: Point(5, 5)) }
        _ = scene.take()
        end(cause, own, finger, scene)
        return (scene.take(), scene.calls.lines)
    }

    // Rules: G16, G17, G18.
    @Test(
        "An attempt of a recogniser fails for a reason that is told once, and then is reset",
        arguments: Cause.allCases
    )
    func failures(cause: Cause) throws {
        let (lines, calls) = try run(cause, hasBegun: false, isTraced: true)
        let steps = lines.filter { $0.contains(": own ") }.map { $0.drop { $0 != ":" } }
        let reason = cause.reason(hasBegun: false).map { ", since \($0)" } ?? " by itself"
        #expect(steps == [": own fails\(reason)", ": own is reset"])
        #expect(try run(cause, hasBegun: false, isTraced: false).calls == calls)
    }

    // Rules: G16, G17, G18.
    @Test("A gesture is cancelled for a reason that is told once", arguments: Cause.allCases.filter(\.cancels))
    func cancels(cause: Cause) throws {
        let (lines, calls) = try run(cause, hasBegun: true, isTraced: true)
        let steps = lines.filter { $0.contains(": own ") }.map { $0.drop { $0 != ":" } }
        let step = cause.reason(hasBegun: true).map { "is cancelled, since \($0)" } ?? "cancels itself"
        #expect(steps == [": own \(step)", ": own is reset"])
        #expect(try run(cause, hasBegun: true, isTraced: false).calls == calls)
    }

    // Rules: G15.
    @Test("A trace tells that a recogniser has ignored a touch, before the recogniser fails for that")
    func ignores() throws {
        let lines = try run(.ignored, hasBegun: false, isTraced: true).lines
        #expect(
            lines == [
                "touch 1 at (2, 1): ignored by own",
                "touch 1 at (2, 1): own fails, since it has ignored all of its touches",
                "touch 1 at (2, 1): own is reset",
                "touch 1 at (2, 1): moved goes to \(TracedView.text)",
            ]
        )
    }

    // Rules: G17.
    @Test("A touch's cancel has its reason once, and first, also after a claim")
    func source() throws {
        let before = try run(.source, hasBegun: false, isTraced: true).lines
        let cancelled = "touch 1 at (1, 1): will be cancelled: its source cancelled it, or is gone"
        #expect(
            before == [
                cancelled, "touch 1 at (1, 1): own fails, since its touch was cancelled",
                "touch 1 at (1, 1): own is reset", "touch 1 at (1, 1): cancelled goes to \(TracedView.text)",
                "touch 1 at (1, 1): is over, cancelled",
            ]
        )
        let after = try run(.source, hasBegun: true, isTraced: true).lines
        #expect(
            after == [
                "touch 1 at (5, 5): will be cancelled: its source cancelled it, or is gone",
                "touch 1 at (5, 5): own is cancelled, since its touch was cancelled",
                "touch 1 at (5, 5): own is reset", "touch 1 at (5, 5): is over, cancelled",
            ]
        )
    }
}
