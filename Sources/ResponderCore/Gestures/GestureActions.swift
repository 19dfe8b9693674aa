internal import ResponderSupport

/// The actions of a recogniser, in the order in which they were added, and how far their calls have come.
///
/// An action that is removed during its own call stays alive until that returns (`ProcessState`).
struct GestureActions: ~Copyable {
    struct Entry: Registration {
        var object: Unmanaged<GestureActionBody>?

        static func keys(of body: GestureActionBody) -> [ObjectIdentifier] { body.targetKey.map { [$0] } ?? [] }
        static func isStale(_ key: ObjectIdentifier, of body: GestureActionBody) -> Bool { body.target == nil }
        static func didPlace(_ body: GestureActionBody, at place: Int) { body.place = place }
    }

    private var list = RegistrationList<Entry>()
    /// The place of the next action to be called for the present state, and the end of these places.
    ///
    /// When a run of the loop nested in an action brings the next state, the remaining actions are called first.
    private var next = 0
    private var end = 0

    var count: Int { list.count }

    @MainActor
    mutating func append(_ body: GestureActionBody) { list.append(Entry(object: .passUnretained(body))) }

    /// Begins the calls for a state that was just entered.
    @inline(__always)
    mutating func begin() { (next, end) = (0, list.count) }

    /// Whether actions are still to be called for the present state.
    @inline(__always)
    var isUnfinished: Bool { next < end }

    /// Returns the next action to be called; nil in an empty place.
    @inline(__always)
    mutating func takeNext() -> Unmanaged<GestureActionBody>? {
        next += 1
        return list[next - 1].object
    }

    /// Skips the remaining calls for the present state.
    mutating func skipRest() { end = 0 }

    @inline(__always)
    mutating func beginCalls() { list.beginCalls() }

    @MainActor @inline(__always)
    mutating func endCalls() {
        list.endCalls()
        end = min(end, list.count)
    }

    /// Removes an action; returns whether it was one of these.
    @MainActor
    mutating func remove(_ body: GestureActionBody) -> Bool {
        guard body.place < count, list[body.place].object?.toOpaque() == Unmanaged.passUnretained(body).toOpaque()
        else {
            return false
        }
        defer { sweep() }
        return list.remove(at: body.place) != nil
    }

    /// Removes and returns the actions of a target.
    @MainActor
    mutating func remove(of target: AnyObject) -> [GestureActionBody] {
        let places = list.places(of: ObjectIdentifier(target))
        return remove(at: places ?? Array(0..<count)) { $0.target === target }
    }

    /// Removes and returns the actions whose targets are gone, when it is time to look for them.
    @MainActor
    mutating func purge() -> [GestureActionBody] {
        guard list.wantsPurge else { return [] }
        defer { list.didPurge() }
        return remove(at: Array(0..<count)) { $0.isGone }
    }

    @MainActor
    private mutating func remove(
        at places: [Int],
        where isRemoved: (GestureActionBody) -> Bool
    ) -> [GestureActionBody] {
        var removed: [GestureActionBody] = []
        for place in places where list[place].object?.borrow(isRemoved) == true {
            if let body = list.remove(at: place) { removed.append(body) }
        }
        sweep()
        return removed
    }

    @MainActor
    private mutating func sweep() {
        list.sweep()
        // The places behind hold nothing that may still be called.
        end = min(end, list.count)
    }

    /// Releases the actions: the recogniser is freed.
    mutating func destroy() { list.destroy() }
}
