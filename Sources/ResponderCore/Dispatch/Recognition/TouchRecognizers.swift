/// The recognisers of one touch, in the order of delivery (rule G13), retained.
///
/// The list lies in raw memory that stays with the touch's slot: a touch allocates nothing in the steady state.
struct TouchRecognizers {
    private var members: UnsafeMutablePointer<RecognizerPointer>?
    private var capacity = 0
    private(set) var count = 0
    /// The place at which `contains(where:)` begins.
    private var place = 0

    @inline(__always)
    subscript(place: Int) -> RecognizerPointer {
        guard let members else { fatalError("a touch without recognizers was asked for one") }
        return members[place]
    }

    mutating func append(_ record: RecognizerPointer) {
        if count == capacity { grow() }
        _ = record.pointee.object?.retain()
        members?[count] = record
        count += 1
    }

    /// Whether the condition holds for one, beginning with the one that was found last: where one after the other
    /// ceases to meet the condition, each is looked at about once.
    @inline(__always)
    mutating func contains(where condition: (RecognizerPointer) -> Bool) -> Bool {
        guard let members else { return false }
        for _ in 0..<count {
            if place >= count { place = 0 }
            if condition(members[place]) { return true }
            place += 1
        }
        return false
    }

    mutating func removeAll() {
        let former = count
        count = 0
        for place in 0..<former { members?[place].pointee.object?.release() }
    }

    /// Releases the recognisers, and frees the memory.
    mutating func destroy() {
        removeAll()
        members?.deallocate()
    }

    private mutating func grow() {
        let larger = UnsafeMutablePointer<RecognizerPointer>.allocate(capacity: max(4, 2 * capacity))
        if let members {
            larger.update(from: members, count: count)
            members.deallocate()
        }
        (members, capacity) = (larger, max(4, 2 * capacity))
    }
}

/// Walks through the recognisers of one touch.
///
/// The list is read anew at each step, since a recogniser that is called may end the touch.
struct RecognizersOfTouch: Sequence, IteratorProtocol {
    let list: UnsafeMutablePointer<TouchRecognizers>?
    private var place = 0

    init(_ list: UnsafeMutablePointer<TouchRecognizers>?) { self.list = list }

    @inline(__always)
    mutating func next() -> RecognizerPointer? {
        guard let list, place < list.pointee.count else { return nil }
        defer { place += 1 }
        return list.pointee[place]
    }
}
