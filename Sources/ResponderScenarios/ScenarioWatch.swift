package import ResponderKit

/// Looks on while a scenario is run, and says what is wrong: the fuzzer's checkers.
@MainActor
package protocol ScenarioWatch: AnyObject {
    /// An application of the app is about to be launched.
    func attach(to application: Application)

    /// What is wrong after the launch or a step, in one line; nil if nothing is.
    ///
    /// - Parameter isTouched: Whether a finger of the scenario is down.
    func problem(isTouched: Bool) -> String?

    /// What is wrong after the end of the app and of the device, in one line; nil if nothing is.
    func problemAtEnd() -> String?
}
