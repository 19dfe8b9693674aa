internal import ResponderEventLoop
package import ResponderTouchInput

/// A replay of a recording, in virtual time: the same app gets the same input in the same turns, and does the same.
///
///     let recording = try SessionRecording(contentsOfFile: "kiosk.rec")
///     let result = try SessionReplay.run(recording, delegateClass: KioskDelegate.self)
///     print(result)
@MainActor
public enum SessionReplay {
    /// What came of a replay.
    public struct Result: Hashable, Sendable {
        /// The turns that were replayed.
        public let turns: Int
        /// A number that stands for all that the application did, turn by turn: deliveries of touches and keys,
        /// decisions of recognisers, states of the life cycle, offsets, first responders, appearances of controllers.
        ///
        /// Two replays of a recording have the same digest, whatever the machine.
        public let digest: UInt64
        /// Where the application first did something else than in the recording; nil if it never did.
        public let difference: Difference?
        /// Why the recording could not be read or replayed to its end; nil if it could.
        public let fault: String?
    }

    /// The first turn in which an application did something else than in the recording.
    public struct Difference: Hashable, Sendable {
        /// The turn's number, from 1; 0 for what came before the first turn, such as the launch.
        public let turn: Int
        /// When the turn began, since the beginning of the recording.
        public let time: Duration
        /// What the application did in the recording, a line each.
        public let recorded: [String]
        /// What it did in the replay.
        public let replayed: [String]
        /// What came from outside in this turn and was not recorded.
        public let unrecorded: [String]
        /// The inputs (``Recorder/input(_:perform:)``) whose values were recorded, and that the app does not have.
        public let missingInputs: [String]
    }

    /// Replays a recording with an app.
    ///
    /// The app is made anew, launched and driven by the recording, and then released. Nothing waits: an hour takes
    /// seconds. No device is opened, the host is missing, and no saved state is written.
    ///
    /// - Parameters:
    ///   - recording: A recording of the same app.
    ///   - applicationClass: The class of the application.
    ///   - delegateClass: The class of the delegate; nil where the application is its own delegate, or has none.
    ///   - manifest: The app's manifest; nil for that of the delegate's class.
    ///   - interfaceLoader: Makes the main interface that the manifest names; nil for that of the delegate's class.
    ///   - configure: Called before the launch, for what the program's host did then, such as setting a
    ///     ``Application/textMeasurer``.
    /// - Throws: ``SessionRecordingError`` if the recording is one of another app, or its beginning is gone; the error
    ///   of the loop if the system has no descriptors left.
    /// - Precondition: No run of the main actor's loop is under way that the app's jobs would need: inside a main-actor
    ///   job, as in a test, jobs and tasks of the app wait until the replay is over.
    /// - Complexity: That of the app's work, in the recorded turns; allocates the app.
    @discardableResult
    public static func run(
        _ recording: SessionRecording,
        _ applicationClass: Application.Type = Application.self,
        delegateClass: (any EntryPointDelegate.Type)? = nil,
        manifest: Manifest? = nil,
        interfaceLoader: (any InterfaceLoader)? = nil,
        configure: ((Application) -> Void)? = nil
    ) throws -> Result {
        try run(
            recording,
            applicationClass,
            delegateClass: delegateClass,
            manifest: manifest,
            interfaceLoader: interfaceLoader,
            watch: Watch(),
            configure: configure
        )
    }

    /// Who wants to know what the application is about to get.
    package struct Watch {
        /// Called before a frame is received.
        package var onFrame: ((InputFrame, Application) -> Void)?
        /// Called when the application is made, before its delegate is.
        package var onApplication: ((Application) -> Void)?
        /// Called before a message of the host.
        package var onMessage: ((HostMessage, Application) -> Void)?

        package init() {}
    }

