/// The ports of a loop, in the order in which they were added.
///
/// A turn for each frame of a panel is the usual case, so a call of a port takes no reference to it: that would be a slow one,
/// where anybody has a weak reference to the port. Each has a place of its own in memory, which is lent for the call; one
/// that is taken out meanwhile keeps its place until it is given back.
@MainActor
struct InputList: ~Copyable {
    /// A port and the modes that it is served in.
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
        /// How often it is lent: steps stand inside one another.
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

    /// All of them, with a reference to each.
    var sources: [any InputSource] { (0..<places.count).map { places[$0].pointee.input.source } }

    func contains(_ source: any InputSource) -> Bool { index(of: source) != nil }

    mutating func append(_ input: consuming Input) {
        let place = Place.allocate(capacity: 1)
        place.initialize(to: Entry(input))
        places.append(place)
    }

    /// Takes a port out, for the caller to let go (``letGo(_:)``); nil when it is none of these.
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

    // MARK: Looking

    /// Whether any that is served in these modes has something to serve.
    @inline(__always)
    func hasPending(in modes: UInt64) -> Bool { firstPending(in: modes) != nil }

    /// Whether something is on its way to any that is served in these modes.
    @inline(__always)
    func isExpecting(in modes: UInt64) -> Bool {
        for index in 0..<places.count where places[index].pointee.input.isExpecting(in: modes) { return true }
        return false
    }

    /// The index of the first, from one on, that has something to serve in these modes.
    @inline(__always)
    func firstPending(in modes: UInt64, from start: Int = 0) -> Int? {
        var index = start
        while index < places.count {
            if places[index].pointee.input.hasPending(in: modes) { return index }
            index &+= 1
        }
        return nil
    }

    /// All that have something to serve in these modes, with a reference to each.
    func pendingSources(in modes: UInt64) -> [any InputSource] {
        var sources: [any InputSource] = []
        for index in 0..<places.count where places[index].pointee.input.hasPending(in: modes) {
            sources.append(places[index].pointee.input.source)
        }
        return sources
    }

    // MARK: Lending

    /// Lends one: it is there until it is given back, also when it is taken out meanwhile.
    @inline(__always)
    func lend(_ index: Int) -> Place {
        let place = places[index]
        place.pointee.loans &+= 1
        return place
    }

    /// Gives one back; one that was taken out goes, and what goes with it may come back to the loop.
    @inline(__always)
    static func giveBack(_ place: Place) {
        place.pointee.loans &-= 1
        if place.pointee.isTakenOut { letGo(place) }
    }

    /// Lets one go that was taken out, now or when it was given back.
    @inline(never)
    static func letGo(_ place: Place) {
        place.pointee.isTakenOut = true
        if place.pointee.loans == 0 { free(place) }
    }

    private nonisolated static func free(_ place: Place) {
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
