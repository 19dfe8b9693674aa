public import ResponderEventLoop

/// A handle to a function that is called once for each frame of the display, for animations and for reading touches at
/// the rate of the display (rule L39).
///
/// In a turn with a frame the touches of the frame are delivered first, then the links are called, then the update pass
/// lays out views (rule L40). If the application was busy over several frames, a link is called once for them, and
/// keeps its phase. All links of an application have their frames at common instants: those of a link at 30 frames per
/// second are those of every second frame at 60.
///
/// While a link runs, a touch moves at most once a frame (rule T36): moves wait for the frame, and its event has all
/// samples (``Event/coalescedTouches(for:)``). If several links run, the fastest sets this pace; links with less than
/// 30 frames per second set none. The beginning or end of a touch does not wait, and is delivered with the moves before
/// it; then a touch may move a second time in a frame. A message of a host does not wait either. Moves do not wait if
/// ``Application/isTouchCoalescingEnabled`` is false.
///
/// The application retains a link until ``cancel()``, or until the application ends; the app need not keep the handle.
/// An embedder may drive the links, by ``Application/frameClock``: then they are called for the frames that it
/// announces, and their instants are those that it announces. Otherwise the loop's timers call them.
///
/// A link belongs to the main actor.
@MainActor
public final class DisplayLink {
    /// The link's owner; nil once the link was cancelled.
    private var links: DisplayLinks?
    private var perform: (@MainActor (DisplayLink) -> Void)?
    let modes: MainRunLoop.ModeSet
    let name: StaticString
    /// Nil while the link is paused.
    private var timer: MainRunLoop.Timer?
    /// The link's number in the order of adding, and its place in the list of links.
    var serial = 0
    var place = 0
    private(set) var isInCallback = false

    /// The instant of the frame for which the link was last called; before the first call, of the last frame before the
    /// link was added.
    ///
    /// All links that are called in one turn compute their timestamps from the same instant. Pausing the link does not
    /// change this property, so after a pause it is the frame of the last call before.
    public private(set) var timestamp: MainRunLoop.Instant
    /// The instant of the frame after ``timestamp``, for which the callback prepares the content.
    public var targetTimestamp: MainRunLoop.Instant {
        guard let announced else { return frames.first(after: timestamp) }
        return isCalledForEach(announced.duration)
            ? announced.next : max(announced.next, frames.first(after: timestamp))
    }
    /// The time from ``timestamp`` to ``targetTimestamp``.
    public var duration: Duration { timestamp.duration(to: targetTimestamp) }
    private var frames: DisplayFrames
    /// Whether the link has the screen's rate.
    private var followsScreen: Bool
    /// The announced frame for which the link was last called; nil for a frame of the loop's timers.
    private var announced: AnnouncedFrame?
    /// The number of the announced frame for which the link was last called, or that came before it ran.
    private var served: UInt64 = 0

    /// How often the link is called in a second, if the application is not too busy; from 1 to 1000.
    ///
    /// A link that was added without a rate has the screen's (``Screen/framesPerSecond``), until this property is set.
    /// While an embedder drives the clock (``Application/frameClock``), such a link is called for each frame, as is a
    /// link whose rate is not below that of the frames; another is called for as many of them as its rate says.
    ///
    /// Setting this property moves ``timestamp`` back to the last frame of the new rate, if it is not one. On a link
    /// that was cancelled, setting does nothing.
    ///
    /// - Precondition: The rate is set to a number from 1 to 1000.
    /// - Complexity: Setting is O(log n) for n timers; however often rates are set, this adds the number of links to
    ///   each of the few times that a turn with touches asks which link is the fastest. No allocation.
    public var framesPerSecond: Int {
        get { frames.perSecond }
        set {
            Self.check(newValue)
            guard links != nil else { return }
            followsScreen = false
            setRate(newValue)
        }
    }

    private func setRate(_ framesPerSecond: Int) {
        guard let links, framesPerSecond != frames.perSecond else { return }
        frames = links.frames(framesPerSecond)
        if announced == nil { timestamp = frames.last(upTo: timestamp) }
        setTimer()
        links.rateDidChange()
    }

    func screenRateDidChange() {
        if followsScreen, let links { setRate(links.screenRate) }
    }

    /// Whether the link is called until ``cancel()``, or until the application ends.
    public var isValid: Bool { links != nil }

    /// Whether the app has paused the link; false at first.
    ///
    /// A link also pauses by itself where its modes are not served. Setting the value on a link that was cancelled does
    /// nothing.
    ///
    /// - Complexity: Setting is O(log n) for n timers, with at most one system call; going on allocates a timer's
    ///   closure.
    public var isPaused: Bool {
        get { timer == nil }
        set { if newValue { stop() } else { start() } }
    }

    init(
        _ links: DisplayLinks,
        framesPerSecond: Int?,
        modes: MainRunLoop.ModeSet,
        name: StaticString,
        perform: @escaping @MainActor (DisplayLink) -> Void
    ) {
        if let framesPerSecond { Self.check(framesPerSecond) }
        self.modes = modes
        self.name = name
        followsScreen = framesPerSecond == nil
        frames = links.frames(framesPerSecond ?? links.screenRate)
        timestamp = frames.last(upTo: links.loop.now)
        guard links.add(self) else { return }
        self.links = links
        self.perform = perform
        start()
    }

