internal import ResponderEventLoop
internal import ResponderTouchInput

/// The display links of an application, and the pace that they set for touches (rule T36).
///
/// The fastest link that runs sets the pace: moves wait in the touch port until the link's next frame. A slow link, for
/// example of a clock's hand, is called for only a few of the display's frames, and sets no pace. Moves do not wait
/// - while a message waits at another port, since touches and messages are merged by time (rule L35);
/// - while the link cannot fire: in a run inside its callback (rule L27), and in one inside the callback of another
///   timer of a step that has taken the link out as due;
/// - where the port says so: when it gets full, and when an update of an estimate waits for them.
@MainActor
package final class DisplayLinks {
    /// The least rate that sets a pace, in frames per second: no move waits longer than such a frame.
    static let slowestPace = 30

    let loop: MainRunLoop
    private let touchPort: TouchPort
    /// Not read once the application has ended.
    nonisolated(unsafe) private let dispatcher: UnsafeMutablePointer<TouchDispatcher.State>
    package private(set) var hasEnded = false
    /// The links in no particular order; each link knows its place.
    private var links: [DisplayLink] = []
    /// The number of links that are not paused.
    private var runningCount = 0
    /// The frames that the embedder announces, if it does.
    var drive = FrameDrive()
    /// See ``Screen/framesPerSecond``.
    var screenRate = Screen().framesPerSecond
    private var newestSerial = 0
    /// The instant from which frames are counted: all links have frames at common instants, as if of one display.
    private var start: MainRunLoop.Instant?
    /// The result of ``pacemaker``; nil while it must be found anew.
    private var found: (link: DisplayLink?, state: ServedState)?
    /// The timer step in which links were called last, and its instant: all links of a step have the same frame.
    private var step: UInt64 = 0
    private(set) var instantOfStep = MainRunLoop.Instant(nanoseconds: 0)
    /// Whether moves are delivered before the application stops being active.
    private var isDelivering = false

    /// The state of the loop that determines which links run.
    private typealias ServedState = UInt64

    nonisolated init(
        _ loop: MainRunLoop,
        _ touchPort: TouchPort,
        _ dispatcher: UnsafeMutablePointer<TouchDispatcher.State>
    ) {
        self.loop = loop
        self.touchPort = touchPort
        self.dispatcher = dispatcher
    }

    /// Adds a new link, and returns false if the application has ended.
    func add(_ link: DisplayLink) -> Bool {
        guard !hasEnded else { return false }
        newestSerial += 1
        link.serial = newestSerial
        link.place = links.count
        links.append(link)
        return true
    }

    /// Removes a link that is paused.
    func remove(_ link: DisplayLink) {
        let last = links.removeLast()
        guard last !== link else { return }
        links[link.place] = last
        last.place = link.place
    }

    /// Notes that a link runs now, or no longer does.
    func didChange(_ link: DisplayLink, runs: Bool) {
        runningCount += runs ? 1 : -1
        // Most links that stop do not set the pace.
        if runs || found?.link === link { rateDidChange() }
        touchPort.pacing = wantsFrames ? self : nil
        guard !hasEnded else { return }
        dispatcher.pointee.samples.moves.isPaced = wantsFrames
        if runningCount == (runs ? 1 : 0) { drive.driver?(runs) }
    }

    /// Whether an embedder announces the frames.
    var isDriven: Bool { drive.driver != nil }

    /// Notes that the frame that should have come has not.
    func frameIsLate() {
        drive.isStalled = true
        wakeForMoves()
    }

    /// Whether a link runs.
    var wantsFrames: Bool { runningCount > 0 }

    var all: [DisplayLink] { links }

    /// Keeps what comes from outside for a recording.
    var onInput: (@MainActor (SessionInput, (inout RecordWriter) -> Void) -> Void)?

    /// The links that are not paused.
    var running: some Sequence<DisplayLink> { links.lazy.filter { !$0.isPaused } }

    /// Notes that another link may set the pace.
    func rateDidChange() {
        found = nil
        wakeForMoves()
    }

    /// Makes the loop look for moves that need no longer wait.
    func wakeForMoves() {
        if touchPort.hasSamples { loop.wakeUp() }
    }

    /// Cancels all links: the application has ended.
    func end() {
        if !hasEnded { dispatcher.pointee.samples.moves.isPaced = false }
        hasEnded = true
        let driver = drive.driver
        drive.driver = nil
        withExtendedLifetime(driver) {}
        while let link = links.last { link.cancel() }
    }

    /// The frames of a rate.
    func frames(_ framesPerSecond: Int) -> DisplayFrames {
        let start = start ?? loop.now
        self.start = start
        return DisplayFrames(start: start, perSecond: framesPerSecond)
    }

    // MARK: Moves that wait

    /// The fastest link that runs in the modes that are served; among equal ones the one that was added last, since
    /// links that end in their callbacks usually do so in the order of adding.
    private var pacemaker: DisplayLink? {
        let state = loop.servedModes
        if let found, found.state == state { return found.link }
        var fastest: DisplayLink?
        for link in links
        where !link.isPaused && link.framesPerSecond >= Self.slowestPace && loop.serves(link.modes) {
            guard let known = fastest else {
                fastest = link
                continue
            }
            let isFaster = link.framesPerSecond > known.framesPerSecond
            if isFaster || link.framesPerSecond == known.framesPerSecond && link.serial > known.serial {
                fastest = link
            }
        }
        found = (fastest, state)
        return fastest
    }

    /// Delivers the touches that have come since the turn's input step, before the first link of a timer step is called
    /// (rule L40).
    func willCall() {
        guard step != loop.timerSteps else { return }
        step = loop.timerSteps
        touchPort.serveBeforeLinks()
        // A run inside a handler may have had timer steps.
        step = loop.timerSteps
        instantOfStep = loop.now
    }

    /// Delivers the moves that wait for a frame, since the application is about to stop being active.
    ///
    /// Returns whether there were any.
    func deliverWaitingMoves() -> Bool {
        guard touchPort.hasSamples, touchPort.holdsMoves else { return false }
        isDelivering = true
        touchPort.serveWaiting()
        isDelivering = false
        return true
    }
}

