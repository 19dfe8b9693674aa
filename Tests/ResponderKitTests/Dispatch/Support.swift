import ResponderKitTesting

@testable import ResponderCore

extension AppHarness {
    /// An application for which each frame is an event of its own, also where several come in one turn.
    static func makeFrameByFrame() throws -> AppHarness {
        let harness = try AppHarness()
        harness.application.isTouchCoalescingEnabled = false
        return harness
    }
}

/// A view controller that notes what it gets, and passes none on.
final class RecordingController: ViewController {
    private let name: String
    private let log: ResponderLog

    init(_ name: String, log: ResponderLog) {
        self.name = name
        self.log = log
        super.init()
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event) { log.note(.began, of: name, touches, event) }
    override func touchesMoved(_ touches: TouchSet, with event: Event) { log.note(.moved, of: name, touches, event) }
    override func touchesEnded(_ touches: TouchSet, with event: Event) { log.note(.ended, of: name, touches, event) }
    override func touchesCancelled(_ touches: TouchSet, with event: Event) {
        log.note(.cancelled, of: name, touches, event)
    }
}

/// A recording view that passes on what it noted.
final class PassingView: RecordingView {
    override func touchesBegan(_ touches: TouchSet, with event: Event) {
        super.touchesBegan(touches, with: event)
        forward(.began, touches, event)
    }
    override func touchesMoved(_ touches: TouchSet, with event: Event) {
        super.touchesMoved(touches, with: event)
        forward(.moved, touches, event)
    }
    override func touchesEnded(_ touches: TouchSet, with event: Event) {
        super.touchesEnded(touches, with: event)
        forward(.ended, touches, event)
    }
    override func touchesCancelled(_ touches: TouchSet, with event: Event) {
        super.touchesCancelled(touches, with: event)
        forward(.cancelled, touches, event)
    }
}

/// A window that does something with an event before it delivers it, or keeps it to itself.
final class InterceptingWindow: Window {
    /// Returns whether the event is to go on.
    var intercept: ((Event) -> Bool)?

    override func sendEvent(_ event: Event) {
        if intercept?(event) ?? true { super.sendEvent(event) }
    }
}

/// An application that does something with an event before it sends it on, or keeps it to itself.
final class InterceptingApplication: Application {
    /// Returns whether the event is to go on.
    var intercept: ((Event) -> Bool)?

    override func sendEvent(_ event: Event) {
        if intercept?(event) ?? true { super.sendEvent(event) }
    }
}

extension AppHarness {
    /// Shows a window in front of the others.
    func show<Shown: Window>(_ window: Shown) -> Shown {
        window.isHidden = false
        return window
    }

    /// Whether no touch is down as far as the dispatch knows.
    var isIdle: Bool { application.dispatcher.state.pointee.touches.down == 0 }
}
