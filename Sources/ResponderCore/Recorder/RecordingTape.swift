internal import Glibc
internal import Logging
internal import ResponderEventLoop
internal import ResponderNotifications
internal import ResponderSupport
internal import ResponderTouchInput

/// Keeps an application's input, and what the application does, in a file.
///
/// The properties that each turn changes are not checked for exclusive access, which would take a third of the time of
/// a turn: no access to them calls other code.
@MainActor
final class RecordingTape: SessionTape {
    /// The greatest number of bytes of a record; segments have room for several.
    static let longestRecord = SegmentFile.segmentSize / 2

    private let file: SegmentFile
    /// The application's loop, which keeps this tape.
    private let loop: Unmanaged<MainRunLoop>
    /// The present instant of the loop.
    private let instant: UnsafePointer<MainRunLoop.Instant>
    private let path: String
    /// Called once, when nothing more can be recorded.
    private let onFailure: (RecorderError) -> Void
    @exclusivity(unchecked) private var hasFailed = false
    @exclusivity(unchecked) private var record = RecordWriter()
    @exclusivity(unchecked) private var time: Int64
    @exclusivity(unchecked) private var turns: UInt64 = 0
    @exclusivity(unchecked) private var hasWaited = false
    @exclusivity(unchecked) private var receptions: [Reception] = []
    @exclusivity(unchecked) private var secrets = RecordedSecrets()
    /// Whether the store of the application's state is recorded.
    private var hasStore = false
    /// How many questions to the host are under way.
    private var questions = 0
    /// The process that records: a child of `fork(2)` does not.
    private let forks = MainRunLoop.forks
    /// The app's own sources that were called in this turn.
    @exclusivity(unchecked) private var sources: Set<String> = []
    /// The places of contacts whose samples expected updates, among the contacts of their senders.
    private var estimated: [EstimatedContact: UInt8] = [:]

    /// A contact as updates name it.
    private struct EstimatedContact: Hashable {
        let sender: UInt64
        let identifier: Int
    }
    /// Whether touches may move again, according to a reception that took nothing.
    @exclusivity(unchecked) private var mayMoveLater = false

    /// A call of the port's receiver.
    private struct Reception {
        var isContinued: Bool
        /// From where the receiver is called.
        var origin: MainRunLoop.Origin
        var mayMoveAgain = false
        /// Whether frames that are taken now belong to the reception that was written last.
        var isWritten = false
    }

    init(
        path: String,
        limit: Int,
        loop: MainRunLoop,
        start: SessionStart,
        onFailure: @escaping (RecorderError) -> Void
    ) throws(RecorderError) {
        guard let instant = loop.steadyInstant else {
            throw RecorderError(path: path, reason: "the loop's time does not stand still during a turn")
        }
        (self.loop, self.instant) = (.passUnretained(loop), instant)
        do throws(SegmentFile.Failure) {
            file = try SegmentFile(path: path, limit: limit)
            time = loop.now.nanoseconds
            try file.beginSegment(time: time, turns: 0)
        } catch {
            throw RecorderError(path: path, reason: error.reason)
        }
        self.path = path
        self.onFailure = onFailure
        super.init()
        trace.onNewName = { [unowned self] in write(name: $0) }
        start.write(to: &record)
        write(.start)
    }

    // MARK: Writing

    /// Writes the record, in the next segment where the present one has no room.
    private func write(_ kind: RecordKind) {
        append(kind, record.written)
        record.removeAll()
    }

    @inline(__always)
    private func append(_ kind: RecordKind, _ bytes: UnsafeRawBufferPointer) {
        // A kind and a number of at most ten bytes come before the bytes.
        guard isOfThisProcess, file.hasRoom(for: bytes.count &+ 11) || makeRoom(for: bytes.count) else { return }
        file.append(kind, bytes)
    }

    /// Whether this is the process that records; a child of `fork(2)` gives up the file, which is its parent's.
    private var isOfThisProcess: Bool {
        if forks == MainRunLoop.forks { return true }
        hasFailed = true
        file.abandon()
        return false
    }

    @inline(never)
    private func makeRoom(for count: Int) -> Bool {
        guard !hasFailed, count <= Self.longestRecord else { return false }
        do throws(SegmentFile.Failure) {
            try file.beginSegment(time: time, turns: turns)
        } catch {
            fail(error.reason)
            return false
        }
        // A segment can be read without the ones before.
        for name in trace.names { write(name: name) }
        return true
    }

    private func write(name: String) { Self.withShortened(name) { append(.name, $0) } }

