import ResponderKit
import ResponderRecordings

/// A replay of a recording in an app, with the options of `responderkit replay`.
struct Replay {
    let file: String
    let deviceName: String
    let frames: RecordedFrames
    let frameCount: Int
    let decoded: EvdevDecoder.Statistics
    let pace: RecordingPlayer.Pace
    let windowSize: Size
    let tree: ReplayCommand.Tree
    let isTracing: Bool
    let printsEveryMove: Bool
    let printsJSON: Bool

    /// Starts the app that plays the recording.
    ///
    /// Never returns.
    @MainActor
    func run() -> Never {
        ReplayDelegate.replay = self
        Application.main(delegateClass: ReplayDelegate.self)
    }
}

/// The app: a window with the tree of views, and a player that sends to its touch port.
@MainActor
final class ReplayDelegate: EntryPointDelegate {
    /// The replay, set before the application starts.
    ///
    /// Static, since the entry point makes the delegate and passes nothing to it.
    static var replay: Replay?

    private var player: RecordingPlayer?
    private var trace: ReplayTrace?
    private var counts = ReplayCounts()

    func application(_ application: Application, didFinishLaunchingWithOptions options: LaunchOptions) -> Bool {
        guard let replay = Self.replay else { return false }
        replay.tree.makeWindow(of: replay.windowSize, in: application).makeKeyAndVisible()
        return true
    }

    func applicationDidBecomeActive(_ application: Application) {
        guard let replay = Self.replay else { return }
        if replay.isTracing {
            ReplayTrace.printHeading(replay)
            trace = ReplayTrace(printsEveryMove: replay.printsEveryMove)
        }
        // A fast replay brings many samples a turn; without coalescing the trace is the same at every speed.
        application.isTouchCoalescingEnabled = false
        application.onTouchDelivery = { [weak self] delivery in
            self?.counts.note(delivery)
            self?.trace?.note(delivery)
        }
        let sender = application.touchPort.makeSender()
        player = RecordingPlayer(replay.frames, to: sender, on: application.runLoop, pace: replay.pace)
        player?.play { application.terminate() }
    }

    func applicationWillTerminate(_ application: Application) {
        guard let replay = Self.replay else { return }
        player?.cancel()
        // Released before the app: a leak detector does not find an object through the side table of a weak reference.
        player = nil
        trace?.finish()
        let summary = ReplaySummary(replay, counts: counts, application: application)
        print(replay.printsJSON ? summary.json : summary.text)
    }
}
