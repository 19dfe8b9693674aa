/// A control's touch down is followed by one up, inside or outside, or by one cancel.
struct ControlChecker: Checker {
    let name = "controls"
    private var down: Set<String> = []

    mutating func check(_ observation: Observation) -> String? {
        guard case .control(let name, let call) = observation else { return nil }
        switch call {
        case .down:
            if !down.insert(name).inserted { return "\(observation), though it is down" }
        case .upInside, .upOutside, .cancel:
            if down.remove(name) == nil { return "\(observation), though it is not down" }
        }
        return nil
    }

    mutating func checkAtRest(isTouched: Bool) -> String? {
        guard !isTouched, let name = down.min() else { return nil }
        return "\(name) is still down, and no finger is"
    }
}
