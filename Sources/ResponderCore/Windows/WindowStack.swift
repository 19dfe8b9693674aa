/// The shown windows of an application, back to front: by level, and within a level in the order in which they were put
/// there.
///
/// The windows lie in the list of subviews of a helper view that is in no tree, and is not their superview. So
/// inserting or removing a window moves few others, however many there are.
@MainActor
final class WindowStack {
    private let base = View()
    /// The array that apps read; nil if it must be made anew.
    private var array: [Window]? = []

    /// The record whose children the windows are.
    var record: RecordPointer { base.record }

    /// The windows, back to front.
    var windows: [Window] {
        if let array { return array }
        var windows: [Window] = []
        record.forEachChild { windows.append(unsafeDowncast($0.pointee.view, to: Window.self)) }
        array = windows
        return windows
    }

    func contains(_ window: Window) -> Bool { window.stack == record }

    /// Puts a window in front of the others of its level.
    func insertInFront(_ window: Window) {
        let place = record.place(inFrontOf: window.windowLevel)
        if place == record.pointee.placeCount { array?.append(window) } else { array = nil }
        record.insertChild(window.record, at: place)
        window.stack = record
    }

    /// Removes a window; does nothing if it is not there.
    func remove(_ window: Window) {
        guard contains(window), let place = record.place(of: window.record) else { return }
        if array?.last === window { array?.removeLast() } else { array = nil }
        window.stack = nil
        record.removeChild(at: place)
    }

    /// The number of windows behind `window`; 0 if the stack does not have the window.
    func position(of window: Window) -> Int {
        record.place(of: window.record).map { record.position(of: $0) } ?? 0
    }

    /// The frontmost window for which the condition holds.
    func frontmost(where condition: (Window) -> Bool) -> Window? {
        let windows = ShownWindows(record)
        var place = windows.end
        while let next = windows.next(behind: &place) {
            let window = unsafeDowncast(next.pointee.view, to: Window.self)
            if condition(window) { return window }
        }
        return nil
    }

    /// Releases the windows, since the application is gone.
    func removeAll() {
        for window in windows { remove(window) }
    }
}

extension RecordPointer {
    /// The place in front of all windows of a level and of lower levels.
    @MainActor
    fileprivate func place(inFrontOf level: Window.Level) -> Int {
        // The windows before `first` have this level or a lower one, those from `end` on a higher one.
        var (first, end) = (0, Int(pointee.placeCount))
        while first < end {
            let middle = first + (end - first) / 2
            guard let place = nearest(middle, step: 1, isHole: false), place < end, let window = child(at: place) else {
                end = middle
                continue
            }
            let isBehind = window.withView { unsafeDowncast($0, to: Window.self).windowLevel <= level }
            if isBehind { first = place + 1 } else { end = middle }
        }
        return first
    }
}
