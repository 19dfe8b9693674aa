internal import ResponderEventLoop
internal import ResponderNotifications
internal import ResponderTouchInput

/// Gives an application the input of a recording, and compares what the application does with what was recorded.
@MainActor
final class ReplayTape: SessionTape {
    private let recording: SessionRecording
    private var cursor: RecordCursor
    private var sender: TouchPort.Sender?
    /// Gives the input that came by sources of default priority.
    private var sources: MainRunLoop.UserSource?
    /// Whether touches that have moved may move again in the reception that is played.
    private var mayMove = true
    /// Stands for the store of the application's state.
    private(set) lazy var store = ReplayedStateStore(self)
    /// Called before the application is launched.
    var willLaunch: (() -> Void)?
    /// The digest of all turns so far.
    private(set) var digest: UInt64 = 0xcbf2_9ce4_8422_2325
    private(set) var difference: SessionReplay.Difference?
    /// What came from outside and was not recorded, since the turn before began.
    private var unrecorded: [String] = []
    /// Why a record could not be given.
    private var malformed: String?
    /// Inputs of the app that it has not in the replay.
    private var missing: [String] = []
    /// Whether the recording is over, or the replay differs from it.
    private(set) var isOver = false

    private let watch: SessionReplay.Watch

    init(_ recording: SessionRecording, _ watch: SessionReplay.Watch) {
        self.recording = recording
        self.watch = watch
        cursor = RecordCursor(recording.segments)
        super.init()
        if cursor.next?.kind == .start { cursor.advance() }
    }

    override var isPlaying: Bool { true }
    override var hasFrames: Bool { !isOver && (next == .reception || next?.isFrame == true) }
    override var mayMoveAgain: Bool { mayMove }
    var turns: Int { Int(cursor.turns) }
    var fault: String? { malformed ?? cursor.fault }

    /// The kind of the record that the replay goes on with; notes for people are taken on the way.
    private var next: RecordKind? {
        while let record = cursor.next {
            switch record.kind {
            case .mark: break
            case .unrecorded: unrecorded.append(record.text)
            default: return record.kind
            }
            cursor.advance()
        }
        return nil
    }

    override func attach(to application: Application) {
        // From then on the port receives nothing of other senders.
        sender = application.touchPort.makeTapeSender()
        super.attach(to: application)
        sources = application.runLoop.addUserSource(in: .evenWhileSuspended, name: "replay") { [weak self] in
            self?.playInputs(at: .sources)
        }
        application.runLoop.addInput(self, in: .evenWhileSuspended)
    }

    override func detach() {
        application?.runLoop.removeInput(self)
        sources?.cancel()
        super.detach()
    }

    // MARK: Turns

    /// The instant of the turn that begins.
    func nextTurn() -> MainRunLoop.Instant {
        // What came when the turn before was over.
        playInputs(at: .betweenTurns)
        guard !isOver else { return MainRunLoop.Instant(nanoseconds: cursor.time) }
        compareTrace()
        if !isOver {
            if next == .turn { cursor.advance() } else { end() }
        }
        if !isOver, next == .input { signalSources() }
        return MainRunLoop.Instant(nanoseconds: cursor.time)
    }

    /// The instant of the turn that comes next; the present one while there is other input first, and nil at the end.
    var nextInstant: MainRunLoop.Instant? {
        guard !isOver, let next, next != .end else { return nil }
        if next == .input, placeOfNextInput == .betweenTurns {
            return MainRunLoop.Instant(nanoseconds: cursor.time(ofInput: cursor.next?.bytes))
        }
        guard next == .turn || next == .trace else { return MainRunLoop.Instant(nanoseconds: cursor.time) }
        var cursor = cursor
        cursor.advanceToTurn()
        guard cursor.next != nil else { return nil }
        cursor.advance()
        return MainRunLoop.Instant(nanoseconds: cursor.time)
    }

    /// Compares what the application did since the turn before began.
    func compareTrace() {
        let bytes = trace.writer.written
        for byte in bytes { digest = (digest ^ UInt64(byte)) &* 0x100_0000_01b3 }
        digest = (digest ^ 0xff) &* 0x100_0000_01b3
        let recorded: ArraySlice<UInt8>
        if next == .trace, let record = cursor.next {
            recorded = record.bytes
            cursor.advance()
        } else {
            // Before its last turn was over, a process that was killed had written what came, and not what it did.
            if next == nil, cursor.next == nil { return trace.writer.removeAll() }
            recorded = []
        }
        if !recorded.elementsEqual(bytes) || !missing.isEmpty {
            difference = SessionReplay.Difference(
                turn: turns,
                time: .nanoseconds(cursor.time &- recording.start.instant.nanoseconds),
                recorded: TurnTrace.lines(recorded, names: cursor.names) ?? [],
                replayed: TurnTrace.lines(Array(bytes)[...], names: trace.names) ?? [],
                unrecorded: unrecorded,
                missingInputs: missing
            )
            end()
        }
        unrecorded.removeAll()
        trace.writer.removeAll()
    }

