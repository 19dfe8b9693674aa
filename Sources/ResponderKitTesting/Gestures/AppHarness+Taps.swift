public import ResponderKit

// Fingers that come down and are lifted in the same place, with the time that they take.
extension AppHarness {
    /// Taps at a point, and lets the time pass that this takes.
    ///
    /// The time is `duration` for each tap, and `gap` between two taps. When the call returns, the last lift has just
    /// happened, and has been delivered.
    ///
    /// Main-actor jobs do not run meanwhile: use `await` where they are wanted.
    ///
    /// - Parameters:
    ///   - point: Where the finger is, in points of the screen; with more fingers, the middle of their row.
    ///   - taps: How many taps, 1 to 100, all with the same fingers.
    ///   - touches: How many fingers, 1 to 100, that do the same in one frame, in a row 40 points apart.
    ///   - duration: How long the fingers of one tap are down, up to one hour.
    ///   - gap: The time from a lift to the next tap, up to one hour.
    ///   - file: The test's file.
    ///   - line: The test's line.
    /// - Precondition: The arguments are finite and in their ranges, and the call is not inside `together(_:)`.
    /// - Complexity: O(number of frames × number of fingers), plus the time that passes; allocates the fingers and each
    ///   frame.
    @available(*, noasync, message: "use `await tap(at:)`, which lets main-actor jobs run")
    public func tap(
        at point: Point,
        taps: Int = 1,
        touches: Int = 1,
        for duration: Duration = .milliseconds(50),
        gap: Duration = .milliseconds(100),
        file: StaticString = #file,
        line: UInt = #line
    ) {
        let call = GestureCall("tap", file, line)
        play(.tap(at: point, taps: taps, touches: touches, for: duration, gap: gap, call))
    }

    /// Taps like the variant without await, but lets main-actor jobs settle before each move of the clock.
    ///
    /// - Parameters:
    ///   - point: Where the finger is, in points of the screen; with more fingers, the middle of their row.
    ///   - taps: How many taps, 1 to 100, all with the same fingers.
    ///   - touches: How many fingers, 1 to 100, that do the same in one frame, in a row 40 points apart.
    ///   - duration: How long the fingers of one tap are down, up to one hour.
    ///   - gap: The time from a lift to the next tap, up to one hour.
    ///   - file: The test's file.
    ///   - line: The test's line.
    /// - Precondition: The arguments are finite and in their ranges, and the call is not inside `together(_:)`; no
    ///   other task lets time pass on the device meanwhile.
    /// - Complexity: O(number of frames × number of fingers), plus the time that passes; allocates the fingers and each
    ///   frame.
    public func tap(
        at point: Point,
        taps: Int = 1,
        touches: Int = 1,
        for duration: Duration = .milliseconds(50),
        gap: Duration = .milliseconds(100),
        file: StaticString = #file,
        line: UInt = #line
    ) async {
        let call = GestureCall("tap", file, line)
        await play(.tap(at: point, taps: taps, touches: touches, for: duration, gap: gap, call))
    }

    /// Taps twice at a point, and lets the time pass that this takes: twice `duration`, and `gap`.
    ///
    /// Main-actor jobs do not run meanwhile: use `await` where they are wanted.
    ///
    /// - Parameters:
    ///   - point: Where the finger is, in points of the screen; with more fingers, the middle of their row.
    ///   - touches: How many fingers, 1 to 100, that do the same in one frame, in a row 40 points apart.
    ///   - duration: How long the fingers of one tap are down, up to one hour.
    ///   - gap: The time from a lift to the next tap, up to one hour.
    ///   - file: The test's file.
    ///   - line: The test's line.
    /// - Precondition: The arguments are finite and in their ranges, and the call is not inside `together(_:)`.
    /// - Complexity: O(number of frames × number of fingers), plus the time that passes; allocates the fingers and each
    ///   frame.
    @available(*, noasync, message: "use `await doubleTap(at:)`, which lets main-actor jobs run")
    public func doubleTap(
        at point: Point,
        touches: Int = 1,
        for duration: Duration = .milliseconds(50),
        gap: Duration = .milliseconds(100),
        file: StaticString = #file,
        line: UInt = #line
    ) {
        let call = GestureCall("doubleTap", file, line)
        play(.tap(at: point, taps: 2, touches: touches, for: duration, gap: gap, call))
    }

