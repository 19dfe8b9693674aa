internal import ResponderSupport

/// The actions of a recogniser in raw memory, in the order in which they were added.
///
/// A call borrows the action, which costs no retain. An action that is removed during its own call stays alive until
/// the end of the use. Its place stays empty until the calls are over; among many actions, until half of the places are
/// empty. Many actions have an index of their targets.
struct GestureActions: ~Copyable {
    private var bodies = RawList<Unmanaged<GestureActionBody>?>(capacity: 0)
    /// How many calls of all actions are under way.
    var calls = 0
    /// The place of the next action to call for the present state, and the end of the places to visit.
    ///
    /// When a run of the loop nested in an action brings the next state, the remaining actions are called first.
    private var next = 0
    private var end = 0
    /// The number of actions at which actions whose targets are gone are dropped.
    var nextPurge = 16
    private var emptyPlaces = 0
    /// Nil while there are few actions.
    private var targets: GestureTargetIndex?

    /// Up to this number of actions there is no index.
    private static let mostWithoutIndex = 16

    var count: Int { bodies.count }

    mutating func append(_ body: GestureActionBody) {
        body.place = count
        bodies.append(.passRetained(body))
        if let targets {
            targets.add(body)
        } else if count > Self.mostWithoutIndex {
            makeIndex()
        }
    }

    private mutating func makeIndex() {
        let targets = GestureTargetIndex()
        for place in 0..<count { bodies[place]?.borrow { targets.add($0) } }
        self.targets = targets
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
        return bodies[next - 1]
    }

    /// Skips the remaining calls for the present state.
    mutating func skipRest() { end = 0 }

    /// Removes an action; returns whether the action was in the list.
    mutating func remove(_ body: GestureActionBody) -> Bool {
        guard body.place < count, bodies[body.place]?.toOpaque() == Unmanaged.passUnretained(body).toOpaque() else {
            return false
        }
        take(at: body.place)
        sweep()
        return true
    }

    /// Removes and returns the actions of a target.
    mutating func remove(of target: AnyObject) -> [GestureActionBody] {
        guard let targets else { return remove { $0.target === target } }
        var removed: [GestureActionBody] = []
        for body in targets.actions(of: target) where body.target === target {
            take(at: body.place)
            removed.append(body)
        }
        sweep()
        return removed
    }

    /// Removes and returns the actions for which the condition holds.
    mutating func remove(where isRemoved: (GestureActionBody) -> Bool) -> [GestureActionBody] {
        var removed: [GestureActionBody] = []
        for place in 0..<count {
            guard let body = bodies[place], body.borrow(isRemoved) else { continue }
            removed.append(body.takeUnretainedValue())
            take(at: place)
        }
        sweep()
        return removed
    }

    /// Empties a place; the caller keeps the action alive meanwhile.
    private mutating func take(at place: Int) {
        guard let body = bodies[place] else { return }
        bodies[place] = nil
        emptyPlaces += 1
        let targets = targets
        body.borrow { targets?.remove($0) }
        body.release()
    }

    /// Closes the empty places unless a call is under way.
    @inline(__always)
    mutating func sweep() {
        if emptyPlaces > 0 && calls == 0 { closeEmptyPlaces() }
    }

    @inline(never)
    private mutating func closeEmptyPlaces() {
        guard targets == nil || 2 * emptyPlaces > count else { return }
        var kept = 0
        for place in 0..<count {
            guard let body = bodies[place] else { continue }
            bodies[kept] = body
            body.borrow { $0.place = kept }
            kept += 1
        }
        bodies.truncate(to: kept)
        emptyPlaces = 0
        // The places behind have no actions that may still be called.
        end = min(end, kept)
        nextPurge = min(nextPurge, max(16, 2 * count))
        if count <= Self.mostWithoutIndex / 2 { targets = nil }
    }

    /// Releases the actions: the recogniser is freed.
    mutating func destroy() {
        for place in 0..<count { bodies[place]?.release() }
        bodies.truncate(to: 0)
        targets = nil
    }
}

/// Finds the actions of a target among many.
final class GestureTargetIndex {
    private struct Member: Hashable {
        let body: Unmanaged<GestureActionBody>

        static func == (lhs: Member, rhs: Member) -> Bool { lhs.body.toOpaque() == rhs.body.toOpaque() }
        func hash(into hasher: inout Hasher) { hasher.combine(body.toOpaque()) }
    }

    /// The actions by the identity that the target had when they were added; by now another object may have its memory.
    private var members: [ObjectIdentifier: Set<Member>] = [:]

    func add(_ body: GestureActionBody) {
        guard let key = body.targetKey else { return }
        // The target must no longer find actions of a former object in the same memory.
        if let former = members[key]?.first, former.body.borrow({ $0.target == nil }) { members[key] = nil }
        members[key, default: []].insert(Member(body: .passUnretained(body)))
    }

    func remove(_ body: GestureActionBody) {
        guard let key = body.targetKey else { return }
        members[key]?.remove(Member(body: .passUnretained(body)))
        if members[key]?.isEmpty == true { members[key] = nil }
    }

    /// The actions that were added for a target, or for a former object in its memory, in the order of their addition.
    func actions(of target: AnyObject) -> [GestureActionBody] {
        (members[ObjectIdentifier(target)] ?? []).map { $0.body.takeUnretainedValue() }.sorted { $0.place < $1.place }
    }
}
