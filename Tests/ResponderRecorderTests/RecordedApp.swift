import ResponderKit
import ResponderKitTesting
import ResponderSimulator
import TestSupport

/// An app with a bit of everything, for recordings.
@MainActor
final class RecordedApp: Responder, EntryPointDelegate, ListViewDataSource {
    static let manifest = Manifest(identifier: "recorded app")
    /// What the app is to do otherwise in its replay; nil for nothing.
    static var change: Change?
    /// Whether touches of the canvas are left out.
    static var leavesCanvasOut = false
    /// What the app brought itself, in the order in which it came.
    static var values: [String] = []
    /// What was typed into the fields.
    static var texts: [String] = []

    enum Change: CaseIterable {
        case buttonMoves, recognizerAdded, listStays, alertMissing, inputMissing
    }

    var window: Window?
    private(set) var serial: Recorder.Input?
    private var link: DisplayLink?
    private var frames = 0
    let list = ListView(frame: Rect(0, 0, 300, 600))
    let button = Button(title: "Push")
    let name = TextField(frame: Rect(320, 100, 200, 40))
    let secret = TextField(frame: Rect(320, 160, 200, 40))
    let canvas = View(frame: Rect(320, 220, 200, 200))

    func application(_ application: Application, didFinishLaunchingWithOptions options: LaunchOptions) -> Bool {
        let window = RecordedWindow(frame: Rect(0, 0, 600, 800), application: application)
        list.rowHeight = 40
        list.dataSource = self
        if Self.change == .listStays { list.isScrollEnabled = false }
        button.frame = Self.change == .buttonMoves ? Rect(320, 20, 90, 50) : Rect(320, 20, 100, 50)
        button.addAction(for: .primaryActionTriggered) { [weak self, weak application] _ in
            self?.ask()
            // A run inside a handler: what comes meanwhile is dispatched inside the handler.
            if let loop = application?.runLoop { loop.run(until: loop.now.advanced(by: .milliseconds(100))) }
        }
        secret.isSecureTextEntry = true
        for field in [name, secret] {
            field.addAction(for: .editingChanged) { Self.texts.append($0.text) }
        }
        if Self.leavesCanvasOut { canvas.leaveOutOfRecordings() }
        let pinch = PinchGestureRecognizer()
        pinch.addAction { [canvas] in canvas.alpha = min(1, max(0.2, $0.scale)) }
        canvas.addGestureRecognizer(pinch)
        let pan = PanGestureRecognizer()
        pan.maximumNumberOfTouches = 1
        pan.addAction { [weak self, weak application] pan in
            if let application { self?.follow(pan, application) }
        }
        canvas.addGestureRecognizer(pan)
        if Self.change == .recognizerAdded { canvas.addGestureRecognizer(TapGestureRecognizer()) }
        for view in [list, button, name, secret, canvas] { window.addSubview(view) }
        application.screenKeyboard = KeyboardView(layout: .english)
        if Self.change != .inputMissing {
            serial = application.recorder.input("serial port") { [weak self] in self?.take($0) }
        }
        window.makeKeyAndVisible()
        self.window = window
        return true
    }

    private func ask() {
        guard let window, Self.change != .alertMissing else { return }
        let alert = AlertController(title: "Sure?")
        alert.addAction("Yes")
        alert.addAction("No", style: .cancel)
        alert.show(over: window)
    }

    private func take(_ value: String) {
        Self.values.append(value)
        list.contentOffset = Point(0, Double(value.count) * 10)
    }

    /// Counts the frames of the display while a finger drags the canvas, so that its moves wait for them.
    private func follow(_ pan: PanGestureRecognizer, _ application: Application) {
        switch pan.state {
        case .began:
            link = application.addDisplayLink { [weak self] _ in self?.frames += 1 }
        case .ended, .cancelled:
            link?.cancel()
            link = nil
        default: break
        }
    }

