internal import ResponderSupport

/// The ports of a loop, in the order in which they were added.
///
/// Calling a port does not retain it: usually a turn serves a single frame, and retaining an object that has weak
/// references is slow. Instead each port has an entry in memory of its own, which is lent for the call; if the port is
/// removed meanwhile, its entry stays until it is given back.
@MainActor
struct InputList: ~Copyable {
    /// A port and the modes in which it is served.
    struct Input: ~Copyable {
        fileprivate let source: any InputSource
        let modes: UInt64

        init(_ source: any InputSource, modes: UInt64) {
            self.source = source
            self.modes = modes
        }
    }

    struct Entry: ~Copyable {
        let input: Input
        /// How often the entry is lent: steps may be nested.
        fileprivate var loans = 0
        fileprivate var isTakenOut = false

        fileprivate init(_ input: consuming Input) {
            self.input = input
        }
    }

    typealias Place = UnsafeMutablePointer<Entry>

    private var places = RawList<Place>(capacity: 4)

    nonisolated init() {}

    deinit {
        for index in 0..<places.count { Self.free(places[index]) }
    }

    var isEmpty: Bool {
        @inline(__always) get { places.count == 0 }
    }

    /// All ports, retained.
    var sources: [any InputSource] { (0..<places.count).map { places[$0].pointee.input.source } }

    func contains(_ source: any InputSource) -> Bool { index(of: source) != nil }

    mutating func append(_ input: consuming Input) {
        let place = Place.allocate(capacity: 1)
        place.initialize(to: Entry(input))
        places.append(place)
    }

    /// Takes a port out, for the caller to release with ``freeUnlessLent(_:)``; nil when the list does not have the
    /// port.
    mutating func remove(_ source: any InputSource) -> Place? {
        guard let index = index(of: source) else { return nil }
        let place = places[index]
        for next in index + 1..<places.count { places[next - 1] = places[next] }
        places.truncate(to: places.count - 1)
        return place
    }

    private func index(of source: any InputSource) -> Int? {
        for index in 0..<places.count where places[index].pointee.input.source === source { return index }
        return nil
    }

    // MARK: Searching

    /// Whether any port that is served in these modes has something to serve.
    @inline(__always)
    func hasPending(in modes: UInt64) -> Bool { firstPending(in: modes) != nil }

    /// Whether any port that does not let samples wait has something to serve in these modes.
    func hasUrgent(in modes: UInt64) -> Bool {
        for index in 0..<places.count where places[index].pointee.input.hasUrgent(in: modes) { return true }
        return false
    }

    /// Whether something is on its way to any port that is served in these modes.
    @inline(__always)
    func isExpecting(in modes: UInt64) -> Bool {
        for index in 0..<places.count where places[index].pointee.input.isExpecting(in: modes) { return true }
        return false
    }

    /// The index of the first port, from `start` on, that has something to serve in these modes.
    @inline(__always)
    func firstPending(in modes: UInt64, from start: Int = 0) -> Int? {
        var index = start
        while index < places.count {
            if places[index].pointee.input.hasPending(in: modes) { return index }
            index &+= 1
        }
        return nil
    }

    /// All ports that have something to serve in these modes, retained.
    func pendingSources(in modes: UInt64) -> [any InputSource] {
        var sources: [any InputSource] = []
        for index in 0..<places.count where places[index].pointee.input.hasPending(in: modes) {
            sources.append(places[index].pointee.input.source)
        }
        return sources
    }

    // MARK: Lending

    /// Lends an entry: it stays until it is given back, even if its port is taken out meanwhile.
    @inline(__always)
    func lend(_ index: Int) -> Place {
        let place = places[index]
        place.pointee.loans &+= 1
        return place
    }

    /// Gives an entry back; frees it if its port was taken out, and the release of the port may run code that calls the
    /// loop.
    @inline(__always)
    static func giveBack(_ place: Place) {
        place.pointee.loans &-= 1
        if place.pointee.isTakenOut { freeUnlessLent(place) }
    }

    /// Frees an entry whose port was taken out: now, or when the last loan is given back.
    @inline(never)
    static func freeUnlessLent(_ place: Place) {
        place.pointee.isTakenOut = true
        if place.pointee.loans == 0 { free(place) }
    }

    private nonisolated static func free(_ place: Place) {
        place.deinitialize(count: 1)
        place.deallocate()
    }
}

// Each of these borrows the port; reading a property of the port from outside would retain it.
extension InputList.Input {
    @MainActor
    var name: StaticString {
        @inline(__always) get { source.name }
    }

    @MainActor
    var oldestTime: MainRunLoop.Instant? {
        @inline(__always) get { source.oldestTime }
    }

    @MainActor @inline(__always)
    func hasPending(in active: UInt64) -> Bool { modes & active != 0 && source.hasPending }

    @MainActor
    fileprivate func hasUrgent(in active: UInt64) -> Bool {
        modes & active != 0 && !source.mayHoldSamples && source.hasPending
    }

    @MainActor @inline(__always)
    func isExpecting(in active: UInt64) -> Bool { modes & active != 0 && source.isExpecting }

    @MainActor @inline(__always)
    func serve(limit: Int) -> Bool { source.serve(limit: limit) }
}
