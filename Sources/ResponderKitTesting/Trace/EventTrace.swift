internal import ResponderCore
public import ResponderKit
internal import ResponderSupport

/// What an application does with touches, gestures, keys, its life and its focus, from the moment when the trace is
/// made: as lines to compare, and as a picture of time.
///
///     let harness = try AppHarness()
///     let trace = harness.trace()
///     harness.finger().down(at: Point(50, 20)).up()
///     await harness.advance(by: .seconds(1))
///     print(trace)
///
/// prints a line for each event, with the seconds since the trace was made:
///
///     0.000 touch 1 at (50, 20): hits Button (0, 0, 100 x 40) in Window (0, 0, 1000 x 1000)
///     0.000 touch 1 at (50, 20): began goes to Button (0, 0, 100 x 40)
///
/// The same input gives the same lines, in the same order, whenever it runs. ``chromeJSON`` opens in Perfetto
/// (`https://ui.perfetto.dev`) and in `chrome://tracing`.
///
/// A trace listens as an app may, by `Application.onTouchTrace`, `onPressDelivery` and `onLifecycleEvent`; listeners
/// that were set before are still called. Touches are numbered from 1 again when a listener is set. A trace
/// keeps neither the application nor its views alive. It records until ``end()``, or until it is released.
///
/// - Complexity: Each member is O(1) without allocation if it does not say otherwise; recording is O(1), amortised, for
///   each event and each of its touches or keys.
@MainActor
public final class EventTrace {
    /// What a line is about.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A touch on its way to views: `TouchTraceEvent`.
        case touch
        /// A step of a recogniser: `GestureStep`.
        case gesture
        /// A key or a button on its way to responders: `PressDelivery`.
        ///
        /// Keys that a key command takes, and calls of a class that does not override the method, have no line.
        case press
        /// A state of the application's life, a call of its delegate, a notification: `LifecycleEvent`.
        case lifecycle
        /// The first responder of the key window is another one.
        case focus
    }

    /// An event as a line of text.
    public struct Line: Hashable, Sendable, CustomStringConvertible {
        /// When the application did it, since the trace was made, on the clock of its loop.
        public let time: Duration
        /// What the line is about.
        public let kind: Kind
        /// What happened, in one line without control characters.
        public let text: String
        /// Whether a touch that moved was delivered.
        public let isMove: Bool
        let isOfSeveralTouches: Bool

        /// The kind and the text, such as `touches 1, 2 at (50, 20): began goes to Button (0, 0, 100 x 40)`.
        package var textWithKind: String { "\(isOfSeveralTouches ? "touches" : kind.rawValue) \(text)" }

        /// The seconds, with three to nine decimals, the kind and the text, such as
        /// `0.250 touch 1 at (50, 20): began goes to Button (0, 0, 100 x 40)`.
        public var description: String { "\(EventTrace.seconds(time)) \(textWithKind)" }
    }

    /// Whether the trace still records: until ``end()``.
    public private(set) var isRecording = true
    private var entries: [TraceEntry] = []
    /// The state of the application when the trace was made.
    private let firstState: LifecycleState
    /// The first responder when the trace was made.
    private let firstFocus: ResponderName?
    private var focus: ObjectIdentifier?
    private weak var application: Application?
    private let start: MainRunLoop.Instant
    /// The end of the trace, or of the application, in nanoseconds since the start; nil before.
    private var endTime: Int64?
    private var recognizers: [ObjectIdentifier: KnownRecognizer] = [:]
    private var lastRecognizer = 0
    /// Put former listeners back.
    private var restorers: [@MainActor () -> Void] = []

    /// A recogniser that has had an event: a later one may get its place in memory.
    private struct KnownRecognizer {
        weak var recognizer: GestureRecognizer?
        let number: Int
    }

    /// Begins to record what an application does.
    ///
    /// - Complexity: O(1); allocates the trace and its listeners.
    public init(of application: Application) {
        self.application = application
        start = application.runLoop.now
        firstState = application.lifecycleState
        let responder = application.keyWindow?.firstResponder
        firstFocus = responder.map { ResponderName($0) }
        focus = responder.map { ObjectIdentifier($0) }
        listen(to: application)
    }

    /// Ends the recording: the lines stay as they are.
    ///
    /// A listener that was set before the trace was made is the application's listener again, unless another one was
    /// set meanwhile. Does nothing if the recording has ended.
    ///
    /// - Complexity: O(1); releases the listeners.
    public func end() {
        guard isRecording else { return }
        endTime = now
        isRecording = false
        for restore in restorers { restore() }
        restorers = []
    }

    /// How many lines there are, to read the later ones with ``lines(of:from:withMoves:)``.
    public var count: Int { entries.count }

    /// All lines.
    ///
    /// - Complexity: Linear in the lines; allocates them.
    public var lines: [Line] { entries.map(\.line) }

    /// Some of the lines.
    ///
    /// - Parameters:
    ///   - kinds: What the lines are about.
    ///   - index: How many lines are left out at the beginning, such as a former ``count``.
    ///   - withMoves: Whether touches that move have lines: a drag has many.
    /// - Complexity: Linear in the lines from `index` on; allocates those that are returned.
    public func lines(
        of kinds: Set<Kind> = Set(Kind.allCases),
        from index: Int = 0,
        withMoves: Bool = true
    ) -> [Line] {
        entries.dropFirst(max(0, index))
            .filter { kinds.contains($0.kind) && (withMoves || !$0.isMove) }
            .map(\.line)
    }

    /// The trace as a text of Chrome's trace-event format, which Perfetto and `chrome://tracing` open.
    ///
    /// There is a track for each touch, from its hit to its end; for each recogniser, with its attempts; for each key,
    /// with its presses; for the states of the application; and for the first responder. Other events are marks on
    /// these tracks. On a track no two events have the same time: the later of them is 0.001 µs later. What goes on
    /// ends with the trace, or now.
    ///
    /// - Complexity: Linear in the lines; allocates the text.
    public var chromeJSON: String { ChromeTrace.text(of: entries, firstState, firstFocus, until: endTime ?? now) }

    /// The present time since the start, in nanoseconds.
    private var now: Int64 {
        application.map { $0.runLoop.now.nanoseconds - start.nanoseconds } ?? entries.last?.time ?? 0
    }
}

