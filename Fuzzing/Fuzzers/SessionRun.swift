import ResponderKit

/// Bytes as a recording of an app: they are refused in a line, or they are replayed, twice to the same end.
@MainActor
struct SessionRun {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func run() throws(Violation) {
        let recording: SessionRecording
        do throws(SessionRecordingError) {
            recording = try SessionRecording(parsing: bytes, file: "fuzz")
        } catch {
            return try require(RecordingRun.isOneLine("\(error)"), "an error that is no line: \(error)")
        }
        let summary = recording.summary
        try require(recording.difference(from: recording) == nil, "a recording differs from itself")
        guard let first = replay(recording) else { return }
        try require(first.turns <= summary.turns + 1, "\(first.turns) turns are replayed of \(summary.turns)")
        try require(replay(recording) == first, "a second replay ends otherwise")
    }

    private func replay(_ recording: SessionRecording) -> SessionReplay.Result? {
        // The bytes choose the app's name, too.
        let manifest = Manifest(identifier: recording.application)
        return try? SessionReplay.run(recording, delegateClass: SessionApp.self, manifest: manifest)
    }
}

/// The app of the replays: a window with a list, a field and a control.
@MainActor
final class SessionApp: EntryPointDelegate {
    var window: Window?

    func application(_ application: Application, didFinishLaunchingWithOptions options: LaunchOptions) -> Bool {
        let window = Window(frame: Rect(0, 0, 400, 300), application: application)
        let scroll = ScrollView(frame: Rect(0, 0, 200, 300))
        scroll.contentSize = Size(200, 3000)
        let field = TextField(frame: Rect(200, 0, 200, 40))
        let slider = Slider(frame: Rect(200, 50, 200, 40))
        let button = Button(title: "Push")
        button.frame = Rect(200, 100, 100, 40)
        for view in [scroll, field, slider, button] as [View] { window.addSubview(view) }
        _ = application.recorder.input("value") { slider.value = Double($0.count) }
        window.makeKeyAndVisible()
        self.window = window
        return true
    }
}
