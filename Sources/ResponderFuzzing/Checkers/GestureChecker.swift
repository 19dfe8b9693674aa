internal import ResponderKit

/// A recogniser's actions see legal states: began, changes, and one end or cancel; or one recognition at once.
struct GestureChecker: Checker {
    let name = "recognisers"
    private var active: Set<String> = []

    mutating func check(_ observation: Observation) -> String? {
        guard case .gesture(let name, let state) = observation else { return nil }
        switch state {
        case .began:
            if !active.insert(name).inserted { return "\(observation), though it has begun" }
        case .changed:
            if !active.contains(name) { return "\(observation), though it has not begun" }
        // Discrete recognisers end at once.
        case .ended: active.remove(name)
        case .cancelled:
            if active.remove(name) == nil { return "\(observation), though it has not begun" }
        case .possible, .failed: return "\(observation), in which no action is called"
        }
        return nil
    }

    mutating func checkAtRest(isTouched: Bool) -> String? {
        // A pointer that hovers is no finger.
        guard !isTouched, let name = active.filter({ !$0.hasPrefix("hover") }).min() else { return nil }
        return "\(name) has begun, and neither ended nor was cancelled, and no finger is down"
    }
}
