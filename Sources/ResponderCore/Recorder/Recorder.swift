internal import Glibc
internal import ResponderEventLoop
internal import ResponderSupport

/// Records what comes to an application from outside, and what the application does, in a file that replays.
///
/// Recorded are touches, keys, the wheel and hovering, the messages of the host, the screen, the time of each turn, the
/// ``seed``, the restored state, and what the app hands over (``input(_:perform:)``). What the app's own descriptors,
/// threads and tasks bring is not recorded otherwise. ``SessionReplay`` plays a recording.
///
/// A recording is switched on before the launch: by the environment variable `RESPONDERKIT_RECORDING`, whose text is
/// the file's path, for an application that the entry point starts; or by ``start(_:limit:)``. The loop's time must
/// stand still during a turn: the entry point makes such a loop, and so does
/// `MainRunLoop(holdsTimeDuringTurns: true)`; a loop under virtual time is one.
///
/// - Complexity: O(1) without allocation, for each member that does not say otherwise.
@MainActor
public final class Recorder {
    /// How many bytes a recording has at most, unless another limit is given: 64 mebibytes, an hour and more of one
    /// finger.
    public nonisolated static let defaultLimit = 64 << 20

    private weak var application: Application?
    /// The tape, also when the recording has ended: a log handler that is told of a failure may end the recording in a
    /// call of the tape, which the dispatch does not retain.
    private var tape: RecordingTape?
    private var inputs: [String: Input.Handler] = [:]
    /// Why the recording has ended early; nil if it has not.
    public private(set) var failure: RecorderError?
    /// A number for the app's own random numbers: another one for each process, and in a replay the recorded one.
    public internal(set) var seed = UInt64.random(in: 0...UInt64.max)

    init(_ application: Application) {
        self.application = application
    }

    /// Whether the application is being recorded.
    public var isRecording: Bool { failure == nil && tape.map { $0 === application?.tape } == true }

    /// Whether the application is being replayed: then its input is the recording's.
    public var isReplaying: Bool { application?.tape?.isPlaying == true }

    /// Begins to record the application.
    ///
    /// A file that has the name already is renamed first, with `.old` behind its name. Only the owner may read the new
    /// file. It grows by a mebibyte at a time; when it has reached its limit, the oldest mebibyte is written anew, and
    /// what is left can be read, compared and exported, but not replayed. The file is complete up to the last input,
    /// however the process ends.
    ///
    /// Where the disk is full, the application goes on, one error is logged, and ``failure`` is set.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - limit: How many bytes the file may have; at least two mebibytes.
    /// - Throws: ``RecorderError`` if the file cannot be made.
    /// - Precondition: The application was not launched, it is neither recorded nor replayed, and its loop's time
    ///   stands still during a turn. Its manifest is set: a replay is refused to another app.
    /// - Complexity: O(1), with system calls for the file; allocates the recording's memory, a mebibyte of which is the
    ///   file's.
    public func start(_ path: String, limit: Int = Recorder.defaultLimit) throws(RecorderError) {
        guard let application else { return }
        guard application.lifecycle.state == .notRunning, !application.lifecycle.hasEnded, application.tape == nil
        else {
            fatalError("a recording was started when the application was running; start it before the launch, and once")
        }
        guard application.runLoop.holdsTimeDuringTurns else {
            fatalError(
                "a recording needs a loop whose time stands still during a turn; make it with "
                    + "`MainRunLoop(holdsTimeDuringTurns: true)`"
            )
        }
        let start = SessionStart(
            application: application.manifest.identifier,
            applicationClass: "\(type(of: application))",
            instant: application.runLoop.now,
            date: time(nil),
            sleeps: !application.runLoop.isOnVirtualClock,
            seed: seed
        )
        try Self.keepFormerFile(path)
        let tape = try RecordingTape(path: path, limit: limit, loop: application.runLoop, start: start) {
            [weak self] in self?.failure = $0
        }
        tape.attach(to: application)
        self.tape = tape
    }

    /// Renames a recording that has the name already, so that a restart after a crash does not lose it.
    private static func keepFormerFile(_ path: String) throws(RecorderError) {
        var status = stat()
        guard !path.utf8.contains(0), lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw RecorderError(path: path, reason: "it is a folder, a link, a pipe or a device; name a plain file")
        }
        guard rename(path, path + ".old") == 0 else {
            throw RecorderError(path: path, reason: "its former file: \(systemMessage(currentErrno()))")
        }
    }

    /// Ends the recording; does nothing where there is none.
    ///
    /// - Complexity: O(1), with system calls for the file.
    public func stop() {
        tape?.finish()
        tape?.detach()
    }

    /// Marks this moment in the recording, such as when a user says that something is wrong; does nothing where nothing
    /// is recorded.
    ///
    /// - Parameter text: What is to be found at the mark; at most 1,024 bytes of it are kept.
    /// - Complexity: Linear in the text.
    public func mark(_ text: String) { tape?.mark(text) }

    // MARK: What an app brings itself

    /// A way for what an app's own descriptors, threads and tasks bring: recorded values that a replay brings again.
    ///
    /// - Parameters:
    ///   - name: The input's name in the recording; another input of the name is replaced.
    ///   - perform: Called with each value, in the order sent, in a turn of the application's loop.
    /// - Returns: Where the values are sent; the recorder keeps `perform`.
    /// - Complexity: Amortised O(1); allocates the input.
    public func input(_ name: String, perform: @escaping @MainActor (String) -> Void) -> Input {
        let handler = Input.Handler(name: name, recorder: self, perform: perform)
        inputs[name] = handler
        return Input(handler: handler, poster: application?.runLoop.poster)
    }

    /// Performs a value that was sent, and keeps it; in a replay only recorded values are performed.
    func receive(_ value: String, _ handler: Input.Handler) {
        guard let application, !isReplaying, inputs[handler.name] === handler else { return }
        application.tape?.keep(.value) {
            $0.append(handler.name)
            $0.append(value)
        }
        handler.perform(value)
    }

    /// Performs a recorded value; returns whether the app has such an input.
    func replay(_ value: String, to name: String) -> Bool {
        guard let handler = inputs[name] else { return false }
        handler.perform(value)
        return true
    }
}

extension Application {
    /// Records the application's input; off until it is started.
    ///
    /// - Complexity: O(1); the first call allocates the recorder.
    public final var recorder: Recorder {
        if let madeRecorder = madeRecorder as? Recorder { return madeRecorder }
        let recorder = Recorder(self)
        madeRecorder = recorder
        return recorder
    }
}
