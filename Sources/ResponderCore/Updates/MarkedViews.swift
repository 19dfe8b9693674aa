/// The views that wait for an update pass, or to be seen, in the order of marking.
///
/// A flag of the view's record says that there is an entry. Entries without the flag, and those of views that are no
/// longer in a shown window of the application, are ignored.
@MainActor
struct MarkedViews {
    private var entries: [RecordPointer] = []
    private let flag: ResponderRecord.Flags
    /// The number of entries at which ignored entries are removed.
    private var compactsAt = MarkedViews.leastCompaction

    private nonisolated static let leastCompaction = 64

    nonisolated init(flag: ResponderRecord.Flags) {
        self.flag = flag
    }

    var isEmpty: Bool { entries.isEmpty }

    /// The views with an entry that counts, for a report.
    func views(for update: UpdatePass) -> [View] {
        entries.filter { $0.pointee.flags.contains(flag) && update.owns($0) }.map(\.pointee.view)
    }

    /// Adds a view, unless it has an entry already.
    ///
    /// - Parameter update: The update pass of the application.
    mutating func add(_ view: RecordPointer, for update: UpdatePass) {
        guard !view.pointee.flags.contains(flag) else { return }
        view.pointee.flags.insert(flag)
        entries.append(view)
        if entries.count > compactsAt { compact(for: update) }
    }

    /// Puts back the entry of a view whose flag is set.
    mutating func putBack(_ view: RecordPointer) { entries.append(view) }

    /// Moves all entries into an empty list; the flags of the views stay set.
    ///
    /// The lists exchange their memory, so passes in a steady state allocate nothing.
    mutating func take(into list: inout [RecordPointer]) {
        list.removeAll(keepingCapacity: true)
        swap(&entries, &list)
        compactsAt = Self.leastCompaction
    }

    /// Removes the entries that are ignored, and all but one of each view.
    private mutating func compact(for update: UpdatePass) {
        var kept: [RecordPointer] = []
        for view in entries where view.pointee.flags.contains(flag) && update.owns(view) {
            kept.append(view)
            view.pointee.flags.remove(flag)
        }
        for view in kept { view.pointee.flags.insert(flag) }
        entries = kept
        compactsAt = max(Self.leastCompaction, 2 * kept.count)
    }
}
