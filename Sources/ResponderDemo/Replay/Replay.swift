import ResponderKit
package import ResponderRecordings

/// A replay of a recording in an app.
package struct Replay {
    let panel: RecordedPanel
    let pace: RecordingPlayer.Pace
    let tree: ReplayTree
    let isTracing: Bool
    let printsEveryMove: Bool
    /// The recognisers that run.
    let gestures: [GestureKind]
    let isSimultaneous: Bool
    /// Makes the text that is printed at the end.
    let conclusion: (ReplaySummary) -> String

    /// A replay of `panel` at a pace.
    ///
    /// - Parameters:
    ///   - tree: What the window holds.
    ///   - isTracing: Whether each touch's way is printed.
    ///   - printsEveryMove: Whether each move is printed, and not one line for a run of them.
    ///   - gestures: The recognisers that run; with some, the replay is in virtual time.
    ///   - isSimultaneous: Whether none of the gestures makes another one fail.
    ///   - conclusion: Makes the text that is printed at the end.
    package init(
        _ panel: RecordedPanel,
        pace: RecordingPlayer.Pace = .speed(1),
        tree: ReplayTree,
        isTracing: Bool = true,
        printsEveryMove: Bool = false,
        gestures: [GestureKind] = [],
        isSimultaneous: Bool = false,
        conclusion: @escaping (ReplaySummary) -> String = { $0.text }
    ) {
        self.panel = panel
        self.pace = pace
        self.tree = tree
        self.isTracing = isTracing
        self.printsEveryMove = printsEveryMove
        self.gestures = gestures
        self.isSimultaneous = isSimultaneous
        self.conclusion = conclusion
    }

    /// Whether the recording is played at its own pace in virtual time: for recognisers, which depend on the time, and
    /// where it is to take no time.
    ///
    /// Frames that were recorded one after the other are served in different turns then, with what these turns do to
    /// the views: a keyboard on the screen is there when a finger touches it.
    var isInVirtualTime: Bool { !gestures.isEmpty || pace == .asFastAsPossible }

    /// How long the recognisers get after the last frame: longer than any of them waits.
    static let timeAfterLastFrame = Duration.seconds(1)

    /// Runs the app that plays the recording.
    ///
    /// Returns only when the replay is in virtual time.
    @MainActor
    package func run() throws {
        ReplayDelegate.replay = self
        if !isInVirtualTime { Application.main(delegateClass: ReplayDelegate.self) }
        let loop = try MainRunLoop(clock: VirtualClock())
        let application = Application(runLoop: loop)
        let delegate = ReplayDelegate()
        application.delegate = delegate
        application.launch()
        loop.runUntilIdle()
        while !delegate.isOver, loop.advanceToNextDeadline() != nil {}
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
    private var gestures: ReplayGestures?
    /// Whether the application has ended.
    private(set) var isOver = false

    func application(_ application: Application, didFinishLaunchingWithOptions options: LaunchOptions) -> Bool {
        guard let replay = Self.replay else { return false }
        let window = replay.tree.makeWindow(of: replay.panel.size, in: application)
        if !replay.gestures.isEmpty {
            let gestures = ReplayGestures(replay.gestures, isSimultaneous: replay.isSimultaneous)
            gestures.add(to: window)
            self.gestures = gestures
        }
        window.makeKeyAndVisible()
        return true
    }

    func applicationDidBecomeActive(_ application: Application) {
        guard let replay = Self.replay else { return }
        if replay.isTracing {
            ReplayTrace.printHeading(replay)
            trace = ReplayTrace(printsEveryMove: replay.printsEveryMove, hasGestures: gestures != nil)
        }
        // A fast replay brings many samples a turn; without coalescing the trace is the same at every speed.
        application.isTouchCoalescingEnabled = false
        application.onTouchDelivery = { [weak self] delivery in
            self?.counts.note(delivery)
            self?.trace?.note(delivery)
        }
        application.onPressDelivery = { [weak self] delivery in self?.trace?.note(delivery) }
        if gestures != nil { listenToGestures(of: application) }
        let sender = application.touchPort.makeSender()
        let pace = replay.isInVirtualTime ? .speed(1) : replay.pace
        player = RecordingPlayer(input: replay.panel.frames, to: sender, on: application.runLoop, pace: pace)
        player?.play { [hasGestures = gestures != nil] in
            guard hasGestures else { return application.terminate() }
            let loop = application.runLoop
            loop.addTimer(at: loop.now.advanced(by: Replay.timeAfterLastFrame)) { _ in application.terminate() }
        }
    }

    private func listenToGestures(of application: Application) {
        gestures?.onChange = { [weak self, weak application] recognizer in
            guard let application else { return }
            self?.trace?.noteChange(of: recognizer, at: application.runLoop.now)
        }
        application.onTouchTrace = { [weak self] event in
            self?.gestures?.note(event)
            self?.trace?.note(event)
        }
    }

    func applicationWillTerminate(_ application: Application) {
        guard let replay = Self.replay else { return }
        player?.cancel()
        // Released before the app: a leak detector does not find an object through the side table of a weak reference.
        player = nil
        trace?.finish()
        let summary = ReplaySummary(replay, counts: counts, gestures: gestures, application: application)
        print(replay.conclusion(summary))
        isOver = true
    }
}
