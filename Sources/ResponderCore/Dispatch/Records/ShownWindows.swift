/// The windows that an application shows, as the dispatch sees them: see `WindowStack`.
struct ShownWindows {
    /// The record whose children the windows are; nil once the application is gone.
    private var stack: RecordPointer?

    init(_ stack: RecordPointer? = nil) { self.stack = stack }

    var isEmpty: Bool { stack.map { $0.subviewCount == 0 } ?? true }

    /// The place in front of all windows.
    @inline(__always)
    var end: Int { stack.map { Int($0.pointee.placeCount) } ?? 0 }

    /// The frontmost window behind a place, which becomes the place of this window; nil if there is none.
    @MainActor @inline(__always)
    func next(behind place: inout Int) -> RecordPointer? {
        guard let stack, let entries = stack.pointee.children else { return nil }
        // Windows may have been hidden since.
        place = min(place, Int(stack.pointee.placeCount))
        while place > 0 {
            place &-= 1
            let record = entries[place].record
            if record != stack { return record }
        }
        return nil
    }

    /// Whether the responder, which must be alive, is one of the shown windows.
    func contains(_ window: RecordPointer) -> Bool {
        guard let stack, window.pointee.flags.contains(.window) else { return false }
        return window.withView { unsafeDowncast($0, to: Window.self).stack } == stack
    }

    mutating func removeAll() { stack = nil }
}
