/// Who handles began on the chain of a view, from the view up, in raw memory of the view's record.
///
/// By it a touch's chain is known to have changed, also where a responder came or went that passed over the began, but not
/// over the moves. A path has a number that the process never uses again: as long as that is the same, so are the members,
/// one by one. So a touch keeps the number alone.
struct ChainPath {
    /// 0 for a path on which nobody ever was.
    private(set) var number: UInt64 = 0
    private(set) var count = 0
    private var capacity = 0
    private var members: UnsafeMutablePointer<RecordPointer>?

    @inline(__always)
    subscript(_ place: Int) -> RecordPointer { members.unsafelyUnwrapped[place] }

    var isEmpty: Bool { count == 0 }

    /// Notes who stands at a place of the path as it is walked up anew; `isSame` says whether the path was the same so far.
    mutating func note(_ member: RecordPointer, at place: Int, _ isSame: inout Bool) {
        if isSame && place < count && self[place] == member { return }
        isSame = false
        if place >= capacity { grow(beyond: place) }
        (members.unsafelyUnwrapped + place).initialize(to: member)
    }

    /// Ends the walk, which came to that many members.
    mutating func end(count: Int, isSame: Bool, _ hierarchy: UnsafeMutablePointer<Hierarchy>) {
        if isSame && count == self.count { return }
        hierarchy.pointee.newestPath += 1
        number = hierarchy.pointee.newestPath
        self.count = count
    }

    func deallocate() { members?.deallocate() }

    private mutating func grow(beyond place: Int) {
        let larger = UnsafeMutablePointer<RecordPointer>.allocate(capacity: max(4, (place + 1) * 2))
        if let members {
            larger.moveInitialize(from: members, count: min(place, capacity))
            members.deallocate()
        }
        members = larger
        capacity = max(4, (place + 1) * 2)
    }
}

extension RecordPointer {
    /// Whether the responder handles began, and so is on the paths of the chains in which it stands.
    ///
    /// By what the table said at first, so that giving up the table changes no path.
    @inline(__always)
    var handlesBegan: Bool { pointee.type.pointee.told.contains(.began) }

    /// The number of the path from here up, as of now.
    @MainActor @inline(__always)
    func path(_ hierarchy: UnsafeMutablePointer<Hierarchy>) -> UInt64 {
        if pointee.handlersGeneration != hierarchy.pointee.generation { resolveHandlers(hierarchy) }
        return pathNumber
    }

    /// The number of the path as it was resolved last: nobody is asked.
    @inline(__always)
    var pathNumber: UInt64 { pointee.path?.pointee.number ?? 0 }

    /// Who is on that path, likewise.
    var pathMembers: ChainPath { pointee.path?.pointee ?? ChainPath() }

    /// Notes who stands at a place of the path.
    @MainActor
    func note(_ member: RecordPointer, at place: Int, _ isSame: inout Bool) {
        let path = pointee.path ?? .allocate(capacity: 1)
        if pointee.path == nil {
            path.initialize(to: ChainPath())
            pointee.path = path
        }
        path.pointee.note(member, at: place, &isSame)
    }
}