    /// Calls `body` with the first bytes of a text that may be of any length.
    private static func withShortened(_ text: String, _ body: (UnsafeRawBufferPointer) -> Void) {
        var text = text
        text.withUTF8 { body(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer($0).prefix(1024))) }
    }

    private func fail(_ reason: String) {
        guard !hasFailed else { return }
        hasFailed = true
        file.finish()
        let error = RecorderError(path: path, reason: reason)
        Logger(label: "responderkit.ResponderKit").error("\(error); the application goes on without it")
        onFailure(error)
    }

    /// Writes what the application did since the turn before began.
    private func writeTrace() {
        guard trace.writer.count > 0 else { return }
        if trace.writer.count <= Self.longestRecord {
            append(.trace, trace.writer.written)
        } else {
            write(.unrecorded, "what the application did in this turn: \(trace.writer.count) bytes")
        }
        trace.writer.removeAll()
    }

    private func write(_ kind: RecordKind, _ text: String) {
        record.append(text)
        write(kind)
    }

    /// Ends the recording.
    func finish() {
        guard !hasFailed, isOfThisProcess else { return }
        writeTrace()
        append(.end, UnsafeRawBufferPointer(start: nil, count: 0))
        hasFailed = true
        file.finish()
    }

    func mark(_ text: String) {
        Self.withShortened(text) { record.append($0) }
        write(.mark)
    }

    func noteUnrecorded(_ what: String) { write(.unrecorded, what) }

    // MARK: Sources that are not recorded

    /// The sources of this library whose data comes by a port, or does not change what an app does.
    private static let knownSources: Set<String> = [
        "termination signals", "stop signals", "notification connection", "FolderWatch", "clipboard", "Wayland",
    ]

    override func attach(to application: Application) {
        super.attach(to: application)
        application.runLoop.onDescriptorSource { [self] in note(source: $0) }
    }

    override func detach() {
        application?.runLoop.onDescriptorSource(nil)
        super.detach()
    }

    /// Notes that a source of the app's own is about to be called, which may bring anything; once a turn.
    private func note(source name: String) {
        guard !Self.knownSources.contains(name), !sources.contains(name) else { return }
        sources.insert(name)
        noteUnrecorded("the source \"\(name)\"")
    }

    // MARK: Turns

    override func beginTurn() {
        super.beginTurn()
        writeTrace()
        let now = instant.pointee.nanoseconds
        record.append(hasWaited)
        record.append(UInt64(max(0, now &- time)))
        write(.turn)
        time = max(time, now)
        turns &+= 1
        hasWaited = false
        if !sources.isEmpty { sources.removeAll(keepingCapacity: true) }
    }

    override func willWait() { hasWaited = true }

    // MARK: Frames

    override func beginReception(isContinued: Bool, hasWaitingSamples: Bool) {
        // What handlers do is the app's own work, even where a source's callback receives the touches.
        let origin = loop.borrow { $0.setOrigin(.inside) }
        receptions.append(Reception(isContinued: isContinued, origin: origin, mayMoveAgain: mayMoveLater))
        mayMoveLater = false
        if hasWaitingSamples { writeReception() }
    }

    override func endReception() {
        guard let last = receptions.popLast() else { return }
        loop.borrow { _ = $0.setOrigin(last.origin) }
        if !last.isWritten { mayMoveLater = mayMoveLater || last.mayMoveAgain }
        // What an outer reception goes on to take belongs to the outer reception.
        guard !receptions.isEmpty, receptions[receptions.count - 1].isWritten else { return }
        receptions[receptions.count - 1].isContinued = true
        receptions[receptions.count - 1].isWritten = false
        receptions[receptions.count - 1].mayMoveAgain = false
    }

    override func keep(mayMoveAgain: Bool) -> Bool {
        if mayMoveAgain, !receptions.isEmpty { receptions[receptions.count - 1].mayMoveAgain = true }
        return mayMoveAgain
    }

    private func writeReception() {
        let reception = receptions[receptions.count - 1]
        record.append(
            (reception.isContinued ? 1 : 0 as UInt8) | (reception.mayMoveAgain ? 2 : 0) | (isBeforeLinks ? 4 : 0)
        )
        write(.reception)
        receptions[receptions.count - 1].isWritten = true
    }

    override func keep(_ frame: TouchPortFrame) {
        if let last = receptions.last, !last.isWritten { writeReception() }
        if var wheel = frame.wheel {
            wheel.location = application?.recordedPoint(for: wheel.location) ?? wheel.location
            record.append(wheel, turn: time)
            return write(.wheel)
        }
        var presses: UInt8 = 0
        var hasDetails = false
        // Whether a contact begins, hovers, or has another place since it began.
        var mayHavePlaces = secrets.hasPlaces
        for place in 0..<frame.count {
            let sample = frame.sample(place)
            if sample.pointee.isOfPress { presses &+= 1 }
            if sample.pointee.detailsPlace != nil { hasDetails = true }
            if sample.pointee.phase == .began { mayHavePlaces = true }
        }
        if hasDetails { noteEstimates(of: frame) }
        if presses < frame.count {
            let places = hasDetails || mayHavePlaces ? places(of: frame) : []
            record.append(frame, without: presses, turn: time, places: places)
            write(.contacts)
        }
        if presses > 0 { writePresses(of: frame) }
    }

    /// The points that stand for the places of the frame's samples; none where no place is a secret.
    private func places(of frame: TouchPortFrame) -> [Point?] {
        guard secrets.mayHide(application) else { return [] }
        let sender = ContactBinding.sender(of: frame.bindings)
        // A copy, since the search for a view may call code of the app, which may call the recorder.
        var secrets = secrets
        let places = (0..<frame.count).map { secrets.place(of: frame.sample($0).pointee, sender, application) }
        self.secrets = secrets
        return places
    }

    private func writePresses(of frame: TouchPortFrame) {
        for place in 0..<frame.count {
            guard let press = frame.sample(place).pointee.press else { continue }
            var secrets = secrets
            let hidden = secrets.hidden(press, application)
            self.secrets = secrets
            record.append(hidden, turn: time)
            write(.press)
        }
    }

    /// Notes the places of contacts whose samples expect updates, which name them by their senders' numbers.
    private func noteEstimates(of frame: TouchPortFrame) {
        for place in 0..<frame.count {
            let sample = frame.sample(place)
            guard sample.pointee.detailsPlace != nil, sample.pointee.details.estimationUpdateIndex != 0 else {
                continue
            }
            let sender = ContactBinding.sender(of: frame.bindings)
            estimated[EstimatedContact(sender: sender, identifier: sample.pointee.identifier)] = sample.pointee.index
        }
    }

    override func keep(_ update: TouchContact, from sender: UInt64) {
        let contact = EstimatedContact(sender: sender, identifier: update.identifier)
        guard let index = estimated[contact] else { return }
        var update = update
        if let place = secrets.place(of: index, sender) { update.location = place }
        record.append(sender)
        record.append(index)
        record.append(update)
        write(.update)
    }

    // MARK: Messages and other input

    override func keep<Message>(_ message: Message) {
        if let message = message as? HostMessage {
            keep(.portMessage) { $0.append(message) }
        } else {
            noteUnrecorded("a message of type \(Message.self)")
        }
    }

    override func keep(frame name: String, _ payload: [UInt8]) {
        keep(.portFrame) {
            $0.append(name)
            $0.append(payload)
        }
    }

    override func keep(_ input: SessionInput, _ write: (inout RecordWriter) -> Void) {
        if input == .hostMessage { recordStore() }
        let place = place(of: input)
        record.append(place.rawValue)
        if place == .betweenTurns {
            loop.borrow { $0.turnClock }?.read()
            let now = instant.pointee.nanoseconds
            record.append(UInt64(max(0, now &- time)))
            time = max(time, now)
        }
        record.append(input.rawValue)
        write(&record)
        guard record.count <= Self.longestRecord else {
            let count = record.count
            record.removeAll()
            return noteUnrecorded("an input of \(count) bytes")
        }
        self.write(.input)
    }

    /// Where in a turn an input comes.
    private func place(of input: SessionInput) -> InputPlace {
        switch input {
        case .portMessage, .portFrame, .value, .state: return .inputStep
        case .unmark: return .betweenTurns
        default: break
        }
        if isAskingHost { return .question }
        return switch loop.borrow({ $0.origin }) {
        case .inside, .input: .inputStep
        case .source: .sources
        case .outside: .betweenTurns
        }
    }

    /// Has the application's store keep what is restored, once there is a store: before the launch.
    private func recordStore() {
        guard !hasStore, let application, let store = application.stateStore else { return }
        hasStore = true
        // For the app it is the store that it has set.
        application.lifecycle.stateStore = RecordedStateStore(store, self)
    }

    override var isAskingHost: Bool { questions > 0 }

    override func answer(_ ask: () -> Bool) -> Bool {
        questions += 1
        let answer = ask()
        questions -= 1
        record.append(answer)
        write(.answer)
        return answer
    }
}