    func listView(_ listView: ListView, numberOfRowsInSection section: Int) -> Int { 1000 }

    func listView(_ listView: ListView, cellForRowAt indexPath: ListView.IndexPath) -> ListCell {
        ListCell(reuseIdentifier: "row")
    }
}

/// Sees the keys that the views pass on.
@MainActor
final class RecordedWindow: Window {
    override func pressesBegan(_ presses: PressSet, with event: PressesEvent) {
        super.pressesBegan(presses, with: event)
    }
    override func pressesEnded(_ presses: PressSet, with event: PressesEvent) {
        super.pressesEnded(presses, with: event)
    }
}

/// A recording of the app on a simulated device.
@MainActor
struct RecordedSession {
    let file = TemporaryFile(".rec")
    let device = SimulatedDevice(screenSize: Size(600, 800))
    let application: Application
    let app = RecordedApp()
    let harness: AppHarness

    init(limit: Int = Recorder.defaultLimit) throws {
        RecordedApp.change = nil
        RecordedApp.values = []
        RecordedApp.texts = []
        let (app, path) = (app, file.path)
        var failure: RecorderError?
        application = try device.launch(Application.self) { application in
            application.manifest = RecordedApp.manifest
            application.delegate = app
            do throws(RecorderError) {
                try application.recorder.start(path, limit: limit)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        harness = AppHarness(of: application, on: device)
    }

    /// Some seconds of use: a fling, a pinch, a tap with an alert, typing, the wheel, a lock.
    func use() async throws {
        let finger = harness.finger()
        finger.down(at: Point(100, 500))
        for step in 1...10 {
            await harness.advance(by: .milliseconds(8))
            finger.move(to: Point(100, 500 - Double(step * step) * 3))
        }
        finger.up()
        await harness.advance(by: .seconds(2))
        let (first, second) = (harness.finger(), harness.finger())
        harness.together {
            first.down(at: Point(400, 300))
            second.down(at: Point(420, 320))
        }
        for step in 1...8 {
            await harness.advance(by: .milliseconds(8))
            harness.together {
                first.move(to: Point(400 - Double(step) * 4, 300))
                second.move(to: Point(420 + Double(step) * 4, 320))
            }
        }
        harness.together {
            first.up()
            second.up()
        }
        let drag = harness.finger().down(at: Point(340, 240))
        for step in 1...30 {
            await harness.advance(by: .milliseconds(5))
            drag.move(to: Point(340 + Double(step) * 4, 240 + Double(step) * 3))
        }
        drag.up()
        app.serial?.send("12.5")
        await harness.tap(at: Point(370, 40))
        await harness.advance(by: .milliseconds(500))
        try await harness.tap(.button("No"))
        await harness.advance(by: .seconds(1))
        await harness.tap(at: Point(400, 120))
        await harness.advance(by: .seconds(1))
        harness.keyboard.type("Ada")
        await harness.advance(by: .seconds(1))
        harness.wheel(by: Point(0, -120), at: Point(100, 300))
        await harness.advance(by: .seconds(1))
        try device.perform(.lock)
        await harness.advance(by: .seconds(1))
    }

    /// Sends values of 100,000 bytes each, which fill the file.
    func fill(values: Int) {
        let value = String(repeating: "x", count: 100_000)
        for _ in 0..<values {
            app.serial?.send(value)
            device.advance(by: .milliseconds(8))
        }
    }

    /// Ends the recording, and reads it.
    func end() throws -> SessionRecording {
        application.recorder.stop()
        return try SessionRecording(contentsOfFile: file.path)
    }

    static func replay(_ recording: SessionRecording, _ change: RecordedApp.Change? = nil) throws
        -> SessionReplay.Result
    {
        RecordedApp.change = change
        defer { RecordedApp.change = nil }
        RecordedApp.values = []
        RecordedApp.texts = []
        return try SessionReplay.run(recording, delegateClass: RecordedApp.self)
    }
}
