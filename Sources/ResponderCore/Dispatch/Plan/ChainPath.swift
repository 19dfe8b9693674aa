internal import ResponderSupport

/// The responders that handle began on the chain of a view, from the view up, in memory that the view's record owns.
///
/// The path shows whether a touch's chain has changed, even when the began did not reach the responder that joined or
/// left the chain, but moves would. Each path has a number, which the process never uses for other members. So a touch
/// stores only the number.
struct ChainPath: ~Copyable {
    /// 0 for a path that never had a member.
    private(set) var number: UInt64 = 0
    private(set) var count = 0
    /// The members of the path, and behind them members that longer walks have noted.
    ///
    /// An override of `next` may begin a walk inside another one: the inner walk may end before places that the outer
    /// one has noted.
    private var members = RawList<RecordPointer>(capacity: 0)

    @inline(__always)
    subscript(_ place: Int) -> RecordPointer { members[place] }

    /// Sets the member at a place while the chain is walked again; `isSame` tells whether all members so far are
    /// unchanged.
    mutating func note(_ member: RecordPointer, at place: Int, _ isSame: inout Bool) {
        if isSame, place < count, members[place] == member { return }
        isSame = false
        if place >= members.count { members.makePlaces(place + 1) }
        members[place] = member
    }

    /// Ends the walk, which found `count` members.
    mutating func end(count: Int, isSame: Bool, _ processState: UnsafeMutablePointer<ProcessState>) {
        if isSame && count == self.count { return }
        processState.pointee.newestPath += 1
        number = processState.pointee.newestPath
        self.count = count
    }
}

extension RecordPointer {
    /// Whether the responder handles began: only such responders are members of paths.
    ///
    /// The first answer of the override table counts, so that no path changes when the table is given up.
    @inline(__always)
    var handlesBegan: Bool { pointee.type.pointee.declared.contains(.began) }

    /// The number of the path from this responder up, resolved again when a tree has changed.
    @MainActor @inline(__always)
    func path(_ processState: UnsafeMutablePointer<ProcessState>) -> UInt64 {
        if pointee.handlersGeneration != processState.pointee.generation { resolveHandlers(processState) }
        return pathNumber
    }

    /// The number of the path as it was resolved last; calls no code of the app.
    @inline(__always)
    var pathNumber: UInt64 { pointee.path?.pointee.number ?? 0 }

    /// Sets the member at a place of the path.
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
