internal import ResponderSupport

/// The recognisers of one touch, in the order of delivery (rule G13), retained.
///
/// The list lies in raw memory that stays with the touch's slot: a touch allocates nothing in the steady state.
struct TouchRecognizers: ~Copyable {
    private var members = RawList<RecognizerPointer>(capacity: 0)
    /// The place at which `contains(where:)` begins.
    private var place = 0

    var count: Int {
        @inline(__always) get { members.count }
    }

    @inline(__always)
    subscript(place: Int) -> RecognizerPointer { members[place] }

    mutating func append(_ record: RecognizerPointer) {
        _ = record.pointee.object?.retain()
        members.append(record)
    }

    /// Whether the condition holds for a recogniser.
    ///
    /// The search begins with the recogniser that was found last: if one after the other ceases to meet the condition,
    /// each is visited about once.
    @inline(__always)
    mutating func contains(where condition: (RecognizerPointer) -> Bool) -> Bool {
        for _ in 0..<count {
            if place >= count { place = 0 }
            if condition(members[place]) { return true }
            place += 1
        }
        return false
    }

    /// Releases the recognisers, and keeps the memory.
    mutating func removeAll() {
        let former = count
        members.truncate(to: 0)
        for place in 0..<former { members[place].pointee.object?.release() }
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
