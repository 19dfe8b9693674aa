/// The ports of a loop, in the order in which they were added.
///
/// A turn for each frame of a panel is the usual case, so a call of a port takes no reference to it: that would be a slow one,
/// where anybody has a weak reference to the port. Each has a place of its own in memory, which is borrowed for the call; one
/// that is taken out in the middle of a step keeps its place until no step is under way.
@MainActor
struct InputList: ~Copyable {
    /// A port and the modes that it is served in.
    struct Input: ~Copyable {
        fileprivate let source: any InputSource
        fileprivate let modes: UInt64

        init(_ source: any InputSource, modes: UInt64) {
            self.source = source
            self.modes = modes
        }
    }

    typealias Place = UnsafeMutablePointer<Input>

    private var places = RawList<Place>(capacity: 4)
    /// Those that were taken out while steps were under way.
    private var formerPlaces = RawList<Place>(capacity: 4)
    /// How many steps are under way, one inside another.
    private var depth = 0

    nonisolated init() {}

    deinit {
        for index in 0..<places.count { Self.free(places[index]) }
        for index in 0..<formerPlaces.count { Self.free(formerPlaces[index]) }
    }

    var isEmpty: Bool {
        @inline(__always) get { places.count == 0 }
    }

    /// All of them, with a reference to each.
    var sources: [any InputSource] { (0..<places.count).map { places[$0].pointee.source } }

    func contains(_ source: any InputSource) -> Bool { index(of: source) != nil }

    mutating func append(_ input: consuming Input) {
        let place = Place.allocate(capacity: 1)
        place.initialize(to: input)
        places.append(place)
    }

    /// Takes a port out; returns the modes that it was served in, and nil when it is none of these.
    ///
    /// It is let go by ``freeFormer()``, at the end of the step at the latest.
    mutating func remove(_ source: any InputSource) -> UInt64? {
        guard let index = index(of: source) else { return nil }
        let place = places[index]
        for next in index + 1..<places.count { places[next - 1] = places[next] }
        places.truncate(to: places.count - 1)
        formerPlaces.append(place)
        return place.pointee.modes
    }

    private func index(of source: any InputSource) -> Int? {
        for index in 0..<places.count where places[index].pointee.source === source { return index }
        return nil
    }

    // MARK: Steps

    /// Whether any that is served in these modes has something to serve.
    @inline(__always)
    func hasPending(in modes: UInt64) -> Bool { firstPending(in: modes) != nil }

    /// Whether something is on its way to any that is served in these modes.
    @inline(__always)
    func isExpecting(in modes: UInt64) -> Bool {
        for index in 0..<places.count where places[index].pointee.isExpecting(in: modes) { return true }
        return false
    }

    /// The first, from a place on, that has something to serve in these modes.
    @inline(__always)
    func firstPending(in modes: UInt64, from start: Int = 0) -> Int? {
        var index = start
        while index < places.count {
            if places[index].pointee.hasPending(in: modes) { return index }
            index &+= 1
        }
        return nil
    }

    /// All that have something to serve in these modes, with a reference to each.
    func pendingSources(in modes: UInt64) -> [any InputSource] {
        var sources: [any InputSource] = []
        for index in 0..<places.count where places[index].pointee.hasPending(in: modes) {
            sources.append(places[index].pointee.source)
        }
        return sources
    }

    /// Begins a step with one of them; it stays until the step has ended, whatever is taken out meanwhile.
    @inline(__always)
    mutating func beginStep(_ index: Int) -> Place {
        depth &+= 1
        return places[index]
    }

    /// Ends a step; returns whether any were taken out that nobody needs now, for ``freeFormer()``.
    @inline(__always)
    mutating func endStep() -> Bool {
        depth &-= 1
        return hasFormer
    }

    /// Whether ``freeFormer()`` has something to let go.
    var hasFormer: Bool {
        @inline(__always) get { depth == 0 && formerPlaces.count > 0 }
    }

    /// Takes away one of those that were taken out; what goes with a port may come back here, so the caller frees it.
    mutating func takeFormer() -> Place { formerPlaces.removeLast() }

    nonisolated static func free(_ place: Place) {
        place.deinitialize(count: 1)
        place.deallocate()
    }
}

// Each borrows the port; a property of it read from outside would take a reference.
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

    @MainActor @inline(__always)
    func isExpecting(in active: UInt64) -> Bool { modes & active != 0 && source.isExpecting }

    @MainActor @inline(__always)
    func serve(limit: Int) -> Bool { source.serve(limit: limit) }
}
