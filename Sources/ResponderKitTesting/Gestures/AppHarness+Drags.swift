public import ResponderKit

// Fingers that move in a straight line, with the time that they take.
extension AppHarness {
    /// Where a finger swipes.
    public enum SwipeDirection: Hashable, Sendable, CaseIterable {
        /// To the screen's left edge.
        case left
        /// To the screen's right edge.
        case right
        /// To the screen's top edge.
        case up
        /// To the screen's bottom edge.
        case down
    }

    /// Drags a finger from one point to another, lifts it at rest, and lets the time pass that this takes.
    ///
    /// The finger comes down, moves at a constant speed for `duration`, keeps still for `rest`, and is lifted. While it
    /// keeps still, no frame comes, as from a panel. So whoever measures the speed over less than `rest` before the
    /// lift finds 0; to end with a speed, use `flick(from:to:)`.
    ///
    /// The last move comes exactly after `duration` at `end`.
    ///
    /// Main-actor jobs do not run meanwhile: use `await` where they are wanted.
    ///
    /// - Parameters:
    ///   - start: Where the finger comes down, in points of the screen; with more fingers, the middle of their row.
    ///   - end: Where the finger is lifted, or the middle of the row, in points of the screen.
    ///   - duration: How long the finger moves, up to one hour.
    ///   - rest: How long the fingers keep still before they are lifted, up to one hour; zero for an end with speed.
    ///   - touches: How many fingers, 1 to 100, that do the same in one frame, in a row 40 points apart.
    ///   - movesPerSecond: How often the screen reports the fingers, 1 to 1000 times; the moves are spread evenly.
    ///   - file: The test's file.
    ///   - line: The test's line.
    /// - Precondition: The arguments are finite and in their ranges, and the call is not inside `together(_:)`.
    /// - Complexity: O(number of frames × number of fingers), plus the time that passes; allocates the fingers and each
    ///   frame.
    @available(*, noasync, message: "use `await drag(from:to:)`, which lets main-actor jobs run")
    public func drag(
        from start: Point,
        to end: Point,
        for duration: Duration = .milliseconds(300),
        rest: Duration = .milliseconds(100),
        touches: Int = 1,
        movesPerSecond: Int = 60,
        file: StaticString = #file,
        line: UInt = #line
    ) {
        let call = GestureCall("drag", file, line)
        play(.drag(from: start, to: end, for: duration, rest: rest, touches: touches, movesPerSecond, call))
    }

    /// Drags a finger like the variant without await, but lets main-actor jobs settle before each move of the clock.
    ///
    /// - Parameters:
    ///   - start: Where the finger comes down, in points of the screen; with more fingers, the middle of their row.
    ///   - end: Where the finger is lifted, or the middle of the row, in points of the screen.
    ///   - duration: How long the finger moves, up to one hour.
    ///   - rest: How long the fingers keep still before they are lifted, up to one hour; zero for an end with speed.
    ///   - touches: How many fingers, 1 to 100, that do the same in one frame, in a row 40 points apart.
    ///   - movesPerSecond: How often the screen reports the fingers, 1 to 1000 times; the moves are spread evenly.
    ///   - file: The test's file.
    ///   - line: The test's line.
    /// - Precondition: The arguments are finite and in their ranges, and the call is not inside `together(_:)`; no
    ///   other task lets time pass on the device meanwhile.
    /// - Complexity: O(number of frames × number of fingers), plus the time that passes; allocates the fingers and each
    ///   frame.
    public func drag(
        from start: Point,
        to end: Point,
        for duration: Duration = .milliseconds(300),
        rest: Duration = .milliseconds(100),
        touches: Int = 1,
        movesPerSecond: Int = 60,
        file: StaticString = #file,
        line: UInt = #line
    ) async {
        let call = GestureCall("drag", file, line)
        await play(.drag(from: start, to: end, for: duration, rest: rest, touches: touches, movesPerSecond, call))
    }

    /// Moves a finger from one point to another, lifts it while it moves, and lets the time pass that this takes.
    ///
    /// The finger moves at `speed` all the way, and is lifted at the instant of its last move, in a frame of its own.
    /// So whoever measures the speed at the lift finds `speed`.
    ///
    /// Main-actor jobs do not run meanwhile: use `await` where they are wanted.
    ///
    /// - Parameters:
    ///   - start: Where the finger comes down, in points of the screen; with more fingers, the middle of their row.
    ///   - end: Where the finger is lifted, or the middle of the row, in points of the screen.
    ///   - speed: The speed in points a second, above 0.
    ///   - touches: How many fingers, 1 to 100, that do the same in one frame, in a row 40 points apart.
    ///   - movesPerSecond: How often the screen reports the fingers, 1 to 1000 times; the moves are spread evenly.
    ///   - file: The test's file.
    ///   - line: The test's line.
    /// - Precondition: The arguments are finite and in their ranges, and the call is not inside `together(_:)`.
    /// - Complexity: O(number of frames × number of fingers), plus the time that passes; allocates the fingers and each
    ///   frame.
    @available(*, noasync, message: "use `await flick(from:to:)`, which lets main-actor jobs run")
    public func flick(
        from start: Point,
        to end: Point,
        speed: Double = 1500,
        touches: Int = 1,
        movesPerSecond: Int = 60,
        file: StaticString = #file,
        line: UInt = #line
    ) {
        let call = GestureCall("flick", file, line)
        play(.flick(from: start, to: end, speed: speed, touches: touches, movesPerSecond, call))
    }

