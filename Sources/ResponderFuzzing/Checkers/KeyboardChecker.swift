/// Each will-show of the keyboard is followed by its did-show, and by a hiding before the next one; and the other way.
struct KeyboardChecker: Checker {
    let name = "keyboard"
    private var last = Observation.KeyboardCall.didHide

    mutating func check(_ observation: Observation) -> String? {
        guard case .keyboard(let call) = observation else { return nil }
        let former: Observation.KeyboardCall =
            switch call {
            case .willShow: .didHide
            case .didShow: .willShow
            case .willHide: .didShow
            case .didHide: .willHide
            }
        defer { last = call }
        return last == former ? nil : "\(call.rawValue) comes after \(last.rawValue)"
    }

    mutating func checkAtRest(isTouched: Bool) -> String? {
        last == .didShow || last == .didHide ? nil : "nothing follows \(last.rawValue)"
    }
}
