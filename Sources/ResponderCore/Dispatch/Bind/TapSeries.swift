internal import ResponderEventLoop
internal import ResponderTouchInput

/// The last tap of each series that another tap may continue, in raw memory.
struct TapSeries {
    /// A touch that ended near where it began.
    private struct Tap {
        let view: RecordPointer
        let window: RecordPointer
        /// The location of the began, in the window's coordinates.
        let start: Point
        /// When the tap ended.
        let end: Int64
        let count: UInt8
    }

    var settings = Application.TapCounting() {
        didSet {
            interval = settings.interval.wholeNanoseconds
            squareOfRadius = settings.radius > 0 ? settings.radius * settings.radius : 0
        }
    }
    private var interval = Application.TapCounting().interval.wholeNanoseconds
    private var squareOfRadius = Application.TapCounting().radius * Application.TapCounting().radius
    /// The taps in the order of their ends; usually at most one for each finger.
    private let taps = UnsafeMutablePointer<Tap>.allocate(capacity: TouchBank.capacity)
    private var tapCount = 0
    /// The location at which the touch of each slot began, in its window's coordinates.
    private let starts = UnsafeMutablePointer<Point>.allocate(capacity: TouchBank.capacity)

    nonisolated func destroy() {
        taps.deallocate()
        starts.deallocate()
    }

    /// Sets the tap count of the touch that begins in the slot at `index`: 1, or one more than the count of the tap
    /// that the touch follows.
    ///
    /// The touch follows the nearest tap; no other touch can follow the same tap.
    @inline(__always)
    mutating func begin(_ slot: UnsafeMutablePointer<TouchSlot>, _ index: Int, _ view: RecordPointer) {
        (starts + index).initialize(to: slot.pointee.location)
        slot.pointee.tapCount = 1
        // A tap on the record of an untapped view belonged to the record's former responder.
        if tapCount > 0 && view.pointee.isTapped { follow(slot, view) }
    }

    private mutating func follow(_ slot: UnsafeMutablePointer<TouchSlot>, _ view: RecordPointer) {
        // The usual case: one finger taps.
        if tapCount == 1, taps[0].view == view, taps[0].window == slot.pointee.window,
            slot.pointee.timestamp &- taps[0].end <= interval,
            squareOfDistance(slot.pointee.location, taps[0].start) <= squareOfRadius
        {
            slot.pointee.tapCount = taps[0].count == .max ? .max : taps[0].count + 1
            tapCount = 0
            return
        }
        removeTaps(endedBefore: slot.pointee.timestamp)
        var nearest: Int?
        var leastSquare = squareOfRadius
        for place in 0..<tapCount where taps[place].view == view && taps[place].window == slot.pointee.window {
            let square = squareOfDistance(slot.pointee.location, taps[place].start)
            guard square <= leastSquare else { continue }
            (nearest, leastSquare) = (place, square)
        }
        guard let nearest else { return }
        slot.pointee.tapCount = taps[nearest].count == .max ? .max : taps[nearest].count + 1
        remove(at: nearest)
    }

    /// Decides at a touch's end whether the touch was a tap, and stores the tap for a later touch to follow.
    @inline(__always)
    mutating func end(_ slot: UnsafeMutablePointer<TouchSlot>, _ index: Int, _ view: RecordPointer) {
        guard squareOfDistance(slot.pointee.location, starts[index]) <= squareOfRadius else {
            slot.pointee.tapCount = 0
            return
        }
        guard let window = slot.pointee.window, slot.pointee.tapCount > 0 else { return }
        if !view.pointee.isTapped {
            removeTaps(on: view)
            view.pointee.isTapped = true
        }
        if tapCount == TouchBank.capacity { remove(at: 0) }
        let tap = Tap(
            view: view,
            window: window,
            start: starts[index],
            end: slot.pointee.timestamp,
            count: slot.pointee.tapCount
        )
        (taps + tapCount).initialize(to: tap)
        tapCount &+= 1
    }

    /// Removes the taps that ended too long before `time` for another tap to follow.
    @inline(__always)
    private mutating func removeTaps(endedBefore time: Int64) {
        var kept = 0
        for place in 0..<tapCount where time &- taps[place].end <= interval {
            if kept != place { taps[kept] = taps[place] }
            kept &+= 1
        }
        tapCount = kept
    }

    /// Removes the taps on the record of a view that was never tapped: these taps belonged to the record's former
    /// responder.
    @inline(never)
    private mutating func removeTaps(on view: RecordPointer) {
        var kept = 0
        for place in 0..<tapCount where taps[place].view != view {
            if kept != place { taps[kept] = taps[place] }
            kept &+= 1
        }
        tapCount = kept
    }

    @inline(__always)
    private mutating func remove(at place: Int) {
        tapCount &-= 1
        for later in place..<tapCount { taps[later] = taps[later &+ 1] }
    }

    @inline(__always)
    private func squareOfDistance(_ point: Point, _ other: Point) -> Double {
        let (x, y) = (point.x - other.x, point.y - other.y)
        return x * x + y * y
    }
}

extension TouchDispatcher {
    /// Sets the tap count of a touch that was just bound to its view (rule T22).
    @inline(__always)
    func beginTap(_ slot: UnsafeMutablePointer<TouchSlot>) {
        guard let view = slot.pointee.view else { return }
        state.pointee.taps.begin(slot, Int(slot.pointee.index), view)
    }

    /// Decides which of the touches that end in an event were taps, before any handler of their end is called (rule
    /// T24).
    @inline(__always)
    func endTaps(_ over: UInt64) {
        for slot in slots(over) { endTap(slot) }
    }

    /// Decides whether an ending touch was a tap.
    @inline(__always)
    func endTap(_ slot: UnsafeMutablePointer<TouchSlot>) {
        // A touch that was cancelled, or that its view did not get, is not a tap.
        guard slot.pointee.phase == .ended, slot.owed != .done, let view = slot.pointee.view else {
            return
        }
        state.pointee.taps.end(slot, Int(slot.pointee.index), view)
    }
}
