import Glibc
package import ResponderKit
import ResponderRecordings
internal import ResponderSupport

/// The demo: a small app in the terminal, touched with the mouse.
package enum Demo {
    /// The recording that the demo comes with, relative to the folder of the package; programs have a copy in them.
    package static let shippedRecording = "Samples/demo.evemu"

    /// Whether the process was started in a terminal that the demo can be drawn in.
    package static var hasTerminal: Bool { Terminal.isThere }

    /// Prints which command does the same as what follows, the replay of a recording for want of a terminal.
    package static func announceReplay(of file: String) {
        print("No terminal to draw in, so this is: responderkit replay \(file.inOneLine()) --tree demo")
    }

    /// Replays the recording that the demo comes with, for want of a terminal, and ends the process.
    @MainActor
    package static func replayShippedRecording() throws {
        let isHere = access(shippedRecording, R_OK) == 0
        if isHere {
            announceReplay(of: shippedRecording)
        } else {
            print("No terminal to draw in, so this is a replay of the recording that the demo comes with.")
        }
        let file = isHere ? shippedRecording : "the demo's own recording"
        let recording = try EvdevRecording(bytes: PackageResources.demo_evemu, file: file)
        try Replay(RecordedPanel(recording, file: file), tree: .demo).run()
    }

    /// The delegate's class of the app that a recording is of: the demo in a window, or else that in the terminal.
    @MainActor
    package static func delegateClass(of recording: SessionRecording) -> any EntryPointDelegate.Type {
        recording.application == DemoWindow.manifest.identifier ? DemoWindow.self : DemoDelegate.self
    }

    /// Has the demo get what a panel recorded, in virtual time, and writes a recording of the demo.
    ///
    /// - Throws: `RecorderError` if the file cannot be written.
    @MainActor
    package static func record(_ panel: RecordedPanel, to file: String) throws {
        let application = Application(runLoop: try MainRunLoop(clock: VirtualClock()))
        let loop = application.runLoop
        application.manifest = DemoDelegate.manifest
        let delegate = DemoDelegate()
        application.delegate = delegate
        try application.recorder.start(file)
        application.launch()
        delegate.app?.setSize(panel.size)
        loop.runUntilIdle()
        let sender = application.touchPort.makeSender()
        let player = RecordingPlayer(input: panel.frames, to: sender, on: loop, pace: .speed(1))
        var isOver = false
        player.play { isOver = true }
        while !isOver, loop.advanceToNextDeadline() != nil {}
        loop.advance(by: Replay.timeAfterLastFrame)
        application.terminate()
        application.recorder.stop()
        if let failure = application.recorder.failure { throw failure }
    }

    /// Runs the demo in the process's terminal until its user leaves, and ends the process.
    ///
    /// - Parameter recordingFile: The file to which the frames that come through the port are written; nil for none.
    /// - Throws: What keeps the terminal or the file from being used.
    @MainActor
    package static func run(recordingTo recordingFile: String? = nil) throws -> Never {
        // Checked now, so that no recording is lost later.
        if let recordingFile { try RecordingFile.checkWritable(recordingFile) }
        DemoDelegate.session = DemoSession(terminal: try Terminal(), recordingFile: recordingFile)
        Application.main(delegateClass: DemoDelegate.self)
    }
}

/// The application delegate of the demo.
@MainActor
final class DemoDelegate: EntryPointDelegate {
    /// The demo's session, set before the application starts.
    ///
    /// Static, since the entry point makes the delegate and passes nothing to it.
    static var session: DemoSession?
    static let manifest = Manifest(identifier: "responderkit demo")
    private(set) var app: DemoApp?

    func application(_ application: Application, didFinishLaunchingWithOptions options: LaunchOptions) -> Bool {
        let app = DemoApp(application)
        self.app = app
        // A replay of the app has no terminal.
        Self.session?.take(app, of: application)
        return true
    }

    func applicationDidBecomeActive(_ application: Application) { Self.session?.start() }

    func applicationWillTerminate(_ application: Application) { Self.session?.end() }
}