    /// Ends the replay.
    private func end() {
        guard !isOver else { return }
        isOver = true
        application?.runLoop.stopAllRuns()
        application?.runLoop.cutTurnShort()
    }

    // MARK: Input

    /// Gives the application what the recording goes on with, as far as it belongs to a place in the turn, or to one
    /// before.
    func playInputs(at place: InputPlace) {
        while !isOver {
            switch next {
            case .reception:
                // The display links ask for these frames; where they did not, the frames come when the turn is over.
                if isNextBeforeLinks && place == .inputStep { return }
                playReception()
            case .contacts, .press, .wheel: receive(isContinued: true)
            case .update: playUpdate()
            case .input:
                guard placeOfNextInput.rawValue <= place.rawValue else { return signalSources() }
                playInput()
            case .answer:
                guard place == .betweenTurns else { return }
                unrecorded.append("an answer of the host to a question that the app did not ask")
                cursor.advance()
            case .turn, .trace, .end, .name, .start, .mark, .unrecorded, nil: return
            }
        }
    }

    private var isNextBeforeLinks: Bool { (cursor.next?.bytes.first ?? 0) & 4 != 0 }

    /// Where in a turn the input that comes next belongs; malformed input comes with the frames.
    private var placeOfNextInput: InputPlace {
        cursor.next?.bytes.first.flatMap(InputPlace.init(rawValue:)) ?? .inputStep
    }

    /// Has the loop ask for the input that belongs to the sources of default priority.
    private func signalSources() {
        if placeOfNextInput == .sources { sources?.signal() }
    }

    override func play() {
        while hasFrames { next == .reception ? playReception() : receive(isContinued: true) }
    }

    private func playReception() {
        guard let record = cursor.next else { return }
        cursor.advance()
        let bits = record.bytes.first ?? 0
        mayMove = bits & 2 != 0
        receive(isContinued: bits & 1 != 0)
    }

    /// Sends the frames that come next, and has the application receive them.
    private func receive(isContinued: Bool) {
        guard let application, let sender else { return end() }
        let turn = cursor.time
        while let kind = next, kind.isFrame, let record = cursor.next {
            cursor.advance()
            var reader = RecordReader(record.bytes)
            do throws(RecordReader.Malformed) {
                guard let frame = try reader.frame(of: kind, turn: turn) else { continue }
                watch.onFrame?(frame, application)
                switch frame {
                case .touch(let frame): sender.send(frame)
                case .press(let frame): sender.send(frame)
                case .wheel(let frame): sender.send(frame)
                }
            } catch {
                return fail(error)
            }
        }
        application.touchPort.receiveRecorded(isContinued: isContinued)
    }

    private func playUpdate() {
        guard let record = cursor.next, let application, let sender else { return end() }
        cursor.advance()
        var reader = RecordReader(record.bytes)
        do throws(RecordReader.Malformed) {
            let (number, index) = (try reader.number(), try reader.byte())
            let update = try reader.contact(try RecordReader.identifier(of: number, index))
            if let own = application.touchPort.number(of: sender) { application.touchPort.onUpdate?(update, own) }
        } catch {
            fail(error)
        }
    }

    private func fail(_ error: RecordReader.Malformed) {
        if malformed == nil { malformed = "a record in turn \(turns): \(error.reason)" }
        end()
    }

    private func playInput() {
        guard let record = cursor.next, let application else { return end() }
        cursor.advance()
        var reader = RecordReader(record.bytes)
        do throws(RecordReader.Malformed) {
            let (place, input) = try reader.input()
            if place == .betweenTurns {
                application.runLoop.turnClock?.read(MainRunLoop.Instant(nanoseconds: cursor.time))
            }
            try play(input, &reader, application)
        } catch {
            fail(error)
        }
    }

