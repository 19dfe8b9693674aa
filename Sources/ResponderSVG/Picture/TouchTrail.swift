internal import ResponderKit

/// A touch that was followed: its path, and the responders that it went through.
@MainActor
struct TouchTrail {
    /// A responder of the touch's chain.
    struct Link {
        let name: String
        let identity: ObjectIdentifier
        private weak var responder: Responder?
        var view: View? { responder as? View }
        /// The phases whose methods were called, in the order of the calls.
        var calls: [Touch.Phase] = []

        init(_ responder: Responder) {
            name = "\(type(of: responder))"
            identity = ObjectIdentifier(responder)
            self.responder = responder
        }

        /// Whether the responder is gone: another one may have its identity now.
        var isGone: Bool { responder == nil }

        func stands(for other: Responder) -> Bool { responder === other }

        /// Whether both stand for one responder, which is not gone.
        func isSame(as other: Link) -> Bool { responder.map(other.stands) ?? false }
    }

    /// How many responders are kept; overrides of `next` may make the chain a circle.
    private static let longestChain = 1000
    /// How many points are kept: from then on every second one is left out.
    private static let longestPath = 2000

    var number = 0
    private(set) weak var window: Window?
    /// Whether the touch was in a window, which may be gone.
    let hadWindow: Bool
    /// In points of the window.
    private(set) var path: [Point]
    private(set) var phase: Touch.Phase
    var isOver = false
    /// Why the touch went to no view.
    var problem: String?
    /// The responders from the hit view to the end of its chain; empty for a touch that hit none.
    private(set) var chain: [Link] = []

    /// A touch that is not delivered.
    init(at location: Point, problem: String) {
        hadWindow = false
        path = [location]
        phase = .began
        isOver = true
        self.problem = problem
    }

    init(_ sample: Touch.Sample, _ view: View, _ window: Window) {
        path = [sample.location]
        phase = sample.phase
        self.window = window
        hadWindow = true
        chain = Self.chain(from: view)
    }

    /// Adds the place to the path.
    mutating func note(_ sample: Touch.Sample) {
        phase = sample.phase
        guard let last = path.last, sample.location.distance(to: last) >= 0.5 else { return }
        path.append(sample.location)
        guard path.count > Self.longestPath else { return }
        path = path.enumerated().filter { $0.offset.isMultiple(of: 2) || $0.offset == path.count - 1 }.map(\.element)
    }

    /// Notes which responder is called.
    mutating func note(_ delivery: TouchDelivery) {
        let responder = delivery.responder
        if !chain.contains(where: { $0.stands(for: responder) }) {
            // The chain has changed since the touch began.
            let former = chain
            chain = Self.chain(from: delivery.view)
            for link in former where !link.calls.isEmpty {
                guard let index = chain.firstIndex(where: { $0.isSame(as: link) }) else { continue }
                chain[index].calls = link.calls
            }
        }
        guard let index = chain.firstIndex(where: { $0.stands(for: responder) }),
            !chain[index].calls.contains(delivery.phase)
        else { return }
        chain[index].calls.append(delivery.phase)
    }

    private static func chain(from view: View) -> [Link] {
        var (chain, seen): ([Link], Set<ObjectIdentifier>) = ([], [])
        var current: Responder? = view
        while let responder = current, chain.count < longestChain, seen.insert(ObjectIdentifier(responder)).inserted {
            chain.append(Link(responder))
            current = responder.next
        }
        return chain
    }
}

/// Touches that went the same way.
@MainActor
struct TouchRoute {
    let chain: [TouchTrail.Link]
    let problem: String?
    var trails: [TouchTrail]

    /// Touches by their ways, in the order in which the first of each began.
    static func routes(of trails: [TouchTrail]) -> [TouchRoute] {
        var routes: [TouchRoute] = []
        var places: [Key: Int] = [:]
        for trail in trails {
            let key = Key(trail)
            if let place = places[key] {
                routes[place].trails.append(trail)
            } else {
                places[key] = routes.count
                routes.append(TouchRoute(chain: trail.chain, problem: trail.problem, trails: [trail]))
            }
        }
        return routes
    }

    private struct Key: Hashable {
        let chain: [ObjectIdentifier]
        let handlers: [Bool]
        let problem: String?
        /// The touch's number where a responder of its chain is gone: what has its identity now is another one.
        let number: Int?

        @MainActor
        init(_ trail: TouchTrail) {
            number = trail.chain.contains(where: \.isGone) ? trail.number : nil
            chain = trail.chain.map(\.identity)
            handlers = trail.chain.map { !$0.calls.isEmpty }
            problem = trail.problem
        }
    }

    /// What the responder's methods were called for, over all touches of the route.
    func calls(at index: Int) -> [Touch.Phase] {
        let all = Set(trails.flatMap { $0.chain.indices.contains(index) ? $0.chain[index].calls : [] })
        return Touch.Phase.allCases.filter(all.contains)
    }
}