    /// Not a precondition, whose message is lost in release.
    private static func check(_ framesPerSecond: Int) {
        guard !(1...1000).contains(framesPerSecond) else { return }
        fatalError("a display link was given \(framesPerSecond) frames per second; give a number from 1 to 1000")
    }

    /// Ends the link: it is called no more, not even for a frame that has come.
    ///
    /// Releases the closure at once; inside the link's own callback, when the callback returns. Idempotent, and legal
    /// anywhere.
    ///
    /// - Complexity: O(log n) for n timers, with at most one system call; no allocation.
    public func cancel() {
        stop()
        let released = (links, perform)
        (links, perform) = (nil, nil)
        released.0?.remove(self)
        withExtendedLifetime(released) {}
    }

    private func start() {
        guard timer == nil, let links else { return }
        let interval = Duration.nanoseconds(1_000_000_000 / framesPerSecond)
        served = links.drive.number
        // The interval keeps the timer going; each call sets the next frame exactly.
        timer = links.loop.addTimer(at: nextCall(links), every: interval, in: modes, name: name) {
            [self] in frameDidCome($0)
        }
        links.didChange(self, runs: true)
    }

    private func stop() {
        guard let timer else { return }
        self.timer = nil
        timer.cancel()
        links?.didChange(self, runs: false)
    }

    /// When the link is called next; inside its callback, and just before, the frame that has come.
    var nextFrame: MainRunLoop.Instant { timer?.fireTime ?? MainRunLoop.Instant(nanoseconds: .max) }

    /// Whether the link is not being called, and its timer is not taken out as due: then the present run fires it in
    /// time.
    var canFire: Bool { !isInCallback && timer?.isArmed == true }

    /// Sets the timer to the link's next frame; inside the callback the timer is set when the callback returns.
    func setTimer() {
        guard let links, let timer, !isInCallback else { return }
        timer.fireTime = nextCall(links)
    }

    /// When the timer fires next: for a frame, or at the deadline of one that is to be announced.
    private func nextCall(_ links: DisplayLinks) -> MainRunLoop.Instant {
        guard links.isDriven else { return frames.first(after: links.loop.now) }
        return hasNewFrame(links) ? links.loop.now : links.drive.deadline
    }

    /// Whether a frame was announced for which the link is still to be called.
    private func hasNewFrame(_ links: DisplayLinks) -> Bool {
        guard served != links.drive.number, let frame = links.drive.frame else { return false }
        if isCalledForEach(frame.duration) { return true }
        return frames.last(upTo: frame.timestamp) > frames.last(upTo: timestamp)
    }

    /// Whether the link is called for each announced frame, if frames take so long.
    private func isCalledForEach(_ duration: Duration) -> Bool {
        // The rates that an embedder knows are rounded.
        followsScreen || duration * framesPerSecond >= .milliseconds(950)
    }

    private func frameDidCome(_ timer: MainRunLoop.Timer) {
        guard let links else { return }
        if links.isDriven, !hasNewFrame(links) {
            if links.drive.deadline <= links.loop.now { links.frameIsLate() }
            timer.fireTime = links.drive.deadline
            return
        }
        links.willCall()
        defer {
            if timer.isValid {
                // Inside the timer's callback only a later instant than the one that has come counts.
                let least = MainRunLoop.Instant(nanoseconds: timer.fireTime.nanoseconds + 1)
                timer.fireTime = max(least, nextCall(links))
            }
        }
        // A handler may have paused or cancelled this link, or ended the application; a message may have made it
        // inactive.
        guard timer.isValid, let perform, !links.loop.isTurnCutShort, links.loop.serves(modes) else { return }
        announced = links.isDriven ? links.drive.frame : nil
        served = links.drive.number
        timestamp = announced?.timestamp ?? frames.last(upTo: links.instantOfStep)
        isInCallback = true
        perform(self)
        isInCallback = false
    }
}

extension Application {
    /// Adds a display link, which calls `perform` once for each frame of the display, in the loop's turns.
    ///
    /// The first call is at the next frame after now.
    ///
    /// - Parameters:
    ///   - framesPerSecond: How often `perform` is called in a second, from 1 to 1000; nil for each frame of the
    ///     screen (``Screen/framesPerSecond``).
    ///   - modes: The modes of the runs in which the link is called. By default the link pauses while the application
    ///     is not active; with ``/ResponderEventLoop/MainRunLoop/ModeSet/whileInForeground`` the link continues while
    ///     the application is inactive on the screen, with ``/ResponderEventLoop/MainRunLoop/ModeSet/common`` also in
    ///     the background.
    ///   - name: The link's name in the loop's ledger.
    ///   - perform: Called with the link; kept until the link was cancelled, or the application has ended.
    /// - Returns: A handle, with which the link can be paused, changed and cancelled. If the application has ended, the
    ///   link is cancelled already.
    /// - Precondition: `framesPerSecond` is nil, or from 1 to 1000.
    /// - Complexity: O(log n) for n timers, with at most one system call; allocates the link. A call of `perform`
    ///   allocates nothing, and costs one system call at most besides the loop's wait.
    @discardableResult
    public final func addDisplayLink(
        framesPerSecond: Int? = nil,
        in modes: MainRunLoop.ModeSet = .whileActive,
        name: StaticString = #function,
        perform: @escaping @MainActor (DisplayLink) -> Void
    ) -> DisplayLink {
        DisplayLink(displayLinks, framesPerSecond: framesPerSecond, modes: modes, name: name, perform: perform)
    }
}
