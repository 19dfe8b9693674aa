internal import ResponderSimulator

/// Why the apps of a device did not become idle: see `AppHarness.advanceUntilIdle(within:limit:)`.
///
/// - Complexity: Each member is O(1) without allocation, unless it says otherwise.
public struct BusyAppError: Error, CustomStringConvertible {
    /// How much of the device's time has passed meanwhile.
    public let duration: Duration
    /// Whether time stood still: there was more and more to do at one instant.
    public let isStandstill: Bool
    /// What keeps the apps busy, the most frequent first; never empty.
    ///
    /// A reason names the callback as the loop's ledger does, by default by the function that has added it: `a timer
    /// that "refresh()" has added, and that repeats every 0.05 seconds, fired 20 times in 1.0 seconds`.
    public let reasons: [String]

    package init(_ report: BusyReport) {
        (duration, isStandstill, reasons) = (report.duration, report.isStandstill, report.reasons)
    }

    /// The time, and the reasons, each in its line.
    ///
    /// - Complexity: Linear in the reasons; allocates the text.
    public var description: String {
        let beginning = isStandstill ? "time stands still, since there always is more to do" : "the app is still busy"
        return "\(beginning), after \(duration) of the device's time:" + reasons.map { "\n  \($0)" }.joined()
    }
}

extension AppHarness {
    /// Lets the application do what is due, and time pass, until nothing more is due soon: animations, delays and
    /// motions of scroll views have ended then.
    ///
    /// Nothing sleeps: while a deadline of the device, or of an app that runs there, comes within the time that the
    /// test names, the clock moves to this deadline. So a clock that ticks each second keeps no app busy. The library's
    /// own controls have no timer that goes on for ever.
    ///
    /// Main-actor jobs do not run meanwhile: use `await advanceUntilIdle()` where they are wanted.
    ///
    /// - Parameters:
    ///   - within: How soon something must be due to count.
    ///   - limit: How much time may pass.
    /// - Throws: ``BusyAppError`` when the limit has come and something is still due soon, and when loops have made ten
    ///   thousand turns at one instant. It says what the app did at last.
    /// - Complexity: That of `SimulatedDevice.advance(by:)`; also allocates an observer for each round of a loop's
    ///   turns. What keeps the app busy is noted only in the last second before the limit, or in the last half of a
    ///   limit that is shorter than two seconds, and in the last hundred turns.
    @available(*, noasync, message: "use `await advanceUntilIdle()`, which lets main-actor jobs run")
    public func advanceUntilIdle(
        within: Duration = .milliseconds(100),
        limit: Duration = .seconds(30)
    ) throws(BusyAppError) {
        if let report = device.passUntilIdle(nearness: within, limit: limit) { throw BusyAppError(report) }
    }

    /// Lets time pass until nothing more is due soon, like the variant without await, but lets main-actor jobs settle
    /// before time moves on.
    ///
    /// - Parameters:
    ///   - within: How soon something must be due to count.
    ///   - limit: How much time may pass.
    /// - Throws: ``BusyAppError`` when the limit has come and something is still due soon, and when loops have made ten
    ///   thousand turns at one instant.
    /// - Precondition: No other task lets time pass on the device meanwhile.
    /// - Complexity: That of the variant without await.
    public func advanceUntilIdle(
        within: Duration = .milliseconds(100),
        limit: Duration = .seconds(30)
    ) async throws(BusyAppError) {
        if let report = await device.passUntilIdle(nearness: within, limit: limit) { throw BusyAppError(report) }
    }
}