    /// Flicks like the variant without await, but lets main-actor jobs settle before each move of the clock.
    ///
    /// - Parameters:
    ///   - start: Where the finger comes down, in points of the screen; with more fingers, the middle of their row.
    ///   - end: Where the finger is lifted, or the middle of the row, in points of the screen.
    ///   - speed: The speed in points a second, above 0.
    ///   - touches: How many fingers, 1 to 100, that do the same in one frame, in a row 40 points apart.
    ///   - movesPerSecond: How often the screen reports the fingers, 1 to 1000 times; the moves are spread evenly.
    ///   - file: The test's file.
    ///   - line: The test's line.
    /// - Precondition: The arguments are finite and in their ranges, and the call is not inside `together(_:)`; no
    ///   other task lets time pass on the device meanwhile.
    /// - Complexity: O(number of frames × number of fingers), plus the time that passes; allocates the fingers and each
    ///   frame.
    public func flick(
        from start: Point,
        to end: Point,
        speed: Double = 1500,
        touches: Int = 1,
        movesPerSecond: Int = 60,
        file: StaticString = #file,
        line: UInt = #line
    ) async {
        let call = GestureCall("flick", file, line)
        await play(.flick(from: start, to: end, speed: speed, touches: touches, movesPerSecond, call))
    }

    /// Flicks a finger in a direction along an axis of the screen, and lets the time pass that this takes.
    ///
    /// With the defaults the swipe takes 133 ms.
    ///
    /// Main-actor jobs do not run meanwhile: use `await` where they are wanted.
    ///
    /// - Parameters:
    ///   - direction: Where the finger moves.
    ///   - start: Where the finger comes down, in points of the screen; with more fingers, the middle of their row.
    ///   - distance: How far the finger moves, in points, above 0.
    ///   - speed: The speed in points a second, above 0.
    ///   - touches: How many fingers, 1 to 100, that do the same in one frame, in a row 40 points apart.
    ///   - movesPerSecond: How often the screen reports the fingers, 1 to 1000 times; the moves are spread evenly.
    ///   - file: The test's file.
    ///   - line: The test's line.
    /// - Precondition: The arguments are finite and in their ranges, and the call is not inside `together(_:)`.
    /// - Complexity: O(number of frames × number of fingers), plus the time that passes; allocates the fingers and each
    ///   frame.
    @available(*, noasync, message: "use `await swipe(_:from:)`, which lets main-actor jobs run")
    public func swipe(
        _ direction: SwipeDirection,
        from start: Point,
        distance: Double = 200,
        speed: Double = 1500,
        touches: Int = 1,
        movesPerSecond: Int = 60,
        file: StaticString = #file,
        line: UInt = #line
    ) {
        let call = GestureCall("swipe", file, line)
        play(
            .swipe(direction, from: start, distance: distance, speed: speed, touches: touches, movesPerSecond, call)
        )
    }

    /// Swipes like the variant without await, but lets main-actor jobs settle before each move of the clock.
    ///
    /// - Parameters:
    ///   - direction: Where the finger moves.
    ///   - start: Where the finger comes down, in points of the screen; with more fingers, the middle of their row.
    ///   - distance: How far the finger moves, in points, above 0.
    ///   - speed: The speed in points a second, above 0.
    ///   - touches: How many fingers, 1 to 100, that do the same in one frame, in a row 40 points apart.
    ///   - movesPerSecond: How often the screen reports the fingers, 1 to 1000 times; the moves are spread evenly.
    ///   - file: The test's file.
    ///   - line: The test's line.
    /// - Precondition: The arguments are finite and in their ranges, and the call is not inside `together(_:)`; no
    ///   other task lets time pass on the device meanwhile.
    /// - Complexity: O(number of frames × number of fingers), plus the time that passes; allocates the fingers and each
    ///   frame.
    public func swipe(
        _ direction: SwipeDirection,
        from start: Point,
        distance: Double = 200,
        speed: Double = 1500,
        touches: Int = 1,
        movesPerSecond: Int = 60,
        file: StaticString = #file,
        line: UInt = #line
    ) async {
        let call = GestureCall("swipe", file, line)
        await play(
            .swipe(direction, from: start, distance: distance, speed: speed, touches: touches, movesPerSecond, call)
        )
    }
}