    /// Taps twice like the variant without await, but lets main-actor jobs settle before each move of the clock.
    ///
    /// - Parameters:
    ///   - point: Where the finger is, in points of the screen; with more fingers, the middle of their row.
    ///   - touches: How many fingers, 1 to 100, that do the same in one frame, in a row 40 points apart.
    ///   - duration: How long the fingers of one tap are down, up to one hour.
    ///   - gap: The time from a lift to the next tap, up to one hour.
    ///   - file: The test's file.
    ///   - line: The test's line.
    /// - Precondition: The arguments are finite and in their ranges, and the call is not inside `together(_:)`; no
    ///   other task lets time pass on the device meanwhile.
    /// - Complexity: O(number of frames × number of fingers), plus the time that passes; allocates the fingers and each
    ///   frame.
    public func doubleTap(
        at point: Point,
        touches: Int = 1,
        for duration: Duration = .milliseconds(50),
        gap: Duration = .milliseconds(100),
        file: StaticString = #file,
        line: UInt = #line
    ) async {
        let call = GestureCall("doubleTap", file, line)
        await play(.tap(at: point, taps: 2, touches: touches, for: duration, gap: gap, call))
    }

    /// Holds a finger at a point without a move, lifts it after `duration`, and lets this time pass.
    ///
    /// To look at the middle of a press, use a ``finger()`` and `advance(by:)`.
    ///
    /// Main-actor jobs do not run meanwhile: use `await` where they are wanted.
    ///
    /// - Parameters:
    ///   - point: Where the finger is, in points of the screen; with more fingers, the middle of their row.
    ///   - duration: How long the finger is down, up to one hour.
    ///   - touches: How many fingers, 1 to 100, that do the same in one frame, in a row 40 points apart.
    ///   - file: The test's file.
    ///   - line: The test's line.
    /// - Precondition: The arguments are finite and in their ranges, and the call is not inside `together(_:)`.
    /// - Complexity: O(number of frames × number of fingers), plus the time that passes; allocates the fingers and each
    ///   frame.
    @available(*, noasync, message: "use `await longPress(at:for:)`, which lets main-actor jobs run")
    public func longPress(
        at point: Point,
        for duration: Duration = .seconds(1),
        touches: Int = 1,
        file: StaticString = #file,
        line: UInt = #line
    ) {
        let call = GestureCall("longPress", file, line)
        play(.tap(at: point, taps: 1, touches: touches, for: duration, gap: .zero, call))
    }

    /// Holds a finger like the variant without await, but lets main-actor jobs settle before each move of the clock.
    ///
    /// - Parameters:
    ///   - point: Where the finger is, in points of the screen; with more fingers, the middle of their row.
    ///   - duration: How long the finger is down, up to one hour.
    ///   - touches: How many fingers, 1 to 100, that do the same in one frame, in a row 40 points apart.
    ///   - file: The test's file.
    ///   - line: The test's line.
    /// - Precondition: The arguments are finite and in their ranges, and the call is not inside `together(_:)`; no
    ///   other task lets time pass on the device meanwhile.
    /// - Complexity: O(number of frames × number of fingers), plus the time that passes; allocates the fingers and each
    ///   frame.
    public func longPress(
        at point: Point,
        for duration: Duration = .seconds(1),
        touches: Int = 1,
        file: StaticString = #file,
        line: UInt = #line
    ) async {
        let call = GestureCall("longPress", file, line)
        await play(.tap(at: point, taps: 1, touches: touches, for: duration, gap: .zero, call))
    }
}
