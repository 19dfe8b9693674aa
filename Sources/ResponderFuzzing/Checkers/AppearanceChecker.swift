/// A controller's calls of appearance alternate; a change that has not come to its end may turn round.
struct AppearanceChecker: Checker {
    let name = "appearance"
    private var last: [String: Observation.AppearanceCall] = [:]

    mutating func check(_ observation: Observation) -> String? {
        guard case .appearance(let name, let call) = observation else { return nil }
        let former = last[name] ?? .didDisappear
        last[name] = call
        return Self.formerCalls(of: call).contains(former) ? nil : "\(observation) comes after \(former.rawValue)"
    }

    mutating func checkAtRest(isTouched: Bool) -> String? {
        // An interactive transition goes on as long as its finger is down.
        guard !isTouched else { return nil }
        let open = last.filter { $0.value != .didAppear && $0.value != .didDisappear }
        guard let (name, call) = open.min(by: { $0.key < $1.key }) else { return nil }
        return "\(name) has come no further than \(call.rawValue)"
    }

    private static func formerCalls(of call: Observation.AppearanceCall) -> [Observation.AppearanceCall] {
        switch call {
        case .willAppear: [.willDisappear, .didDisappear]
        case .isAppearing: [.willAppear]
        case .didAppear: [.isAppearing]
        case .willDisappear: [.willAppear, .isAppearing, .didAppear]
        case .didDisappear: [.willDisappear]
        }
    }
}
