/// Looks for one kind of fault in what is observed of an application, without knowing the library's inside.
protocol Checker {
    /// What the checker is called in messages.
    var name: String { get }

    /// What is wrong with an observation, in one line; nil if nothing is.
    mutating func check(_ observation: Observation) -> String?

    /// What is wrong at a moment when nothing is due; nil if nothing is.
    ///
    /// - Parameter isTouched: Whether a finger is down.
    mutating func checkAtRest(isTouched: Bool) -> String?
}

extension Checker {
    mutating func checkAtRest(isTouched: Bool) -> String? { nil }
}
