/// The actions of a recogniser in raw memory, in the order in which they were added.
///
/// A call borrows an action, so that it costs no retain. An action that is removed during its own call is kept alive
/// by the hierarchy; its place stays empty until the calls are over.
struct GestureActions {
    private var bodies: UnsafeMutablePointer<Unmanaged<GestureActionBody>?>?
    private var capacity = 0
    private(set) var count = 0
    /// How many calls of all actions are under way.
    var calls = 0
    /// The place of the next action to be called for the present state, and the end of these places.
    ///
    /// When a run of the loop nested in an action brings the next state, the other actions are called first.
    private var next = 0
    private var end = 0
    private var hasEmptyPlaces = false
    /// The number of actions at which those are dropped whose targets are gone.
    var nextPurge = 16

    mutating func append(_ body: GestureActionBody) {
        if count == capacity { grow() }
        bodies?[count] = .passRetained(body)
        count += 1
    }

    /// Begins the calls for a state that was just entered.
    @inline(__always)
    mutating func begin() { (next, end) = (0, count) }

    /// Whether actions are still to be called for the present state.
    @inline(__always)
    var isUnfinished: Bool { next < end }

    /// Returns the next action to be called; nil in an empty place.
    @inline(__always)
    mutating func takeNext() -> Unmanaged<GestureActionBody>? {
        next += 1
        return bodies?[next - 1]
    }

    /// Gives up the calls for the present state.
    mutating func skipRest() { end = 0 }

    /// Removes and returns the actions for which the condition holds.
    mutating func remove(where isRemoved: (GestureActionBody) -> Bool) -> [GestureActionBody] {
        guard let bodies else { return [] }
        var removed: [GestureActionBody] = []
        for place in 0..<count {
            guard let body = bodies[place], body.borrow(isRemoved) else { continue }
            bodies[place] = nil
            hasEmptyPlaces = true
            removed.append(body.takeRetainedValue())
        }
        sweep()
        return removed
    }

    /// Closes the empty places unless a call is under way.
    @inline(__always)
    mutating func sweep() {
        if hasEmptyPlaces && calls == 0 { closeEmptyPlaces() }
    }

    @inline(never)
    private mutating func closeEmptyPlaces() {
        guard let bodies else { return }
        var kept = 0
        for place in 0..<count {
            guard let body = bodies[place] else { continue }
            bodies[kept] = body
            kept += 1
        }
        (count, hasEmptyPlaces) = (kept, false)
    }

    /// Releases the actions: the recogniser is freed.
    mutating func destroy() {
        for place in 0..<count { bodies?[place]?.release() }
        bodies?.deallocate()
    }

    private mutating func grow() {
        let larger = UnsafeMutablePointer<Unmanaged<GestureActionBody>?>.allocate(capacity: max(1, 2 * capacity))
        if let bodies {
            larger.moveInitialize(from: bodies, count: count)
            bodies.deallocate()
        }
        (bodies, capacity) = (larger, max(1, 2 * capacity))
        (larger + count).initialize(repeating: nil, count: capacity - count)
    }
}