    /// As the public function; `watch` is told of the input.
    package static func run(
        _ recording: SessionRecording,
        _ applicationClass: Application.Type,
        delegateClass: (any EntryPointDelegate.Type)?,
        manifest: Manifest?,
        interfaceLoader: (any InterfaceLoader)?,
        watch: Watch,
        configure: ((Application) -> Void)?
    ) throws -> Result {
        let manifest =
            manifest ?? (delegateClass ?? applicationClass as? any ApplicationDelegate.Type)?.manifest ?? Manifest()
        let applicationClass = manifest.principalClass ?? applicationClass
        try check(recording, manifest, applicationClass)
        let tape = ReplayTape(recording, watch)
        let script = TurnClock.Script(
            sleeps: recording.start.sleeps,
            drainsMainQueue: recording.start.sleeps && MainRunLoop.mayServeMainQueue,
            nextTurn: { [weak tape] in tape?.nextTurn() ?? .zero },
            nextInstant: { [weak tape] in tape?.nextInstant }
        )
        let clock = TurnClock(startingAt: recording.start.instant, script: script)
        let application = applicationClass.init(runLoop: try MainRunLoop(turns: clock))
        application.manifest = manifest
        application.recorder.seed = recording.start.seed
        watch.onApplication?(application)
        tape.attach(to: application)
        defer { tape.detach() }
        application.delegate =
            (delegateClass ?? manifest.delegateClass)?.init() ?? application as? any ApplicationDelegate
        configure?(application)
        var failure: (any Error)?
        tape.willLaunch = { [unowned application, unowned tape] in
            do {
                try application.makeStateStoreIfNeeded()
                try application.loadMainInterfaceIfNeeded(with: interfaceLoader)
                if application.stateStore != nil { application.stateStore = tape.store }
            } catch {
                failure = error
            }
        }
        tape.playInputs(at: .betweenTurns)
        if let failure { throw failure }
        while application.isRunning, !tape.isOver, application.runLoop.run() == .stopped {}
        if !tape.isOver {
            // What came after the last run, such as a second order to end.
            tape.playInputs(at: .betweenTurns)
            tape.compareTrace()
        }
        let result = Result(
            turns: tape.turns,
            digest: tape.digest,
            difference: tape.difference,
            fault: tape.fault
        )
        _ = try? application.receive(HostMessage.kill)
        return result
    }

    private static func check(
        _ recording: SessionRecording,
        _ manifest: Manifest,
        _ applicationClass: Application.Type
    ) throws(SessionRecordingError) {
        guard !recording.isBeginningGone else {
            throw SessionRecordingError(
                file: recording.file,
                reason: "its beginning is gone, since it had reached its limit: it can be read and exported, but not "
                    + "replayed; record with a higher limit"
            )
        }
        guard recording.application == manifest.identifier, recording.applicationClass == "\(applicationClass)" else {
            throw SessionRecordingError(
                file: recording.file,
                reason: "it is one of the app \"\(recording.application)\" with the class "
                    + "\(recording.applicationClass), and this is the app \"\(manifest.identifier)\" with the class "
                    + "\(applicationClass); replay it with its own app"
            )
        }
    }
}

extension SessionReplay.Result: CustomStringConvertible {
    /// The result in a line, and where something differs in more lines.
    public var description: String {
        let end = fault.map { "; the recording cannot be read further: \($0)" } ?? ""
        guard let difference else { return "\(turns) turns are the same, digest \(digestText)\(end)" }
        return "\(difference)\(end)"
    }

    private var digestText: String {
        let text = String(digest, radix: 16)
        return String(repeating: "0", count: 16 - text.count) + text
    }
}

extension SessionReplay.Difference: CustomStringConvertible {
    /// The turn with both traces, and what may be the cause.
    public var description: String { text(legend: "- is in the recording, + is in the replay") }

    /// The description; `legend` says what the signs at the lines stand for.
    package func text(legend: String) -> String {
        var lines = ["turn \(turn), \(time) after the beginning, differs:"]
        let same = zip(recorded, replayed).prefix { $0 == $1 }.count
        for line in recorded.prefix(same) { lines.append("    \(line)") }
        for line in recorded.dropFirst(same) { lines.append("  - \(line)") }
        for line in replayed.dropFirst(same) { lines.append("  + \(line)") }
        lines.append("  \(legend)")
        for input in missingInputs {
            lines.append("  the recording has a value for the input \"\(input)\", which this app does not have")
        }
        for what in unrecorded { lines.append("  not recorded in this turn: \(what)") }
        return lines.joined(separator: "\n")
    }
}