extension EventTrace: @MainActor CustomStringConvertible {
    /// The lines, one below the other.
    ///
    /// - Complexity: Linear in the lines; allocates the text.
    public var description: String { entries.map { "\($0.line)" }.joined(separator: "\n") }

    /// A time in seconds with three to nine decimals.
    nonisolated fileprivate static func seconds(_ time: Duration) -> String {
        let nanoseconds = time.wholeNanoseconds
        let fraction = String(nanoseconds % 1_000_000_000)
        var decimals = String(repeating: "0", count: 9 - fraction.count) + fraction
        while decimals.utf8.count > 3, decimals.utf8.last == UInt8(ascii: "0") { decimals.removeLast() }
        return "\(nanoseconds / 1_000_000_000).\(decimals)"
    }
}

// MARK: - Listening

extension EventTrace {
    private func listen(to application: Application) {
        let formerTouches = application.onTouchTrace
        application.onTouchTrace = { [weak self] event in
            self?.note(event)
            formerTouches?(event)
        }
        restorers.append { [weak application, weak listener = application.touchTraceListener] in
            guard let application, let listener, application.touchTraceListener === listener else { return }
            application.onTouchTrace = formerTouches
        }
        let formerPresses = application.onPressDelivery
        application.onPressDelivery = { [weak self] delivery in
            self?.note(delivery)
            formerPresses?(delivery)
        }
        restoreAtEnd(application, changes: { $0.pressListenerChanges }) { $0.onPressDelivery = formerPresses }
        let formerLife = application.onLifecycleEvent
        application.onLifecycleEvent = { [weak self] event in
            self?.note(.lifecycle(event))
            formerLife?(event)
        }
        restoreAtEnd(application, changes: { $0.lifecycleListenerChanges }) { $0.onLifecycleEvent = formerLife }
        let formerFocus = application.onFirstResponderChange
        application.onFirstResponderChange = { [weak self] in
            self?.noteFocus()
            formerFocus?()
        }
        restoreAtEnd(application, changes: { $0.firstResponderListenerChanges }) {
            $0.onFirstResponderChange = formerFocus
        }
    }

    /// Puts a former listener back at the end, unless another one was set meanwhile.
    ///
    /// - Parameter changes: How often such a listener was set.
    private func restoreAtEnd(
        _ application: Application,
        changes: @escaping @MainActor (Application) -> Int,
        _ restore: @escaping @MainActor (Application) -> Void
    ) {
        restorers.append { [weak application, own = changes(application)] in
            if let application, changes(application) == own { restore(application) }
        }
    }

    private func note(_ event: TraceEntry.Event) {
        guard isRecording else { return }
        entries.append(TraceEntry(time: now, event: event))
    }

    private func note(_ event: TouchTraceEvent) {
        guard isRecording else { return }
        if case .recognizer(let recognizer, let step) = event.kind {
            note(.gesture(event.summary, recognizer: number(of: recognizer), TraceEntry.Step(step)))
        } else {
            note(.touch(event.summary, TraceEntry.Step(event.kind)))
        }
    }

    private func note(_ delivery: PressDelivery) {
        let presses = delivery.presses.map { TraceEntry.PressedKey(press: $0.number, key: $0.key) }
        note(.press(delivery.message, presses, ResponderName(delivery.responder)))
    }

    private func noteFocus() {
        let responder = application?.keyWindow?.firstResponder
        // The window keeps its first responder alive, so another one never has the same place in memory.
        guard responder.map({ ObjectIdentifier($0) }) != focus else { return }
        focus = responder.map { ObjectIdentifier($0) }
        note(.focus(responder.map { ResponderName($0) }))
    }

    /// A number for each recogniser, from 1 in the order of their first events.
    private func number(of recognizer: GestureRecognizer) -> Int {
        if let known = recognizers[ObjectIdentifier(recognizer)], known.recognizer === recognizer {
            return known.number
        }
        lastRecognizer += 1
        recognizers[ObjectIdentifier(recognizer)] = KnownRecognizer(recognizer: recognizer, number: lastRecognizer)
        return lastRecognizer
    }
}

// MARK: - Lines

extension TraceEntry {
    fileprivate var kind: EventTrace.Kind {
        switch event {
        case .touch: .touch
        case .gesture: .gesture
        case .press: .press
        case .lifecycle: .lifecycle
        case .focus: .focus
        }
    }

    fileprivate var line: EventTrace.Line {
        EventTrace.Line(
            time: .nanoseconds(time),
            kind: kind,
            text: text,
            isMove: isMove,
            isOfSeveralTouches: isOfSeveralTouches
        )
    }
}
