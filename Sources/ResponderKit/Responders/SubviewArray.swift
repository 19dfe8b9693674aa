/// A view's subviews as the array that an app reads.
///
/// The subviews themselves are kept by the view's record (see `ChildList`). The array follows each change, since an app
/// may read it after each: then it costs what moving pointers in an array costs. Where nobody reads it while many
/// pointers are moved, as where all subviews are taken out from the first on, it is dropped, and made anew when it is
/// read.
struct SubviewArray {
    private var views: [View]? = []
    /// How many pointers were moved since the array was read last.
    private var moves = 0

    /// Moving so many pointers costs about as much as making an array anew for each that is in it.
    private static let movesForEach = 16

    /// The subviews of the view, back to front.
    @MainActor
    mutating func read(of view: RecordPointer) -> [View] {
        moves = 0
        if let views { return views }
        var views: [View] = []
        views.reserveCapacity(view.subviewCount)
        view.forEachChild { views.append($0.pointee.view) }
        self.views = views
        return views
    }

    /// A subview is about to be put behind the one at a place.
    @MainActor
    mutating func insert(_ subview: View, at place: Int, of view: RecordPointer) {
        guard views != nil else { return }
        let position = view.position(of: place)
        if mayMove(view.subviewCount - position, of: view) { views?.insert(subview, at: position) }
    }

    /// The subview at a place is about to be taken out.
    @MainActor
    mutating func remove(at place: Int, of view: RecordPointer) {
        guard views != nil else { return }
        let position = view.position(of: place)
        if mayMove(view.subviewCount - position - 1, of: view) { views?.remove(at: position) }
    }

    /// Two subviews change places.
    mutating func exchange(at first: Int, and second: Int) {
        views?.swapAt(first, second)
    }

    @MainActor
    private mutating func mayMove(_ count: Int, of view: RecordPointer) -> Bool {
        moves += count
        if moves <= Self.movesForEach * max(64, view.subviewCount) { return true }
        views = nil
        return false
    }
}
