/// Recognisers in the order in which they came, each marked as a member by a flag of its record.
///
/// The list retains nothing, and allocates nothing once it has grown: a recogniser that is freed takes itself off its
/// lists (`RecognizerPointer.leaveLists`).
struct RecognizerList {
    private var members = UnsafeMutablePointer<RecognizerPointer>.allocate(capacity: 8)
    private var capacity = 8
    private var head = 0
    private var end = 0

    @inline(__always)
    var isEmpty: Bool { head == end }

    var count: Int { end - head }

    @inline(__always)
    mutating func append(_ record: RecognizerPointer, _ flag: RecognizerRecord.Flags) {
        guard !record.pointee.flags.contains(flag) else { return }
        record.pointee.flags.insert(flag)
        if end == capacity { makeRoom() }
        members[end] = record
        end += 1
    }

    @inline(__always)
    mutating func popFirst(_ flag: RecognizerRecord.Flags) -> RecognizerPointer? {
        guard head < end else { return nil }
        let first = members[head]
        first.pointee.flags.remove(flag)
        head += 1
        if head == end { (head, end) = (0, 0) }
        return first
    }

    mutating func remove(_ record: RecognizerPointer, _ flag: RecognizerRecord.Flags) {
        guard record.pointee.flags.contains(flag) else { return }
        record.pointee.flags.remove(flag)
        for place in head..<end where members[place] == record {
            (members + place).update(from: members + place + 1, count: end - place - 1)
            end -= 1
            return
        }
    }

    /// Frees the list's memory, and the members' flags with it.
    mutating func destroy(_ flag: RecognizerRecord.Flags) {
        for place in head..<end { members[place].pointee.flags.remove(flag) }
        members.deallocate()
    }

    private mutating func makeRoom() {
        let count = count
        if head > 0 {
            members.update(from: members + head, count: count)
        } else {
            let larger = UnsafeMutablePointer<RecognizerPointer>.allocate(capacity: 2 * capacity)
            larger.update(from: members, count: count)
            members.deallocate()
            (members, capacity) = (larger, 2 * capacity)
        }
        (head, end) = (0, count)
    }
}

extension RecognizerPointer {
    /// Takes a recogniser that is about to be freed off the lists of its dispatcher.
    func leaveLists() {
        guard !pointee.flags.isDisjoint(with: RecognizerRecord.Flags.listed),
            let gestures = pointee.dispatcher?.pointee.gestures
        else { return }
        gestures.pointee.queue.remove(self, .isQueued)
        gestures.pointee.waiting.remove(self, .isListed)
        gestures.pointee.over.remove(self, .awaitsReset)
    }
}
