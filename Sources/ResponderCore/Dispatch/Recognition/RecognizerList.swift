/// Recognisers in the order in which they came; the record of each has a flag for the membership, and the place.
///
/// The list retains nothing, and once it has grown, allocates nothing. A recogniser that is freed removes itself from
/// its lists (`RecognizerPointer.leaveLists`), which leaves a hole.
struct RecognizerList {
    /// The lists, in all of which a recogniser may be at once.
    enum Kind: Int {
        case queue
        case waiting
        case woken
        case over

        fileprivate var flag: RecognizerRecord.Flags {
            switch self {
            case .queue: .isQueued
            case .waiting: .isListed
            case .woken: .isWoken
            case .over: .awaitsReset
            }
        }
    }

    private let flag: RecognizerRecord.Flags
    private let kind: Int
    private var members = UnsafeMutablePointer<RecognizerPointer?>.allocate(capacity: 8)
    private var capacity = 8
    private var head = 0
    private var end = 0
    private(set) var count = 0

    init(_ kind: Kind) { (self.kind, flag) = (kind.rawValue, kind.flag) }

    @inline(__always)
    var isEmpty: Bool { count == 0 }

    @inline(__always)
    mutating func append(_ record: RecognizerPointer) {
        guard !record.pointee.flags.contains(flag) else { return }
        record.pointee.flags.insert(flag)
        if end == capacity { makeRoom() }
        members[end] = record
        record.pointee.places[kind] = Int32(truncatingIfNeeded: end)
        end += 1
        count += 1
    }

    @inline(__always)
    mutating func popFirst() -> RecognizerPointer? {
        while head < end {
            let first = members[head]
            head += 1
            guard let first else { continue }
            first.pointee.flags.remove(flag)
            count -= 1
            if count == 0 { (head, end) = (0, 0) }
            return first
        }
        return nil
    }

    mutating func remove(_ record: RecognizerPointer) {
        guard record.pointee.flags.contains(flag) else { return }
        record.pointee.flags.remove(flag)
        members[Int(record.pointee.places[kind])] = nil
        count -= 1
        if count == 0 { (head, end) = (0, 0) }
    }

    /// Brings the members into the order in which they began to wait.
    mutating func sortByWait() {
        guard count > 1 else { return }
        closeHoles(into: members)
        var waiting = UnsafeMutableBufferPointer(start: members, count: count)
        waiting.sort { ($0?.pointee.waitNumber ?? 0) < ($1?.pointee.waitNumber ?? 0) }
        for place in 0..<count { members[place]?.pointee.places[kind] = Int32(truncatingIfNeeded: place) }
    }

    /// Frees the list's memory, and the members' flags with it.
    mutating func destroy() {
        for place in head..<end { members[place]?.pointee.flags.remove(flag) }
        members.deallocate()
    }

    private mutating func makeRoom() {
        guard 2 * count > capacity else { return closeHoles(into: members) }
        let larger = UnsafeMutablePointer<RecognizerPointer?>.allocate(capacity: 2 * capacity)
        closeHoles(into: larger)
        members.deallocate()
        (members, capacity) = (larger, 2 * capacity)
    }

    private mutating func closeHoles(into memory: UnsafeMutablePointer<RecognizerPointer?>) {
        var kept = 0
        for place in head..<end {
            guard let record = members[place] else { continue }
            (memory + kept).initialize(to: record)
            record.pointee.places[kind] = Int32(truncatingIfNeeded: kept)
            kept += 1
        }
        (head, end) = (0, kept)
    }
}

extension RecognizerPointer {
    /// Removes a recogniser that is about to be freed from the lists of its dispatcher.
    func leaveLists() {
        wakeWaiters()
        guard !pointee.flags.isDisjoint(with: RecognizerRecord.Flags.listed),
            let gestures = pointee.dispatcher?.pointee.gestures
        else { return }
        gestures.pointee.queue.remove(self)
        gestures.pointee.over.remove(self)
        gestures.pointee.woken.remove(self)
        stopWaiting()
    }
}
