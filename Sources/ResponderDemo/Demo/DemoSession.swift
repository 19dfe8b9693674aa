import Glibc
import ResponderKit
import ResponderRecordings
internal import ResponderSupport

/// The running demo: connects the terminal with the app.
///
/// Mouse reports go to the app's touch port, deliveries and notifications go to the monitor, and the loop's update pass
/// draws.
@MainActor
final class DemoSession {
    private let terminal: Terminal
    private let recordingFile: String?
    private let monitor = DemoMonitor()
    private var recorder: TouchRecorder?
    private var layout: DemoLayout
    private var parser = TerminalInputParser()
    private var fingers: MouseFingers
    private var pointer: MousePointer
    private var wheel: MouseWheel
    private var shown: CellGrid?
    /// Waits for what may follow the escape key's byte.
    private var escape: MainRunLoop.Timer?

    private weak var application: Application?
    private var app: DemoApp?
    private var sender: TouchPort.Sender?
    private var signals: TerminalSignals?
    private var observation: ObservationToken?
    private var drawing: MainRunLoop.UpdateHandler?
    /// Whether the picture in the terminal is no longer that of the present state.
    private var needsPicture = false
    /// Waits for room in the terminal, while part of a picture is not sent yet.
    private var room: MainRunLoop.DescriptorSource?

    /// A session in `terminal`; with a file, the frames that are sent to the port are recorded there.
    init(terminal: Terminal, recordingFile: String?) {
        self.terminal = terminal
        self.recordingFile = recordingFile
        layout = DemoLayout(terminal.extent)
        fingers = MouseFingers(screen: layout.screen)
        pointer = MousePointer(screen: layout.screen)
        wheel = MouseWheel(screen: layout.screen)
        recorder = recordingFile.map { _ in TouchRecorder(size: layout.size) }
    }

    /// Takes over the app, which was launched.
    func take(_ app: DemoApp, of application: Application) {
        self.application = application
        self.app = app
        app.hover.addTarget(self, action: DemoSession.follow)
    }

    /// Takes over the terminal, and begins to read from it.
    func start() {
        guard let application, signals == nil else { return }
        let loop = application.runLoop
        sender = application.touchPort.makeSender()
        // The views ask for being drawn by themselves; what the monitor shows is not drawn by views.
        application.onPresent = { [weak self] _, _ in self?.needsPicture = true }
        application.onTouchDelivery = { [monitor, weak self] delivery in
            monitor.note(delivery)
            self?.setNeedsPicture()
        }
        application.onPressDelivery = { [monitor, weak self] delivery in
            monitor.note(delivery)
            self?.setNeedsPicture()
        }
        app?.controller.onAction = { [monitor, weak self] action, control, responder in
            monitor.note(action, from: control, performedBy: responder)
            self?.setNeedsPicture()
        }
        observation = application.notificationCenter.observe(DemoTapped.self) { [monitor, weak self] tapped in
            monitor.note(tapped)
            self?.setNeedsPicture()
        }
        loop.addTimer(after: .seconds(1), every: .seconds(1)) { [monitor, weak self] _ in
            monitor.tick()
            self?.setNeedsPicture()
        }
        drawing = loop.addUpdateHandler { [weak self] in self?.draw() }
        do {
            signals = try TerminalSignals(on: loop) { [weak self] in self?.handle($0) }
            // A device, as a panel is.
            _ = try loop.addDescriptorSource(Terminal.input, for: .read, priority: .input, name: "terminal") {
                [weak self] _ in self?.receiveInput()
            }
        } catch {
            return fail("\(error)")
        }
        terminal.enter()
        resize()
    }

    /// Leaves the terminal, and writes the recording.
    func end() {
        // The turn in which the app ends still has its update pass, but the terminal belongs to the shell by then.
        drawing?.cancel()
        room?.cancel()
        terminal.leave()
        guard let recorder, let recordingFile else { return }
        let (recording, name) = (recorder.recording, recordingFile.inOneLine())
        guard !recording.events.isEmpty else {
            return terminal.leave(saying: "No touch and no key was recorded, so \(name) was not written.")
        }
        do {
            try recording.write(to: recordingFile)
            terminal.leave(saying: "Recorded to \(name); see it again: responderkit replay \(name) --tree demo")
        } catch {
            fail("\(error)", status: ExitStatus.of(error))
        }
    }

    private func fail(_ message: String, status: Int32 = EXIT_FAILURE) {
        terminal.leave()
        StandardStreams.report("Error: \(message)")
        exit(status)
    }

    // MARK: Input

    private func receiveInput() {
        // Without a terminal the demo ends.
        guard let bytes = terminal.read() else { return leave() }
        handle(parser.parse(bytes))
        escape?.cancel()
        escape =
            parser.isUndecided
            ? application?.runLoop.addTimer(after: TerminalInputParser.escapeDelay) { [weak self] _ in
                self.map { $0.handle($0.parser.flush()) }
            } : nil
    }

