internal import ResponderEventLoop
internal import ResponderTouchInput

/// The fingers that have come down for a gesture, and their places in the window's coordinates.
///
/// In raw memory, so that a move costs neither an allocation nor a retain. The owner calls `free()` at its own end.
struct FingerPlaces {
    private struct Finger {
        let contact: UInt64
        let start: Point
        var place: Point
    }

    private var fingers = UnsafeMutablePointer<Finger>.allocate(capacity: 1)
    private var capacity = 1
    private(set) var count = 0

    func free() { fingers.deallocate() }

    /// Adds the touches that are still down, and returns whether there are any.
    ///
    /// A run of the loop inside a subclass's method may have brought the end of some touches.
    @MainActor
    mutating func add(_ touches: TouchSet) -> Bool {
        var isAny = false
        for touch in touches where touch.phase != .ended && touch.phase != .cancelled {
            add(touch)
            isAny = true
        }
        return isAny
    }

    @MainActor
    private mutating func add(_ touch: Touch) {
        if count == capacity { grow() }
        let place = touch.location(in: nil)
        fingers[count] = Finger(contact: touch.contact, start: place, place: place)
        count += 1
    }

    private mutating func grow() {
        capacity *= 2
        let larger = UnsafeMutablePointer<Finger>.allocate(capacity: capacity)
        larger.update(from: fingers, count: count)
        fingers.deallocate()
        fingers = larger
    }

    mutating func removeAll() { count = 0 }

    /// Notes where touches are now, and returns whether they are at most `distance` from where they came down.
    @MainActor
    func follow(_ touches: TouchSet, within distance: Double) -> Bool {
        var isNear = true
        for touch in touches {
            for index in 0..<count where fingers[index].contact == touch.contact {
                let place = touch.location(in: nil)
                fingers[index].place = place
                let distanceSquared = place.distanceSquared(to: fingers[index].start)
                if distanceSquared > distance * distance { isNear = false }
            }
        }
        return isNear
    }

    /// The mean of the places where the fingers came down.
    var meanStart: Point {
        var sum = Point.zero
        for index in 0..<count { sum = Point(sum.x + fingers[index].start.x, sum.y + fingers[index].start.y) }
        return Point(sum.x / Double(count), sum.y / Double(count))
    }

    /// The mean of the places where the fingers are, or were lifted.
    var meanPlace: Point {
        var sum = Point.zero
        for index in 0..<count { sum = Point(sum.x + fingers[index].place.x, sum.y + fingers[index].place.y) }
        return Point(sum.x / Double(count), sum.y / Double(count))
    }
}

extension Point {
    /// The square of the distance between two points.
    func distanceSquared(to other: Point) -> Double {
        let (x, y) = (x - other.x, y - other.y)
        return x * x + y * y
    }
}

extension TouchSet {
    /// When the newest of the touches was sampled; the set is not empty.
    var newestTimestamp: MainRunLoop.Instant {
        var newest = MainRunLoop.Instant(nanoseconds: .min)
        for touch in self { newest = Swift.max(newest, touch.timestamp) }
        return newest
    }
}
