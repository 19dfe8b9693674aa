public import ResponderEventLoop
internal import ResponderSupport

/// What an application did when a turn of its loop took too long; see ``Application/reportStalls(over:to:)``.
public struct StallReport: Sendable, Hashable, CustomStringConvertible {
    /// How long the turn has lasted when it was reported, on the monotonic clock.
    public let duration: Duration
    /// The kind of the callback that the turn was making, which tells its step; nil where it made none.
    public let step: MainRunLoop.CallbackKind?
    /// The name under which the callback was registered, as a timer's or a source's.
    public let name: String?
    /// The class whose handler was running; nil where none was.
    public let responder: String?
    /// What the handler was called for, as `touchesBegan` or `draw`.
    public let handler: String?
    /// The view's `accessibilityIdentifier` or, without one, its `restorationIdentifier`; the latter of a controller.
    public let identifier: String?

    init(_ stall: MainRunLoop.Stall, in handler: HandlerNote.Handler?) {
        (duration, step, name) = (stall.duration, stall.kind, stall.name)
        responder = handler.map { "\($0.type)" }
        self.handler = handler.map { "\($0.call)" }
        identifier = handler?.identifier
    }

    /// One line without the parts that are nil, such as
    /// `the main thread is stuck for 2.0 seconds in input "touch port", touchesEnded of Button "order"`.
    public var description: String {
        var text = "the main thread is stuck for \(duration)"
        if let step { text += " in \(step.rawValue)" }
        if let name { text += " \(name.quotedInOneLine())" }
        if let responder, let handler { text += ", \(handler) of \(responder.inOneLine())" }
        if let identifier { text += " \(identifier.quotedInOneLine())" }
        return text
    }
}

extension Application {
    /// Reports each turn of the loop that takes longer than `limit`, while it still hangs: what a user finds frozen,
    /// and what a service manager's watchdog ends.
    ///
    /// Off at first, and then it costs nothing. While it is on, a thread waits for a turn that is late; it sleeps,
    /// without a deadline, while the loop waits. Each wait of the loop then makes two system calls more, and each
    /// handler takes a short lock. A turn counts from its beginning, or from the last wait of a run nested in it. It is
    /// reported again only where it is found hanging in another callback or handler.
    ///
    /// What the main thread does outside of turns is not seen, as a launch; for the calls of the life cycle see
    /// ``startWatchdog(endsProcess:report:)``. Where the system has no thread or descriptor left, nothing is reported.
    ///
    /// - Parameters:
    ///   - limit: The longest time that is not reported, on the monotonic clock, even under virtual time.
    ///   - report: Called on the thread, while the main thread still hangs: it must not wait for the main actor. A
    ///     further call replaces it; nil ends the reports.
    /// - Complexity: O(1); starts a thread and opens a descriptor.
    public final func reportStalls(over limit: Duration, to report: (@Sendable (StallReport) -> Void)?) {
        let wasOn = lifecycle.reportsStalls
        lifecycle.reportsStalls = report != nil
        if !wasOn, report != nil { HandlerNote.shared.beginUse() }
        runLoop.reportStalls(over: limit, to: report.map(Self.places))
        if wasOn, report == nil { HandlerNote.shared.endUse() }
        dispatcher.updateListeners()
    }

    /// Calls `report` with what the loop reports, once for each place in a turn.
    private final class func places(
        _ report: @escaping @Sendable (StallReport) -> Void
    ) -> @Sendable (MainRunLoop.Stall) -> Void {
        let former = FormerStall()
        return { stall in
            let new = StallReport(stall, in: HandlerNote.shared.present)
            if former.isNew(new, at: stall.start) { report(new) }
        }
    }

    /// Writes each report to the standard error, as ``reportStalls(over:to:)``.
    ///
    /// - Complexity: As that of ``reportStalls(over:to:)``.
    public final func reportStalls(over limit: Duration) {
        reportStalls(over: limit) { StandardError.write("\($0)") }
    }
}

/// What was reported last, so that a turn is not reported again for the same.
///
/// It is Sendable because its variable is accessed under the lock alone.
final class FormerStall: Sendable {
    private let lock = Lock()
    nonisolated(unsafe) private var last: (report: StallReport, start: MainRunLoop.Instant)?

    /// Whether the report tells of another turn, or of another place in it, than the last one that did.
    func isNew(_ report: StallReport, at start: MainRunLoop.Instant) -> Bool {
        lock.locked {
            if let last, last.start == start, last.report.isOfSamePlace(as: report) { return false }
            last = (report, start)
            return true
        }
    }
}

extension StallReport {
    fileprivate func isOfSamePlace(as other: StallReport) -> Bool {
        (step, name, responder) == (other.step, other.name, other.responder)
            && (handler, identifier) == (other.handler, other.identifier)
    }
}