    private func handle(_ inputs: [TerminalInput]) {
        for input in inputs {
            switch input {
            case .mouse(let report): handle(report)
            case .key(.interrupt): return leave()
            case .key(.suspend): suspend(wholeJob: true)
            case .key(.redraw): redraw()
            // A text takes the letter.
            case .key(.quit) where application?.textInput == nil: return leave()
            case .key(let key): handle(key)
            }
        }
    }

    private func handle(_ key: TerminalKey) {
        guard let now = application?.runLoop.now else { return }
        for frame in key.frames(at: now) {
            sender?.send(frame)
            recorder?.record(frame)
        }
    }

    private func handle(_ report: MouseReport) {
        guard let now = application?.runLoop.now else { return }
        // The pointer leaves before the finger comes down.
        if let frame = pointer.frame(for: report, at: now) { send(frame) }
        if let frame = fingers.frame(for: report, at: now) { send(frame) }
        // A recording is that of a panel, which has no wheel.
        if let frame = wheel.frame(for: report, at: now) { sender?.send(frame) }
    }

    /// The action of the recogniser that follows the pointer: marks the view under it.
    private func follow(_ hover: HoverGestureRecognizer) {
        guard let window = app?.window else { return }
        let isOver = hover.state == .began || hover.state == .changed
        let place = hover.location(in: window)
        monitor.notePointer(at: place, over: isOver ? window.hitTest(place, with: nil) : nil)
        setNeedsPicture()
    }

    private func send(_ frame: TouchFrame) {
        sender?.send(frame)
        recorder?.record(frame)
    }

    private func leave() {
        application?.terminate()
    }

    // MARK: Signals

    private func handle(_ signal: TerminalSignals.Signal) {
        switch signal {
        case .resized:
            resize()
        case .suspended:
            suspend(wholeJob: false)
        case .continued:
            // Whatever stopped the process, the shell has had the terminal meanwhile.
            terminal.enter()
            resize()
        }
    }

    /// Gives the terminal back, and stops the process until it is continued.
    private func suspend(wholeJob: Bool) {
        if let now = application?.runLoop.now {
            for frame in [pointer.cancel(at: now), fingers.cancel(at: now)] { frame.map(send) }
        }
        terminal.leave()
        signals?.stop(wholeJob: wholeJob)
        terminal.enter()
        resize()
    }

    /// Fits the window to the terminal's present size.
    private func resize() {
        // A panel does not grow, so the window keeps its size during a recording.
        layout = DemoLayout(terminal.extent, fixedScreen: recorder == nil ? nil : layout.screen)
        fingers.screen = layout.screen
        pointer.screen = layout.screen
        wheel.screen = layout.screen
        app?.setSize(layout.size)
        redraw()
    }

    // MARK: Drawing

    private func redraw() {
        shown = nil
        setNeedsPicture()
    }

    private func setNeedsPicture() {
        needsPicture = true
        application?.runLoop.setNeedsUpdate()
    }

    /// The end of the update pass, when views have drawn: sends the changes since the last picture to the terminal.
    ///
    /// While the terminal takes no output, no picture is drawn, but the loop runs on, so that signals still end the
    /// demo.
    private func draw() {
        guard let application, goesOn(terminal.flush()), needsPicture else { return }
        needsPicture = false
        var screen = DemoScreen(layout: layout, monitor: monitor)
        screen.draw(windows: application.windows, port: application.touchPort.statistics, isRecording: recorder != nil)
        let changes = screen.grid.changes(since: shown)
        shown = screen.grid
        _ = goesOn(terminal.write(changes))
    }

    /// Handles the result of a write, and returns whether the terminal took everything.
    ///
    /// Where the terminal has no room, a new picture follows when it has; where the terminal is gone, the demo ends.
    private func goesOn(_ isSent: Bool?) -> Bool {
        guard isSent == false else {
            if isSent == nil { leave() }
            return isSent == true
        }
        do {
            room =
                try room
                ?? application?.runLoop.addDescriptorSource(
                    terminal.output,
                    for: .write,
                    priority: .input,
                    name: "terminal"
                ) { [weak self] _ in
                    self?.room?.cancel()
                    self?.room = nil
                    self?.application?.runLoop.setNeedsUpdate()
                }
        } catch {
            fail("\(error)")
        }
        return false
    }
}

extension TerminalKey {
    fileprivate static let interrupt = TerminalKey(.keyboardC, .control)
    fileprivate static let redraw = TerminalKey(.keyboardL, .control)
    fileprivate static let suspend = TerminalKey(.keyboardZ, .control)
    fileprivate static let quit = TerminalKey(.keyboardQ)
}
