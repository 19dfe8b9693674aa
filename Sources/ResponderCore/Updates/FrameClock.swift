public import ResponderEventLoop

/// The clock of an application's frames, which calls its display links, and so moves its scroll views (rule L39).
///
/// An embedder that knows when the screen shows frames drives the clock: it sets ``driver``, and calls
/// ``announceFrame(at:next:)`` for each frame. While nobody drives the clock, the loop's timers do, at
/// ``Screen/framesPerSecond``; either way nothing wakes the loop while no display link runs.
///
/// - Complexity: O(1) without allocation, for each member that does not say otherwise.
@MainActor
public struct FrameClock {
    let links: DisplayLinks

    /// Called when frames are wanted, with true, and when they are no longer wanted, with false: when the first display
    /// link begins to run, and when the last one ends or pauses.
    ///
    /// A new driver is called at once if frames are wanted. From then on the display links wait for announced frames:
    /// none is called while the driver announces none, as for a window that is not seen. Nil at first: the loop's
    /// timers drive the clock. The application retains the closure until the application ends.
    ///
    /// - Complexity: Setting is O(n log n) for n display links, besides the work of the driver.
    public var driver: (@MainActor (_ wantsFrames: Bool) -> Void)? {
        get { links.drive.driver }
        nonmutating set { links.setDriver(newValue) }
    }

    /// Whether a display link runs, which waits for frames.
    public var wantsFrames: Bool { links.wantsFrames }

    /// Announces a frame: the display links that run are called once, in this turn of the loop if its timers are still
    /// to come, otherwise in the next.
    ///
    /// Of several frames that are announced before the links are called, the last counts. A frame that is not later
    /// than the one before is left out, and so is one before the clock's start, or while there is no ``driver``.
    ///
    /// - Parameters:
    ///   - timestamp: The frame's instant, by the loop's clock (``DisplayLink/timestamp``). An instant after now counts
    ///     as now.
    ///   - next: The instant of the next frame, for which the links prepare the content
    ///     (``DisplayLink/targetTimestamp``); at most a second after `timestamp`. An instant that is not after
    ///     `timestamp` stands for a frame's length after it, by ``Screen/framesPerSecond``.
    /// - Complexity: O(n log n) for n display links; no allocation.
    public func announceFrame(at timestamp: MainRunLoop.Instant, next: MainRunLoop.Instant) {
        links.announceFrame(at: timestamp, next: next)
    }
}

extension Application {
    /// The clock that calls the display links, which an embedder may drive.
    public final var frameClock: FrameClock { FrameClock(links: displayLinks) }
}

// Links that run wait for announced frames, with timers that are set to the frame when it comes. Until then each timer
// stands at the deadline of the frame: if none has come by then, moves of touches need not wait for it any longer.
extension DisplayLinks {
    func setDriver(_ driver: (@MainActor (Bool) -> Void)?) {
        guard !hasEnded else { return }
        onInput?(.frameDriver) { $0.append(driver != nil) }
        let former = drive.driver
        drive.driver = driver
        drive.isStalled = true
        for link in running { link.setTimer() }
        rateDidChange()
        withExtendedLifetime(former) {}
        if wantsFrames { driver?(true) }
    }

    func announceFrame(at timestamp: MainRunLoop.Instant, next: MainRunLoop.Instant) {
        onInput?(.frame) {
            $0.append(Int(timestamp.nanoseconds))
            $0.append(Int(next.nanoseconds))
        }
        let timestamp = min(timestamp, loop.now)
        guard isDriven, !hasEnded, timestamp.nanoseconds >= 0 else { return }
        if let former = drive.frame, timestamp <= former.timestamp { return }
        let usual = timestamp.advanced(by: .nanoseconds(1_000_000_000 / screenRate))
        // The numbers may come from outside.
        let latest = timestamp.advanced(by: .seconds(1))
        drive.frame = AnnouncedFrame(timestamp: timestamp, next: next > timestamp ? min(next, latest) : usual)
        drive.number += 1
        drive.isStalled = false
        for link in running { link.setTimer() }
    }

    /// Gives the links that follow the screen its new rate.
    func screenRateDidChange(to framesPerSecond: Int) {
        screenRate = framesPerSecond
        for link in all { link.screenRateDidChange() }
    }
}