    private func play(
        _ input: SessionInput,
        _ reader: inout RecordReader,
        _ application: Application
    ) throws(RecordReader.Malformed) {
        switch input {
        case .hostMessage:
            let message = try reader.message()
            switch message {
            case .launch, .launchInBackground: willLaunch?()
            default: break
            }
            watch.onMessage?(message, application)
            _ = try? application.receive(message)
        case .portMessage:
            let message = try reader.message()
            watch.onMessage?(message, application)
            application.notificationPort.deliver(message)
        case .portFrame:
            let name = try reader.text()
            application.notificationPort.deliver(named: name, Array(try reader.data()))
        case .screen: application.setScreen(try reader.screen())
        case .environment: application.deviceEnvironment = try reader.deviceEnvironment()
        case .multitaskingSupport: application.isMultitaskingSupported = try reader.flag()
        case .frameDriver:
            if try reader.flag() {
                application.frameClock.driver = { (_: Bool) in }
            } else {
                application.frameClock.driver = nil
            }
        case .frame:
            let (time, next) = (Int64(try reader.integer()), Int64(try reader.integer()))
            application.frameClock.announceFrame(
                at: MainRunLoop.Instant(nanoseconds: time),
                next: MainRunLoop.Instant(nanoseconds: next)
            )
        case .value:
            let (name, value) = (try reader.text(), try reader.text())
            if !application.recorder.replay(value, to: name) { missing.append(name) }
        case .pasteboardText: application.pasteboard.string = try reader.text()
        // The application asks for it when it restores its state.
        case .state: break
        case .activity: application.noteInput()
        case .unmark: (application.textInput as? any TextInput)?.unmarkText()
        case .textEdit:
            let change = try reader.textChange()
            if let text = application.textInput { application.take(change, in: text) }
        }
    }

    // MARK: Answers

    override func answer(_ ask: () -> Bool) -> Bool {
        // What the host sent before it answered.
        playInputs(at: .question)
        guard !isOver, next == .answer, let record = cursor.next else { return false }
        cursor.advance()
        return record.bytes.first == 1
    }

    enum State {
        case state(StateValue?)
        case error(String)
        case cutShort
    }

    /// What the application's store had; nil if it was not asked.
    func takeState(isCutShort: Bool) -> State? {
        guard !isOver, next == .input, let record = cursor.next else { return nil }
        var reader = RecordReader(record.bytes)
        do throws(RecordReader.Malformed) {
            guard InputPlace(rawValue: try reader.byte()) == .inputStep,
                try reader.byte() == SessionInput.state.rawValue, let kind = RecordedState(rawValue: try reader.byte()),
                isCutShort == (kind == .cutShort)
            else { return nil }
            cursor.advance()
            switch kind {
            case .none: return .state(nil)
            case .state: return .state(try reader.stateValue())
            case .error: return .error(try reader.text())
            case .cutShort: return .cutShort
            }
        } catch {
            fail(error)
            return nil
        }
    }
}

extension RecordKind {
    fileprivate var isFrame: Bool { self == .contacts || self == .press || self == .wheel }
}

// The input step of a turn serves the recording in place of the ports.
extension ReplayTape: InputSource {
    /// Whether there is input for the input step, or the recorded loop did not wait before the turn that comes next.
    package var hasPending: Bool {
        guard !isOver, let next, next != .end else { return false }
        switch next {
        case .contacts, .press, .wheel, .update: return true
        case .reception where !isNextBeforeLinks: return true
        case .input where placeOfNextInput == .inputStep: return true
        default: break
        }
        var cursor = cursor
        cursor.advanceToTurn()
        return cursor.next.flatMap { RecordCursor.turn($0.bytes) }?.hasWaited == false
    }

    package var isExpecting: Bool { hasPending }

    /// Whether what comes next may wait for a frame of the display, as moves may and messages may not.
    package var mayHoldSamples: Bool {
        guard next == .input, let record = cursor.next, placeOfNextInput == .inputStep else { return true }
        let input = record.bytes.dropFirst().first
        return input != SessionInput.portMessage.rawValue && input != SessionInput.portFrame.rawValue
    }

    package var name: StaticString { "replay" }
    package var oldestTime: MainRunLoop.Instant? { nil }
    package var nextTime: Int64? { hasPending ? cursor.time : nil }

    package func serve(limit: Int) -> Bool {
        let former = cursor.position
        playInputs(at: .inputStep)
        return cursor.position != former
    }

    package func beginStep() {}
    package func serve(limit: Int, notAfter time: Int64) -> Int { serve(limit: limit) ? 1 : 0 }
    package func endStep() {}
    package func invalidate() {}
}
