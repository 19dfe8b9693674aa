/// The array of a view's subviews that an app reads.
///
/// The view's record retains the subviews (see `ChildList`). The array follows each change, since an app may read it
/// after each change; to follow a change, pointers are moved in the array. If many pointers are moved without a
/// reading, as when all subviews are removed from the first to the last, the array is dropped, and made anew at the
/// next reading.
struct SubviewArray {
    private var views: [View]? = []
    /// The number of pointers that were moved since the array was last read.
    private var moves = 0

    /// Moving this many pointers costs about as much as putting one subview into a new array.
    private static let movesPerSubview = 16

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

    /// Prepares for the insertion of a subview behind the subview at a place.
    @MainActor
    mutating func insert(_ subview: View, at place: Int, of view: RecordPointer) {
        guard views != nil else { return }
        let position = view.position(of: place)
        if mayMove(view.subviewCount - position, of: view) { views?.insert(subview, at: position) }
    }

    /// Prepares for the removal of the subview at a place.
    @MainActor
    mutating func remove(at place: Int, of view: RecordPointer) {
        guard views != nil else { return }
        let position = view.position(of: place)
        if mayMove(view.subviewCount - position - 1, of: view) { views?.remove(at: position) }
    }

    /// Exchanges two subviews.
    mutating func exchange(at first: Int, and second: Int) {
        views?.swapAt(first, second)
    }

    @MainActor
    private mutating func mayMove(_ count: Int, of view: RecordPointer) -> Bool {
        moves += count
        if moves <= Self.movesPerSubview * max(64, view.subviewCount) { return true }
        views = nil
        return false
    }
}