extension DisplayLinks {
    /// The name and the rate of each link that is not paused, for a report.
    package var runningLinks: [(name: String, framesPerSecond: Int)] {
        links.filter { !$0.isPaused }.map { ("\($0.name)", $0.framesPerSecond) }
    }
}

extension DisplayLinks: TouchPacing {
    package var holdsMoves: Bool {
        guard !isDelivering, !hasEnded, dispatcher.pointee.samples.moves.isCoalescing,
            dispatcher.pointee.acceptance.isActive,
            let pacemaker, pacemaker.canFire, !(isDriven && drive.isStalled)
        else { return false }
        return !loop.hasUrgentInput
    }

    package var dueFrame: Int64? {
        guard let pacemaker, !pacemaker.isInCallback, pacemaker.nextFrame <= loop.now else { return nil }
        return pacemaker.nextFrame.nanoseconds
    }

    package var timerSteps: UInt64 { loop.timerSteps }
}

/// The instants of the frames of a rate.
///
/// They are the same in each second, counted from a common start. So a link keeps its phase, does not drift, and has
/// its frames at the same instants as a link of twice the rate.
struct DisplayFrames {
    private static let second: Int64 = 1_000_000_000

    let start: MainRunLoop.Instant
    let perSecond: Int

    /// The instant of the last frame up to `instant`, which is not before the start.
    func last(upTo instant: MainRunLoop.Instant) -> MainRunLoop.Instant { frame(number(at: instant)) }

    /// The instant of the first frame after `instant`.
    func first(after instant: MainRunLoop.Instant) -> MainRunLoop.Instant {
        let (second, frame) = number(at: instant)
        return self.frame((second, frame + 1))
    }

    /// The whole seconds at the last frame up to the instant, and the number of the frame in its second.
    private func number(at instant: MainRunLoop.Instant) -> (second: Int64, frame: Int64) {
        let passed = max(0, instant.nanoseconds - start.nanoseconds)
        // The frame `n` of a second is at `n * second / perSecond`, rounded down.
        let frame = ((passed % Self.second + 1) * Int64(perSecond) - 1) / Self.second
        return (passed / Self.second, frame)
    }

    private func frame(_ number: (second: Int64, frame: Int64)) -> MainRunLoop.Instant {
        let nanoseconds = number.second * Self.second + number.frame * Self.second / Int64(perSecond)
        return MainRunLoop.Instant(nanoseconds: start.nanoseconds + nanoseconds)
    }
}
