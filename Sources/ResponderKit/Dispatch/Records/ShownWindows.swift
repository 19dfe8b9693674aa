/// The records of the windows that an application shows, the frontmost last.
struct ShownWindows {
    private var start: UnsafeMutablePointer<RecordPointer>
    private(set) var count = 0
    private var capacity = 4

    init() { start = .allocate(capacity: capacity) }

    @inline(__always)
    subscript(index: Int) -> RecordPointer { start[index] }

    /// Sets the windows that are shown, back to front.
    @MainActor
    mutating func set(_ windows: [Window]) {
        if windows.count > capacity {
            start.deallocate()
            capacity = windows.count * 2
            start = .allocate(capacity: capacity)
        }
        for (index, window) in windows.enumerated() { (start + index).initialize(to: window.record) }
        count = windows.count
    }

    mutating func removeAll() { count = 0 }

    func contains(_ window: RecordPointer) -> Bool {
        for index in 0..<count where start[index] == window { return true }
        return false
    }

    func deallocate() { start.deallocate() }
}
