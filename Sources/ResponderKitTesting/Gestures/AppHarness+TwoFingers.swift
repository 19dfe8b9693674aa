public import ResponderKit

// Two fingers that act in the same frames, with the time that they take.
extension AppHarness {
    /// Pinches with two fingers, and lets the time pass that this takes.
    ///
    /// The fingers come down in one frame, move in a straight line at the same constant speed for `duration`, keep
    /// still for `rest`, and are lifted in one frame.
    ///
    /// Main-actor jobs do not run meanwhile: use `await` where they are wanted.
    ///
    /// - Parameters:
    ///   - centre: The middle between the fingers, in points of the screen.
    ///   - scale: The fingers' distance at the end divided by their distance at the begin, above 0: over 1 they spread.
    ///   - duration: How long the fingers move, up to one hour.
    ///   - span: The fingers' distance at the begin, in points, above 0.
    ///   - angle: The direction from the first finger to the second at the begin, in radians clockwise from rightwards.
    ///   - rest: How long the fingers keep still before they are lifted, up to one hour; zero for an end with speed.
    ///   - movesPerSecond: How often the screen reports the fingers, 1 to 1000 times; the moves are spread evenly.
    ///   - file: The test's file.
    ///   - line: The test's line.
    /// - Precondition: The arguments are finite and in their ranges, and the call is not inside `together(_:)`.
    /// - Complexity: O(number of frames × number of fingers), plus the time that passes; allocates the fingers and each
    ///   frame.
    @available(*, noasync, message: "use `await pinch(at:scale:)`, which lets main-actor jobs run")
    public func pinch(
        at centre: Point,
        scale: Double,
        for duration: Duration = .milliseconds(300),
        span: Double = 100,
        angle: Double = 0,
        rest: Duration = .milliseconds(100),
        movesPerSecond: Int = 60,
        file: StaticString = #file,
        line: UInt = #line
    ) {
        let call = GestureCall("pinch", file, line)
        play(
            .pinch(at: centre, scale: scale, for: duration, span: span, angle: angle, rest: rest, movesPerSecond, call)
        )
    }

    /// Pinches like the variant without await, but lets main-actor jobs settle before each move of the clock.
    ///
    /// - Parameters:
    ///   - centre: The middle between the fingers, in points of the screen.
    ///   - scale: The fingers' distance at the end divided by their distance at the begin, above 0: over 1 they spread.
    ///   - duration: How long the fingers move, up to one hour.
    ///   - span: The fingers' distance at the begin, in points, above 0.
    ///   - angle: The direction from the first finger to the second at the begin, in radians clockwise from rightwards.
    ///   - rest: How long the fingers keep still before they are lifted, up to one hour; zero for an end with speed.
    ///   - movesPerSecond: How often the screen reports the fingers, 1 to 1000 times; the moves are spread evenly.
    ///   - file: The test's file.
    ///   - line: The test's line.
    /// - Precondition: The arguments are finite and in their ranges, and the call is not inside `together(_:)`; no
    ///   other task lets time pass on the device meanwhile.
    /// - Complexity: O(number of frames × number of fingers), plus the time that passes; allocates the fingers and each
    ///   frame.
    public func pinch(
        at centre: Point,
        scale: Double,
        for duration: Duration = .milliseconds(300),
        span: Double = 100,
        angle: Double = 0,
        rest: Duration = .milliseconds(100),
        movesPerSecond: Int = 60,
        file: StaticString = #file,
        line: UInt = #line
    ) async {
        let call = GestureCall("pinch", file, line)
        await play(
            .pinch(at: centre, scale: scale, for: duration, span: span, angle: angle, rest: rest, movesPerSecond, call)
        )
    }

    /// Turns two fingers around the middle between them, and lets the time pass that this takes.
    ///
    /// The fingers come down in one frame, move on a circle at a constant speed for `duration`, keep still for `rest`,
    /// and are lifted in one frame.
    ///
    /// Main-actor jobs do not run meanwhile: use `await` where they are wanted.
    ///
    /// - Parameters:
    ///   - centre: The middle between the fingers, in points of the screen.
    ///   - rotation: By how much the fingers turn, in radians; clockwise as the screen shows it where positive.
    ///   - duration: How long the fingers move, up to one hour.
    ///   - span: The fingers' distance, in points, above 0.
    ///   - angle: The direction from the first finger to the second at the begin, in radians clockwise from rightwards.
    ///   - rest: How long the fingers keep still before they are lifted, up to one hour; zero for an end with speed.
    ///   - movesPerSecond: How often the screen reports the fingers, 1 to 1000 times; the moves are spread evenly.
    ///   - file: The test's file.
    ///   - line: The test's line.
    /// - Precondition: The arguments are finite and in their ranges, and the call is not inside `together(_:)`.
    /// - Complexity: O(number of frames × number of fingers), plus the time that passes; allocates the fingers and each
    ///   frame.
    @available(*, noasync, message: "use `await rotate(at:by:)`, which lets main-actor jobs run")
    public func rotate(
        at centre: Point,
        by rotation: Double,
        for duration: Duration = .milliseconds(300),
        span: Double = 100,
        angle: Double = 0,
        rest: Duration = .milliseconds(100),
        movesPerSecond: Int = 60,
        file: StaticString = #file,
        line: UInt = #line
    ) {
        let call = GestureCall("rotate", file, line)
        play(
            .rotate(at: centre, by: rotation, for: duration, span: span, angle: angle, rest: rest, movesPerSecond, call)
        )
    }

    /// Turns two fingers like the variant without await, but lets main-actor jobs settle before each move of the clock.
    ///
    /// - Parameters:
    ///   - centre: The middle between the fingers, in points of the screen.
    ///   - rotation: By how much the fingers turn, in radians; clockwise as the screen shows it where positive.
    ///   - duration: How long the fingers move, up to one hour.
    ///   - span: The fingers' distance, in points, above 0.
    ///   - angle: The direction from the first finger to the second at the begin, in radians clockwise from rightwards.
    ///   - rest: How long the fingers keep still before they are lifted, up to one hour; zero for an end with speed.
    ///   - movesPerSecond: How often the screen reports the fingers, 1 to 1000 times; the moves are spread evenly.
    ///   - file: The test's file.
    ///   - line: The test's line.
    /// - Precondition: The arguments are finite and in their ranges, and the call is not inside `together(_:)`; no
    ///   other task lets time pass on the device meanwhile.
    /// - Complexity: O(number of frames × number of fingers), plus the time that passes; allocates the fingers and each
    ///   frame.
    public func rotate(
        at centre: Point,
        by rotation: Double,
        for duration: Duration = .milliseconds(300),
        span: Double = 100,
        angle: Double = 0,
        rest: Duration = .milliseconds(100),
        movesPerSecond: Int = 60,
        file: StaticString = #file,
        line: UInt = #line
    ) async {
        let call = GestureCall("rotate", file, line)
        await play(
            .rotate(at: centre, by: rotation, for: duration, span: span, angle: angle, rest: rest, movesPerSecond, call)
        )
    }
}
