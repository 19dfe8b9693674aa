public import ResponderKit

// Moves that take time.
extension Finger {
    /// Moves the finger to `point` in a straight line at a constant speed, and lets the time pass that the way takes.
    ///
    /// The finger stays down, so that a test can look at a gesture in its middle. A finger that is lifted right after
    /// this call leaves the screen with its speed; one that is lifted after some `harness.advance(by:)` was at rest.
    /// The last move comes exactly after `duration` at `point`, and has been delivered when the call returns.
    ///
    ///     let finger = harness.finger().down(at: Point(10, 10))
    ///     finger.move(to: Point(110, 10), for: .milliseconds(200))
    ///     // … what is expected in the middle of a drag …
    ///     finger.up()
    ///
    /// Main-actor jobs do not run meanwhile: use `await` where they are wanted.
    ///
    /// - Parameters:
    ///   - point: Where the finger arrives, in points of the screen.
    ///   - duration: How long the way takes, up to one hour.
    ///   - movesPerSecond: How often the screen reports the finger, 1 to 1000 times; the moves are spread evenly.
    ///   - file: The test's file.
    ///   - line: The test's line.
    /// - Precondition: The finger is down, and stays down meanwhile; the arguments are finite and in their ranges.
    /// - Complexity: O(number of moves), plus the time that passes; allocates each move's frame.
    @available(*, noasync, message: "use `await move(to:for:)`, which lets main-actor jobs run")
    @discardableResult
    public func move(
        to point: Point,
        for duration: Duration,
        movesPerSecond: Int = 60,
        file: StaticString = #file,
        line: UInt = #line
    ) -> Finger {
        screen.play(motion(to: point, for: duration, rate: movesPerSecond, file, line), with: [self])
        return self
    }

    /// Moves the finger like the variant without await, but lets main-actor jobs settle before each move of the clock.
    ///
    /// - Parameters:
    ///   - point: Where the finger arrives, in points of the screen.
    ///   - duration: How long the way takes, up to one hour.
    ///   - movesPerSecond: How often the screen reports the finger, 1 to 1000 times; the moves are spread evenly.
    ///   - file: The test's file.
    ///   - line: The test's line.
    /// - Precondition: The finger is down, and stays down meanwhile; the arguments are finite and in their ranges; no
    ///   other task lets time pass on the device.
    /// - Complexity: O(number of moves), plus the time that passes; allocates each move's frame.
    @discardableResult
    public func move(
        to point: Point,
        for duration: Duration,
        movesPerSecond: Int = 60,
        file: StaticString = #file,
        line: UInt = #line
    ) async -> Finger {
        await screen.play(motion(to: point, for: duration, rate: movesPerSecond, file, line), with: [self])
        return self
    }

    private func motion(
        to point: Point,
        for duration: Duration,
        rate: Int,
        _ file: StaticString,
        _ line: UInt
    ) -> FingerMotion {
        check(isDown: true, file, line)
        let call = GestureCall("move of finger \(identifier)", file, line)
        call.check("to", isFinite: point)
        call.check("for", isTime: duration)
        var motion = FingerMotion(call, fingers: 1)
        let start = location
        motion.move(for: duration, rate: rate) { [start.moved(to: point, $0)] }
        return motion
    }
}
